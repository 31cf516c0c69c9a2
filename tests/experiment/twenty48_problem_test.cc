// Evolution of 2048: weights of features and units as genes, and runs that end the same however they were interrupted.
#include "experiment/twenty48_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "core/text.h"
#include "experiment/evolve_helpers.h"
#include "experiment/store_helpers.h"
#include "experiment/twenty48_play.h"

namespace stackwright {
namespace twenty48_problem_test {

using test::evolved;
using testing::HasSubstr;

class Twenty48Evolution : public test::StoreFolder {};

optim::Settings small(const optim::Settings& more = {}) {
  optim::Settings pairs{{"game", "2048"}, {"optimiser", "cma-es"}, {"population", "6"},  {"generations", "3"},
                        {"games", "3"},   {"finalists", "2"},      {"final_games", "4"}, {"held_out_games", "6"}};
  pairs.insert(pairs.end(), more.begin(), more.end());
  return pairs;
}

EvolveConfig config_of(const optim::Settings& more = {}) {
  const auto config = evolve_config(small(more));
  EXPECT_TRUE(config) << config.message();
  return *config;
}

std::string error_of(const optim::Settings& more) {
  const auto config = evolve_config(small(more));
  if (!config) return config.message();
  const auto problem = make_problem(*config, 1);
  return problem ? "no error" : problem.message();
}

TEST_F(Twenty48Evolution, EndsTheSameHoweverInterrupted) {
  for (const auto& more : {optim::Settings{}, optim::Settings{{"units", "2"}, {"optimiser", "blocks"}}}) {
    const EvolveConfig config = config_of(more);
    const std::string calm = evolved(path_, config);
    EXPECT_EQ(evolved(path_, config, {.tasks = 5}), calm);
    EXPECT_EQ(evolved(path_, config, {.threads = 3}), calm);
    EXPECT_NE(evolved(path_, config, {.seed = 6}), calm);
  }
}

/// Candidates, written as controller files and read back, play the games that judged them.
TEST(Twenty48Problem, AnEvaluationIsTheMeanScoreOfThePlayersGames) {
  for (const char* units : {"0", "3"}) {
    const auto problem = make_problem(config_of({{"units", units}}), 7);
    ASSERT_TRUE(problem) << problem.message();
    Assignment assignment;
    optim::Genes genes((*problem)->space().size());
    for (std::size_t i = 0; i < genes.size(); ++i) genes[i] = static_cast<double>(i * 37 % 101) / 100;
    assignment.batch.candidates = {optim::Genes(genes.size(), 0.5), genes};
    assignment.batch.generation = 4;
    std::vector<std::uint64_t> todo((*problem)->tasks(assignment));
    ASSERT_EQ(todo.size(), 6u);
    std::iota(todo.begin(), todo.end(), 0u);
    std::vector<TaskResult> results(todo.size());
    const OnFinished keep = [&](std::uint64_t task, const TaskResult& result) { results[task] = result; };
    ListOfTasks tasks(todo, keep);
    ASSERT_TRUE((*problem)->play(assignment, tasks, 1, StopToken(), nullptr));
    const auto document = twenty48_controller_from_json((*problem)->controller(genes, "n", "r", 7, ""));
    ASSERT_TRUE(document) << document.message();
    const Twenty48Player player = player_of(*document);
    double sum = 0;
    for (std::uint64_t game = 0; game < 3; ++game) {
      const Stream tiles({7, Purpose::pieces, 4, 0, game});
      const Twenty48Result played = play_twenty48_game(player, tiles, ChanceLimits{.depth = 1}, StopToken());
      EXPECT_EQ(results[3 + game],
                (TaskResult{static_cast<std::int64_t>(played.moves), played.score, twenty48::max_rank(played.last)}));
      sum += static_cast<double>(played.score);
    }
    EXPECT_DOUBLE_EQ((*problem)->evaluate(assignment, results)[1].fitness, sum / 3);
  }
}

TEST(Twenty48Problem, StartsFromWeightsThatShip) {
  const auto problem = make_problem(config_of({{"start", "features"}, {"low", "-inf"}, {"high", "inf"}}), 1);
  ASSERT_TRUE(problem) << problem.message();
  for (const optim::Gene& gene : (*problem)->space().genes) {
    double expected = 0;
    for (const Twenty48Term& term : twenty48_shipped_weights()) {
      if (twenty48_features()[static_cast<std::size_t>(term.feature)].name == gene.name) expected = term.weight;
    }
    EXPECT_EQ(gene.start, expected) << gene.name;
  }
}

TEST(Twenty48Problem, RefusesWhatDoesNotFit) {
  EXPECT_THAT(error_of({{"genes", "empty,emty"}}), HasSubstr("emty"));
  EXPECT_THAT(error_of({{"genes", "empty,empty"}}), HasSubstr("twice"));
  EXPECT_THAT(error_of({{"units", "2"}, {"genes", "empty"}}), HasSubstr("genes"));
  EXPECT_THAT(error_of({{"units", "2"}, {"start", "features"}}), HasSubstr("has no units"));
  EXPECT_THAT(error_of({{"units", "2"}, {"free", "wight"}}), HasSubstr("wight"));
  EXPECT_THAT(error_of({{"board", "10x20"}}), HasSubstr("board"));
  EXPECT_THAT(error_of({{"low", "2"}, {"high", "1"}}), HasSubstr("low"));
}

}  // namespace twenty48_problem_test
}  // namespace stackwright
