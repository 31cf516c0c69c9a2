// The experiment store: everything comes back bit for bit, in order, and transactions are whole.
#include "experiment/store.h"

#include <cmath>
#include <cstdlib>
#include <thread>

#include <gmock/gmock.h>

#include "experiment/store_helpers.h"

namespace stackwright::test {
namespace store_test {

using ::testing::HasSubstr;

class StoreRuns : public StoreFolder {};

TEST_F(StoreRuns, ComeBackAsTheyWere) {
  const std::string configuration = R"({"population": 100, "text": "ä\n\"x\""})";
  {
    Store store = open_store(path_);
    const auto run = store.create({"first", "evolve", 18446744073709551615ULL, configuration});
    ASSERT_TRUE(run.ok()) << run.message();
    EXPECT_EQ(run->id, 1);
    const auto second = store.create({"", "experiment", (1ULL << 63) + 5, "{}"});
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(second->name, "experiment-2");
  }
  const Store store = open_store(path_, Store::Access::read);
  EXPECT_EQ(store.path(), path_);
  const auto runs = store.list();
  ASSERT_TRUE(runs.ok()) << runs.message();
  ASSERT_EQ(runs->size(), 2u);
  const RunRow& first = (*runs)[0];
  EXPECT_EQ(first.name, "first");
  EXPECT_EQ(first.kind, "evolve");
  EXPECT_EQ(first.seed, 18446744073709551615ULL);
  EXPECT_EQ(first.configuration, configuration);
  EXPECT_EQ(first.state, RunState::running);
  EXPECT_EQ(first.generation, 0u);
  EXPECT_EQ(first.best, std::nullopt);
  EXPECT_EQ(first.result, "");
  EXPECT_THAT(first.created, ::testing::MatchesRegex("....-..-..T..:..:..Z"));
  EXPECT_EQ((*runs)[1].seed, (1ULL << 63) + 5);
}

TEST_F(StoreRuns, AreFoundByNameAndNumber) {
  Store store = open_store(path_);
  EXPECT_THAT(said_by(store.find("any")), HasSubstr("unknown run 'any'; it has no runs"));
  new_run(store, "milan-a");
  new_run(store, "lisbon");
  EXPECT_EQ(store.find("2")->name, "lisbon");
  EXPECT_EQ(store.find("milan-a")->id, 1);
  EXPECT_THAT(said_by(store.find("milan-b")), HasSubstr("unknown run 'milan-b'; nearest: milan-a, lisbon"));
  EXPECT_THAT(said_by(store.find("3")), HasSubstr("unknown run '3'"));
  EXPECT_THAT(said_by(store.find("99999999999999999999999")), HasSubstr("unknown run"));
  EXPECT_THAT(said_by(store.find("")), HasSubstr("unknown run ''"));
}

TEST_F(StoreRuns, HaveNamesOfTheirOwn) {
  Store store = open_store(path_);
  const auto named = [&](const std::string& name) { return said_by(store.create({name, "evolve", 1, "{}"})); };
  EXPECT_EQ(named("evolve-2"), "");
  EXPECT_THAT(named("evolve-2"), HasSubstr("has a run named 'evolve-2' already"));
  EXPECT_THAT(named("12"), HasSubstr("not a number, got '12'"));
  EXPECT_THAT(named("two\nlines"), HasSubstr("one line"));
  for (const char* name : {"a/b", "../a", "/a", ".hidden", ".."}) {
    EXPECT_THAT(named(name), HasSubstr("must have no '/' and not begin with '.', got '" + std::string(name))) << name;
  }
  EXPECT_EQ(store.create({"", "evolve", 1, "{}"})->name, "evolve-2-2");
  EXPECT_THAT(said_by(store.create({"", "evolve", 1, "[1]"})), HasSubstr("must be a JSON object"));
  EXPECT_THAT(said_by(store.create({"", "evolve", 1, "{"})), HasSubstr("the configuration of a run: line 1"));
  EXPECT_EQ(store.list()->size(), 2u);
  EXPECT_EQ(store.create({"evolve-2/first", "evolve", 1, "{}", 1, "first"})->name, "evolve-2/first");
}

TEST_F(StoreRuns, AreRemovedWithAllTheyHave) {
  Store store = open_store(path_);
  const RunId kept = new_run(store), gone = new_run(store);
  for (const RunId run : {kept, gone}) {
    for (std::uint64_t i = 0; i < 4; ++i) ASSERT_TRUE(store.finish_batch(run, batch_numbered(i)).ok());
    ASSERT_TRUE(store.add_tasks(run, 4, tasks_of(4)).ok());
  }
  ASSERT_EQ(said_by(store.remove(gone)), "");
  expect_batches(store, kept, 4);
  EXPECT_EQ(store.checkpoint(kept)->tasks.size(), 3u);
  EXPECT_THAT(said_by(store.checkpoint(gone)), HasSubstr("there is no run 2"));
  EXPECT_TRUE(store.generations(gone)->empty());
  EXPECT_TRUE(store.evaluations(gone)->empty());
  EXPECT_THAT(said_by(store.remove(gone)), HasSubstr("there is no run 2"));
  EXPECT_THAT(said_by(store.finish_batch(gone, batch_numbered(4))), HasSubstr("there is no run 2"));
  EXPECT_THAT(said_by(store.set_state(gone, RunState::failed)), HasSubstr("there is no run 2"));
  EXPECT_EQ(new_run(store), 3);  // numbers are not used twice
}

TEST_F(StoreRuns, ChangeTheirState) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  for (const RunState state : {RunState::stopped, RunState::running, RunState::failed, RunState::finished}) {
    ASSERT_TRUE(store.set_state(run, state).ok());
    EXPECT_EQ(store.find("1")->state, state) << name_of(state);
  }
  ASSERT_TRUE(store.set_state(run, RunState::finished, R"({"champion": [1, 2]})").ok());
  EXPECT_EQ(store.find("1")->result, R"({"champion": [1, 2]})");
  EXPECT_THAT(said_by(store.set_state(run, RunState::failed, "oops")), HasSubstr("the result of a run"));
  EXPECT_EQ(store.find("1")->state, RunState::finished);
}

TEST_F(StoreRuns, StayFinishedWithTheirResult) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  ASSERT_TRUE(store.set_state(run, RunState::finished, R"({"champion": 1})").ok());
  for (const RunState state : {RunState::running, RunState::stopped}) {
    ASSERT_TRUE(store.set_state(run, state).ok());
    EXPECT_EQ(store.find("1")->state, RunState::finished);
    EXPECT_EQ(store.find("1")->result, R"({"champion": 1})");
  }
  ASSERT_TRUE(store.set_state(run, RunState::finished, R"({"champion": 2})").ok());
  EXPECT_EQ(store.find("1")->result, R"({"champion": 2})");
}

class StoreBatches : public StoreFolder {};

TEST_F(StoreBatches, ComeBackBitForBit) {
  constexpr std::uint64_t kBatches = 60;
  {
    Store store = open_store(path_);
    const RunId run = new_run(store);
    for (std::uint64_t i = 0; i < kBatches; ++i) ASSERT_EQ(said_by(store.finish_batch(run, batch_numbered(i))), "");
    expect_batches(store, run, kBatches);
  }
  const Store store = open_store(path_, Store::Access::read);
  expect_batches(store, 1, kBatches);
  double best = -std::numeric_limits<double>::infinity();
  for (std::uint64_t i = 1; i < kBatches; i += 2) best = std::max(best, batch_numbered(i).generation->best);
  EXPECT_EQ(store.find("1")->best, best);
  EXPECT_EQ(store.find("1")->generation, kBatches / 2);
  const auto one = store.evaluations(1, 7);
  ASSERT_EQ(one->size(), 4u);
  expect_same((*one)[2], batch_numbered(15).evaluations[0]);
  EXPECT_EQ(integrity(path_), "ok");
}

TEST_F(StoreBatches, AreOrderedHoweverTheyCame) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  FinishedBatch batch{0, "s", {}, {}};
  for (const std::uint32_t at : {5u, 2u, 7u, 0u, 3u, 6u, 1u, 4u}) {
    EvaluationRow row;
    row.generation = at / 4;
    row.round = (at / 2) % 2;
    row.candidate = at % 2;
    batch.evaluations.push_back(row);
  }
  ASSERT_TRUE(store.finish_batch(run, batch).ok());
  const auto rows = store.evaluations(run);
  ASSERT_EQ(rows->size(), 8u);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ((*rows)[i].generation * 4 + (*rows)[i].round * 2 + (*rows)[i].candidate, i);
}

TEST_F(StoreBatches, MinusInfinityCanBeTheBest) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Store store = open_store(path_);
  const RunId run = new_run(store);
  FinishedBatch batch{0, "s", {}, GenerationRow{.best = -kInfinity, .genes = {}, .spread = {}}};
  ASSERT_TRUE(store.finish_batch(run, batch).ok());
  EXPECT_EQ(store.find("1")->best, -kInfinity);
  batch = {1, "s", {}, GenerationRow{.generation = 1, .best = std::nan(""), .genes = {}, .spread = {}}};
  ASSERT_TRUE(store.finish_batch(run, batch).ok());
  EXPECT_TRUE(std::isnan((*store.generations(run))[1].best));
  EXPECT_EQ(store.find("1")->best, -kInfinity);
}

TEST_F(StoreBatches, DropTheirTasks) {
  Store store = open_store(path_);
  const RunId run = new_run(store), other = new_run(store);
  ASSERT_TRUE(store.add_tasks(other, 0, tasks_of(9)).ok());
  ASSERT_TRUE(store.add_tasks(run, 0, tasks_of(0)).ok());
  ASSERT_TRUE(store.add_tasks(run, 0, std::vector<TaskRow>{{3, "late"}}).ok());
  const auto tasks = store.checkpoint(run)->tasks;
  ASSERT_EQ(tasks.size(), 4u);
  for (const auto& [at, task, result] :
       {std::tuple{0, 0u, "[0]"}, {1, 1u, R"({"lines": 7})"}, {2, 3u, "late"}, {3, 5u, "-0.0"}}) {
    EXPECT_EQ(tasks[static_cast<std::size_t>(at)].task, task);
    EXPECT_EQ(tasks[static_cast<std::size_t>(at)].result, result);
  }
  ASSERT_TRUE(store.finish_batch(run, batch_numbered(0)).ok());
  EXPECT_TRUE(store.checkpoint(run)->tasks.empty());
  EXPECT_EQ(store.checkpoint(other)->tasks.size(), 3u);
}

TEST_F(StoreBatches, AreRefusedOutOfTurn) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  EXPECT_THAT(said_by(store.finish_batch(run, batch_numbered(1))),
              HasSubstr("batch 1 was given, but the next one is 0"));
  ASSERT_TRUE(store.finish_batch(run, batch_numbered(0)).ok());
  EXPECT_THAT(said_by(store.finish_batch(run, batch_numbered(0))),
              HasSubstr("batch 0 was given, but the next one is 1"));
  EXPECT_THAT(said_by(store.add_tasks(run, 0, tasks_of(0))), HasSubstr("batch 0 was given"));
  expect_batches(store, run, 1);
  EXPECT_TRUE(store.checkpoint(run)->tasks.empty());
}

TEST_F(StoreBatches, AreWrittenWholeOrNotAtAll) {
  Store store = open_store(path_);
  const RunId run = new_run(store);
  ASSERT_TRUE(store.finish_batch(run, batch_numbered(0)).ok());
  ASSERT_TRUE(store.add_tasks(run, 1, tasks_of(1)).ok());
  FinishedBatch twice = batch_numbered(1);
  twice.evaluations.push_back(batch_numbered(0).evaluations[0]);  // a row that is there already
  EXPECT_THAT(said_by(store.finish_batch(run, twice)), HasSubstr("store '" + path_ + "': UNIQUE"));
  expect_batches(store, run, 1);
  EXPECT_EQ(store.checkpoint(run)->tasks.size(), 3u);
  const std::vector<TaskRow> changed{{7, "new"}, {0, "another result"}};
  EXPECT_THAT(said_by(store.add_tasks(run, 1, changed)), HasSubstr("task 0 of batch 1 has another result already"));
  EXPECT_EQ(store.checkpoint(run)->tasks.size(), 3u);
  EXPECT_TRUE(store.add_tasks(run, 1, tasks_of(1)).ok());  // the same once more
  EXPECT_EQ(store.checkpoint(run)->tasks.size(), 3u);
  ASSERT_TRUE(store.finish_batch(run, batch_numbered(1)).ok());
  expect_batches(store, run, 2);
}

TEST_F(StoreBatches, OfSeveralThreadsDoNotMix) {
  constexpr std::uint64_t kBatches = 25;
  std::vector<std::string> faults(4);
  {
    Store shared = open_store(path_);
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < faults.size(); ++t) {
      threads.emplace_back([&, t] {
        // Two threads share a store, two have their own.
        Result<Store> own = Store::open(path_, Store::Access::write, 60);
        if (!own) {
          faults[t] = own.message();
          return;
        }
        Store& store = t < 2 ? shared : *own;
        const auto run = store.create({"run " + std::to_string(t), "test", t, "{}"});
        faults[t] = said_by(run);
        for (std::uint64_t i = 0; i < kBatches && faults[t].empty(); ++i) {
          faults[t] = said_by(store.add_tasks(run->id, i, tasks_of(i)));
          if (faults[t].empty()) faults[t] = said_by(store.finish_batch(run->id, batch_numbered(i)));
        }
      });
    }
  }
  const Store store = open_store(path_, Store::Access::read);
  for (std::size_t t = 0; t < faults.size(); ++t) {
    ASSERT_EQ(faults[t], "");
    const auto run = store.find("run " + std::to_string(t));
    ASSERT_TRUE(run.ok()) << run.message();
    expect_batches(store, run->id, kBatches);
  }
}

TEST(StorePath, IsInTheUsersDataFolder) {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const std::string old_data = data != nullptr ? data : "", old_home = home != nullptr ? home : "";
  ::setenv("HOME", "/home/x", 1);
  ::setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(Store::default_path(), "/data/stackwright/stackwright.db");
  ::setenv("XDG_DATA_HOME", "not/absolute", 1);
  EXPECT_EQ(Store::default_path(), "/home/x/.local/share/stackwright/stackwright.db");
  ::unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(Store::default_path(), "/home/x/.local/share/stackwright/stackwright.db");
  if (data != nullptr) ::setenv("XDG_DATA_HOME", old_data.c_str(), 1);
  if (home != nullptr) ::setenv("HOME", old_home.c_str(), 1);
}

}  // namespace store_test
}  // namespace stackwright::test
