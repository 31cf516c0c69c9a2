// Tasks for the cores of this machine, one by one to whoever asks.
#include "experiment/executor.h"

#include <algorithm>
#include <atomic>

namespace stackwright {
namespace {

class ListOfTasks final : public TaskSource {
 public:
  ListOfTasks(std::span<const std::uint64_t> todo, const OnFinished& on_finished)
      : todo_(todo), on_finished_(on_finished) {}

  std::optional<std::uint64_t> take() override {
    const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= todo_.size()) return std::nullopt;
    return todo_[i];
  }
  void finished(std::uint64_t task, const TaskResult& result) override { on_finished_(task, result); }
  std::uint64_t left() const override {
    return todo_.size() - std::min(next_.load(std::memory_order_relaxed), todo_.size());
  }

 private:
  std::span<const std::uint64_t> todo_;
  const OnFinished& on_finished_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

Result<Done> LocalExecutor::run(const Problem& problem, const Assignment& assignment,
                                std::span<const std::uint64_t> todo, const OnFinished& finished, const StopToken& stop,
                                Progress* progress) {
  ListOfTasks tasks(todo, finished);
  return problem.play(assignment, tasks, threads_, stop, progress);
}

}  // namespace stackwright
