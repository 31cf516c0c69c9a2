// What can go wrong with the store's file: locks, versions, damage, permissions. One line each, and nothing is lost.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <sys/stat.h>

#include <gmock/gmock.h>

#include "experiment/store.h"
#include "experiment/store_file.h"
#include "experiment/store_helpers.h"

namespace stackwright::test {
namespace store_faults_test {

using ::testing::HasSubstr;

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::string read_bytes(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class StoreFaults : public StoreFolder {
 protected:
  void expect_refused(const std::string& path, const std::string& expected) {
    for (const auto access : {Store::Access::read, Store::Access::write}) {
      const auto store = Store::open(path, access, 0.1);
      ASSERT_FALSE(store.ok());
      expect_clear(store.message(), path);
      EXPECT_THAT(store.message(), HasSubstr(expected));
      EXPECT_EQ(store.error().kind, Error::Kind::wrong_input);
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
  const auto refused = store.finish_batch(1, batch_numbered(1, 60));
  EXPECT_EQ(said_by(refused), "store '" + path_ + "': another process has it locked (waited 0.1 s)");
  EXPECT_EQ(refused.error().kind, Error::Kind::fault);
  expect_batches(store, 1, 1, 60);  // readers need not wait
  sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_EQ(said_by(store.finish_batch(1, batch_numbered(1, 60))), "");
}

TEST_F(StoreFaults, NewerVersion) {
  make_store(1);
  ASSERT_TRUE(run_sql(path_, "PRAGMA user_version = 7"));
  expect_refused(path_, "has format 7, made by a newer version of the program; this one knows formats up to 2");
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
    if (auto store = Store::open(path, Store::Access::write); store)
      new_run(*store, "kept");
    else
      return "skip";  // the folder for temporary files is closed to others
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
  const auto refused = store.finish_batch(1, batch_numbered(1));
  EXPECT_THAT(said_by(refused), HasSubstr("was removed or replaced while it was in use"));
  EXPECT_EQ(refused.error().kind, Error::Kind::fault);
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

TEST_F(StoreFaults, DamagedRowsAreFaultsOfTheFile) {
  make_store(2);
  ASSERT_TRUE(run_sql(path_, "UPDATE generations SET genes = '{}'; UPDATE runs SET seed = 'none'"));
  const Store store = open_store(path_, Store::Access::read);
  for (const Error& error : {store.generations(1).error(), store.find("1").error()}) {
    EXPECT_THAT(error.message, HasSubstr("is damaged: "));
    EXPECT_EQ(error.kind, Error::Kind::fault);
  }
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

}  // namespace store_faults_test
}  // namespace stackwright::test
