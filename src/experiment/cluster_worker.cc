// A worker of a run on several machines: plays what the owner hands out with all its threads.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "experiment/cluster.h"

namespace stackwright {
namespace {

using Kind = ClusterMessage::Kind;

constexpr std::chrono::microseconds kLookPause{200};

/// Tasks from the owner, a stock ahead of those who take them. The thread that talks to the owner fills it.
class Stock final : public TaskSource {
 public:
  explicit Stock(std::uint64_t share) : share_(share) {}

  std::optional<std::uint64_t> take() override {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return !tasks_.empty() || no_more_; });
    if (tasks_.empty()) return std::nullopt;
    const std::uint64_t task = tasks_.front();
    tasks_.pop_front();
    ++taken_;
    return task;
  }
  void finished(std::uint64_t task, const TaskResult& result) override {
    const std::lock_guard lock(mutex_);
    done_.tasks.push_back(task);
    done_.results.push_back(result);
  }
  std::uint64_t left() const override {
    const std::lock_guard lock(mutex_);
    return share_ > taken_ ? share_ - taken_ : tasks_.size();
  }

  void fill(const std::vector<std::uint64_t>& tasks) {
    const std::lock_guard lock(mutex_);
    tasks_.insert(tasks_.end(), tasks.begin(), tasks.end());
    no_more_ = no_more_ || tasks.empty();
    asked_ = false;
    filled_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
    no_more_ = true;
    filled_.notify_all();
  }
  /// How many tasks to ask for now; 0: none.
  std::uint64_t wanted() {
    const std::lock_guard lock(mutex_);
    if (asked_ || no_more_ || !tasks_.empty()) return 0;
    asked_ = true;
    return share_;
  }
  /// What was finished since the last call.
  ClusterMessage collect() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
  }

 private:
  const std::uint64_t share_;
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<std::uint64_t> tasks_;
  std::uint64_t taken_ = 0;
  bool no_more_ = false;
  bool asked_ = false;
  ClusterMessage done_;
};

class Worker {
 public:
  Worker(Transport& transport, const ProblemMaker& make, int threads, const StopToken& stop)
      : transport_(transport), make_(make), threads_(threads), stop_(stop) {}

  Result<Done> live();

 private:
  Result<Done> play(const ClusterMessage& begin);
  void send(ClusterMessage message, std::uint64_t batch) {
    message.batch = batch;
    transport_.send(0, to_bytes(message));
  }
  void send_results(Stock& stock, std::uint64_t batch) {
    ClusterMessage done = stock.collect();
    if (done.tasks.empty()) return;
    done.kind = Kind::done;
    send(std::move(done), batch);
  }

  Transport& transport_;
  const ProblemMaker& make_;
  const int threads_;
  const StopToken& stop_;
  std::unique_ptr<Problem> problem_;
};

Result<Done> Worker::live() {
  for (;;) {
    if (stop_.requested()) return Done{};
    const std::optional<Message> received = transport_.receive();
    if (!received) {
      std::this_thread::sleep_for(kLookPause);
      continue;
    }
    const Result<ClusterMessage> message = cluster_message(received->bytes);
    if (!message) return message.error();
    if (message->kind == Kind::end) return Done{};
    if (message->kind == Kind::problem) {
      Result<std::unique_ptr<Problem>> problem = make_(message->text, message->count);
      if (!problem) return problem.error();
      problem_ = *std::move(problem);
    } else if (message->kind == Kind::batch) {
      if (auto played = play(*message); !played) return played;
    }
  }
}

/// One batch: a thread plays while this one talks to the owner.
Result<Done> Worker::play(const ClusterMessage& begin) {
  const Result<Assignment> assignment = assignment_from_json(begin.text, problem_->space().size());
  if (!assignment) return assignment.error();
  Stock stock(begin.count);
  StopToken halt;
  Result<Done> outcome = Done{};
  std::atomic<bool> over{false};
  std::jthread player([&] {
    outcome = problem_->play(*assignment, stock, threads_, halt, nullptr);
    over.store(true, std::memory_order_release);
  });
  while (!over.load(std::memory_order_acquire)) {
    if (stop_.requested()) {
      halt.request();
      stock.close();
    }
    send_results(stock, begin.batch);
    if (const std::uint64_t count = stock.wanted(); count > 0) {
      ClusterMessage want;
      want.kind = Kind::want;
      want.count = count;
      send(std::move(want), begin.batch);
    }
    const std::optional<Message> received = transport_.receive();
    if (!received) {
      std::this_thread::sleep_for(kLookPause);
      continue;
    }
    const Result<ClusterMessage> message = cluster_message(received->bytes);
    if (message && message->kind == Kind::tasks && message->batch == begin.batch) {
      stock.fill(message->tasks);
    } else if (!message || message->kind == Kind::stop || message->kind == Kind::end) {
      halt.request();
      stock.close();
    }
  }
  player.join();
  send_results(stock, begin.batch);
  if (!outcome) return outcome;
  ClusterMessage idle;
  idle.kind = Kind::idle;
  send(std::move(idle), begin.batch);
  return Done{};
}

}  // namespace

Result<Done> work_for_cluster(Transport& transport, const ProblemMaker& make, int threads, const StopToken& stop) {
  Result<Done> outcome = Worker(transport, make, threads, stop).live();
  if (!outcome) {
    ClusterMessage failed;
    failed.kind = Kind::failed;
    failed.text = outcome.message();
    transport.send(0, to_bytes(failed));
  }
  return outcome;
}

}  // namespace stackwright
