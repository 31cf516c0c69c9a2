// When to stop: pure functions of the history of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "optim/optimiser.h"

namespace stackwright::optim {

/// What a finished generation was.
struct GenerationRecord {
  std::uint64_t generation = 0;
  std::uint64_t evaluations = 0;  // of the run so far
  double best = 0;
  double mean = 0;
  double worst = 0;
  Genes champion;             // the best of this generation
  double gene_spread = 0;     // the largest standard deviation of a free gene, as a share of its first range
  double fitness_spread = 0;  // best minus worst, as a share of the best's size
};

/// The record of candidates and what they reached; `evaluations` counts these too.
GenerationRecord record_of(const Space& space, std::uint64_t generation, std::span<const Genes> candidates,
                           std::span<const double> fitness, std::uint64_t evaluations);

/// Conditions, each absent unless set.
struct StopRules {
  std::optional<std::uint64_t> generations = {};
  std::optional<std::uint64_t> evaluations = {};
  std::optional<double> target = {};                // the best fitness is at least this
  std::optional<std::uint64_t> stagnation = {};     // generations without a better best
  std::optional<std::uint64_t> same_champion = {};  // the same candidate was best in so many generations running
  std::optional<double> gene_convergence = {};      // gene_spread at most this
  std::optional<double> fitness_convergence = {};   // fitness_spread at most this
};

/// Why a run with this history is over, in words; empty while it is not.
std::string stop_reason(const StopRules& rules, std::span<const GenerationRecord> history);

/// Generations since the best fitness last grew, and how long the last champion has been the same.
std::uint64_t generations_without_progress(std::span<const GenerationRecord> history);
std::uint64_t generations_of_last_champion(std::span<const GenerationRecord> history);

}  // namespace stackwright::optim
