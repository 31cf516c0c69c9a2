// Laws of every search of a known list: plans replay to the points claimed, none beats the optimum, seeds decide all.
#include <gtest/gtest.h>

#include "games/tetris/sources.h"
#include "search/brute.h"
#include "search/exact.h"

namespace stackwright::test {
namespace laws_test {

std::vector<ListHeuristic> heuristics(const tetris::Setting& setting) {
  std::vector<ListHeuristic> all{{}, {ListHeuristic::Kind::bound, {}}};
  for (const char* name : {"aggregate_height", "lines_squared", "bumpiness", "holes", "column_height"}) {
    all.push_back(*feature_heuristic(name, setting));
  }
  return all;
}

void expect_laws(const ListTask& task, const SolveOptions& options, std::optional<std::int64_t> truth,
                 const std::string& where) {
  const Solution s = solve(task, options);
  ASSERT_EQ(replayed(task, s.plan), s.points) << where;
  EXPECT_EQ(s.complete, s.plan.size() == task.list.size()) << where;
  EXPECT_GE(s.bound, s.points) << where;
  if (truth) {
    EXPECT_GE(s.bound, *truth) << where;
  }
  if (s.complete) {
    ASSERT_TRUE(truth) << where;
    EXPECT_LE(s.points, *truth) << where;
    EXPECT_FALSE(s.lost) << where;
    if (s.proved) {
      EXPECT_EQ(s.points, *truth) << where;
    }
  } else {
    EXPECT_EQ(s.lost, s.end == SearchEnd::done) << where;
    EXPECT_FALSE(s.proved && truth) << where;
  }
  const Solution again = solve(task, options);
  EXPECT_EQ(again.plan, s.plan) << where;
  EXPECT_EQ(again.generated, s.generated) << where;
}

TEST(SearchLaws, HoldForEveryAlgorithmAndHeuristic) {
  for (std::uint64_t i = 0; i < 12; ++i) {
    const Stream stream(StreamKey{i, Purpose::test, 4, 0, 0});
    const ListTask task = random_task(stream, 5 + static_cast<int>(i % 2), 8, 4, stream.below(900, 10));
    const auto truth = BruteForce(task).best();
    for (const AlgorithmRow& row : algorithms()) {
      std::size_t number = 0;
      for (const ListHeuristic& heuristic : heuristics(task.setting)) {
        SolveOptions options;
        options.algorithm = row.algorithm;
        options.heuristic = heuristic;
        options.cost = number % 2 == 0 ? PathCost::quality : PathCost::opportunity_cost;
        options.limits.max_nodes = 30000;
        options.width = 30;
        options.seed = i;
        options.replan = i % 3 == 0;
        options.threads = 2;
        expect_laws(task, options, truth,
                    std::string(row.name) + " task " + std::to_string(i) + " heuristic " + std::to_string(number++));
      }
    }
  }
}

TEST(SearchLaws, AStarWithAnAdmissibleEstimateIsOptimal) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Stream stream(StreamKey{i, Purpose::test, 5, 0, 0});
    const ListTask task = random_task(stream, 6, 9, 3 + static_cast<int>(i % 3), stream.below(900, 9));
    const ExactResult exact = solve_exactly(task.setting, task.scoring, task.board, task.list, {});
    for (const PathCost cost : {PathCost::quality, PathCost::opportunity_cost}) {
      SolveOptions options;
      options.algorithm = Algorithm::astar;
      options.cost = cost;
      options.heuristic.kind = ListHeuristic::Kind::bound;
      options.limits.max_nodes = 300000;
      const Solution s = solve(task, options);
      if (s.end != SearchEnd::done) continue;
      EXPECT_TRUE(s.proved) << i;
      EXPECT_EQ(s.complete, exact.complete) << i;
      EXPECT_EQ(s.points, exact.points) << i;
    }
  }
}

TEST(SearchLaws, BlindAStarWithOpportunityCostIsOptimal) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    const Stream stream(StreamKey{i, Purpose::test, 6, 0, 0});
    const ListTask task = random_task(stream, 5, 8, 3, stream.below(900, 9));
    SolveOptions options;
    options.algorithm = Algorithm::astar;
    options.cost = PathCost::opportunity_cost;
    const Solution s = solve(task, options);
    const auto truth = BruteForce(task).best();
    EXPECT_TRUE(s.proved) << i;
    ASSERT_EQ(s.complete, truth.has_value()) << i;
    EXPECT_EQ(s.points, truth.value_or(0)) << i;
  }
}

/// Lisbon's finding: A* with quality and no estimate takes the last generated state, like depth-first search.
TEST(SearchLaws, AStarWithQualityBehavesLikeDepthFirst) {
  ListTask task = random_task(Stream{}, 10, 18, 0, 0);
  task.list = *tetris::parse_letters("LJZSL", *task.setting.pieces);
  SolveOptions options;
  options.algorithm = Algorithm::dfs;
  const Solution deep = solve(task, options);
  options.algorithm = Algorithm::astar;
  EXPECT_EQ(solve(task, options).plan, deep.plan);
}

TEST(SearchLaws, OpportunityCostCountsWhatPiecesCouldEarnAlone) {
  ListTask task;
  task.setting.height = 18;
  task.scoring = *tetris::scoring_named("ia-tetris");
  task.board = tetris::empty_board(10, 18);
  task.list = *tetris::parse_letters("SZTOLJI", *task.setting.pieces);
  const TetrisList problem(task.setting, task.scoring, task.board, task.list, PathCost::opportunity_cost, {});
  TetrisList::State state = problem.initial();
  const double expected[] = {300, 600, 900, 1200, 1700, 2200, 3000};
  for (int i = 0; i < 7; ++i) {
    state = problem.result(state, {0, 0});
    EXPECT_EQ(problem.cost(state), expected[i]);
  }
  EXPECT_TRUE(problem.goal(state));
}

TEST(SearchLaws, TasksThatMakeNoSenseAreRefused) {
  ListTask task = random_task(Stream{}, 6, 8, 2, 0);
  EXPECT_TRUE(check_task(task));
  for (int x = 0; x < 6; ++x) tetris::fill(task.board, x, 1);
  EXPECT_NE(check_task(task).message().find("row 1 from the bottom is full"), std::string::npos);
  task.board = tetris::empty_board(6, 8);
  tetris::fill(task.board, 0, 7);
  task.setting.rules = tetris::Rules::ia_tetris;
  EXPECT_NE(check_task(task).message().find("at most 7 rows"), std::string::npos);
  task.board = tetris::empty_board(6, 8);
  task.list.clear();
  EXPECT_FALSE(check_task(task));
  task.list.assign(201, 0);
  EXPECT_NE(check_task(task).message().find("at most 200 pieces"), std::string::npos);
}

}  // namespace laws_test
}  // namespace stackwright::test
