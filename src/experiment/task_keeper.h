// Keeps the results of a batch's tasks: in memory, and in the store every moment, so that a kill loses next to nothing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/problem.h"
#include "experiment/store.h"

namespace stackwright {

class TaskKeeper {
 public:
  /// `known` are results of an earlier process; an error where they do not fit the batch.
  static Result<std::vector<std::optional<TaskResult>>> read(std::uint64_t tasks, std::span<const TaskRow> known);

  /// While it lives, finished tasks are written to the store twice a second; `halt` is requested when `stop` is, or when
  /// the store fails.
  TaskKeeper(Store& store, RunId run, std::uint64_t batch, std::vector<std::optional<TaskResult>>& results,
             const StopToken& stop, StopToken& halt);
  ~TaskKeeper();
  TaskKeeper(const TaskKeeper&) = delete;
  TaskKeeper& operator=(const TaskKeeper&) = delete;

  void finished(std::uint64_t task, const TaskResult& result);
  /// Ends the writing; what is not yet written is, where `keep` says that it will be needed.
  Result<Done> close(bool keep);

 private:
  void work();
  Result<Done> write();

  Store& store_;
  const RunId run_;
  const std::uint64_t batch_;
  std::vector<std::optional<TaskResult>>& results_;
  const StopToken& stop_;
  StopToken& halt_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool closing_ = false;
  std::vector<TaskRow> unwritten_;
  Result<Done> state_ = Done{};
  std::thread thread_;
};

}  // namespace stackwright
