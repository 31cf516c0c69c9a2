// An evolution that is followed live: a run of the store, as the command line would start it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/timer.h"
#include "experiment/evolve.h"
#include "web/session.h"

namespace stackwright::web {

/// A run of the store that is about to go on.
struct OpenedRun {
  RunRow run;
  EvolveConfig config;
};

/// {"preset": "quick", "set": "games=20\nboard=10x12", "seed": 7, "name": "mine"}: everything that can be wrong is looked at before
/// anything is stored.
Result<OpenedRun> new_run(const Json& message, Store& store);
/// {"run": "mine"}: a run that was stopped or killed.
Result<OpenedRun> old_run(const Json& message, const Store& store);

/// Publishes how far the run is, a few times a second; the generations themselves are in the store. Ends by itself when the
/// evolution does, whether or not somebody follows; ended early, the run is stopped and can be resumed.
class EvolveSession final : public Session, private EvolveObserver {
 public:
  EvolveSession(std::string name, Store store, RunLock lock, OpenedRun opened, int threads);
  ~EvolveSession() override;

  const std::string& run_name() const { return opened_.run.name; }

 private:
  void run() override;
  void batch(const Assignment& assignment, std::uint64_t tasks, std::uint64_t known) override;
  void generation(const GenerationRow& row) override;
  void show(bool last);
  Result<Done> conclude(const EvolveOutcome& outcome);

  Store store_;
  std::optional<RunLock> lock_;  // until the work is done
  const OpenedRun opened_;
  const int threads_;
  Progress progress_;
  Timer timer_;

  std::mutex mutex_;  // what follows is told by one thread and shown by another
  Stage stage_ = Stage::training;
  std::uint64_t generation_ = 0, generations_ = 0;
  std::uint64_t tasks_ = 0, known_ = 0, done_before_ = 0;
  std::string state_ = "running";
  std::string reason_;
};

}  // namespace stackwright::web
