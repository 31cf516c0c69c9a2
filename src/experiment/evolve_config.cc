// The settings of an evolution: one flat list of keys, handed to the run, the problem and the optimiser.
#include "experiment/evolve_config.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "optim/registry.h"

namespace stackwright {
namespace {

template <class T>
bool has_row(const std::vector<optim::SettingRow<T>>& rows, std::string_view key) {
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == key; });
}

optim::StopRules stop_rules(const EvolveSettings& s) {
  optim::StopRules rules;
  const auto set = [](auto& rule, auto value) {
    if (value > 0) rule = value;
  };
  set(rules.generations, static_cast<std::uint64_t>(s.generations));
  set(rules.evaluations, static_cast<std::uint64_t>(s.evaluations));
  set(rules.stagnation, static_cast<std::uint64_t>(s.stagnation));
  set(rules.same_champion, static_cast<std::uint64_t>(s.same_champion));
  set(rules.target, s.target);
  set(rules.gene_convergence, s.gene_convergence);
  set(rules.fitness_convergence, s.fitness_convergence);
  return rules;
}

/// What a JSON scalar was as text.
std::string as_text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// Numbers and truth values as such, everything else as text.
Json as_json(const std::string& text) {
  double number = 0;
  if (text == "true" || text == "false") return text == "true";
  if (optim::read_real(text, -1e300, 1e300, number)) return Json::parse(text, nullptr, false, false);
  return text;
}

void put(Json& object, const std::string& key, const std::string& text) {
  Json value = as_json(text);
  if (value.is_discarded() || as_text(value) != text) value = text;  // only what reads back the same
  object[key] = std::move(value);
}

constexpr std::array<std::string_view, 3> kGames{"tetris", "murus", "2048"};

/// Calls `f` with the rows of a game's settings and with those settings.
template <class Config, class F>
auto of_game(std::string_view game, Config& config, const F& f) {
  if (game == "murus") return f(murus_settings(), config.murus);
  if (game == "2048") return f(twenty48_settings(), config.twenty48);
  return f(tetris_settings(), config.tetris);
}

std::string last_value(const optim::Settings& pairs, std::string_view wanted, std::string value) {
  for (const auto& [key, text] : pairs) {
    if (key == wanted) value = text;
  }
  return value;
}

/// Candidates that are judged by games among themselves must all play in every generation.
Result<Done> check_relative(const optim::Settings& optimiser, const std::string& method) {
  const bool stale = method == "ga" && last_value(optimiser, "reevaluate", "false") != "true";
  if (stale) return optim::wrong_setting("reevaluate", "true where candidates play against each other", "false");
  for (const char* key : {"noise", "elitist"}) {
    if (last_value(optimiser, key, "false") != "true") continue;
    return optim::wrong_setting(key, "false where candidates play against each other", "true");
  }
  return Done{};
}

Result<Done> read_problem(EvolveConfig& config, std::string_view game, const optim::Settings& pairs,
                          optim::Settings gene) {
  return of_game(game, config, [&](const auto& rows, auto& settings) -> Result<Done> {
    auto read = optim::read_settings(std::string(game), rows, pairs);
    if (!read) return read.error();
    settings = *std::move(read);
    settings.gene = std::move(gene);
    return game == "murus" ? check_relative(config.optimiser, config.run.optimiser) : Done{};
  });
}

Result<Done> check_end(const EvolveConfig& config) {
  const optim::StopRules& s = config.stop;
  if (s.generations || s.evaluations || s.target || s.stagnation || s.same_champion || s.gene_convergence ||
      s.fitness_convergence || config.run.max_seconds > 0) {
    return Done{};
  }
  return Error{"nothing would end the run: set generations, evaluations, target, stagnation or max_seconds"};
}

}  // namespace

const std::vector<optim::SettingRow<EvolveSettings>>& evolve_settings() {
  using namespace optim;
  using S = EvolveSettings;
  constexpr int kMost = 2'000'000'000;
  constexpr double kReal = 1e300;
  static const std::vector<SettingRow<S>> rows{
      text<S>("about", &S::about, "text", "what the run is, in a line"),
      text<S>("game", &S::game, "a game", "tetris, murus or 2048"),
      text<S>("optimiser", &S::optimiser, "an optimiser",
              "ga, cma-es, sep-cma-es, cross-entropy, xnes, blocks or random"),
      whole<S>("generations", &S::generations, 0, kMost, "stop after so many generations; 0: no such limit"),
      whole<S>("evaluations", &S::evaluations, 0, kMost, "stop after so many evaluations; 0: no such limit"),
      whole<S>("stagnation", &S::stagnation, 0, kMost,
               "stop after so many generations without a better best; 0: never"),
      whole<S>("same_champion", &S::same_champion, 0, kMost,
               "stop when the same candidate is best so many generations running; 0: never"),
      real<S>("target", &S::target, 0, kReal, "stop when the best fitness is at least this; 0: never"),
      real<S>("gene_convergence", &S::gene_convergence, 0, kReal,
              "stop when no gene varies by more than this share of its first range; 0: never"),
      real<S>("fitness_convergence", &S::fitness_convergence, 0, kReal,
              "stop when best and worst differ by less than this share; 0: never"),
      real<S>("max_seconds", &S::max_seconds, 0, kReal, "stop after so many seconds (not reproducible); 0: no limit"),
      whole<S>("finalists", &S::finalists, 1, 10'000, "best candidates that play new games to become champion"),
      flag<S>(
          "finalists_by_mean", &S::finalists_by_mean,
          "they have the best means over all their evaluations, not the best evaluation (where survivors play again)"),
  };
  return rows;
}

Result<EvolveConfig> evolve_config(const optim::Settings& pairs) {
  const std::string game = last_value(pairs, "game", "tetris");
  const std::string method = last_value(pairs, "optimiser", "ga");
  if (std::find(kGames.begin(), kGames.end(), game) == kGames.end()) return unknown_name("game", game, kGames);
  const Result<std::vector<optim::SettingInfo>> known = optim::settings_of(method);
  if (!known) return known.error();
  optim::Settings run;
  optim::Settings problem;
  optim::Settings gene;
  EvolveConfig config;
  for (const auto& pair : pairs) {
    const auto& [key, text] = pair;
    const bool of_method =
        std::any_of(known->begin(), known->end(), [&](const auto& info) { return info.name == pair.first; });
    if (has_row(evolve_settings(), key)) {
      run.emplace_back(key, text);
    } else if (of_game(game, config, [&](const auto& rows, auto&) { return has_row(rows, pair.first); })) {
      problem.emplace_back(key, text);
    } else if (key.starts_with("gene.")) {
      gene.emplace_back(key.substr(5), text);
    } else if (of_method) {
      config.optimiser.emplace_back(key, text);
    } else {
      std::vector<std::string> names;
      for (const auto& info : evolve_keys(game, method)) names.push_back(info.name);
      return unknown_name("key", key, std::vector<std::string_view>(names.begin(), names.end()));
    }
  }
  Result<EvolveSettings> of_run = optim::read_settings("evolve", evolve_settings(), run);
  if (!of_run) return of_run.error();
  config.run = *std::move(of_run);
  if (auto r = read_problem(config, game, problem, std::move(gene)); !r) return r.error();
  config.stop = stop_rules(config.run);
  if (auto r = check_end(config); !r) return r.error();
  return config;
}

std::vector<optim::SettingInfo> evolve_keys(std::string_view game, std::string_view optimiser) {
  std::vector<optim::SettingInfo> keys = optim::describe(evolve_settings());
  EvolveConfig none;
  for (auto& info : of_game(game, none, [](const auto& rows, auto&) { return optim::describe(rows); })) {
    keys.push_back(std::move(info));
  }
  if (Result<std::vector<optim::SettingInfo>> own = optim::settings_of(optimiser)) {
    for (auto& info : *own) keys.push_back(std::move(info));
  }
  return keys;
}

std::string_view unit_of_play(const EvolveConfig& config) { return config.run.game == "tetris" ? "pieces" : "moves"; }

Json to_json(const EvolveConfig& config) {
  Json json = Json::object();
  for (const auto& row : evolve_settings()) put(json, std::string(row.name), row.write(config.run));
  of_game(config.run.game, config, [&](const auto& rows, const auto& settings) {
    for (const auto& row : rows) put(json, std::string(row.name), row.write(settings));
    for (const auto& [key, text] : settings.gene) put(json, "gene." + key, text);
  });
  const Result<std::vector<optim::SettingInfo>> known = optim::settings_of(config.run.optimiser);
  for (const optim::SettingInfo& info : *known) put(json, info.name, info.value);
  for (const auto& [key, text] : config.optimiser) put(json, key, text);
  return json;
}

Result<EvolveConfig> evolve_config_from_json(std::string_view text) {
  const Result<Json> json = parse_json(text, "configuration of the run");
  if (!json) return json.error();
  if (!json->is_object()) return Error{"the configuration of the run is not an object"};
  optim::Settings pairs;
  for (const auto& item : json->items()) pairs.emplace_back(item.key(), as_text(item.value()));
  return evolve_config(pairs);
}

Result<std::pair<std::string, std::string>> parse_setting(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || trim(text.substr(0, equals)).empty()) {
    return Error{"expected key=value, got " + in_quotes(text)};
  }
  return std::pair(std::string(trim(text.substr(0, equals))), std::string(trim(text.substr(equals + 1))));
}

Result<std::unique_ptr<Problem>> make_problem(const EvolveConfig& config, std::uint64_t seed) {
  const auto any = [](auto problem) -> Result<std::unique_ptr<Problem>> {
    if (!problem) return problem.error();
    return std::unique_ptr<Problem>(*std::move(problem));
  };
  if (config.run.game == "murus") return any(MurusProblem::make(config.murus, seed));
  if (config.run.game == "2048") return any(Twenty48Problem::make(config.twenty48, seed));
  return any(TetrisProblem::make(config.tetris, seed));
}

Result<optim::Optimiser> make_optimiser(const EvolveConfig& config, const optim::Space& space, std::uint64_t seed) {
  return optim::make_optimiser(config.run.optimiser, config.optimiser, space, seed);
}

}  // namespace stackwright
