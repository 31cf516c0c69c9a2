// A full disk, at every single write: one clear line, nothing lost, and the run goes on once there is space.
#include <cerrno>
#include <csignal>
#include <functional>
#include <utility>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <gmock/gmock.h>

#include "experiment/store.h"
#include "experiment/store_helpers.h"

namespace stackwright::test {
namespace store_full_disk_test {

using ::testing::HasSubstr;

/// While it lives, SQLite's writes fail from the n-th one on, the first of them after half of its bytes.
class FailingWrites {
 public:
  FailingWrites(int first, int error) {
    left_ = first;
    error_ = error;
    for (const char* name : {"pwrite", "pwrite64"}) {
      vfs()->xSetSystemCall(vfs(), name, reinterpret_cast<sqlite3_syscall_ptr>(fail));
    }
  }
  ~FailingWrites() { vfs()->xSetSystemCall(vfs(), nullptr, nullptr); }
  FailingWrites(const FailingWrites&) = delete;
  FailingWrites& operator=(const FailingWrites&) = delete;

  bool hit() const { return left_ < 0; }

 private:
  static sqlite3_vfs* vfs() { return sqlite3_vfs_find(nullptr); }
  static ssize_t fail(int file, const void* bytes, std::size_t size, off_t at) {
    if (left_-- > 0) return ::pwrite(file, bytes, size, at);
    if (left_ == -1 && size > 1) return ::pwrite(file, bytes, size / 2, at);
    errno = error_;
    return -1;
  }

  static inline int left_ = 0, error_ = 0;
};

class StoreFullDisk : public StoreFolder {
 protected:
  /// Tries `work` with the disk full after 0, 1, 2, ... writes until it fits; gives how often it was full.
  template <class Work>
  int until_it_fits(int error, const std::string& expected, Work work, const std::function<void()>& unharmed) {
    for (int room = 0, failures = 0;; room += 1 + room / 8) {
      std::string said;
      bool hit = false;
      {
        const FailingWrites full(room, error);
        const auto done = work();
        said = said_by(done);
        hit = full.hit();
        if (!done) {
          EXPECT_EQ(done.error().kind, Error::Kind::fault);
        }
      }
      if (said.empty() && !hit) return failures;
      if (said.empty()) continue;  // only tidying up the log failed: it is done later
      ++failures;
      expect_clear(said, path_);
      EXPECT_THAT(said, HasSubstr(expected));
      unharmed();
      if (testing::Test::HasFailure() || room > 1000000) return -1;
    }
  }
};

TEST_F(StoreFullDisk, WhereverItStrikesABatchIsWholeOrAbsent) {
  const std::pair<int, std::string> kinds[] = {
      {ENOSPC, "the disk is full"}, {EDQUOT, "Disk quota exceeded"}, {EIO, "Input/output error"}};
  constexpr std::size_t kGenes = 500;
  Store store = open_store(path_);
  const RunId run = new_run(store);
  std::uint64_t next = 0;
  for (const auto& kind : kinds) {
    for (int i = 0; i < 3; ++i, ++next) {
      const std::uint64_t batch = next;
      std::uint64_t known = batch;
      const int failures = until_it_fits(
          kind.first, kind.second,
          [&]() -> Result<Done> {
            if (known > batch) return Done{};
            auto done = store.finish_batch(run, batch_numbered(batch, kGenes));
            if (done) known = batch + 1;
            return done;
          },
          [&] { expect_batches(store, run, batch, kGenes); });
      ASSERT_GT(failures, 5);
      expect_batches(store, run, batch + 1, kGenes);
    }
  }
  EXPECT_EQ(integrity(path_), "ok");
}

TEST_F(StoreFullDisk, TasksRunsAndStates) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  const auto same = [&] {
    EXPECT_EQ(store.list()->size(), 1u);
    EXPECT_EQ(store.find("1")->state, RunState::running);
    EXPECT_TRUE(store.checkpoint(run)->tasks.empty());
  };
  const std::vector<TaskRow> tasks{{0, std::string(20000, 'x')}};
  ASSERT_GT(until_it_fits(
                ENOSPC, "the disk is full", [&] { return store.add_tasks(run, 0, tasks); }, same),
            3);
  EXPECT_EQ(store.checkpoint(run)->tasks[0].result, tasks[0].result);
  ASSERT_TRUE(store.finish_batch(run, batch_numbered(0)).ok());
  const std::string big = R"({"x": ")" + std::string(20000, 'x') + "\"}";
  ASSERT_GT(until_it_fits(
                ENOSPC, "disk is full", [&] { return store.set_state(run, RunState::finished, big); }, same),
            3);
  EXPECT_EQ(store.find("1")->result, big);
  ASSERT_GT(until_it_fits(
                ENOSPC, "disk is full",
                [&] {
                  return store.create({"", "evolve", 1, big});
                },
                [&] { EXPECT_EQ(store.list()->size(), 1u); }),
            3);
  EXPECT_EQ(store.list()->size(), 2u);
}

TEST_F(StoreFullDisk, NewStore) {
  const int failures = until_it_fits(
      ENOSPC, "disk is full", [&] { return Store::open(path_, Store::Access::write); }, [] {});
  ASSERT_GT(failures, 3);
  Store store = open_store(path_);
  new_run(store);
  EXPECT_EQ(integrity(path_), "ok");
}

TEST_F(StoreFullDisk, TidyingTheLogCanWait) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  FinishedBatch batch = batch_numbered(0);
  batch.state = std::string(6000000, 's');  // more than the log holds before it is moved into the store
  bool tidying_failed = false;
  for (int room = 2600; !tidying_failed && room < 4400; room += 100) {
    const FailingWrites full(room, ENOSPC);
    tidying_failed = store.finish_batch(run, batch).ok() && full.hit();
  }
  EXPECT_TRUE(tidying_failed);
  EXPECT_EQ(store.checkpoint(run)->state, batch.state);
  ASSERT_TRUE(store.finish_batch(run, batch_numbered(1)).ok());
  EXPECT_EQ(store.evaluations(run)->size(), 4u);
  EXPECT_EQ(integrity(path_), "ok");
}

/// Fills a real small file system; "skip" where none may be mounted.
std::string fill_small_disk(const std::string& folder) {
  const int spaces = ::getuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
  if (::unshare(spaces) != 0) return "skip";
  ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  if (::mount("none", folder.c_str(), "tmpfs", 0, "size=512k") != 0) return "skip";
  auto store = Store::open(folder + "/test.db", Store::Access::write);
  if (!store) return store.message();
  const auto run = store->create({"", "evolve", 1, "{}"});
  if (!run) return run.message();
  std::uint64_t batches = 0;
  std::string said;
  for (; batches < 100000 && said.empty(); ++batches)
    said = said_by(store->finish_batch(1, batch_numbered(batches, 200)));
  --batches;
  const auto checkpoint = store->checkpoint(1);
  const auto rows = store->evaluations(1);
  if (!checkpoint || !rows) return "unreadable";
  if (checkpoint->batch != batches || rows->size() != 2 * batches || batches == 0) return "not as before";
  ::mount("none", folder.c_str(), "tmpfs", MS_REMOUNT, "size=8m");
  if (auto again = store->finish_batch(1, batch_numbered(batches, 200)); !again) return again.message();
  expect_batches(*store, 1, batches + 1, 200);
  return testing::Test::HasFailure() ? "rows differ" : said;
}

TEST_F(StoreFullDisk, ARealOne) {
  const std::string said = in_child([&] { return fill_small_disk(folder_.string()); });
  if (said == "skip") GTEST_SKIP() << "no file system may be mounted here";
  EXPECT_EQ(said, "store '" + path_ + "': cannot be written: the disk is full; what was there before is unharmed");
}

TEST_F(StoreFullDisk, FilesMayNotGrow) {
  const std::string said = in_child([&]() -> std::string {
    Store store = open_store(path_);
    new_run(store);
    std::signal(SIGXFSZ, SIG_IGN);  // as the program's main(); tests/cli/evolve_limit.sh shows that it does
    const rlimit small{.rlim_cur = 200000, .rlim_max = 200000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    for (std::uint64_t i = 0;; ++i) {
      if (const auto done = store.finish_batch(1, batch_numbered(i, 500)); !done) return done.message();
    }
  });
  expect_clear(said, path_);
  EXPECT_THAT(said, HasSubstr("File too large; what was there before is unharmed"));
  const Store store = open_store(path_);
  const auto checkpoint = store.checkpoint(1);
  ASSERT_TRUE(checkpoint.ok()) << checkpoint.message();
  ASSERT_GT(checkpoint->batch, 0u);
  expect_batches(store, 1, checkpoint->batch, 500);
}

}  // namespace store_full_disk_test
}  // namespace stackwright::test
