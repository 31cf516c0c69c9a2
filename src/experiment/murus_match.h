// Games of Murus Gallicus between two players: random openings, colours that alternate, a ply limit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/progress.h"
#include "experiment/murus_player.h"

namespace stackwright::murus {

struct Contender {
  Judgement judgement;
  Limits limits;
  SearchOptions search;
};

struct MatchOptions {
  Murus game;
  int games = 1;
  int opening_plies = 0;  // played at random before the players begin; the same for both games of a pair
  int max_plies = 200;    // a longer game is a tie
  std::uint64_t seed = 1;
  bool alternate = true;  // the first contender has the Romans in the first game, the Gauls in the second, and so on
  int threads = 1;
};

struct MatchGame {
  int first_plays = kRomans;
  std::optional<int> winner;  // a colour; nobody: a tie
  int plies = 0;
  std::vector<Move> moves;  // the opening included
  bool finished = false;    // false when it was stopped

  bool first_won() const { return winner && *winner == first_plays; }
  bool second_won() const { return winner && *winner != first_plays; }
};

struct MatchScore {
  int wins = 0, losses = 0, ties = 0;  // of the first contender, in finished games
  double p = 1;                        // of the sign test
};

/// Results depend on the seed alone when the limits are depths or nodes, whatever the number of threads.
std::vector<MatchGame> play_match(const Contender& first, const Contender& second, const MatchOptions& options,
                                  const StopToken& stop, Progress* progress = nullptr);
/// Of all games, or of those in which the first contender had a colour.
MatchScore score_of(const std::vector<MatchGame>& games, std::optional<int> colour = std::nullopt);

/// Names an opening; equal names are equal moves.
struct Opening {
  std::uint64_t seed = 1;
  std::uint64_t generation = 0;
  std::uint64_t number = 0;
  int plies = 0;
};

/// Random moves from the start that leave a game that goes on and in which nobody can arrive at once.
std::vector<Move> random_opening(const Murus& game, const Opening& opening);

/// A player at the board.
struct Seat {
  Player* player = nullptr;
  Limits limits;
};

/// One game from an opening on. The players forget what they knew before.
MatchGame play_game(const Murus& game, const Seat& romans, const Seat& gauls, const Opening& opening, int max_plies,
                    const StopToken& stop);

}  // namespace stackwright::murus
