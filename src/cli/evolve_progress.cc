// What people see of an evolution on its way.
#include "cli/evolve_progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "cli/report.h"

namespace stackwright::cli {
namespace {

std::string time_text(double seconds) {
  const auto s = static_cast<std::int64_t>(std::llround(seconds));
  if (s < 100) return fmt::format("{} s", s);
  if (s < 6000) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

std::string many(double count) { return count < 1e5 ? fmt::format("{:.0f}", count) : shown(count / 1e6) + " million"; }

}  // namespace

EvolveProgress::EvolveProgress(const EvolveConfig& config, const Progress& progress, bool quiet)
    : config_(config), progress_(progress), quiet_(quiet) {
  line_ = std::make_unique<ProgressLine>([this] { return line(); }, quiet);
}

void EvolveProgress::began(const RunRow& run) {
  const std::lock_guard lock(mutex_);
  generation_ = first_generation_ = run.generation;
  if (quiet_) return;
  line_->print(run.generation == 0
                   ? fmt::format("run {} ({}), seed {}", run.name, run.id, run.seed)
                   : fmt::format("run {} ({}) goes on after generation {}", run.name, run.id, run.generation - 1));
}

void EvolveProgress::batch(const Assignment& assignment, std::uint64_t tasks, std::uint64_t known) {
  const std::lock_guard lock(mutex_);
  stage_ = assignment.stage;
  if (stage_ == Stage::training) generation_ = assignment.batch.generation;
  tasks_ = tasks;
  known_ = known;
  done_before_ = progress_.done.load(std::memory_order_relaxed);
  batch_timer_ = Timer();
}

void EvolveProgress::generation(const GenerationRow& row) {
  std::string text = fmt::format("best {}, mean {}, spread {:.2g}", shown(row.best), shown(row.mean), row.gene_spread);
  const bool few = config_.run.generations > 0 && config_.run.generations <= 40;
  const std::uint64_t every = few ? 1 : std::max(1, config_.run.generations / 40);
  {
    const std::lock_guard lock(mutex_);
    last_ = text;
  }
  if (quiet_ || row.generation % every != 0) return;
  line_->print(fmt::format("generation {:3}: {}, {} {} at {} per second", row.generation, text,
                           many(static_cast<double>(row.pieces)), unit_of_play(config_),
                           many(rate(static_cast<double>(row.pieces), row.seconds))));
}

std::string EvolveProgress::line() {
  const std::lock_guard lock(mutex_);
  const double speed = rate(static_cast<double>(progress_.pieces.load(std::memory_order_relaxed)), timer_.seconds());
  const double done = static_cast<double>(known_ + progress_.done.load(std::memory_order_relaxed) - done_before_);
  const double share = tasks_ > 0 ? std::min(1.0, done / static_cast<double>(tasks_)) : 0;
  std::string text;
  if (stage_ == Stage::training) {
    text = fmt::format("generation {}", generation_);
    if (config_.run.generations > 0) text += fmt::format(" of {}", config_.run.generations);
  } else {
    text = stage_ == Stage::finals ? "finals" : "held-out games";
  }
  text += fmt::format(", {:.0f} %", 100 * share);
  if (!last_.empty()) text += ", " + last_;
  text += fmt::format(", {} {}/s", many(speed), unit_of_play(config_));
  double left = -1;
  const double finished = static_cast<double>(generation_ - first_generation_) + share;
  if (stage_ != Stage::training) {
    left = share > 0 ? batch_timer_.seconds() * (1 - share) / share : -1;
  } else if (config_.run.max_seconds > 0) {
    left = std::max(0.0, config_.run.max_seconds - timer_.seconds());
  } else if (config_.run.generations > 0 && finished > 0) {
    left = timer_.seconds() / finished * (config_.run.generations - static_cast<double>(first_generation_) - finished);
  }
  if (left >= 0) text += ", about " + time_text(left) + " left";
  return text;
}

}  // namespace stackwright::cli
