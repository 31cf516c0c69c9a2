// A line on standard error that tells how far long work is.
#include "cli/progress_line.h"

#include <chrono>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

namespace stackwright::cli {

ProgressLine::ProgressLine(const Progress& progress, std::string unit, bool quiet, std::string step)
    : progress_(progress), unit_(std::move(unit)), step_(std::move(step)), terminal_(::isatty(STDERR_FILENO) != 0) {
  if (!quiet) thread_ = std::jthread([this] { show(); });
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  woken_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (shown_ && terminal_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show() {
  const auto pause = terminal_ ? std::chrono::milliseconds(500) : std::chrono::seconds(10);
  std::unique_lock lock(mutex_);
  while (!woken_.wait_for(lock, pause, [this] { return done_; })) {
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", line(), terminal_ ? "" : "\n");
    std::fflush(stderr);
    shown_ = true;
  }
}

std::string ProgressLine::line() const {
  const double pieces = static_cast<double>(progress_.pieces.load(std::memory_order_relaxed));
  return fmt::format("{} of {} {}, {:.3g} million {}, {:.3g} million per second",
                     progress_.done.load(std::memory_order_relaxed), progress_.total.load(std::memory_order_relaxed),
                     unit_, pieces / 1e6, step_, rate(pieces, timer_.seconds()) / 1e6);
}

}  // namespace stackwright::cli
