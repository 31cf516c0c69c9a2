// Progress and stop: how long work tells where it is and learns that it should end.
#pragma once

#include <atomic>
#include <cstdint>

namespace stackwright {

/// Asked to stop? Set by a signal handler, a time limit or another thread; looked at often, never blocks.
class StopToken {
 public:
  void request() { stop_.store(true, std::memory_order_relaxed); }
  bool requested() const { return stop_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> stop_{false};
};

/// Counters that workers add to and a display reads; the library itself never prints.
struct Progress {
  std::atomic<std::uint64_t> done{0};  // units of work (games, evaluations)
  std::atomic<std::uint64_t> total{0};
  std::atomic<std::uint64_t> pieces{0};
  std::atomic<std::uint64_t> placements{0};  // evaluated; added when a worker is done
};

}  // namespace stackwright
