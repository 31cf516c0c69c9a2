// The expected length of short games: by playing them.
#include "experiment/estimate_play.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "core/distributions.h"
#include "experiment/play_summary.h"

namespace stackwright {
namespace {

constexpr std::size_t kFirstGames = 400, kMostGames = 4'000'000;

/// Asks games to stop when a limit is over.
class Watch {
 public:
  Watch(const Limit& limit, StopToken& halt)
      : thread_([&limit, &halt](const std::stop_token& done) {
          while (!done.stop_requested() && !halt.requested()) {
            if (limit.over()) halt.request();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
          }
        }) {}

 private:
  std::jthread thread_;
};

Figure figure_of(const std::vector<GameResult>& games) {
  std::vector<double> lines, pieces;
  for (const GameResult& game : games) {
    lines.push_back(static_cast<double>(game.lines));
    pieces.push_back(static_cast<double>(game.pieces));
  }
  const Summary of_lines = summarise(lines), of_pieces = summarise(pieces);
  const double reach = normal_quantile(0.975) * of_lines.standard_error;
  Figure figure;
  figure.lines = of_lines.mean;
  figure.pieces = of_pieces.mean;
  figure.ci95_lines = {std::max(0.0, of_lines.mean - reach), of_lines.mean + reach};
  figure.relative_error = of_pieces.mean > 0 ? of_pieces.standard_error / of_pieces.mean : 0;
  return figure;
}

/// Where games were cut off: the exponential law of game lengths.
Figure figure_of_cut_off(const std::vector<GameResult>& games) {
  const PlaySummary summary = summarise_games(games);
  Figure figure;
  figure.lines = summary.censored ? std::numeric_limits<double>::infinity() : summary.mean_lines;
  figure.pieces = summary.censored ? std::numeric_limits<double>::infinity() : summary.mean_pieces;
  figure.ci95_lines = summary.ci95_lines;
  figure.relative_error = summary.tops > 0 ? 1 / std::sqrt(static_cast<double>(summary.tops)) : 1;
  return figure;
}

}  // namespace

Result<Estimate> estimate_by_playing(const EstimateOptions& options, const Controller& controller, const Limit& limit,
                                     Progress* progress) {
  Estimate out;
  out.method = EstimateMethod::playing;
  StopToken halt;
  const Watch watch(limit, halt);
  std::vector<GameResult> games;
  std::size_t more = kFirstGames;
  while (!halt.requested()) {
    std::vector<GameJob> jobs(more);
    for (std::size_t i = 0; i < more; ++i) {
      jobs[i].controller = &controller;
      jobs[i].key.seed = options.seed;
      jobs[i].key.game = games.size() + i;
    }
    auto played = play_games(options.play, jobs, halt, progress);
    if (!played) return played.error();
    for (const GameResult& game : *played) {
      if (game.ended == Ended::top || game.pieces > 0) games.push_back(game);
      out.pieces_simulated += game.pieces;
    }
    if (halt.requested()) break;
    out.figure = figure_of(games);
    if (out.figure.relative_error <= options.precision || games.size() >= kMostGames) break;
    if (options.max_pieces > 0 && out.pieces_simulated >= options.max_pieces) break;
    const double ratio = out.figure.relative_error / options.precision;
    const double wanted = (1.05 * ratio * ratio - 1) * static_cast<double>(games.size());
    more = static_cast<std::size_t>(
        std::clamp(wanted, static_cast<double>(kFirstGames) / 4, 4 * static_cast<double>(games.size())));
    more = std::min(more, kMostGames - games.size());
  }
  if (halt.requested()) out.figure = figure_of_cut_off(games);
  out.ends = static_cast<std::uint64_t>(
      std::count_if(games.begin(), games.end(), [](const GameResult& game) { return game.ended == Ended::top; }));
  out.trusted = out.ends >= 100;
  if (!out.trusted) out.reason = "only " + std::to_string(out.ends) + " games were played to their end";
  out.levels = {LevelRow{1, out.pieces_simulated, out.ends}};
  out.gain = 1;
  return out;
}

}  // namespace stackwright
