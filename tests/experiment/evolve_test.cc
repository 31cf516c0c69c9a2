// Evolutions: games keyed by stage, fitness from games, and runs that end the same however they were interrupted.
#include <map>
#include <mutex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve.h"
#include "experiment/evolve_helpers.h"
#include "experiment/evolve_state.h"
#include "experiment/store_helpers.h"

namespace stackwright {
namespace evolve_test {

using test::evolved;
using test::open_store;

class Evolve : public test::StoreFolder {};

EvolveConfig config_with(const optim::Settings& more) {
  optim::Settings pairs{{"generations", "4"},
                        {"population", "8"},
                        {"genes", "landing_height, eroded_cells, row_transitions, column_transitions, holes"},
                        {"games", "3"},
                        {"board", "8x8"},
                        {"max_pieces", "2000"},
                        {"finalists", "3"},
                        {"final_games", "5"},
                        {"held_out_games", "9"}};
  pairs.insert(pairs.end(), more.begin(), more.end());
  auto config = evolve_config(pairs);
  EXPECT_TRUE(config) << config.message();
  return *config;
}

TEST_F(Evolve, InterruptedRunsEndLikeCalmOnes) {
  for (const char* optimiser : {"ga", "cma-es", "cross-entropy", "xnes"}) {
    const EvolveConfig config = config_with({{"optimiser", optimiser}});
    const std::string expected = evolved(path_, config);
    EXPECT_EQ(evolved(path_, config, {.tasks = 7}), expected) << optimiser;
    EXPECT_EQ(evolved(path_, config, {.tasks = 25}), expected) << optimiser;
    EXPECT_EQ(evolved(path_, config, {.threads = 3}), expected) << optimiser;
  }
}

TEST_F(Evolve, NoiseHandlingWithItsSecondRoundsResumesToo) {
  const EvolveConfig config = config_with({{"optimiser", "cma-es"}, {"noise", "true"}, {"noise_max_effort", "4"}});
  EXPECT_EQ(evolved(path_, config, {.tasks = 5}), evolved(path_, config));
}

TEST_F(Evolve, AnotherSeedIsAnotherRun) {
  const EvolveConfig config = config_with({});
  EXPECT_NE(evolved(path_, config, {.seed = 5}), evolved(path_, config, {.seed = 6}));
}

TEST_F(Evolve, EvolutionFindsBetterPlayers) {
  const EvolveConfig config = config_with({{"generations", "12"}, {"population", "20"}, {"games", "6"}});
  Store store = open_store(path_);
  const auto run = store.create({"", "evolve", 1, "{}"});
  LocalExecutor executor(0);
  EvolveObserver nobody;
  const auto outcome = evolve(store, *run, config, executor, StopToken(), nullptr, nobody);
  ASSERT_TRUE(outcome) << outcome.message();
  EXPECT_EQ(outcome->reason, "12 generations");
  const auto rows = store.generations(run->id);
  ASSERT_EQ(rows->size(), 12u);
  EXPECT_GT(outcome->held_out->mean, 3 * rows->front().mean);
  EXPECT_EQ(outcome->held_out->games, 9u);
  const auto controller = controller_from_json(outcome->controller);
  ASSERT_TRUE(controller) << controller.message();
  EXPECT_EQ(controller->terms.size(), 5u);
  EXPECT_EQ(controller->terms[0].weight, outcome->champion[0]);
}

TEST_F(Evolve, ADamagedRunIsNamedWithItsStore) {
  const EvolveConfig config = config_with({});
  Store store = open_store(path_);
  const auto run = store.create({"hurt", "evolve", 1, json_text(to_json(config), -1)});
  const auto said = [&](const std::string& sql) {
    EXPECT_TRUE(test::run_sql(path_, sql));
    LocalExecutor executor(1);
    EvolveObserver nobody;
    const auto outcome = evolve(store, *run, config, executor, StopToken(), nullptr, nobody);
    EXPECT_FALSE(outcome);
    if (outcome) return std::string();
    EXPECT_EQ(outcome.error().kind, Error::Kind::fault);
    test::expect_clear(outcome.message(), path_);
    return outcome.message();
  };
  using testing::HasSubstr;
  EXPECT_THAT(said("UPDATE checkpoints SET state = '{\"stage\": 7}'"), HasSubstr("': run hurt is damaged: "));
  EXPECT_THAT(said("UPDATE checkpoints SET state = ''; INSERT INTO tasks VALUES (1, 0, '[0.5]')"),
              HasSubstr("': run hurt is damaged: "));
}

/// Collects results and hands out all tasks of an assignment.
class AllTasks final : public TaskSource {
 public:
  explicit AllTasks(std::uint64_t tasks) : results(tasks), tasks_(tasks) {}
  std::optional<std::uint64_t> take() override {
    const std::lock_guard lock(mutex_);
    return next_ < tasks_ ? std::optional(next_++) : std::nullopt;
  }
  void finished(std::uint64_t task, const TaskResult& result) override {
    const std::lock_guard lock(mutex_);
    results[task] = result;
  }
  std::uint64_t left() const override { return tasks_; }
  std::vector<TaskResult> results;

 private:
  std::mutex mutex_;
  std::uint64_t tasks_;
  std::uint64_t next_ = 0;
};

std::vector<TaskResult> play_all(const Problem& problem, const Assignment& assignment) {
  AllTasks tasks(problem.tasks(assignment));
  const auto done = problem.play(assignment, tasks, 1, StopToken(), nullptr);
  EXPECT_TRUE(done) << done.message();
  return tasks.results;
}

Assignment two_equal_candidates(std::uint64_t generation, Stage stage = Stage::training) {
  Assignment assignment{stage, {}};
  assignment.batch.generation = generation;
  assignment.batch.candidates = {{-1, 1, -1, -1, -4}, {-1, 1, -1, -1, -4}};
  return assignment;
}

TEST(TetrisProblem, SharedSequencesAreTheSameForAllFreshOnesAreNot) {
  const auto shared = make_problem(config_with({{"sequences", "shared"}}), 1);
  const auto fresh = make_problem(config_with({{"sequences", "fresh"}}), 1);
  const auto same = play_all(**shared, two_equal_candidates(0));
  const auto other = play_all(**fresh, two_equal_candidates(0));
  ASSERT_EQ(same.size(), 6u);
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(same[g], same[g + 3]);
    EXPECT_NE(other[g], other[g + 3]);
  }
}

TEST(TetrisProblem, RenewedSequencesDifferFromGenerationToGeneration) {
  const auto renewed = make_problem(config_with({{"renew", "true"}}), 1);
  const auto kept = make_problem(config_with({{"renew", "false"}}), 1);
  EXPECT_NE(play_all(**renewed, two_equal_candidates(0)), play_all(**renewed, two_equal_candidates(1)));
  EXPECT_EQ(play_all(**kept, two_equal_candidates(0)), play_all(**kept, two_equal_candidates(1)));
}

TEST(TetrisProblem, EveryStageHasGamesOfItsOwn) {
  const auto problem =
      make_problem(config_with({{"final_games", "3"}, {"held_out_games", "3"}, {"renew", "false"}}), 1);
  std::set<std::vector<TaskResult>> seen;
  for (const Stage stage : {Stage::training, Stage::finals, Stage::held_out}) {
    seen.insert(play_all(**problem, two_equal_candidates(0, stage)));
  }
  EXPECT_EQ(seen.size(), 3u);
}

TEST(TetrisProblem, FitnessIsWhatTheSettingsSay) {
  const std::vector<TaskResult> games{{10, 4, 40, 0}, {30, 12, 120, 0}, {20, 8, 100, 1}};
  Assignment assignment{Stage::training, {}};
  assignment.batch.candidates = {{0, 0, 0, 0, 0}};
  const std::map<std::string, double> lines{{"mean", 8}, {"median", 8}, {"min", 4}, {"max", 12}};
  for (const auto& [name, expected] : lines) {
    const auto problem = make_problem(config_with({{"fitness", name}}), 1);
    const auto evaluations = (*problem)->evaluate(assignment, games);
    EXPECT_EQ(evaluations[0].fitness, expected) << name;
    EXPECT_EQ(evaluations[0].games.min, 4);
    EXPECT_EQ(evaluations[0].games.max, 12);
  }
  EXPECT_EQ((*make_problem(config_with({{"objective", "pieces"}}), 1))->evaluate(assignment, games)[0].fitness, 20);
  const auto score = make_problem(config_with({{"objective", "score"}, {"held_out_games", "3"}}), 1);
  EXPECT_NEAR((*score)->evaluate(assignment, games)[0].fitness, 260.0 / 3, 1e-9);
  assignment.stage = Stage::held_out;
  const HeldOut figure = (*score)->held_out(assignment, games);
  EXPECT_NEAR(figure.points_per_piece, 260.0 / 60, 1e-9);
  EXPECT_EQ(figure.censored, 1u);
  const auto length = make_problem(config_with({{"objective", "lines"}, {"held_out_games", "3"}}), 1);
  EXPECT_EQ((*length)->held_out(assignment, games).mean, 12);  // 24 lines, two games that ended
  const std::vector<TaskResult> endless{{10, 4, 40, 1}, {30, 12, 120, 1}, {20, 8, 100, 1}};
  EXPECT_THAT(in_words((*length)->held_out(assignment, endless)), testing::StartsWith("more than 8.0"));
}

/// In training a lost pile costs points, more in every generation; finals and held-out games end when they are lost.
TEST(TetrisProblem, LostPilesCostMoreFromGenerationToGeneration) {
  const auto problem = make_problem(config_with({{"objective", "score"},
                                                 {"score", "milan"},
                                                 {"restart", "true"},
                                                 {"max_pieces", "500"},
                                                 {"games", "1"},
                                                 {"held_out_games", "1"},
                                                 {"loss_penalty", "50"},
                                                 {"loss_penalty_rise", "10"}}),
                                    1);
  ASSERT_TRUE(problem) << problem.message();
  const std::vector<TaskResult> game{{490, 100, 1000, 1, 10}};
  Assignment assignment{Stage::training, {}};
  assignment.batch.candidates = {{1, -1, 1, 1, 4}};  // piles up
  for (const std::uint64_t generation : {0u, 1u, 7u}) {
    assignment.batch.generation = generation;
    EXPECT_EQ((*problem)->evaluate(assignment, game)[0].fitness,
              1000 - 10 * (50 + 10 * static_cast<double>(generation)));
  }
  const auto played = play_all(**problem, assignment);
  ASSERT_EQ(played[0].size(), 5u);
  EXPECT_EQ(played[0][0] + played[0][4], 500);
  EXPECT_GT(played[0][4], 5);
  assignment.stage = Stage::held_out;
  const auto held_out = play_all(**problem, assignment);
  EXPECT_LT(held_out[0][0], 200);
  EXPECT_EQ(held_out[0][3], static_cast<std::int64_t>(Ended::top));
}

TEST(TetrisProblem, AKnownListIsPlacedAsTheSearchWould) {
  const auto config = config_with({{"plan", "hill-climb"},
                                   {"max_pieces", "16"},
                                   {"board", "10x18"},
                                   {"rules", "ia-tetris"},
                                   {"score", "ia-tetris"},
                                   {"objective", "score"}});
  const auto problem = make_problem(config, 3);
  ASSERT_TRUE(problem) << problem.message();
  const auto results = play_all(**problem, two_equal_candidates(0));
  ASSERT_EQ(results.size(), 6u);
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(results[g], results[g + 3]);  // the same lists, the same ties
    EXPECT_EQ(results[g][0], 16);
    EXPECT_GE(results[g][1], 3);  // Dellacherie's weights clear rows even looking one level ahead
    EXPECT_GE(results[g][2], 100 * results[g][1]);
  }
}

TEST(EvolveState, RemembersTheBestAndReadsBack) {
  EvolveState state;
  for (const double f : {3.0, 5.0, 1.0, 5.0, 4.0, 2.0}) state.remember({{f, -f}, f, 0, 0}, 3);
  ASSERT_EQ(state.hall.size(), 3u);
  EXPECT_EQ(state.hall[0].fitness, 5);
  EXPECT_EQ(state.hall[2].fitness, 3);
  state.remember({{3, -3}, 9, 1, 0}, 3);  // the same candidate did better
  EXPECT_EQ(state.hall[0].genes, (optim::Genes{3, -3}));
  EXPECT_EQ(state.hall.size(), 3u);
  state.optimiser = "{}";
  const auto again = evolve_state_from_json(to_json(state), 2);
  ASSERT_TRUE(again) << again.message();
  EXPECT_EQ(to_json(*again), to_json(state));
  EXPECT_FALSE(evolve_state_from_json(to_json(state), 3));
  EXPECT_FALSE(evolve_state_from_json("{}", 2));
}

}  // namespace evolve_test
}  // namespace stackwright
