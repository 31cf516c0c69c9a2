// What there is to choose from.
#include "web/catalogue.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/paths.h"
#include "core/text.h"
#include "experiment/evolve_config.h"
#include "experiment/report.h"
#include "games/tetris/pieces.h"
#include "optim/state.h"

namespace stackwright::web {
namespace {

constexpr std::size_t kMostFiles = 200;        // that are offered
constexpr std::size_t kMostGenerations = 500;  // in one answer
constexpr double kStorePatience = 2;           // seconds, with another process at the store

/// Controller files of a game in a folder, by file name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view game) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (it->path().extension() != ".json" || !it->is_regular_file(ignored)) continue;
    if (it->file_size(ignored) > (std::size_t{1} << 20)) continue;
    const auto text = read_file(it->path().string(), std::size_t{1} << 20);
    const auto document = text ? parse_json(*text, "") : Result<Json>(Error{});
    if (!document || !document->is_object() || document->value("game", Json()) != Json(std::string(game))) continue;
    found.push_back(it->path());
    if (found.size() >= kMostFiles) break;
  }
  std::ranges::sort(found);
  return found;
}

std::filesystem::path folder_of(const std::string& store) { return std::filesystem::path(store).parent_path(); }

Json pieces_json() {
  Json pieces = Json::array();
  for (const tetris::Piece& piece : tetris::tetrominoes().pieces) {
    Json turns = Json::array();
    for (int o = 0; o < piece.orientations; ++o) {
      const tetris::Orientation& shape = piece.orientation[static_cast<std::size_t>(o)];
      Json cells = Json::array();
      for (int x = 0; x < shape.width; ++x) {
        for (int y = 0; y < shape.height; ++y) {
          if ((shape.column[static_cast<std::size_t>(x)] >> y & 1) != 0) cells.push_back({x, y});
        }
      }
      turns.push_back(std::move(cells));
    }
    pieces.push_back(Json{{"letter", std::string(1, piece.letter)}, {"orientations", std::move(turns)}});
  }
  return pieces;
}

Json row_json(const RunRow& run, const std::string& state) {
  Json json{{"id", run.id},           {"name", run.name},       {"kind", run.kind},
            {"state", state},         {"best", nullptr},        {"generation", run.generation},
            {"created", run.created}, {"updated", run.updated}, {"seed", run.seed}};
  if (run.best) optim::put(json, "best", *run.best);
  return json;
}

Json row_json(const GenerationRow& g) {
  Json json{{"generation", g.generation}, {"evaluations", g.evaluations}, {"pieces", g.pieces}};
  optim::put(json, "best", g.best);
  optim::put(json, "mean", g.mean);
  optim::put(json, "worst", g.worst);
  optim::put(json, "genes", std::span<const double>(g.genes));
  optim::put(json, "spread", std::span<const double>(g.spread));
  optim::put(json, "gene_spread", g.gene_spread);
  optim::put(json, "seconds", g.seconds);
  return json;
}

}  // namespace

std::string state_now(const Store& store, const RunRow& run) {
  if (run.state == RunState::running && !store.held(run.id)) return "interrupted";
  return std::string(name_of(run.state));
}

Catalogue::Catalogue(std::string store, std::vector<std::string> networks)
    : store_(std::move(store)), networks_(std::move(networks)) {}

Result<Store> Catalogue::open(Store::Access access) const { return Store::open(store_, access, kStorePatience); }

Result<Controller> Catalogue::champion(std::string_view name) const {
  const auto store = open(Store::Access::read);
  if (!store) return store.error();
  const auto run = store->find(name);
  if (!run) return run.error();
  const auto config = evolve_config_from_json(run->configuration);
  if (!config) return Error{"run " + run->name + " is no evolution of players"};
  const auto problem = make_problem(*config, run->seed);
  if (!problem) return problem.error();
  optim::Genes genes;
  if (!run->result.empty()) {
    const auto result = parse_json(run->result, "result");
    const auto stored = result ? Fields(*result).reals("genes") : Result<std::vector<double>>(Error{});
    if (stored) genes = *stored;
  }
  if (genes.empty()) {
    const auto rows = store->generations(run->id);
    if (!rows) return rows.error();
    if (rows->empty()) return Error{"run " + run->name + " has no finished generation yet"};
    genes = rows->back().genes;
  }
  return controller_from_json((*problem)->controller(genes, run->name, run->name, run->seed, ""));
}

Result<Controller> Catalogue::controller(std::string_view name) const {
  if (name.starts_with("run:")) return champion(name.substr(4));
  if (name.starts_with("file:")) {
    for (const auto& file : files_in(folder_of(store_), "tetris")) {
      if (file.filename() == name.substr(5)) return load_controller(file.string());
    }
    return Error{"no controller file " + in_quotes(name.substr(5)) + " beside the store"};
  }
  std::vector<std::string_view> names;
  for (const Controller& c : shipped_controllers()) {
    if (c.name == name) return c;
    names.push_back(c.name);
  }
  return unknown_name("controller", name, names);
}

Result<std::shared_ptr<const Twenty48Player>> Catalogue::network(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (loaded_ && loaded_name_ == name) return loaded_;
  std::string path = name == "features" ? name : "";
  for (const std::string& file : networks_) {
    if (std::filesystem::path(file).filename() == name) path = file;
  }
  for (const auto& folder : {folder_of(store_), std::filesystem::path(data_folder()) / "controllers"}) {
    for (const auto& file : files_in(folder, "2048")) {
      if (file.filename() == name) path = file.string();
    }
  }
  if (path.empty()) return Error{"no network " + in_quotes(name)};
  auto player = load_twenty48_player(path);
  if (!player) return player.error();
  loaded_ = std::make_shared<const Twenty48Player>(*std::move(player));
  loaded_name_ = name;
  return loaded_;
}

Json Catalogue::describe() const {
  Json controllers = Json::array(), presets = Json::array(), networks = Json::array({"features"});
  for (const Controller& c : shipped_controllers()) {
    controllers.push_back(Json{{"name", c.name},
                               {"terms", c.terms.size()},
                               {"see", c.search.see},
                               {"search", std::string(name_of(c.search.kind))},
                               {"source", c.source},
                               {"published", c.published}});
  }
  for (const auto& file : files_in(folder_of(store_), "tetris")) {
    controllers.push_back(Json{{"name", "file:" + file.filename().string()}, {"terms", 0}, {"see", 1}});
  }
  for (const std::string& name : preset_names()) {
    const auto settings = read_preset(name);
    const auto config = settings ? evolve_config(*settings) : Result<EvolveConfig>(Error{});
    if (config) presets.push_back(Json{{"name", name}, {"about", config->run.about}, {"game", config->run.game}});
  }
  for (const std::string& file : networks_) networks.push_back(std::filesystem::path(file).filename().string());
  for (const auto& folder : {folder_of(store_), std::filesystem::path(data_folder()) / "controllers"}) {
    for (const auto& file : files_in(folder, "2048")) networks.push_back(file.filename().string());
  }
  return Json{{"version", std::string(version())},
              {"pieces", pieces_json()},
              {"controllers", std::move(controllers)},
              {"presets", std::move(presets)},
              {"networks", std::move(networks)}};
}

Result<Json> Catalogue::runs() const {
  Json rows = Json::array();
  std::error_code ignored;
  if (std::filesystem::exists(store_, ignored)) {
    const auto store = open(Store::Access::read);
    if (!store) return store.error();
    const auto runs = store->list();
    if (!runs) return runs.error();
    for (auto run = runs->rbegin(); run != runs->rend(); ++run) rows.push_back(row_json(*run, state_now(*store, *run)));
  }
  return Json{{"runs", std::move(rows)}};
}

Result<Json> Catalogue::run(std::string_view name, std::uint64_t from) const {
  const auto store = open(Store::Access::read);
  if (!store) return store.error();
  const auto run = store->find(name);
  if (!run) return run.error();
  const auto generations = store->generations(run->id);
  if (!generations) return generations.error();
  Json answer{{"run", row_json(*run, state_now(*store, *run))}, {"genes", Json::array()}, {"more", false}};
  Json rows = Json::array();
  for (const GenerationRow& row : *generations) {
    if (row.generation < from) continue;
    if (rows.size() >= kMostGenerations) {
      answer["more"] = true;
      break;
    }
    rows.push_back(row_json(row));
  }
  answer["generations"] = std::move(rows);
  const auto configuration = parse_json(run->configuration, "configuration");
  if (configuration) answer["configuration"] = *configuration;
  const auto result = parse_json(run->result, "result");
  answer["result"] = result ? *result : Json(nullptr);
  const auto config = evolve_config_from_json(run->configuration);
  const auto problem = config ? make_problem(*config, run->seed) : Result<std::unique_ptr<Problem>>(Error{});
  if (problem) {
    for (const auto& gene : (*problem)->space().genes) answer["genes"].push_back(gene.name);
  }
  return answer;
}

Result<Json> Catalogue::remove(std::string_view name) const {
  auto store = open(Store::Access::write);
  if (!store) return store.error();
  const auto run = store->find(name);
  if (!run) return run.error();
  if (const auto removed = store->remove(run->id); !removed) return removed.error();
  return Json{{"deleted", run->name}};
}

Result<std::string> Catalogue::report(std::string_view name) const {
  const auto store = open(Store::Access::read);
  if (!store) return store.error();
  const auto run = store->find(name);
  if (!run) return run.error();
  const auto document = report_document(*store, std::span(&*run, 1));
  if (!document) return document.error();
  return report_page(*document);
}

}  // namespace stackwright::web
