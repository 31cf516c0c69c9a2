// A stopwatch for speed reports; results of games never depend on it.
#pragma once

#include <chrono>

namespace stackwright {

/// Runs from its construction, on the monotonic clock.
class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void restart() { start_ = Clock::now(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// How many per second; 0 when no time has passed.
inline double rate(double count, double seconds) { return seconds > 0 ? count / seconds : 0; }

}  // namespace stackwright
