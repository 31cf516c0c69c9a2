// What many games amount to: means that count games cut off by a limit fairly, and points per piece.
#include "experiment/play_summary.h"

namespace stackwright {

PlaySummary summarise_games(std::span<const GameResult> games) {
  PlaySummary s;
  s.games = games.size();
  for (const GameResult& game : games) {
    s.tops += game.ended == Ended::top ? 1 : 0;
    s.pieces += game.pieces;
    s.lines += game.lines;
    s.score += game.score;
  }
  if (s.games == 0) return s;
  s.censored = s.tops == 0;
  const double divisor = static_cast<double>(s.censored ? s.games : s.tops);
  s.mean_lines = static_cast<double>(s.lines) / divisor;
  s.mean_pieces = static_cast<double>(s.pieces) / divisor;
  s.mean_score = static_cast<double>(s.score) / divisor;
  const Observed observed = s.tops == s.games ? Observed::to_the_end : Observed::to_a_limit;
  s.ci95_lines = exponential_mean(static_cast<double>(s.lines), s.tops, observed).interval;
  if (s.pieces > 0) s.points_per_piece = static_cast<double>(s.score) / static_cast<double>(s.pieces);
  return s;
}

}  // namespace stackwright
