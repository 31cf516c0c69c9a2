// Learning that can be gone on with: settings, networks and what lessons are made of, as JSON.
#include <nlohmann/json.hpp>

#include "experiment/unit_file.h"
#include "experiment/unit_learning.h"
#include "games/tetris/text.h"
#include "optim/state.h"

namespace stackwright {
namespace {

constexpr std::string_view kFormat = "stackwright-learning";
constexpr std::int64_t kMostRounds = 1'000'000;

/// The field `units`; none for a player by chance.
void put_units(Json& to, const UnitNetwork& network) {
  for (const Term& term : terms_of(network)) to["units"].push_back(Json::parse(unit_text(term)));
}

Result<UnitNetwork> read_network(const Fields& fields) {
  std::vector<Term> terms;
  UnitNetwork network;
  if (!fields.has("units")) return network;
  if (auto r = read_units(fields, terms); !r) return r.error();
  for (const Term& term : terms) network.push_back({*term.unit, term.weight});
  return network;
}

Result<std::uint64_t> read_count(const Fields& fields, std::string_view name, std::int64_t most) {
  const auto value = fields.whole(name, 0, most);
  if (!value) return value.error();
  return static_cast<std::uint64_t>(*value);
}

Result<UnitLearningSettings> read_learning_settings(const Fields& fields) {
  optim::Settings pairs;
  for (const auto& row : unit_learning_settings()) {
    const auto value = fields.whole(row.name, 0, INT32_MAX);
    if (!value) return value.error();
    pairs.emplace_back(std::string(row.name), std::to_string(*value));
  }
  return optim::read_settings("settings", unit_learning_settings(), pairs, UnitLearningSettings{});
}

}  // namespace

std::string UnitLearner::save() const {
  Json settings = Json::object();
  for (const auto& row : unit_learning_settings()) settings[std::string(row.name)] = std::stoll(row.write(settings_));
  Json sources = Json::array();
  for (const Source& s : sources_) {
    Json source{{"round", s.round}, {"noise", s.noise}};
    put_units(source, s.player);
    sources.push_back(std::move(source));
  }
  Json document{
      {"format", kFormat},
      {"version", 1},
      {"board", tetris::to_text(tetris::BoardSize{setting_.width, setting_.height})},
      {"seed", seed_},
      {"settings", std::move(settings)},
      {"rounds", rounds_},
      {"trials",
       Json{{"lines", trials_.lines}, {"pieces", trials_.pieces}, {"ends", trials_.ends}, {"games", trials_.games}}},
      {"proposed", proposed_},
      {"sources", std::move(sources)}};
  put_units(document, network_);
  return json_text(document, 1) + "\n";
}

Result<UnitLearner> UnitLearner::load(std::string_view text) {
  const auto document = parse_json(text, "the state of learning");
  if (!document) return document.error();
  const Fields file(*document);
  if (auto r = file.only(
          {"format", "version", "board", "seed", "settings", "rounds", "units", "trials", "proposed", "sources"});
      !r) {
    return r.error();
  }
  const auto format = file.text("format");
  if (!format) return format.error();
  if (*format != kFormat) return file.wrong("format", "\"" + std::string(kFormat) + "\"");
  if (const auto version = file.whole("version", 1, 1); !version) return version.error();
  return load_fields(file);
}

Result<UnitLearner> UnitLearner::load_fields(const Fields& file) {
  const auto board_text = file.text("board");
  if (!board_text) return board_text.error();
  const auto board = tetris::parse_board_size(*board_text);
  if (!board) return file.wrong("board", "a board such as 10x20");
  const auto seed = file.word("seed");
  if (!seed) return seed.error();
  const auto settings_fields = file.object("settings");
  if (!settings_fields) return settings_fields.error();
  const auto settings = read_learning_settings(*settings_fields);
  if (!settings) return settings.error();
  tetris::Setting setting;
  setting.width = board->width;
  setting.height = board->height;
  UnitLearner learner(*settings, setting, *seed);
  const auto rounds = read_count(file, "rounds", kMostRounds);
  if (!rounds) return rounds.error();
  learner.rounds_ = *rounds;
  auto network = read_network(file);
  if (!network) return network.error();
  learner.network_ = *std::move(network);
  const auto trials = file.object("trials");
  if (!trials) return trials.error();
  for (const auto& [name, to] :
       {std::pair{"lines", &learner.trials_.lines}, std::pair{"pieces", &learner.trials_.pieces},
        std::pair{"ends", &learner.trials_.ends}, std::pair{"games", &learner.trials_.games}}) {
    if (auto r = optim::load_word(*trials, name, *to); !r) return r.error();
  }
  const std::size_t genes = units::genes_of_unit(units::filter_genes(setting.width, setting.height));
  if (auto r = optim::load_rows(file, "proposed", genes, learner.proposed_); !r) return r.error();
  const auto sources = file.objects("sources");
  if (!sources) return sources.error();
  for (const Fields& one : *sources) {
    const auto round = read_count(one, "round", kMostRounds);
    if (!round) return round.error();
    const auto noise = one.real("noise");
    if (!noise) return noise.error();
    auto player = read_network(one);
    if (!player) return player.error();
    learner.sources_.push_back({*round, *noise, *std::move(player)});
  }
  return learner;
}

}  // namespace stackwright
