// A report's section about a match: standings, pairs, survival curves, genomes.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/math.h"
#include "core/survival.h"
#include "experiment/compare.h"
#include "experiment/numbers.h"
#include "experiment/report_blocks.h"

namespace stackwright {
namespace {

constexpr std::size_t kMostCurveSteps = 200;  // of a survival curve
constexpr std::size_t kFitPoints = 40;        // of an exponential curve
constexpr std::size_t kMostMatchCurves = 8;   // that can be told apart
constexpr std::size_t kMostPairs = 66;        // of twelve players

Json standings_table(const Json& result, const std::string& unit) {
  Json rows = Json::array();
  for (const Json& s : result.at("controllers")) {
    rows.push_back(
        Json::array({s.at("name"), s.at("wins"), s.at("shared"), number_text(number_at(s, "best")),
                     mean_text(number_at(s, "mean"), interval_at(s, "ci95")), interval_text(interval_at(s, "ci95")),
                     s.at("median").is_null() ? "beyond the limit" : number_text(number_at(s, "median")),
                     fmt::format("{} of {}", s.value("ended", 0), s.value("games", 0)),
                     fmt::format("{:.4g}", number_at(s, "points_per_piece"))}));
  }
  return table_block(
      "Standings, in " + unit,
      {"player", "wins", "shared", "best", "mean", "95 % interval", "median", "ended at the top", "points per piece"},
      std::move(rows),
      unit == "points"
          ? ""
          : "Games cut off by a limit count as such: the mean is all that was played over the games that ended.");
}

Json pairs_table(const Json& pairs) {
  Json rows = Json::array();
  for (const Json& p : pairs) {
    if (rows.size() == kMostPairs) break;
    const auto p_text = [](double value) {
      return value < 0.0001 ? std::string("< 0.0001") : fmt::format("{:.2g}", value);
    };
    rows.push_back(Json::array({p.at("a"), p.at("b"), number_text(number_at(p, "ratio")),
                                interval_text(interval_at(p, "ratio_ci95")), p_text(number_at(p, "p")),
                                p_text(number_at(p, "p_adjusted")),
                                p.at("better").is_null() ? Json("no difference shown") : p.at("better")}));
  }
  const std::string of =
      pairs.size() > kMostPairs ? fmt::format(", the first {} of {}", kMostPairs, pairs.size()) : std::string();
  return table_block("Pairs" + of,
                     {"a", "b", "mean of a / mean of b", "95 % interval", "p", "p for all pairs (Holm)", "better"},
                     std::move(rows));
}

Json survival_series(const PlayerGames& player, Measure by) {
  std::vector<Life> lives;
  double longest = 0;
  for (const GameResult& game : player.games) {
    lives.push_back({value_of(game, by), game.ended == Ended::top});
    longest = std::max(longest, lives.back().length);
  }
  const std::vector<SurvivalStep> curve = kaplan_meier(lives);
  Json data = Json::array({point(0, 1)});
  for (const std::size_t i : thinned(curve.size(), kMostCurveSteps))
    data.push_back(point(curve[i].length, curve[i].alive));
  if (curve.empty() || curve.back().length < longest)
    data.push_back(point(longest, curve.empty() ? 1 : curve.back().alive));
  return Json{{"name", player.name}, {"data", std::move(data)}, {"step", true}};
}

Json fit_series(const PlayerGames& player, Measure by) {
  const Lives lives = lives_of(player.games, by);
  if (lives.ends == 0) return nullptr;
  const double mean = lives.sum / static_cast<double>(lives.ends);
  double longest = 0;
  for (const GameResult& game : player.games) longest = std::max(longest, value_of(game, by));
  Json data = Json::array();
  for (std::size_t i = 0; i <= kFitPoints; ++i) {
    const double length = longest * static_cast<double>(i) / kFitPoints;
    data.push_back(point(length, portable_exp(-length / mean)));
  }
  return Json{{"name", player.name + ", exponential"}, {"data", std::move(data)}, {"dash", true}, {"of", player.name}};
}

Json survival_picture(const std::string& id, std::span<const PlayerGames> players, Measure by) {
  const std::string of = players.size() > kMostMatchCurves
                             ? fmt::format(", the first {} of {} players", kMostMatchCurves, players.size())
                             : std::string();
  Json picture = picture_block(id + "-survival", "lines", "How long games last" + of,
                               "share of games still going (Kaplan-Meier), and the exponential law of the same mean");
  picture["x"] = Json{{"name", std::string(unit_of(by))}};
  picture["y"] = Json{{"name", "share of games"}, {"min", 0}, {"max", 1}};
  Json series = Json::array();
  for (const PlayerGames& player : players.first(std::min(kMostMatchCurves, players.size()))) {
    series.push_back(survival_series(player, by));
    if (Json fit = fit_series(player, by); !fit.is_null()) series.push_back(std::move(fit));
  }
  picture["series"] = std::move(series);
  return picture;
}

Json clears_picture(const std::string& id, const Json& standings) {
  Json picture = picture_block(id + "-clears", "bars", "Rows removed at once",
                               "placements that removed so many rows, per 1000 pieces");
  Json categories = Json::array();
  Json series = Json::array();
  for (const Json& s : standings) categories.push_back(s.at("name"));
  const char* const names[] = {"one row", "two rows", "three rows", "four rows"};
  for (std::size_t i = 0; i < 4; ++i) {
    Json values = Json::array();
    for (const Json& s : standings) values.push_back(short_number(s.at("clears_per_1000_pieces").at(i).get<double>()));
    series.push_back(Json{{"name", names[i]}, {"values", std::move(values)}});
  }
  picture["y"] = Json{{"name", "per 1000 pieces"}};
  picture["categories"] = std::move(categories);
  picture["series"] = std::move(series);
  picture["stacked"] = true;
  return picture;
}

std::vector<Genome> genomes_of(const Json& result) {
  std::vector<Genome> genomes;
  for (const Json& one : result.value("genomes", Json::array())) {
    Genome genome{one.at("name").get<std::string>(), {}, {}};
    for (const auto& item : one.at("weights").items()) {
      genome.genes.push_back(item.key());
      genome.values.push_back(item.value().is_number() ? item.value().get<double>() : 0);
    }
    genomes.push_back(std::move(genome));
  }
  return genomes;
}

}  // namespace

Result<Done> add_match(const Store& store, const RunRow& run, const Json& result, const std::string& title,
                       std::vector<ReportSection>& sections) {
  const Result<Measure> by = measure_named(result.value("by", "lines"));
  if (!by) return by.error();
  const std::string unit(unit_of(*by));
  std::vector<std::string> names;
  std::vector<Bar> means;
  std::vector<Bar> wins;
  for (const Json& s : result.at("controllers")) {
    names.push_back(s.at("name").get<std::string>());
    means.push_back({names.back(), number_at(s, "mean"), interval_at(s, "ci95")});
    const double most = std::numeric_limits<double>::infinity();
    wins.push_back({names.back(), number_at(s, "wins"), {-most, most}});
  }
  const Result<std::vector<PlayerGames>> players = stored_match(store, run.id, names);
  if (!players) return Error{"run " + run.name + ": " + players.message()};
  ReportSection section{id_of(run.name), title, {}, {}};
  if (const std::string summary = result.value("summary", ""); !summary.empty()) section.text.push_back(summary);
  section.blocks.push_back(standings_table(result, unit));
  section.blocks.push_back(
      bars_block(section.id + "-means", "Mean " + unit + " a game", unit, means, "with 95 % intervals"));
  const Json pairs = result.value("pairs", Json::array());
  if (!pairs.empty()) {
    section.blocks.push_back(pairs_table(pairs));
    section.blocks.push_back(bars_block(section.id + "-wins", "Wins on shared sequences", "wins", wins));
  }
  if (*by != Measure::score && !players->empty()) section.blocks.push_back(survival_picture(section.id, *players, *by));
  section.blocks.push_back(clears_picture(section.id, result.at("controllers")));
  add_genomes(section.id, genomes_of(result), section);
  sections.push_back(std::move(section));
  return Done{};
}

}  // namespace stackwright
