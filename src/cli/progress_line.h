// A line on standard error that tells how far long work is.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/progress.h"

namespace stackwright::cli {

/// Shows progress while it lives: one line rewritten in place on a terminal, a plain line every ten seconds elsewhere.
class ProgressLine {
 public:
  /// `step` names what is counted within a unit.
  ProgressLine(const Progress& progress, std::string unit, bool quiet, std::string step = "pieces");
  /// With a line of one's own, asked for from another thread.
  ProgressLine(std::function<std::string()> line, bool quiet);
  ~ProgressLine();
  /// A line that stays, above the one that moves.
  void print(const std::string& text);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show();

  const std::function<std::string()> line_;
  const bool terminal_;
  bool shown_ = false;
  bool done_ = false;
  std::mutex mutex_;  // of done_, and of the terminal
  std::condition_variable woken_;
  std::jthread thread_;
};

}  // namespace stackwright::cli
