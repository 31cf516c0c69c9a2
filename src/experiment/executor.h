// Who works on the tasks of an assignment: the cores of this machine, or those of several.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "experiment/problem.h"

namespace stackwright {

/// Called once per finished task, from any thread.
using OnFinished = std::function<void(std::uint64_t task, const TaskResult& result)>;

/// Tasks one by one to whoever asks. Both arguments must outlive it.
class ListOfTasks final : public TaskSource {
 public:
  ListOfTasks(std::span<const std::uint64_t> todo, const OnFinished& on_finished)
      : todo_(todo), on_finished_(on_finished) {}

  std::optional<std::uint64_t> take() override;
  void finished(std::uint64_t task, const TaskResult& result) override { on_finished_(task, result); }
  std::uint64_t left() const override;

 private:
  std::span<const std::uint64_t> todo_;
  const OnFinished& on_finished_;
  std::atomic<std::size_t> next_{0};
};

class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Works on the tasks named by `todo`; returns when all are finished or soon after a stop is asked for.
  virtual Result<Done> run(const Problem& problem, const Assignment& assignment, std::span<const std::uint64_t> todo,
                           const OnFinished& finished, const StopToken& stop, Progress* progress) = 0;
};

/// The cores of this machine; 0 threads: all of them.
class LocalExecutor final : public Executor {
 public:
  explicit LocalExecutor(int threads) : threads_(threads) {}
  Result<Done> run(const Problem& problem, const Assignment& assignment, std::span<const std::uint64_t> todo,
                   const OnFinished& finished, const StopToken& stop, Progress* progress) override;

 private:
  int threads_;
};

}  // namespace stackwright
