// What a match says about its players.
#include "experiment/compare.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/math.h"
#include "core/survival.h"
#include "core/text.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 3> kMeasures{"lines", "pieces", "score"};

std::vector<double> values_of(std::span<const GameResult> games, Measure by) {
  std::vector<double> values;
  for (const GameResult& game : games) values.push_back(value_of(game, by));
  return values;
}

/// Mean of lives from all that was lived and the ends; of scores, Student's.
MeanEstimate mean_of(std::span<const GameResult> games, Measure by) {
  if (by == Measure::score) return student_mean(values_of(games, by));
  const Lives lives = lives_of(games, by);
  const Observed observed = lives.ends == lives.count ? Observed::to_the_end : Observed::to_a_limit;
  MeanEstimate estimate = exponential_mean(lives.sum, lives.ends, observed);
  if (estimate.lower_bound_only && lives.count > 0) estimate.mean = lives.sum / static_cast<double>(lives.count);
  return estimate;
}

std::optional<double> median_of(std::span<const GameResult> games, Measure by) {
  if (games.empty()) return std::nullopt;
  const bool cut_off = std::any_of(games.begin(), games.end(), [](const auto& g) { return g.ended != Ended::top; });
  if (by == Measure::score || !cut_off) return summarise(values_of(games, by)).median;
  std::vector<Life> lives;
  for (const GameResult& game : games) lives.push_back({value_of(game, by), game.ended == Ended::top});
  return median_life(kaplan_meier(lives));
}

/// Points per piece as a ratio of means, its interval by the delta method over games.
void add_points_per_piece(std::span<const GameResult> games, Standing& standing) {
  double points = 0;
  double pieces = 0;
  for (const GameResult& game : games) {
    points += static_cast<double>(game.score);
    pieces += static_cast<double>(game.pieces);
    for (std::size_t i = 0; i < 4; ++i) standing.mean_clears[i] += static_cast<double>(game.clears[i]);
  }
  if (pieces <= 0) return;
  for (double& clears : standing.mean_clears) clears *= 1000 / pieces;
  standing.points_per_piece = points / pieces;
  standing.points_ci95 = {-kInfinity, kInfinity};
  if (games.size() < 2) return;
  std::vector<double> residuals;
  for (const GameResult& game : games) {
    residuals.push_back(static_cast<double>(game.score) - standing.points_per_piece * static_cast<double>(game.pieces));
  }
  const auto n = static_cast<double>(games.size());
  const double width = student_quantile(0.95, n - 1) * summarise(residuals).standard_error / (pieces / n);
  standing.points_ci95 = {standing.points_per_piece - width, standing.points_per_piece + width};
}

Standing standing_of(const PlayerGames& player, Measure by) {
  Standing s;
  s.name = player.name;
  s.games = player.games.size();
  for (const GameResult& game : player.games) {
    s.ends += game.ended == Ended::top ? 1 : 0;
    s.best = std::max(s.best, value_of(game, by));
  }
  s.mean = mean_of(player.games, by);
  s.median = median_of(player.games, by);
  add_points_per_piece(player.games, s);
  return s;
}

void count_wins(std::span<const PlayerGames> players, Measure by, std::vector<Standing>& standings) {
  for (std::size_t game = 0; game < players[0].games.size(); ++game) {
    double most = -kInfinity;
    for (const PlayerGames& player : players) most = std::max(most, value_of(player.games[game], by));
    std::vector<std::size_t> winners;
    for (std::size_t p = 0; p < players.size(); ++p) {
      if (value_of(players[p].games[game], by) == most) winners.push_back(p);
    }
    if (winners.size() == 1) {
      ++standings[winners[0]].wins;
    } else {
      for (const std::size_t p : winners) ++standings[p].shared;
    }
  }
}

PairVerdict pair_of(const PlayerGames& a, const PlayerGames& b, Measure by) {
  PairVerdict pair;
  if (by != Measure::score) {
    const Lives lives_a = lives_of(a.games, by);
    const Lives lives_b = lives_of(b.games, by);
    pair.p = exponential_p(lives_a, lives_b);
    const MeanEstimate ratio = exponential_ratio(lives_a, lives_b);
    pair.ratio = ratio.mean;
    pair.ratio_ci95 = ratio.interval;
    return pair;
  }
  std::vector<double> differences;
  double sum_a = 0, sum_b = 0;
  for (std::size_t i = 0; i < a.games.size(); ++i) {
    differences.push_back(value_of(a.games[i], by) - value_of(b.games[i], by));
    sum_a += value_of(a.games[i], by);
    sum_b += value_of(b.games[i], by);
  }
  pair.p = paired_p(differences);
  pair.ratio = sum_b != 0 ? sum_a / sum_b : kInfinity;
  pair.ratio_ci95 = {-kInfinity, kInfinity};
  if (sum_b == 0) return pair;
  // The ratio estimator's error: of what is left of a when the ratio's share of b is taken away (Cochran 1977, 6.4).
  std::vector<double> rest;
  const double mean_b = sum_b / static_cast<double>(b.games.size());
  for (std::size_t i = 0; i < a.games.size(); ++i) {
    rest.push_back(pair.ratio + (value_of(a.games[i], by) - pair.ratio * value_of(b.games[i], by)) / mean_b);
  }
  pair.ratio_ci95 = student_mean(rest).interval;
  return pair;
}

}  // namespace

Result<Measure> measure_named(std::string_view name) {
  const auto* found = std::find(kMeasures.begin(), kMeasures.end(), name);
  if (found == kMeasures.end()) return unknown_name("measure", name, kMeasures);
  return static_cast<Measure>(found - kMeasures.begin());
}

std::string_view name_of(Measure measure) { return kMeasures[static_cast<std::size_t>(measure)]; }
std::string_view unit_of(Measure measure) { return measure == Measure::score ? "points" : name_of(measure); }

double value_of(const GameResult& game, Measure measure) {
  switch (measure) {
    case Measure::lines:
      return static_cast<double>(game.lines);
    case Measure::pieces:
      return static_cast<double>(game.pieces);
    case Measure::score:
      return static_cast<double>(game.score);
  }
  return 0;
}

Lives lives_of(std::span<const GameResult> games, Measure by) {
  Lives lives;
  lives.count = games.size();
  for (const GameResult& game : games) {
    lives.sum += value_of(game, by);
    lives.ends += game.ended == Ended::top ? 1 : 0;
  }
  return lives;
}

Comparison compare_games(std::span<const PlayerGames> players, Measure by) {
  Comparison c;
  c.by = by;
  if (players.empty()) return c;
  for (const PlayerGames& player : players) {
    assert(player.games.size() == players[0].games.size());
    c.standings.push_back(standing_of(player, by));
  }
  count_wins(players, by, c.standings);
  std::vector<double> p;
  for (std::size_t a = 0; a < players.size(); ++a) {
    for (std::size_t b = a + 1; b < players.size(); ++b) {
      PairVerdict pair = pair_of(players[a], players[b], by);
      pair.a = a;
      pair.b = b;
      p.push_back(pair.p);
      c.pairs.push_back(pair);
    }
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < c.pairs.size(); ++i) {
    PairVerdict& pair = c.pairs[i];
    pair.p_adjusted = adjusted[i];
    pair.significant = pair.p_adjusted < kSignificance;
    if (pair.significant) pair.better = pair.ratio > 1 ? pair.a : pair.b;
  }
  c.summary = comparison_in_words(c);
  return c;
}

}  // namespace stackwright
