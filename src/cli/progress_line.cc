// A line on standard error that tells how far long work is.
#include "cli/progress_line.h"

#include <chrono>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "cli/report.h"
#include "core/timer.h"

namespace stackwright::cli {
namespace {

/// Since when pieces are counted: work of several steps begins at zero with each, at some time after the last look.
struct Count {
  Timer clock;
  double began = 0, looked = 0, pieces = 0;

  double rate_of(double pieces_now) {
    const double now = clock.seconds();
    if (pieces_now < pieces) began = looked;
    looked = now;
    pieces = pieces_now;
    return rate(pieces, now - began);
  }
};

std::string games_line(const Progress& progress, const std::string& unit, const std::string& step, Count& count) {
  const double pieces = static_cast<double>(progress.pieces.load(std::memory_order_relaxed));
  return fmt::format("{} of {} {}, {} million {}, {} million per second", progress.done.load(std::memory_order_relaxed),
                     progress.total.load(std::memory_order_relaxed), unit, shown(pieces / 1e6), step,
                     shown(count.rate_of(pieces) / 1e6));
}

}  // namespace

ProgressLine::ProgressLine(std::function<std::string()> line, bool quiet)
    : line_(std::move(line)), terminal_(::isatty(STDERR_FILENO) != 0) {
  if (!quiet) thread_ = std::jthread([this] { show(); });
}

ProgressLine::ProgressLine(const Progress& progress, std::string unit, bool quiet, std::string step)
    : ProgressLine([&progress, unit = std::move(unit), step = std::move(step),
                    count = Count()]() mutable { return games_line(progress, unit, step, count); },
                   quiet) {}

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
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", line_(), terminal_ ? "" : "\n");
    std::fflush(stderr);
    shown_ = true;
  }
}

void ProgressLine::print(const std::string& text) {
  const std::lock_guard lock(mutex_);
  fmt::print(stderr, "{}{}\n", terminal_ && shown_ ? "\r\x1b[K" : "", text);
  std::fflush(stderr);
}

}  // namespace stackwright::cli
