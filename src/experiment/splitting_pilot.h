// The pilot: finds levels and splitting factors for a controller by short runs that are then forgotten.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/splitting.h"

namespace stackwright {

/// Games as they come, without copies: whether they are short, how high piles usually are, how scores are spread.
struct Surveyed {
  std::vector<ParticleBatch> batches;  // their main paths have forgotten the empty board, unless games are very short
  Survey survey;
  std::uint64_t steps = 0;   // watched
  std::uint64_t deaths = 0;  // seen in them
  std::uint64_t pieces = 0;  // simulated in all
  bool whole = false;        // false: the limit came first
};

Result<Surveyed> survey_games(const SplittingGame& game, const Limit& limit, Progress* progress);

struct Pilot {
  Ladder ladder;
  bool whole = false;        // false: the limit came first
  bool ends = false;         // game overs were seen, enough to go by
  std::string doubt;         // why the factors are not what they should be; empty: they are
  double cost = 1;           // expected steps of all particles for each step of a main path
  std::uint64_t pieces = 0;  // simulated
  int rounds = 0;
};

/// Factors with which every level is visited about equally often, levels that are as far apart as a ratio of about two
/// needs. `work` is about how many steps a round may take. Rounds, growth of factors and steps are all capped.
Result<Pilot> run_pilot(const SplittingGame& game, LevelKind kind, Surveyed surveyed, std::uint64_t work,
                        const Limit& limit, Progress* progress);

}  // namespace stackwright
