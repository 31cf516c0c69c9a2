// What the tests of the store share: folders of their own, made-up batches, work in child processes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "core/random.h"
#include "experiment/store.h"

namespace stackwright::test {

/// A fixture with an empty folder and a path for a store in it.
class StoreFolder : public ::testing::Test {
 protected:
  StoreFolder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("stackwright_store_" + std::to_string(::getpid()) + "_" + info->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "test.db").string();
  }
  ~StoreFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path folder_;
  std::string path_;
};

inline Store open_store(const std::string& path, Store::Access access = Store::Access::write, double wait = 10) {
  Result<Store> store = Store::open(path, access, wait);
  EXPECT_TRUE(store.ok()) << store.message();
  return std::move(store).value();
}

inline RunId new_run(Store& store, const std::string& name = "") {
  const auto run = store.create({.name = name, .kind = "evolve", .seed = 1, .configuration = "{}"});
  EXPECT_TRUE(run.ok()) << run.message();
  return run->id;
}

/// Any double but NaN: all signs, sizes, zeros and infinities.
inline double any_number(const Stream& random, std::uint64_t index) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (random.below(index, 8)) {
    case 0:
      return -kInfinity;
    case 1:
      return -0.0;
    case 2:
      return static_cast<double>(random.below(index + 1, 1000));
    case 3:
      return random.unit(index + 1);
    default: {
      const double number = std::bit_cast<double>(random.at(index + 1));
      return number == number ? number : kInfinity;
    }
  }
}

/// What a run would add with a batch, made up from its number: two rounds of two candidates make a generation.
inline FinishedBatch batch_numbered(std::uint64_t number, std::size_t genes = 5) {
  FinishedBatch batch{number, "state after " + std::to_string(number), {}, {}};
  for (std::uint64_t candidate = 0; candidate < 2; ++candidate) {
    const Stream random({.seed = number, .purpose = Purpose::test, .candidate = candidate});
    const auto draw = [&](std::uint64_t i) { return any_number(random, 1000 * i); };
    EvaluationRow e{number / 2,
                    static_cast<std::uint32_t>(number % 2),
                    candidate,
                    {},
                    draw(1),
                    draw(2),
                    draw(3),
                    draw(4),
                    draw(5),
                    random.at(7),
                    R"({"note": "\"quoted\""})"};
    for (std::uint64_t i = 0; i < genes; ++i) e.genes.push_back(any_number(random, 1000 * (i + 10)));
    batch.evaluations.push_back(e);
  }
  if (number % 2 == 1) {
    const auto& e = batch.evaluations[0];
    batch.generation =
        GenerationRow{number / 2, 2 * (number + 1), e.fitness, e.mean, e.min, e.genes, batch.evaluations[1].genes, 0.5,
                      e.max,      number + 3,       0.25};
  }
  return batch;
}

inline std::vector<TaskRow> tasks_of(std::uint64_t batch) {
  return {{0, "[" + std::to_string(batch) + "]"}, {1, R"({"lines": 7})"}, {5, "-0.0"}};
}

inline std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> bits;
  for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

inline void expect_same(const EvaluationRow& a, const EvaluationRow& b) {
  EXPECT_EQ(a.generation, b.generation);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.candidate, b.candidate);
  EXPECT_EQ(bits_of(a.genes), bits_of(b.genes));
  EXPECT_EQ(bits_of({a.fitness, a.min, a.mean, a.median, a.max}), bits_of({b.fitness, b.min, b.mean, b.median, b.max}));
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.details, b.details);
}

inline void expect_same(const GenerationRow& a, const GenerationRow& b) {
  EXPECT_EQ(a.generation, b.generation);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(bits_of(a.genes), bits_of(b.genes));
  EXPECT_EQ(bits_of(a.spread), bits_of(b.spread));
  EXPECT_EQ(bits_of({a.best, a.mean, a.worst, a.gene_spread, a.fitness_spread, a.seconds}),
            bits_of({b.best, b.mean, b.worst, b.gene_spread, b.fitness_spread, b.seconds}));
  EXPECT_EQ(a.pieces, b.pieces);
}

/// The run holds exactly the first `batches` made-up batches.
inline void expect_batches(const Store& store, RunId run, std::uint64_t batches, std::size_t genes = 5) {
  std::vector<EvaluationRow> evaluations;
  std::vector<GenerationRow> generations;
  for (std::uint64_t i = 0; i < batches; ++i) {
    const FinishedBatch batch = batch_numbered(i, genes);
    evaluations.insert(evaluations.end(), batch.evaluations.begin(), batch.evaluations.end());
    if (batch.generation) generations.push_back(*batch.generation);
  }
  const auto found = store.evaluations(run);
  ASSERT_TRUE(found.ok()) << found.message();
  ASSERT_EQ(found->size(), evaluations.size());
  for (std::size_t i = 0; i < evaluations.size(); ++i) expect_same((*found)[i], evaluations[i]);
  const auto kept = store.generations(run);
  ASSERT_TRUE(kept.ok()) << kept.message();
  ASSERT_EQ(kept->size(), generations.size());
  for (std::size_t i = 0; i < generations.size(); ++i) expect_same((*kept)[i], generations[i]);
  const auto checkpoint = store.checkpoint(run);
  ASSERT_TRUE(checkpoint.ok()) << checkpoint.message();
  EXPECT_EQ(checkpoint->batch, batches);
  EXPECT_EQ(checkpoint->state, batches == 0 ? "" : "state after " + std::to_string(batches - 1));
}

/// SQLite's own look at every page and row: "ok", or what is wrong.
inline std::string integrity(const std::string& path) {
  sqlite3* database = nullptr;
  std::string answer;
  const auto keep = [](void* out, int, char** text, char**) {
    *static_cast<std::string*>(out) += text[0];
    return 0;
  };
  sqlite3_open(path.c_str(), &database);
  sqlite3_exec(database, "PRAGMA integrity_check; PRAGMA foreign_key_check", keep, &answer, nullptr);
  sqlite3_close(database);
  return answer;
}

/// Runs SQL on a file as another program would; false when it fails.
inline bool run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  sqlite3_open(path.c_str(), &database);
  const int code = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
  sqlite3_close(database);
  return code == SQLITE_OK;
}

/// What `work` says in a child process of its own.
inline std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string said = work();
    const bool written = ::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) said.append(buffer, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "child ended with status " << status;
  return said;
}

/// "" when it worked, else the error.
template <class T>
std::string said_by(const Result<T>& result) {
  return result ? "" : result.message();
}

/// One line that names the store.
inline void expect_clear(const std::string& message, const std::string& path) {
  EXPECT_TRUE(message.starts_with("store '" + path + "': ")) << message;
  EXPECT_TRUE(std::none_of(message.begin(), message.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      << message;
}

}  // namespace stackwright::test
