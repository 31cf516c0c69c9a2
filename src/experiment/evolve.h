// A run of an evolution: asks an optimiser, plays, tells; every finished game is kept, so that a killed run goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/progress.h"
#include "core/result.h"
#include "experiment/evolve_config.h"
#include "experiment/executor.h"
#include "experiment/problem.h"
#include "experiment/store.h"

namespace stackwright {

/// Is told how a run goes; called from the thread that runs it.
class EvolveObserver {
 public:
  EvolveObserver() = default;
  EvolveObserver(const EvolveObserver&) = delete;
  EvolveObserver& operator=(const EvolveObserver&) = delete;
  virtual ~EvolveObserver() = default;

  /// A batch begins: `tasks` to do, of which `known` are there from before.
  virtual void batch(const Assignment&, std::uint64_t /*tasks*/, std::uint64_t /*known*/) {}
  virtual void generation(const GenerationRow&) {}
};

struct EvolveOutcome {
  bool interrupted = false;
  std::string reason;  // why the evolution ended, in words
  optim::Genes champion;
  double fitness = 0;  // in the finals, or of its evaluation where there were none
  std::optional<HeldOut> held_out;
  std::string controller;  // the champion's controller file
};

/// The figure of the held-out games, and the champion with it and the `path` of its controller file, as reports show them.
Json held_out_json(const HeldOut& figure);
Json champion_json(const EvolveOutcome& outcome, const std::string& path);
/// Where a controller file of this content goes: beside the store and named as the run, with a number where another file has
/// that name, so that nothing is replaced.
std::string free_champion_path(const Store& store, const RunRow& run, const std::string& content);

/// Goes on with a run of the store from wherever it stands, to its end or until a stop is asked for. The caller holds the
/// run's lock. The outcome depends on configuration and seed only, not on threads, machines or how often it was killed.
Result<EvolveOutcome> evolve(Store& store, const RunRow& run, const EvolveConfig& config, Executor& executor,
                             const StopToken& stop, Progress* progress, EvolveObserver& observer);

}  // namespace stackwright
