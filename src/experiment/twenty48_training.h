// Training an n-tuple network: round after round, with checkpoints from which a killed run goes on bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/progress.h"
#include "core/result.h"
#include "eval/ntuple_network.h"

namespace stackwright {

struct Twenty48Training {
  std::uint64_t games = 0;          // in all, those before a resume included
  std::string checkpoint;           // path; empty: none
  double checkpoint_seconds = 600;  // how much work a crash may cost
};

/// After each round: games done in all, and the games of this round.
using RoundObserver = std::function<void(std::uint64_t games_done, std::span<const ntuple::GameRecord> games)>;

/// Trains until all games are done or `stop` says so; then a last checkpoint is written if the work is not done.
Result<Done> train_network(NTupleLearner& learner, const Twenty48Training& training, const StopToken& stop,
                           const RoundObserver& observer);

}  // namespace stackwright
