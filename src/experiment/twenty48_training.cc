// Training an n-tuple network: round after round, with checkpoints from which a killed run goes on bit for bit.
#include "experiment/twenty48_training.h"

#include "core/timer.h"
#include "experiment/twenty48_files.h"

namespace stackwright {

Result<Done> train_network(NTupleLearner& learner, const Twenty48Training& training, const StopToken& stop,
                           const RoundObserver& observer) {
  Timer since_checkpoint;
  while (learner.games_done() < training.games && !stop.requested()) {
    const auto games = learner.train_round(training.games);
    if (observer) observer(learner.games_done(), games);
    const bool due = since_checkpoint.seconds() >= training.checkpoint_seconds;
    if (training.checkpoint.empty() || !due || learner.games_done() >= training.games) continue;
    if (auto r = save_checkpoint(training.checkpoint, learner); !r) return r;
    since_checkpoint.restart();
  }
  if (training.checkpoint.empty() || learner.games_done() >= training.games) return Done{};
  return save_checkpoint(training.checkpoint, learner);
}

}  // namespace stackwright
