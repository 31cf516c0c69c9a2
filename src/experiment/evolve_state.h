// What a run keeps between batches: the optimiser, the best so far, and how far it is after the evolution proper.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "experiment/problem.h"
#include "optim/optimiser.h"

namespace stackwright {

struct EvolveState {
  Stage stage = Stage::training;
  std::string optimiser;              // its state
  std::vector<optim::Champion> hall;  // the best evaluations so far, distinct, best first; or the latest champions
  std::string reason;                 // why the evolution ended
  optim::Genes champion;              // of the finals
  double champion_fitness = 0;

  /// Takes a candidate into the hall if it belongs there. Of equals the earlier stays first.
  void remember(const optim::Champion& candidate, std::size_t places);
  /// Takes the champion of a generation into the hall where fitness of generations cannot be compared: the latest first.
  void remember_latest(const optim::Champion& latest, std::size_t places);
  /// The best of the finals is the champion; where genes have parts, the best of every part together.
  void crown(const optim::Space& space, std::span<const optim::Genes> candidates,
             std::span<const Evaluation> evaluations);
};

std::string to_json(const EvolveState& state);
Result<EvolveState> evolve_state_from_json(std::string_view text, std::size_t genes);

/// "35.1 million lines (95 %: 30.2 million to 41.0 million) in 100 games".
std::string in_words(const HeldOut& figure);

}  // namespace stackwright
