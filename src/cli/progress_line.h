// A line on standard error that tells how far long work is.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/progress.h"
#include "core/timer.h"

namespace stackwright::cli {

/// Shows progress while it lives: one line rewritten in place on a terminal, a plain line every ten seconds elsewhere.
class ProgressLine {
 public:
  ProgressLine(const Progress& progress, std::string unit, bool quiet, std::string step = "pieces");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show();
  std::string line() const;

  const Progress& progress_;
  const std::string unit_;
  const std::string step_;
  const bool terminal_;
  const Timer timer_;
  bool shown_ = false;
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::jthread thread_;
};

}  // namespace stackwright::cli
