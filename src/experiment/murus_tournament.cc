// Tournaments of Murus Gallicus: the order of games, their play on all cores, the table.
#include "experiment/murus_tournament.h"

#include <algorithm>
#include <cassert>
#include <thread>

namespace stackwright::murus {
namespace {

/// Enough for the small searches of tournaments, and quick to clear before every game.
constexpr std::size_t kTournamentTable = std::size_t{1} << 18;

MatchGame play_number(const Tournament& t, std::uint64_t number, const StopToken& stop) {
  const Pairing pairing = pairing_of(t, number);
  const SearchOptions search{.table_bytes = kTournamentTable};
  const auto white = make_player(t.game, t.players[pairing.white], search);
  const auto black = make_player(t.game, t.players[pairing.black], search);
  const Opening opening{t.seed, t.generation, pairing.opening, t.opening_plies};
  return play_game(t.game, {white.get(), t.limits}, {black.get(), t.limits}, opening, t.max_plies, stop);
}

}  // namespace

std::uint64_t games_of(const Tournament& t) {
  const std::uint64_t players = t.players.size();
  return players * (players - 1) * static_cast<std::uint64_t>(t.games);
}

/// White by white, its opponents in order, their games in order.
Pairing pairing_of(const Tournament& t, std::uint64_t number) {
  const auto games = static_cast<std::uint64_t>(t.games);
  const std::uint64_t pair = number / games;
  const std::uint64_t others = t.players.size() - 1;
  const std::uint64_t white = pair / others;
  const std::uint64_t other = pair % others;
  return {white, other < white ? other : other + 1, number % games};
}

TaskResult task_of(const MatchGame& game) {
  const int outcome = !game.winner ? 0 : *game.winner == kRomans ? 1 : -1;
  return {game.plies, outcome};
}

Outcome outcome_of(const TaskResult& result) {
  if (result.size() < 2 || result[1] == 0) return Outcome::tie;
  return result[1] > 0 ? Outcome::white : Outcome::black;
}

void play_tournament(const Tournament& tournament, TaskSource& source, int threads, const StopToken& stop,
                     Progress* progress) {
  const auto work = [&] {
    while (!stop.requested()) {
      const std::optional<std::uint64_t> number = source.take();
      if (!number) return;
      const MatchGame game = play_number(tournament, *number, stop);
      if (!game.finished) return;
      source.finished(*number, task_of(game));
      if (progress == nullptr) continue;
      progress->done.fetch_add(1, std::memory_order_relaxed);
      progress->pieces.fetch_add(static_cast<std::uint64_t>(game.plies), std::memory_order_relaxed);
    }
  };
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::jthread> helpers;
  for (int i = 1; i < (threads > 0 ? threads : cores); ++i) helpers.emplace_back(work);
  work();
}

void Tally::add(Outcome outcome, bool as_white) {
  if (outcome == Outcome::tie) {
    ++ties;
  } else {
    ++((outcome == Outcome::white) == as_white ? wins : losses);
  }
}

std::vector<TableRow> table_of(const Tournament& t, std::span<const TaskResult> results) {
  assert(results.size() == games_of(t));
  std::vector<TableRow> rows(t.players.size());
  for (std::uint64_t i = 0; i < results.size(); ++i) {
    const Pairing pairing = pairing_of(t, i);
    rows[pairing.white].white.add(outcome_of(results[i]), true);
    rows[pairing.black].black.add(outcome_of(results[i]), false);
  }
  return rows;
}

TableRow row_against(const Tournament& t, std::span<const TaskResult> results, std::size_t a, std::size_t b) {
  TableRow row;
  for (std::uint64_t i = 0; i < results.size(); ++i) {
    const Pairing pairing = pairing_of(t, i);
    if (pairing.white == a && pairing.black == b) row.white.add(outcome_of(results[i]), true);
    if (pairing.white == b && pairing.black == a) row.black.add(outcome_of(results[i]), false);
  }
  return row;
}

}  // namespace stackwright::murus
