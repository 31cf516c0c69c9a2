// Tournaments of Murus Gallicus: everyone against everyone, with either colour, game by game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/murus_match.h"
#include "experiment/problem.h"

namespace stackwright::murus {

struct Tournament {
  Murus game;
  std::vector<Judgement> players;
  Limits limits;          // of every decision: depth or nodes, so that games can be played again
  int games = 1;          // of every pair with each distribution of colours
  int opening_plies = 0;  // at random; the n-th games of all pairs have the same
  int max_plies = 200;    // a longer game is a tie
  std::uint64_t seed = 1;
  std::uint64_t generation = 0;  // openings of different generations are different
};

/// Who meets whom in a game.
struct Pairing {
  std::size_t white = 0;
  std::size_t black = 0;
  std::uint64_t opening = 0;
};

std::uint64_t games_of(const Tournament& tournament);
Pairing pairing_of(const Tournament& tournament, std::uint64_t number);

/// What a game came to as a task: plies, and 1 where White won, -1 where Black won, 0 for a tie.
enum class Outcome : std::int8_t { black = -1, tie = 0, white = 1 };
TaskResult task_of(const MatchGame& game);
Outcome outcome_of(const TaskResult& result);

/// Plays the games that the source hands out; who plays them never matters. 0 threads: all cores.
void play_tournament(const Tournament& tournament, TaskSource& source, int threads, const StopToken& stop,
                     Progress* progress);

/// Games of one player against all others, or against one.
struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t ties = 0;

  std::uint64_t games() const { return wins + losses + ties; }
  void add(Outcome outcome, bool as_white);
};

struct TableRow {
  Tally white;  // its games with the Romans
  Tally black;

  std::uint64_t wins() const { return white.wins + black.wins; }
  std::uint64_t losses() const { return white.losses + black.losses; }
  std::uint64_t ties() const { return white.ties + black.ties; }
  std::uint64_t games() const { return white.games() + black.games(); }
};

/// One row for each player from the results of all games, in their order.
std::vector<TableRow> table_of(const Tournament& tournament, std::span<const TaskResult> results);
/// The games of player a against player b alone.
TableRow row_against(const Tournament& tournament, std::span<const TaskResult> results, std::size_t a, std::size_t b);

}  // namespace stackwright::murus
