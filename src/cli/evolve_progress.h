// What people see of an evolution on its way: a live line on a terminal, a plain line per generation elsewhere.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "cli/progress_line.h"
#include "core/progress.h"
#include "core/timer.h"
#include "experiment/evolve.h"

namespace stackwright::cli {

class EvolveProgress final : public EvolveObserver {
 public:
  EvolveProgress(const EvolveConfig& config, const Progress& progress, bool quiet);

  void began(const RunRow& run);
  void batch(const Assignment& assignment, std::uint64_t tasks, std::uint64_t known) override;
  void generation(const GenerationRow& row) override;

 private:
  std::string line();

  const EvolveConfig& config_;
  const Progress& progress_;
  const bool quiet_;
  const Timer timer_;

  std::mutex mutex_;  // of what follows: the line is made in a thread of its own
  Stage stage_ = Stage::training;
  std::uint64_t generation_ = 0;
  std::uint64_t tasks_ = 0;
  std::uint64_t known_ = 0;
  std::uint64_t done_before_ = 0;  // progress when the batch began
  std::uint64_t first_generation_ = 0;
  Timer batch_timer_;
  std::string last_;  // the last generation in words

  std::unique_ptr<ProgressLine> line_;
};

}  // namespace stackwright::cli
