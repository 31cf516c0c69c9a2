// Clerks: a few threads that do what takes longer than the server may wait, in turn for everybody who asks.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace stackwright::web {

/// Jobs of one asker are done one after the other, in order; askers take turns, so that one with many does not hold up
/// one with few. How many jobs an asker may have open is the server's concern.
class Clerks {
 public:
  using Job = std::function<void()>;

  explicit Clerks(int threads);
  Clerks(const Clerks&) = delete;
  Clerks& operator=(const Clerks&) = delete;
  ~Clerks() { close(); }

  /// `asker` tells askers apart. After close() jobs are dropped.
  void submit(const void* asker, Job job);
  /// Ends after the jobs at hand; those that wait are dropped.
  void close();

 private:
  struct Lane {
    std::deque<Job> jobs;
    bool busy = false;
  };
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<const void*, Lane> lanes_;
  std::deque<const void*> ready_;  // askers with a job and no clerk, in turn
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace stackwright::web
