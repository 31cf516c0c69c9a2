// A comparison as JSON and in words.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiment/compare.h"
#include "experiment/numbers.h"

namespace stackwright {
namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

/// An infinite mean (no game ended) is more than any other.
std::size_t leader_of(const Comparison& c) {
  const auto rank = [](const Standing& s) { return std::pair(s.mean.lower_bound_only ? 1 : 0, s.mean.mean); };
  std::size_t best = 0;
  for (std::size_t i = 1; i < c.standings.size(); ++i) {
    if (rank(c.standings[i]) > rank(c.standings[best])) best = i;
  }
  return best;
}

}  // namespace

std::string comparison_in_words(const Comparison& c) {
  if (c.standings.empty()) return "nobody played";
  const std::size_t leader = leader_of(c);
  const Standing& first = c.standings[leader];
  std::string mean = fmt::format("{} {} a game", number_text(first.mean.mean), unit_of(c.by));
  if (first.mean.lower_bound_only) {
    mean = fmt::format("more than {} {} a game (no game ended at the top)", number_text(first.mean.interval.low),
                       unit_of(c.by));
  }
  if (c.standings.size() == 1) return fmt::format("{} reaches {} in {} games.", first.name, mean, first.games);
  std::vector<std::string> beaten;
  std::vector<std::string> level;
  for (const PairVerdict& pair : c.pairs) {
    if (pair.a != leader && pair.b != leader) continue;
    const std::string& other = c.standings[pair.a == leader ? pair.b : pair.a].name;
    (pair.better == leader ? beaten : level).push_back(other);
  }
  std::string text = fmt::format("On {} shared sequences {} has the highest mean, {}", first.games, first.name, mean);
  if (!beaten.empty()) text += fmt::format("; significantly better than {}", list_of(beaten));
  if (!level.empty()) text += fmt::format("; no significant difference to {}", list_of(level));
  return text + ".";
}

Json to_json(const Comparison& c) {
  Json controllers = Json::array();
  for (const Standing& s : c.standings) {
    controllers.push_back(Json{{"name", s.name},
                               {"games", s.games},
                               {"ended", s.ends},
                               {"wins", s.wins},
                               {"shared", s.shared},
                               {"best", s.best},
                               {"mean", s.mean.mean},
                               {"lower_bound_only", s.mean.lower_bound_only},
                               {"median", s.median ? Json(*s.median) : Json(nullptr)},
                               {"ci95", interval_json(s.mean.interval)},
                               {"points_per_piece", s.points_per_piece},
                               {"points_per_piece_ci95", interval_json(s.points_ci95)},
                               {"clears_per_1000_pieces", s.mean_clears}});
  }
  Json pairs = Json::array();
  for (const PairVerdict& pair : c.pairs) {
    pairs.push_back(Json{{"a", c.standings[pair.a].name},
                         {"b", c.standings[pair.b].name},
                         {"ratio", number_json(pair.ratio)},
                         {"ratio_ci95", interval_json(pair.ratio_ci95)},
                         {"p", pair.p},
                         {"p_adjusted", pair.p_adjusted},
                         {"significant", pair.significant},
                         {"better", pair.better ? Json(c.standings[*pair.better].name) : Json(nullptr)}});
  }
  return Json{{"by", std::string(name_of(c.by))},
              {"controllers", std::move(controllers)},
              {"pairs", std::move(pairs)},
              {"summary", c.summary}};
}

}  // namespace stackwright
