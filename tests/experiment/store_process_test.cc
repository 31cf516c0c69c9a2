// The store between processes: locks of runs, waiting for each other, and a writer that is killed at any moment.
#include <cstdio>
#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "experiment/store.h"
#include "experiment/store_helpers.h"

namespace stackwright::test {
namespace store_process_test {

using ::testing::HasSubstr;

/// A child process that works until it is killed, and tells numbers through a pipe.
class Worker {
 public:
  /// `work` gets a function that tells a number to the parent.
  explicit Worker(const std::function<void(const std::function<void(std::uint64_t)>&)>& work) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    child_ = ::fork();
    if (child_ == 0) {
      work([&](std::uint64_t number) {
        if (::write(ends[1], &number, sizeof number) != sizeof number) ::_exit(3);
      });
      ::_exit(0);
    }
    ::close(ends[1]);
    from_child_ = ends[0];
  }
  ~Worker() {
    kill();
    ::close(from_child_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// The next number; nothing when the child is dead and has told no more.
  std::optional<std::uint64_t> next() {
    std::uint64_t number = 0;
    if (::read(from_child_, &number, sizeof number) != sizeof number) return std::nullopt;
    return number;
  }
  void kill() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  pid_t child_ = 0;
  int from_child_ = -1;
};

class StoreLocks : public StoreFolder {};

TEST_F(StoreLocks, AreFreeAtOnceWhenTheirProcessIsKilled) {
  RunId run = 0, other = 0;
  {
    Store store = open_store(path_);
    run = new_run(store, "long one");
    other = new_run(store);
  }
  Worker worker([&](const auto& tell) {
    const Store mine = open_store(path_);
    const auto lock = mine.lock(run);
    tell(lock.ok() ? 1 : 0);
    ::pause();
  });
  ASSERT_EQ(worker.next(), 1u);
  Store store = open_store(path_);
  EXPECT_TRUE(store.held(run));
  EXPECT_FALSE(store.held(other));
  EXPECT_THAT(said_by(store.lock(run)),
              HasSubstr("store '" + path_ + "': run 1 (long one) is held by another process that works on it"));
  EXPECT_THAT(said_by(store.remove(run)), HasSubstr("run 1 (long one) is held by another process"));
  EXPECT_EQ(store.list()->size(), 2u);
  EXPECT_EQ(said_by(store.lock(other)), "");
  worker.kill();
  EXPECT_FALSE(store.held(run));
  EXPECT_EQ(said_by(store.remove(run)), "");
  EXPECT_THAT(said_by(store.lock(run)), HasSubstr("there is no run 1"));
}

TEST_F(StoreLocks, HoldWithinAProcessToo) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  std::filesystem::create_symlink(path_, folder_ / "link.db");
  const Store same = open_store((folder_ / "link.db").string());
  {
    auto lock = store.lock(run);
    ASSERT_TRUE(lock.ok()) << lock.message();
    const RunLock moved = std::move(lock).value();
    EXPECT_TRUE(same.held(run));
    EXPECT_THAT(said_by(same.lock(run)), HasSubstr("is held"));
    EXPECT_THAT(said_by(store.lock(run)), HasSubstr("is held"));
  }
  EXPECT_FALSE(same.held(run));
  EXPECT_EQ(said_by(same.lock(run)), "");
}

class StoreProcesses : public StoreFolder {};

/// What went wrong in a child process, where a test's expectations are not heard.
void complain(const std::string& message) { std::fprintf(stderr, "a worker failed: %s\n", message.c_str()); }

TEST_F(StoreProcesses, WriteAtTheSameTime) {
  constexpr std::uint64_t kBatches = 15;
  constexpr int kWorkers = 4;
  {
    std::vector<std::unique_ptr<Worker>> workers;
    for (int w = 0; w < kWorkers; ++w) {  // all find no store and make it
      workers.push_back(std::make_unique<Worker>([&](const auto& tell) {
        auto store = Store::open(path_, Store::Access::write, 60);
        if (!store) return complain(store.message());
        const auto run = store->create({"", "worker", 1, "{}"});
        if (!run) return complain(run.message());
        for (std::uint64_t i = 0; i < kBatches; ++i) {
          if (auto added = store->add_tasks(run->id, i, tasks_of(i)); !added) return complain(added.message());
          if (auto ended = store->finish_batch(run->id, batch_numbered(i)); !ended) return complain(ended.message());
        }
        tell(static_cast<std::uint64_t>(run->id));
      }));
    }
    std::set<std::uint64_t> done;
    for (auto& worker : workers) done.insert(worker->next().value_or(0));
    EXPECT_EQ(done, (std::set<std::uint64_t>{1, 2, 3, 4}));
  }
  const Store store = open_store(path_, Store::Access::read);
  for (RunId run = 1; run <= kWorkers; ++run) expect_batches(store, run, kBatches);
  EXPECT_EQ(integrity(path_), "ok");
}

constexpr std::uint64_t kWaiting = ~std::uint64_t{0};

/// Goes on with run 1 for ever, telling the number of each batch once it is stored. With `pause_after` tasks of the third
/// batch it tells kWaiting and waits.
void work_on(const std::string& path, std::size_t pause_after, const std::function<void(std::uint64_t)>& tell) {
  auto store = Store::open(path, Store::Access::write);
  if (!store) return;
  const auto lock = store->lock(1);
  const auto checkpoint = store->checkpoint(1);
  if (!lock || !checkpoint) return;
  for (std::uint64_t batch = checkpoint->batch;; ++batch) {
    std::size_t added = 0;
    for (const TaskRow& task : tasks_of(batch)) {
      if (!store->add_tasks(1, batch, std::span(&task, 1))) return;
      if (++added == pause_after && batch == checkpoint->batch + 2) {
        tell(kWaiting);
        ::pause();
      }
    }
    if (!store->finish_batch(1, batch_numbered(batch))) return;
    tell(batch);
  }
}

/// What was stored before `told` is there, and what is there is whole; gives the number of finished batches.
std::uint64_t expect_nothing_lost(const std::string& path, std::uint64_t told, std::size_t tasks_told) {
  EXPECT_EQ(integrity(path), "ok");
  const Store store = open_store(path, Store::Access::read);
  EXPECT_FALSE(store.held(1));
  const auto checkpoint = store.checkpoint(1);
  if (!checkpoint) {
    ADD_FAILURE() << checkpoint.message();
    return 0;
  }
  EXPECT_GE(checkpoint->batch, told + 1) << "a batch that was reported is lost";
  EXPECT_LE(checkpoint->batch, told + 2);
  expect_batches(store, 1, checkpoint->batch);
  const auto expected = tasks_of(checkpoint->batch);
  EXPECT_LE(checkpoint->tasks.size(), expected.size());
  if (tasks_told > 0) {
    EXPECT_EQ(checkpoint->tasks.size(), tasks_told);
  }
  for (std::size_t t = 0; t < std::min(checkpoint->tasks.size(), expected.size()); ++t) {
    EXPECT_EQ(checkpoint->tasks[t].task, expected[t].task);
    EXPECT_EQ(checkpoint->tasks[t].result, expected[t].result);
  }
  return checkpoint->batch;
}

TEST_F(StoreProcesses, LoseNothingWhenKilled) {
  constexpr int kKills = 24;
  {
    Store store = open_store(path_);
    new_run(store);
  }
  const Stream random({.seed = 5, .purpose = Purpose::test});
  std::uint64_t finished = 0;
  for (int i = 0; i < kKills; ++i) {
    // Every fourth kill falls between tasks, the others anywhere, mostly into the writing of a batch.
    const std::size_t tasks = i % 4 == 3 ? 1 + static_cast<std::size_t>(i / 4) % 3 : 0;
    Worker worker([&](const auto& tell) { work_on(path_, tasks, tell); });
    const auto first = worker.next();
    ASSERT_TRUE(first.has_value()) << "the worker could not go on after kill " << i;
    ASSERT_EQ(*first, finished) << "the worker went on from another batch";
    std::uint64_t told = *first;
    if (tasks > 0) {
      for (auto number = worker.next(); number && *number != kWaiting; number = worker.next()) told = *number;
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(random.below(static_cast<std::uint64_t>(i), 20000)));
    }
    worker.kill();
    while (const auto number = worker.next()) told = *number;
    finished = expect_nothing_lost(path_, told, tasks);
    ASSERT_FALSE(HasFailure()) << "after kill " << i;
  }
}

}  // namespace store_process_test
}  // namespace stackwright::test
