// Expected lines as a fitness: closer looks at the best, measurements that add up, runs that end the same when interrupted.
#include "experiment/expected_lines.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve.h"
#include "experiment/evolve_helpers.h"
#include "experiment/splitting_run.h"
#include "experiment/store_helpers.h"

namespace stackwright {
namespace expected_lines_test {

EvolveConfig config_with(const optim::Settings& more) {
  optim::Settings pairs{
      {"generations", "2"},
      {"population", "6"},
      {"optimiser", "cma-es"},
      {"genes", "landing_height, eroded_cells, row_transitions, column_transitions, holes, cumulative_wells"},
      {"start", "dellacherie"},
      {"objective", "expected-lines"},
      {"board", "6x6"},
      {"low", "-inf"},
      {"high", "inf"},
      {"finalists", "2"},
      {"precision", "0.1"},
      {"final_precision", "0.1"}};
  pairs.insert(pairs.end(), more.begin(), more.end());
  auto config = evolve_config(pairs);
  EXPECT_TRUE(config) << config.message();
  return *config;
}

MeasuredRate measured(double lines, double relative_error) {
  MeasuredRate m;
  m.rate = 1 / (2.5 * lines + 1);
  m.error = relative_error * m.rate;
  m.weight = 1000;
  m.sound = true;
  m.ladder = Ladder(LevelScale({LevelKind::height, 3, 1, {}}, tetris::Setting{}));
  m.ladder.factor.back() = 7.25;
  return m;
}

TEST(MeasuredRate, TravelsAsWholeNumbers) {
  MeasuredRate m = measured(1234, 0.1);
  m.pieces = 77;
  m.cells_left = 91.5;
  m.cost = 3.5;
  const TaskResult task = to_task(m, 5);
  EXPECT_EQ(candidate_of(task), 5u);
  const MeasuredRate again = measured_from_task(task, tetris::Setting{});
  EXPECT_EQ(again.rate, m.rate);
  EXPECT_EQ(again.error, m.error);
  EXPECT_EQ(again.cells_left, m.cells_left);
  EXPECT_EQ(again.ladder.factor, m.ladder.factor);
  EXPECT_EQ(to_task(again, 5), task);
  EXPECT_FALSE(measured_from_task({1, 2}, tetris::Setting{}).sound);
}

TEST(MeasuredRate, PartsAddUp) {
  const std::vector<MeasuredRate> parts{measured(100, 0.2), measured(100, 0.2), measured(100, 0.2), measured(100, 0.2)};
  const MeasuredRate all = together(parts);
  EXPECT_NEAR(all.relative_error(), 0.1, 1e-12);
  EXPECT_NEAR(lines_of(all, tetris::Setting{}), 100, 1e-9);
  const std::vector<MeasuredRate> uneven{measured(100, 0.2), measured(50, 0.2)};
  EXPECT_NEAR(together(uneven).rate, (1 / 251.0 + 1 / 126.0) / 2, 1e-15);
}

Assignment eight_candidates() {
  Assignment assignment{Stage::training, {}, {}};
  assignment.batch.candidates.assign(8, optim::Genes(6, 0.0));
  return assignment;
}

/// Candidates far apart need no second look; close ones do, the better half first, then its half, each more closely.
TEST(ExpectedLines, LooksAgainAtTheBestAsCloselyAsNeeded) {
  const auto problem = make_problem(config_with({}), 1);
  ASSERT_TRUE(problem) << problem.message();
  Assignment assignment = eight_candidates();
  std::vector<TaskResult> results;
  for (std::uint64_t c = 0; c < 8; ++c) results.push_back(to_task(measured(std::pow(20.0, c), 0.25), c));
  EXPECT_TRUE((*problem)->further(assignment, results).empty());

  results.clear();
  for (std::uint64_t c = 0; c < 8; ++c) results.push_back(to_task(measured(1000 + 10.0 * c, 0.25), c));
  std::vector<std::set<std::uint64_t>> looks;
  std::vector<double> precisions;
  for (int round = 0; round < 10; ++round) {
    const auto wishes = (*problem)->further(assignment, results);
    if (wishes.empty()) break;
    looks.emplace_back();
    for (const TaskResult& order : wishes) {
      const std::uint64_t c = candidate_of({order.begin() + 2, order.end()});
      looks.back().insert(c);
      precisions.push_back(std::bit_cast<double>(order[1]));
      results.push_back(to_task(measured(1000 + 10.0 * c, 0.25), c));
      assignment.further.push_back(order);
    }
    EXPECT_EQ((*problem)->tasks(assignment), results.size());
  }
  ASSERT_GE(looks.size(), 2u);
  EXPECT_EQ(looks[0], (std::set<std::uint64_t>{4, 5, 6, 7}));
  EXPECT_EQ(looks[1], (std::set<std::uint64_t>{6, 7}));
  EXPECT_LT(looks.size(), 6u);
  for (const double p : precisions) {
    EXPECT_GE(p, 0.1);
    EXPECT_LT(p, 0.25);
  }
}

TEST(ExpectedLines, RefusesWhatDoesNotFit) {
  const auto error_of = [](const optim::Settings& more) {
    const auto problem = make_problem(config_with(more), 1);
    return problem ? std::string("none") : problem.message();
  };
  EXPECT_EQ(error_of({}), "none");
  EXPECT_THAT(error_of({{"max_pieces", "100"}}), testing::HasSubstr("max_pieces"));
  EXPECT_THAT(error_of({{"pieces", "cycle:SZ"}}), testing::HasSubstr("cycle:SZ"));
}

class ExpectedLinesRuns : public test::StoreFolder {};

TEST_F(ExpectedLinesRuns, EndTheSameHoweverInterrupted) {
  const EvolveConfig config = config_with({});
  const std::string expected = test::evolved(path_, config);
  EXPECT_EQ(test::evolved(path_, config, {.tasks = 4}), expected);
  EXPECT_EQ(test::evolved(path_, config, {.threads = 3}), expected);
}

/// A further look with the ladder of the first, on a board where games are long enough for splitting.
TEST(PublishedMeasured, ALookWithTheLadderOfAnotherAgrees) {
  const Controller controller = *load_controller("dellacherie");
  PlayOptions options;
  options.setting.height = 14;
  options.threads = 1;
  Wanted wanted{0.25, 2'000'000, 7, nullptr};
  const auto first = measure(options, controller, wanted, StopToken{}, nullptr);
  ASSERT_TRUE(first);
  ASSERT_TRUE(*first);
  EXPECT_FALSE((*first)->played);
  const MeasuredRate before = measured_from_task(to_task(**first, 0), options.setting);
  wanted.before = &before;
  wanted.seed = 8;
  const auto second = measure(options, controller, wanted, StopToken{}, nullptr);
  ASSERT_TRUE(second);
  ASSERT_TRUE(*second);
  EXPECT_EQ((*second)->ladder.factor, (*first)->ladder.factor);
  EXPECT_LT((*second)->pieces, (*first)->pieces);  // no pilot
  const double joint = std::hypot((*first)->relative_error(), (*second)->relative_error());
  EXPECT_NEAR((*first)->rate / (*second)->rate, 1, 5 * joint);
  const auto again = measure(options, controller, wanted, StopToken{}, nullptr);
  EXPECT_EQ(to_task(**again, 0), to_task(**second, 0));
}

}  // namespace expected_lines_test
}  // namespace stackwright
