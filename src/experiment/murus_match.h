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
MatchScore score_of(const std::vector<MatchGame>& games);

/// Random moves from the start that leave a game that goes on and in which nobody can arrive at once.
std::vector<Move> random_opening(const Murus& game, std::uint64_t seed, std::uint64_t number, int plies);

}  // namespace stackwright::murus
