// A crew of threads that stays together: short pieces of work, many thousand times a second.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace stackwright {

/// Work in parts, shared by the caller and the crew. The caller never waits for a thread that has no part in hand, so that
/// a busy machine costs little. One caller at a time. A forked child has a crew of its own from its first work on.
class Crew {
 public:
  using Work = std::function<void(std::size_t part)>;

  /// 0 threads: one per core. The caller counts as one; the others start with the first work.
  explicit Crew(int threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  int threads() const { return threads_; }
  /// Calls work(0), ..., work(parts - 1), in any order and on any thread, and returns when all are done.
  void run(std::size_t parts, const Work& work);

 private:
  void start();
  void serve();
  bool take(std::uint64_t& state);

  int threads_;
  using Workers = std::vector<std::thread>;
  std::unique_ptr<Workers> workers_;
  int process_ = 0;  // in which the workers live

  const Work* work_ = nullptr;           // of the parts that are left
  std::atomic<std::uint64_t> state_{0};  // the number of the work in the high half, how many parts are left in the low
  std::atomic<std::uint32_t> unfinished_{0};
  std::atomic<bool> quit_{false};
};

}  // namespace stackwright
