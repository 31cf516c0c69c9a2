// Tasks for the cores of this machine, one by one to whoever asks.
#include "experiment/executor.h"

#include <algorithm>

namespace stackwright {

std::optional<std::uint64_t> ListOfTasks::take() {
  const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
  if (i >= todo_.size()) return std::nullopt;
  return todo_[i];
}

std::uint64_t ListOfTasks::left() const {
  return todo_.size() - std::min(next_.load(std::memory_order_relaxed), todo_.size());
}

Result<Done> LocalExecutor::run(const Problem& problem, const Assignment& assignment,
                                std::span<const std::uint64_t> todo, const OnFinished& finished, const StopToken& stop,
                                Progress* progress) {
  ListOfTasks tasks(todo, finished);
  return problem.play(assignment, tasks, threads_, stop, progress);
}

}  // namespace stackwright
