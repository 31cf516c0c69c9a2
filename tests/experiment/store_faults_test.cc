// What can go wrong with the store's file: a full disk, locks, damage, permissions. One line each, and nothing is lost.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <gmock/gmock.h>

#include "experiment/store.h"
#include "experiment/store_file.h"
#include "experiment/store_helpers.h"

namespace stackwright::test {
namespace {

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

/// One line that names the store.
void expect_clear(const std::string& message, const std::string& path) {
  EXPECT_THAT(message, ::testing::StartsWith("store '" + path + "': "));
  EXPECT_TRUE(std::none_of(message.begin(), message.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      << message;
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::string read_bytes(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

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
        said = said_by(work());
        hit = full.hit();
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
    std::signal(SIGXFSZ, SIG_IGN);
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

class StoreFaults : public StoreFolder {
 protected:
  void expect_refused(const std::string& path, const std::string& expected) {
    for (const auto access : {Store::Access::read, Store::Access::write}) {
      const auto store = Store::open(path, access, 0.1);
      ASSERT_FALSE(store.ok());
      expect_clear(store.message(), path);
      EXPECT_THAT(store.message(), HasSubstr(expected));
    }
  }
  void make_store(std::uint64_t batches) {
    Store store = open_store(path_);
    new_run(store);
    for (std::uint64_t i = 0; i < batches; ++i) ASSERT_TRUE(store.finish_batch(1, batch_numbered(i, 60)).ok());
  }
};

TEST_F(StoreFaults, LockedByAnotherProcess) {
  make_store(1);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  Store store = open_store(path_, Store::Access::write, 0.1);
  const auto said = said_by(store.finish_batch(1, batch_numbered(1, 60)));
  EXPECT_EQ(said, "store '" + path_ + "': another process has it locked (waited 0.1 s)");
  expect_batches(store, 1, 1, 60);  // readers need not wait
  sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_EQ(said_by(store.finish_batch(1, batch_numbered(1, 60))), "");
}

TEST_F(StoreFaults, NewerVersion) {
  make_store(1);
  ASSERT_TRUE(run_sql(path_, "PRAGMA user_version = 7"));
  expect_refused(path_, "has format 7, made by a newer version of the program; this one knows formats up to 1");
}

TEST_F(StoreFaults, ForeignDatabaseIsLeftAsItIs) {
  ASSERT_TRUE(run_sql(path_, "CREATE TABLE bookmarks (url); PRAGMA user_version = 1"));
  const std::string before = read_bytes(path_);
  expect_refused(path_, "is a database of another program");
  EXPECT_EQ(read_bytes(path_), before);
}

TEST_F(StoreFaults, NotADatabase) {
  write_bytes(path_, std::string(5000, 'x'));
  expect_refused(path_, "is not a store: no SQLite database");
  write_bytes(path_, "short");
  expect_refused(path_, "is not a store");
  EXPECT_EQ(read_bytes(path_), "short");
}

TEST_F(StoreFaults, PlacesWhereNoStoreCanBe) {
  expect_refused(folder_.string(), "it is a folder");
  expect_refused("/dev/null", "it is not a plain file");
  write_bytes(path_, "");
  expect_refused(path_ + "/inside.db", "");
  EXPECT_THAT(said_by(Store::open(path_, Store::Access::read)), HasSubstr("is empty"));
  EXPECT_THAT(said_by(Store::open("", Store::Access::write)), HasSubstr("must not be empty"));
  const std::string absent = (folder_ / "absent.db").string();
  EXPECT_THAT(said_by(Store::open(absent, Store::Access::read)), HasSubstr("No such file"));
  EXPECT_FALSE(std::filesystem::exists(absent));
  EXPECT_TRUE(Store::open((folder_ / "new" / "folder" / "a b?c%23#.db").string(), Store::Access::write).ok());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "new" / "folder" / "a b?c%23#.db"));
}

TEST_F(StoreFaults, NoPermission) {
  const std::string said = in_child([&]() -> std::string {
    ::chmod(folder_.c_str(), 0777);
    if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return "skip";
    const std::string place = (folder_ / "theirs").string(), path = place + "/a b.db";
    {
      Store store = open_store(path);
      new_run(store, "kept");
    }
    std::string out;
    ::chmod(path.c_str(), 0444);
    out += said_by(Store::open(path, Store::Access::write)) + "\n";
    ::chmod(place.c_str(), 0555);
    const auto store = Store::open(path, Store::Access::read);
    out += (store ? store->list()->at(0).name + said_by(store->lock(1)) : store.message()) + "\n";
    ::chmod(path.c_str(), 0644);
    out += said_by(Store::open(path, Store::Access::write)) + "\n";
    ::chmod(path.c_str(), 0);
    out += said_by(Store::open(path, Store::Access::read)) + "\n";
    out += said_by(Store::open(place + "/below/x.db", Store::Access::write)) + "\n";
    ::chmod(place.c_str(), 0755);
    return out;
  });
  if (said == "skip") GTEST_SKIP() << "cannot become another user";
  const std::string place = (folder_ / "theirs").string(), store = "store '" + place + "/a b.db': ";
  EXPECT_EQ(said, store + "cannot be opened: Permission denied\n" +                                              //
                      "kept" + store + "cannot lock run 1: '" + place + "/a b.db-locks': Permission denied\n" +  //
                      store + "cannot be opened: no new file can be made in its folder: Permission denied\n" +   //
                      store + "cannot be opened: Permission denied\n" +                                          //
                      "store '" + place + "/below/x.db': cannot make its folder '" + place +
                      "/below': Permission denied\n");
}

TEST_F(StoreFaults, ReadingCannotWrite) {
  make_store(1);
  Store store = open_store(path_, Store::Access::read);
  for (const std::string& said : {said_by(store.create({"", "x", 1, "{}"})),
                                  said_by(store.finish_batch(1, batch_numbered(1))), said_by(store.remove(1))}) {
    EXPECT_EQ(said, "store '" + path_ + "': cannot be written: it is read-only");
  }
}

TEST_F(StoreFaults, RemovedWhileInUse) {
  make_store(1);
  Store store = open_store(path_);
  std::filesystem::rename(path_, path_ + ".away");
  EXPECT_THAT(said_by(store.finish_batch(1, batch_numbered(1))),
              HasSubstr("was removed or replaced while it was in use"));
  std::filesystem::rename(path_ + ".away", path_);
  EXPECT_EQ(said_by(store.finish_batch(1, batch_numbered(1))), "");
}

TEST_F(StoreFaults, DamageIsToldInOneLine) {
  constexpr int kTrials = 99;
  make_store(40);
  const std::string whole = read_bytes(path_);
  ASSERT_GT(whole.size(), 50000u);
  int refused = 0, damaged = 0;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    const Stream random({.seed = trial, .purpose = Purpose::test});
    std::string bytes = whole;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    if (trial % 3 == 0) bytes.resize(random.below(0, size));
    for (std::uint64_t i = 1; i < 40 && trial % 3 != 0; ++i) {
      const std::uint32_t at = trial % 3 == 1 ? random.below(2 * i, size)
                                              : random.below(2 * i, size / 4096) * 4096 + random.below(100 + i, 16);
      bytes[std::min(at, size - 1)] = static_cast<char>(random.at(2 * i + 1));
    }
    write_bytes(path_, bytes);
    for (const char* rest : {"-wal", "-shm"}) std::filesystem::remove(path_ + rest);
    for (const auto access : {Store::Access::read, Store::Access::write}) {
      auto store = Store::open(path_, access, 0.1);
      if (!store) {
        expect_clear(store.message(), path_);
        ++refused;
        continue;
      }
      std::vector<std::string> said{said_by(store->list()), said_by(store->checkpoint(1)),
                                    said_by(store->generations(1)), said_by(store->evaluations(1))};
      if (access == Store::Access::write) said.push_back(said_by(store->finish_batch(1, batch_numbered(40, 60))));
      for (const std::string& message : said) {
        if (message.empty()) continue;
        expect_clear(message, path_);
        ++damaged;
      }
    }
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(damaged, 20);
}

class StoreVersions : public StoreFolder {};

TEST_F(StoreVersions, OlderStoresAreBroughtUpToDate) {
  {
    Store store = open_store(path_);
    new_run(store, "old");
    ASSERT_TRUE(store.finish_batch(1, batch_numbered(0)).ok());
  }
  std::vector<const char*> steps(store_steps().begin(), store_steps().end());
  steps.push_back("ALTER TABLE runs ADD COLUMN machine TEXT NOT NULL DEFAULT 'here'");
  const int version = static_cast<int>(steps.size());
  SQLite::Database database(path_, SQLite::OPEN_READWRITE);
  steps.push_back("INSERT INTO no_such_table VALUES (1)");
  EXPECT_THROW((void)upgrade_store(database, path_, steps),
               SQLite::Exception);  // a step that fails leaves the old version
  EXPECT_EQ(check_store(database, path_, version).value(), version - 1);
  steps.pop_back();
  ASSERT_TRUE(upgrade_store(database, path_, steps).ok());
  EXPECT_EQ(check_store(database, path_, version).value(), version);
  ASSERT_TRUE(upgrade_store(database, path_, steps).ok());  // nothing left to do
  EXPECT_EQ(database.execAndGet("SELECT name || machine FROM runs").getString(), "oldhere");
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM evaluations").getInt(), 2);
  EXPECT_THAT(said_by(Store::open(path_, Store::Access::write)), HasSubstr("newer version"));
}

}  // namespace
}  // namespace stackwright::test
