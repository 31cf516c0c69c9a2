// Keeps the results of a batch's tasks: in memory, and in the store every moment.
#include "experiment/task_keeper.h"

#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/json.h"

namespace stackwright {
namespace {

constexpr std::chrono::milliseconds kLook{20};    // how often a stop is looked for
constexpr std::chrono::milliseconds kWrite{500};  // how often results are written

}  // namespace

Result<std::vector<std::optional<TaskResult>>> TaskKeeper::read(std::uint64_t tasks, std::span<const TaskRow> known) {
  std::vector<std::optional<TaskResult>> results(tasks);
  for (const TaskRow& row : known) {
    const Result<Json> json = parse_json(row.result, "result of task " + std::to_string(row.task));
    if (!json) return json.error();
    bool whole = json->is_array() && row.task < tasks;
    if (whole) {
      for (const Json& number : *json) whole = whole && number.is_number_integer();
    }
    if (!whole) return Error{"the store's task " + std::to_string(row.task) + " does not fit the run"};
    results[row.task] = json->get<TaskResult>();
  }
  return results;
}

TaskKeeper::TaskKeeper(Store& store, RunId run, std::uint64_t batch, std::vector<std::optional<TaskResult>>& results,
                       const StopToken& stop, StopToken& halt)
    : store_(store), run_(run), batch_(batch), results_(results), stop_(stop), halt_(halt), thread_([this] {
        work();
      }) {}

TaskKeeper::~TaskKeeper() {
  if (thread_.joinable()) (void)close(true);
}

void TaskKeeper::finished(std::uint64_t task, const TaskResult& result) {
  std::string text = json_text(Json(result), -1);
  const std::lock_guard lock(mutex_);
  results_[task] = result;
  unwritten_.push_back({task, std::move(text)});
}

void TaskKeeper::work() {
  auto last = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!woken_.wait_for(lock, kLook, [this] { return closing_; })) {
    if (stop_.requested()) halt_.request();
    if (std::chrono::steady_clock::now() - last < kWrite || unwritten_.empty()) continue;
    lock.unlock();
    Result<Done> written = write();
    lock.lock();
    if (!written) {
      state_ = std::move(written);
      halt_.request();
    }
    last = std::chrono::steady_clock::now();
  }
}

Result<Done> TaskKeeper::write() {
  std::vector<TaskRow> rows;
  {
    const std::lock_guard lock(mutex_);
    rows.swap(unwritten_);
  }
  return rows.empty() ? Result<Done>(Done{}) : store_.add_tasks(run_, batch_, rows);
}

Result<Done> TaskKeeper::close(bool keep) {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  woken_.notify_all();
  thread_.join();
  if (state_ && keep) state_ = write();
  return state_;
}

}  // namespace stackwright
