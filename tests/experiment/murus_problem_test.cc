// Evolution of Murus Gallicus: who meets whom, what a point is, and runs that end the same however they were interrupted.
#include "experiment/murus_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numeric>

#include "core/text.h"
#include "experiment/evolve.h"
#include "experiment/evolve_helpers.h"
#include "experiment/evolve_state.h"
#include "experiment/executor.h"
#include "experiment/store_helpers.h"

namespace stackwright {
namespace murus_problem_test {

using testing::HasSubstr;

class MurusEvolution : public test::StoreFolder {};

optim::Settings small(const optim::Settings& more = {}) {
  optim::Settings pairs{{"game", "murus"},    {"population", "4"},     {"parents", "0.5"},
                        {"elite", "0.5"},     {"reevaluate", "true"},  {"generations", "3"},
                        {"depth", "1"},       {"openings", "4"},       {"finalists", "3"},
                        {"final_games", "2"}, {"held_out_games", "3"}, {"mutation_rate", "0.3"}};
  pairs.insert(pairs.end(), more.begin(), more.end());
  return pairs;
}

EvolveConfig config_of(const optim::Settings& more = {}) {
  const auto config = evolve_config(small(more));
  EXPECT_TRUE(config) << config.message();
  return *config;
}

std::vector<TaskResult> play_all(const Problem& problem, const Assignment& assignment) {
  std::vector<std::uint64_t> todo(problem.tasks(assignment));
  std::iota(todo.begin(), todo.end(), 0u);
  std::vector<TaskResult> results(todo.size());
  const OnFinished keep = [&](std::uint64_t task, const TaskResult& result) { results[task] = result; };
  ListOfTasks tasks(todo, keep);
  EXPECT_TRUE(problem.play(assignment, tasks, 1, StopToken(), nullptr));
  return results;
}

const optim::Genes kRunner{0.1, 0, 0, 0.5, 0.1, 0, 0};
const optim::Genes kKeeper{1, 0.1, 0.5, 0, 0.2, 0, 0};
const optim::Genes kFool{-1, 0, -1, -0.5, -0.5, 0, 0};

Assignment three_candidates(Stage stage = Stage::training, std::uint64_t generation = 0) {
  Assignment assignment{stage, {}, {}};
  assignment.batch.generation = generation;
  assignment.batch.candidates = {kRunner, kKeeper, kFool};
  return assignment;
}

TEST(MurusProblem, APointPerWinWhicheverTheColour) {
  const auto problem = make_problem(config_of(), 1);
  const auto apart = make_problem(config_of({{"per_colour", "true"}}), 1);
  // White 0 against 1 and 2, White 1 against 0 and 2, White 2 against 0 and 1: plies, who won.
  const std::vector<TaskResult> games{{30, 1}, {30, -1}, {30, -1}, {30, -1}, {200, 0}, {30, 1}};
  const auto evaluations = (*problem)->evaluate(three_candidates(), games);
  EXPECT_EQ(evaluations[0].fitness, 2);  // as White against 1; 1 lost to it as White
  EXPECT_EQ(evaluations[1].fitness, 0);
  EXPECT_EQ(evaluations[2].fitness, 3);
  EXPECT_EQ(evaluations[2].games.count, 4u);
  EXPECT_TRUE(evaluations[0].parts.empty());
  Assignment both = three_candidates();
  for (optim::Genes& genes : both.batch.candidates) genes.insert(genes.end(), kKeeper.begin(), kKeeper.end());
  const auto parts = (*apart)->evaluate(both, games);
  EXPECT_EQ(parts[0].parts, (std::vector<double>{1, 1}));
  EXPECT_EQ(parts[1].parts, (std::vector<double>{0, 0}));
  EXPECT_EQ(parts[2].parts, (std::vector<double>{1, 2}));
  EXPECT_EQ(parts[2].fitness, 3);
}

TEST(MurusProblem, SensibleWeightsBeatFoolishOnes) {
  const auto problem = make_problem(config_of({{"depth", "2"}, {"games", "6"}}), 1);
  const auto evaluations = (*problem)->evaluate(three_candidates(), play_all(**problem, three_candidates()));
  EXPECT_GT(evaluations[0].fitness, evaluations[2].fitness);
  EXPECT_GT(evaluations[1].fitness, evaluations[2].fitness);
}

/// A player with White is led by White's weights alone, also where it looks at positions with Black to move.
TEST(MurusProblem, WeightsOfTheOtherColourDoNotMatter) {
  const auto problem = make_problem(config_of({{"per_colour", "true"}, {"depth", "3"}}), 1);
  const auto joined = [](const optim::Genes& white, const optim::Genes& black) {
    optim::Genes all = white;
    all.insert(all.end(), black.begin(), black.end());
    return all;
  };
  Assignment one{Stage::training, {}, {}};
  one.batch.candidates = {joined(kRunner, kKeeper), joined(kKeeper, kRunner)};
  Assignment other = one;
  other.batch.candidates[0] = joined(kRunner, kFool);
  const auto before = play_all(**problem, one), after = play_all(**problem, other);
  ASSERT_EQ(before.size(), 2u);
  EXPECT_EQ(before[0], after[0]) << "its game with White is the same";
  EXPECT_NE(before[1], after[1]) << "its game with Black is not";
}

TEST(MurusProblem, OpeningsAreThoseOfTheStageAndTheGeneration) {
  const optim::Settings even{{"final_openings", "4"}, {"games", "2"}, {"final_games", "2"}, {"max_plies", "6"}};
  const auto renewed = make_problem(config_of(even), 1);
  optim::Settings kept_settings = even;
  kept_settings.emplace_back("renew", "false");
  const auto kept = make_problem(config_of(kept_settings), 1);
  const auto opening = [](std::uint64_t generation) { return murus::Opening{1, generation, 0, 4}; };
  EXPECT_NE(murus::random_opening(murus::Murus{}, opening(0)), murus::random_opening(murus::Murus{}, opening(1)));
  EXPECT_EQ((*renewed)->tasks(three_candidates()), 12u);
  EXPECT_EQ((*renewed)->tasks(three_candidates(Stage::finals)), 12u);
  Assignment champion{Stage::held_out, {}, {}};
  champion.batch.candidates = {kRunner};
  EXPECT_EQ((*renewed)->tasks(champion), 6u) << "three with each colour against the opponent";
  const auto longer = make_problem(config_of({{"depth", "2"}, {"games", "4"}, {"renew", "false"}}), 1);
  EXPECT_EQ(play_all(**longer, three_candidates(Stage::training, 0)),
            play_all(**longer, three_candidates(Stage::training, 1)));
  const auto fresh = make_problem(config_of({{"depth", "2"}, {"games", "4"}}), 1);
  EXPECT_NE(play_all(**fresh, three_candidates(Stage::training, 0)),
            play_all(**fresh, three_candidates(Stage::training, 1)));
}

TEST(MurusProblem, TheHeldOutFigureSaysAgainstWhom) {
  const auto problem = make_problem(config_of(), 1);
  Assignment champion{Stage::held_out, {}, {}};
  champion.batch.candidates = {kRunner};
  // Three games with White, three with Black.
  const HeldOut figure =
      (*problem)->held_out(champion, std::vector<TaskResult>{{30, 1}, {30, 1}, {30, -1}, {30, -1}, {200, 0}, {30, 1}});
  EXPECT_EQ(figure.mean, 0.5);
  EXPECT_EQ(figure.games, 6u);
  EXPECT_EQ(figure.unit, "wins");
  EXPECT_THAT(figure.remark, HasSubstr("against hand-set: as White 2 won, 1 lost, 0 tied"));
  EXPECT_THAT(figure.remark, HasSubstr("as Black 1 won, 1 lost, 1 tied"));
}

TEST_F(MurusEvolution, EndsTheSameOnAnyNumberOfThreadsAndHoweverInterrupted) {
  for (const char* apart : {"false", "true"}) {
    const EvolveConfig config = config_of({{"per_colour", apart}});
    const std::string calm = test::evolved(path_, config);
    EXPECT_EQ(test::evolved(path_, config, {.threads = 3}), calm) << apart;
    EXPECT_EQ(test::evolved(path_, config, {.tasks = 5}), calm) << apart;
  }
}

TEST_F(MurusEvolution, FindsWeightsThatBeatWhatKnowsNothing) {
  murus::Weights nothing = murus::hand_set_weights();
  nothing.of = {};
  const std::string file = (folder_ / "nothing.json").string();
  ASSERT_TRUE(write_file(file, murus::to_json(nothing)));
  const EvolveConfig config =
      config_of({{"per_colour", "true"}, {"opponent", file}, {"population", "8"}, {"held_out_games", "20"}});
  Store store = test::open_store(path_);
  const auto run = store.create({"", "evolve", 1, json_text(to_json(config), -1)});
  LocalExecutor executor(1);
  EvolveObserver nobody;
  const auto outcome = evolve(store, *run, config, executor, StopToken(), nullptr, nobody);
  ASSERT_TRUE(outcome) << outcome.message();
  EXPECT_GT(outcome->held_out->ci95.low, 0.5) << outcome->held_out->remark;
  const auto weights = murus::weights_from_json(outcome->controller);
  ASSERT_TRUE(weights) << weights.message();
  for (std::size_t i = 0; i < murus::kHeuristics; ++i) {
    EXPECT_EQ(weights->of[murus::kRomans][i], outcome->champion[i]);
    EXPECT_EQ(weights->of[murus::kGauls][i], outcome->champion[murus::kHeuristics + i]);
  }
}

/// Fitness of different generations cannot be compared: the latest champions go to the finals, each once.
TEST(EvolveStateOfTournaments, TheHallHoldsTheLatestChampions) {
  EvolveState state;
  for (const double gene : {1.0, 2.0, 3.0, 2.0, 4.0}) state.remember_latest({{gene}, 10 - gene, 0, 0}, 3);
  ASSERT_EQ(state.hall.size(), 3u);
  EXPECT_EQ(state.hall[0].genes, optim::Genes{4});
  EXPECT_EQ(state.hall[1].genes, optim::Genes{2});
  EXPECT_EQ(state.hall[2].genes, optim::Genes{3});
}

TEST(EvolveStateOfTournaments, TheChampionHasTheBestOfEveryPart) {
  optim::Space space;
  space.genes.resize(3);
  space.genes[1].part = 1;
  const std::vector<optim::Genes> candidates{{1, 2, 3}, {4, 5, 6}};
  EvolveState state;
  std::vector<Evaluation> evaluations(2);
  evaluations[0].parts = {7, 1};
  evaluations[1].parts = {6, 3};
  state.crown(space, candidates, evaluations);
  EXPECT_EQ(state.champion, (optim::Genes{1, 5, 3}));
  EXPECT_EQ(state.champion_fitness, 10);
}

std::string error_with(const std::string& key, const std::string& value) {
  const auto config = evolve_config(small({{key, value}}));
  if (!config) return config.message();
  const auto problem = make_problem(*config, 1);
  if (!problem) return problem.message();
  const auto optimiser = make_optimiser(*config, (*problem)->space(), 1);
  return optimiser ? "fine" : optimiser.message();
}

TEST(MurusProblem, WhatIsWrongIsNamed) {
  EXPECT_EQ(error_with("depth", "3"), "fine");
  EXPECT_THAT(error_with("depth", "0"), HasSubstr("depth or nodes"));
  EXPECT_THAT(error_with("reevaluate", "false"), HasSubstr("reevaluate"));
  EXPECT_EQ(error_with("openings", "0"), "fine") << "one game from the start";
  EXPECT_THAT(make_problem(*evolve_config(small({{"games", "2"}, {"openings", "0"}})), 1).message(),
              HasSubstr("openings"));
  EXPECT_THAT(error_with("board", "10x20"), HasSubstr("unknown key 'board'"));
  EXPECT_THAT(error_with("opponent", "nobody"), HasSubstr("opponent: unknown weights 'nobody'"));
  EXPECT_THAT(error_with("start", "trained"), HasSubstr("start: trained has no weights"));
  EXPECT_THAT(error_with("gene.balanse.low", "0"), HasSubstr("unknown gene 'balanse'; nearest: balance"));
  EXPECT_THAT(error_with("kind", "complex"), HasSubstr("real or integer"));
  EXPECT_THAT(error_with("game", "chess"), HasSubstr("unknown game 'chess'"));
  const optim::Settings elitist{{"game", "murus"}, {"optimiser", "cma-es"}, {"elitist", "true"}, {"generations", "1"}};
  EXPECT_THAT(evolve_config(elitist).message(), HasSubstr("elitist"));
}

TEST(MurusProblem, StartsWhereItIsTold) {
  const auto config = config_of({{"start", "hand-set"}, {"gene.won.frozen", "1"}});
  const auto problem = make_problem(config, 1);
  ASSERT_TRUE(problem) << problem.message();
  const auto optimiser = make_optimiser(config, (*problem)->space(), 1);
  const optim::Genes first = optimiser->ask().candidates[0];
  for (std::size_t i = 0; i < murus::kHeuristics; ++i) EXPECT_EQ(first[i], murus::hand_set_weights().of[0][i]);
}

TEST(MurusProblem, CalabriaIsAsPublished) {
  const auto config = evolve_config(*read_preset("calabria"));
  ASSERT_TRUE(config) << config.message();
  const auto problem = make_problem(*config, 1);
  ASSERT_EQ((*problem)->space().size(), 7u);
  for (const optim::Gene& gene : (*problem)->space().genes) EXPECT_EQ(gene.low, -gene.high);
  const auto optimiser = make_optimiser(*config, (*problem)->space(), 1);
  Assignment first{Stage::training, optimiser->ask(), {}};
  EXPECT_EQ(first.batch.candidates.size(), 20u);
  EXPECT_EQ((*problem)->tasks(first), 380u) << "a double round-robin";
  EXPECT_EQ(config->stop.same_champion, 5u);
}

}  // namespace murus_problem_test
}  // namespace stackwright
