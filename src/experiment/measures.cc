// Measures: numbers named by "STEP[/PLAYER]: VALUE" in what the steps of an experiment left.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/hypothesis.h"
#include "core/math.h"
#include "core/text.h"
#include "experiment/findings.h"
#include "experiment/numbers.h"
#include "experiment/step_settings.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 11> kEvolveValues{
    "held_out", "points_per_piece", "best", "generations", "best_generation", "seconds", "pieces_per_second",
    "gene",     "scaled",           "size", "spread"};
constexpr std::array<std::string_view, 6> kMatchValues{"mean", "median",    "best",
                                                       "wins", "win_share", "points_per_piece"};
constexpr std::array<std::string_view, 2> kBenchValues{"pieces_per_second", "placements_per_second"};
constexpr std::array<std::string_view, 3> kSolveValues{"points", "seconds", "proved"};
constexpr std::array<std::string_view, 4> kTournamentValues{"wins", "share", "white", "black"};

struct Name {
  std::string step;
  std::string player;
  std::string value;
  std::string of;  // the gene of gene, scaled and size; the value of spread
};

Result<Name> parse_measure(std::string_view text) {
  const auto colon = text.rfind(": ");
  if (colon == std::string_view::npos)
    return Error{"a measure is 'STEP: VALUE' or 'STEP/PLAYER: VALUE', got " + in_quotes(text)};
  Name name;
  const std::string_view who = trim(text.substr(0, colon));
  const auto slash = who.find('/');
  name.step = who.substr(0, slash);
  if (slash != std::string_view::npos) name.player = who.substr(slash + 1);
  const std::string_view what = trim(text.substr(colon + 2));
  const auto space = what.find(' ');
  name.value = what.substr(0, space);
  if (space != std::string_view::npos) name.of = trim(what.substr(space + 1));
  return name;
}

Measured plain(double value) {
  Measured m;
  m.value = value;
  m.ci95 = {-kInfinity, kInfinity};
  return m;
}

/// The standard error behind an interval of Student's or normal kind.
Measured with_interval(double value, const Interval& ci95, double degrees) {
  Measured m = plain(value);
  m.ci95 = ci95;
  if (std::isfinite(ci95.low) && std::isfinite(ci95.high) && degrees > 0) {
    m.error = (ci95.high - ci95.low) / 2 / student_quantile(0.95, degrees);
    m.degrees = degrees;
  }
  return m;
}

/// A gene as it is, or as a share of the largest.
Result<double> gene_of(const Json& result, const Name& name) {
  const auto names = result.find("gene_names");
  const auto genes = result.find("genes");
  if (names == result.end() || genes == result.end()) return Error{"there are no genes"};
  double largest = 0;
  double found = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < genes->size() && i < names->size(); ++i) {
    const double gene = (*genes)[i].get<double>();
    largest = std::max(largest, std::abs(gene));
    if ((*names)[i] == name.of) found = gene;
  }
  if (std::isnan(found)) return Error{"there is no gene " + in_quotes(name.of)};
  if (name.value == "gene") return found;
  const double scaled = largest > 0 ? found / largest : 0;
  return name.value == "size" ? std::abs(scaled) : scaled;
}

Result<Measured> of_evolution(const Json& result, const Name& name) {
  if (name.value == "gene" || name.value == "scaled" || name.value == "size") {
    const Result<double> gene = gene_of(result, name);
    if (!gene) return gene.error();
    return plain(*gene);
  }
  if (name.value == "pieces_per_second") return plain(number_at(result, "pieces") / number_at(result, "seconds"));
  if (name.value != "held_out" && name.value != "points_per_piece") return plain(number_at(result, name.value.c_str()));
  const auto found = result.find("held_out");
  if (found == result.end()) return Error{"there are no held-out games"};
  const double mean = number_at(*found, "mean");
  const double games = number_at(*found, "games");
  Interval ci95 = interval_at(*found, "ci95");
  const bool points = found->value("unit", "") == "points";
  if (found->value("unit", "") == "wins") return with_interval(mean, ci95, games - 1);
  if (name.value == "points_per_piece") {
    const double value = number_at(*found, "points_per_piece");
    if (!points || !(mean > 0)) return plain(value);
    return with_interval(value, {ci95.low * value / mean, ci95.high * value / mean}, games - 1);
  }
  if (points) return with_interval(mean, ci95, games - 1);
  Measured m = plain(mean);
  m.ci95 = ci95;
  m.lives = static_cast<std::uint64_t>(games);
  m.ends = m.lives - static_cast<std::uint64_t>(number_at(*found, "cut_off"));
  return m;
}

Measured of_standing(const Json& standing, const std::string& value, const std::string& by) {
  const double games = number_at(standing, "games");
  if (value == "points_per_piece") {
    return with_interval(number_at(standing, "points_per_piece"), interval_at(standing, "points_per_piece_ci95"),
                         games - 1);
  }
  if (value == "wins" || value == "win_share") {
    const auto wins = static_cast<std::uint64_t>(number_at(standing, "wins"));
    const Interval share = share_interval(wins, static_cast<std::uint64_t>(games));
    const double unit = value == "wins" ? games : 1;
    Measured m = plain(static_cast<double>(wins) / games * unit);
    m.ci95 = {share.low * unit, share.high * unit};
    return m;
  }
  if (value != "mean") return plain(number_at(standing, value.c_str()));
  if (by == "score") return with_interval(number_at(standing, "mean"), interval_at(standing, "ci95"), games - 1);
  Measured m = plain(number_at(standing, "mean"));
  m.ci95 = interval_at(standing, "ci95");
  m.lives = static_cast<std::uint64_t>(games);
  m.ends = static_cast<std::uint64_t>(number_at(standing, "ended"));
  return m;
}

/// "evolve" is every champion of that step, "evolve{etp=0}" every one changed in this way.
bool is_player(std::string_view name, std::string_view wanted) {
  if (wanted.starts_with("@")) wanted.remove_prefix(1);
  const auto brace = std::min(name.find('{'), name.size());
  const auto wanted_brace = std::min(wanted.find('{'), wanted.size());
  if (name.substr(brace) != wanted.substr(wanted_brace)) return false;
  name = name.substr(0, brace);
  wanted = wanted.substr(0, wanted_brace);
  return name == wanted || (!wanted.empty() && name.starts_with(wanted) && name[wanted.size()] == '.');
}

/// Wins, or the share of games that were won: of all, with White, with Black.
Measured of_table_row(const Json& row, const std::string& value) {
  if (value == "wins") return plain(number_at(row, "wins"));
  const Json& games = value == "share" ? row : row.at(value);
  return with_interval(number_at(games, "share"), interval_at(games, "ci95"), number_at(games, "games") - 1);
}

Result<Done> of_match(const Json& result, const Name& name, bool tournament, std::vector<Measured>& out) {
  const Json& standings = result.at("controllers");
  bool found = false;
  for (const Json& standing : standings) {
    if (!is_player(standing.at("name").get<std::string>(), name.player) &&
        !(name.player.empty() && standings.size() == 1)) {
      continue;
    }
    out.push_back(tournament ? of_table_row(standing, name.value)
                             : of_standing(standing, name.value, result.value("by", "lines")));
    found = true;
  }
  return found ? Result<Done>(Done{}) : Error{"nobody named " + in_quotes(name.player) + " played"};
}

/// The mean of the tries of a speed, with Student's interval where there are several.
Measured of_speed(const Json& result, const std::string& value) {
  std::vector<double> tries;
  for (const Json& one : result.value("tries", Json::array())) tries.push_back(number_at(one, value.c_str()));
  if (tries.size() < 2) return plain(number_at(result, value.c_str()));
  const MeanEstimate mean = student_mean(tries);
  return with_interval(mean.mean, mean.interval, static_cast<double>(tries.size() - 1));
}

Measured exactly(double value) {
  Measured m = plain(value);
  m.exact = true;
  return m;
}

Result<Done> of_step(const StepRecord& record, const Name& name, std::vector<Measured>& out) {
  const Json& result = *record.result;
  const bool tournament = record.step.kind == "tournament";
  if (tournament || record.step.kind == "play" || record.step.kind == "compare") {
    return of_match(result, name, tournament, out);
  }
  if (record.step.kind == "evolve") {
    const Result<Measured> one = of_evolution(result, name);
    if (!one) return one.error();
    out.push_back(*one);
  } else if (record.step.kind == "bench") {
    out.push_back(of_speed(result, name.value));
  } else {
    const double value = number_at(result, name.value.c_str());
    out.push_back(name.value == "seconds" ? plain(value) : exactly(value));
  }
  return Done{};
}

/// The largest of some values minus the smallest, as a share of their mean.
Measured spread_of(std::span<const Measured> all) {
  std::vector<double> values;
  for (const Measured& m : all) values.push_back(m.value);
  const Summary s = summarise(values);
  return plain((s.max - s.min) / std::abs(s.mean));
}

template <std::size_t N>
Result<Done> check_value(const Name& name, const std::array<std::string_view, N>& known) {
  if (std::find(known.begin(), known.end(), name.value) == known.end()) return unknown_name("value", name.value, known);
  const bool of_gene = name.value == "gene" || name.value == "scaled" || name.value == "size";
  if (of_gene && name.of.empty()) return Error{name.value + " needs the name of a gene"};
  if (name.value == "spread") return check_value(Name{name.step, name.player, name.of, ""}, known);
  return Done{};
}

Result<Done> check_player(const PlannedStep& step, const Name& name, const Plan& plan) {
  std::string controllers;
  for (const auto& [key, text] : step.settings) {
    if (key == "controllers") controllers = text;
  }
  std::vector<std::string> players;
  for (const std::string& player : names_in(controllers)) {
    if (!player.starts_with("@")) {
      players.push_back(player);
      continue;
    }
    const std::size_t brace = std::min(player.find('{'), player.size());
    for (const PlannedStep& s : plan.steps) {
      if (s.kind == "evolve" && is_of(s, player.substr(1, brace - 1))) players.push_back(s.name + player.substr(brace));
    }
  }
  if (name.player.empty() && players.size() == 1) return Done{};
  for (const std::string& player : players) {
    if (is_player(player, name.player)) return Done{};
  }
  return unknown_name("player", name.player, std::vector<std::string_view>(players.begin(), players.end()));
}

}  // namespace

bool is_of(const PlannedStep& step, std::string_view name) {
  return name == step.group || name == step.name || (!step.label.empty() && name == step.group + "." + step.label);
}

Result<Done> check_measure(const Plan& plan, std::string_view measure) {
  const Result<Name> name = parse_measure(measure);
  if (!name) return name.error();
  std::vector<std::string_view> known;
  for (const PlannedStep& step : plan.steps) {
    known.push_back(step.name);
    if (!is_of(step, name->step)) continue;
    if (step.kind == "evolve") return check_value(*name, kEvolveValues);
    if (step.kind == "bench") return check_value(*name, kBenchValues);
    if (step.kind == "solve") return check_value(*name, kSolveValues);
    const bool tournament = step.kind == "tournament";
    if (auto fine = tournament ? check_value(*name, kTournamentValues) : check_value(*name, kMatchValues); !fine) {
      return fine;
    }
    return check_player(step, *name, plan);
  }
  return unknown_name("step", name->step, known);
}

Result<Measured> measure(std::span<const StepRecord> steps, std::string_view what) {
  Result<Name> name = parse_measure(what);
  if (!name) return name.error();
  const bool spread = name->value == "spread";
  if (spread) name->value = std::exchange(name->of, "");
  std::vector<Measured> all;
  try {
    for (const StepRecord& record : steps) {
      if (!is_of(record.step, name->step)) continue;
      if (auto fine = of_step(record, *name, all); !fine) return fine.error();
    }
  } catch (const nlohmann::json::exception& wrong) {
    return Error{std::string("the result of a step does not fit: ") + wrong.what()};
  }
  std::erase_if(all, [](const Measured& m) { return std::isnan(m.value); });
  if (all.empty()) return Error{"nothing was measured"};
  if (spread) return spread_of(all);
  if (all.size() == 1) return all[0];
  std::vector<double> values;
  values.reserve(all.size());
  for (const Measured& m : all) values.push_back(m.value);
  const Summary s = summarise(values);
  Measured mean = with_interval(s.mean, student_mean(values).interval, static_cast<double>(s.count - 1));
  mean.samples = s.count;
  return mean;
}

std::optional<PairMeasured> measure_pair(std::span<const StepRecord> steps, std::string_view a, std::string_view b) {
  const Result<Name> first = parse_measure(a);
  const Result<Name> second = parse_measure(b);
  if (!first || !second || first->step != second->step || first->value != "mean" || second->value != "mean") return {};
  for (const StepRecord& record : steps) {
    if (!is_of(record.step, first->step) || !record.result->contains("pairs")) continue;
    for (const Json& pair : record.result->at("pairs")) {
      const std::string one = pair.value("a", "");
      const std::string other = pair.value("b", "");
      const bool straight = one == first->player && other == second->player;
      if (!straight && !(one == second->player && other == first->player)) continue;
      PairMeasured m{number_at(pair, "p"), number_at(pair, "p_adjusted"), record.result->at("pairs").size(),
                     number_at(pair, "ratio"), interval_at(pair, "ratio_ci95")};
      if (!straight) {
        m.ratio = 1 / m.ratio;
        m.ratio_ci95 = {1 / m.ratio_ci95.high, m.ratio_ci95.low > 0 ? 1 / m.ratio_ci95.low : kInfinity};
      }
      return m;
    }
  }
  return {};
}

}  // namespace stackwright
