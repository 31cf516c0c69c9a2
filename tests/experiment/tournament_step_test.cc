// Tournaments as steps of experiments: the table, who is best with a colour, and games that are not played twice.
#include "experiment/tournament_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/report_blocks.h"
#include "experiment/store_helpers.h"

namespace stackwright {
namespace tournament_step_test {

using testing::HasSubstr;

class TournamentStep : public test::StoreFolder {};

murus::Weights weights_with(double white, double black) {
  murus::Weights weights;
  weights.of[murus::kRomans].fill(white);
  weights.of[murus::kGauls].fill(black);
  return weights;
}

/// Three players, two games of each distribution: 0 and 1 have weights, 2 has values by cell.
Json drawn_table() {
  const std::vector<Entrant> entrants{
      {"one", weights_with(1, 2)}, {"two", weights_with(3, 4)}, {"cells", murus::trained_values()}};
  murus::Tournament t;
  for (const Entrant& entrant : entrants) t.players.push_back(entrant.judgement);
  t.games = 2;
  const std::vector<TaskResult> games{
      {20, 1}, {20, 1},  {20, 1},  {20, -1},  // one with White against two, against cells
      {20, 1}, {20, -1}, {20, -1}, {99, 0},   // two against one, against cells
      {20, 1}, {20, 1},  {20, -1}, {20, -1},  // cells against one, against two
  };
  return tournament_json(entrants, t, games);
}

TEST(TournamentTable, CountsGamesByPlayerAndColour) {
  const Json json = drawn_table();
  const Json& rows = json.at("controllers");
  EXPECT_EQ(rows[0].at("white").at("wins"), 3);
  EXPECT_EQ(rows[0].at("black").at("wins"), 1);
  EXPECT_EQ(rows[0].at("wins"), 4);
  EXPECT_EQ(rows[0].at("games"), 8);
  EXPECT_EQ(rows[0].at("share"), 0.5);
  EXPECT_EQ(rows[1].at("white").at("wins"), 1);
  EXPECT_EQ(rows[1].at("black").at("wins"), 2);
  EXPECT_EQ(rows[1].at("ties"), 1);
  EXPECT_EQ(rows[2].at("wins"), 4);
  EXPECT_TRUE(rows[2].at("weights").is_null());
  std::uint64_t wins = 0, losses = 0;
  for (const Json& row : rows) {
    wins += row.at("wins").get<std::uint64_t>();
    losses += row.at("losses").get<std::uint64_t>();
  }
  EXPECT_EQ(wins, losses);
  ASSERT_EQ(json.at("pairs").size(), 3u);
  const Json& first = json.at("pairs")[0];
  EXPECT_EQ(first.at("wins"), 3);
  EXPECT_EQ(first.at("losses"), 1);
  EXPECT_NEAR(first.at("p").get<double>(), 0.625, 1e-12);  // 2 (1 + 4) / 16
  EXPECT_TRUE(first.at("better").is_null());
}

TEST(TournamentTable, TheBestOfEachColourPlayTogether) {
  const Json json = drawn_table();
  EXPECT_EQ(json.at("best_white"), "one");
  EXPECT_EQ(json.at("best_black"), "two");
  const auto both = murus::weights_from_json(json_text(json.at("controller"), -1));
  ASSERT_TRUE(both) << both.message();
  EXPECT_EQ(both->of[murus::kRomans], weights_with(1, 2).of[murus::kRomans]);
  EXPECT_EQ(both->of[murus::kGauls], weights_with(3, 4).of[murus::kGauls]);
}

TEST(TournamentTable, BecomesASectionOfAReport) {
  std::vector<ReportSection> sections;
  RunRow run;
  run.name = "x/final";
  add_tournament(run, drawn_table(), "Tournament: final", sections);
  ASSERT_EQ(sections.size(), 1u);
  const std::string text = json_text(to_json(sections[0]), -1);
  EXPECT_THAT(text, HasSubstr("best weights for White: one (3 of 4), for Black: two (2 of 4)"));
  EXPECT_THAT(text, HasSubstr("sign test"));
  EXPECT_THAT(text, HasSubstr("two as Black"));
}

TEST(TournamentPlayers, CanTakeTheWeightsOfTheOtherColour) {
  const auto black = changed_judgement(murus::Judgement(weights_with(1, 2)), "{gauls=romans}");
  ASSERT_TRUE(black) << black.message();
  EXPECT_EQ(std::get<murus::Weights>(*black).of, weights_with(1, 1).of);
  const auto white = changed_judgement(murus::Judgement(weights_with(1, 2)), "{romans=gauls}");
  EXPECT_EQ(std::get<murus::Weights>(*white).of, weights_with(2, 2).of);
  EXPECT_THAT(changed_judgement(murus::Judgement(weights_with(1, 2)), "{etp=0}").message(), HasSubstr("{etp=0}"));
  EXPECT_FALSE(changed_judgement(murus::Judgement(murus::trained_values()), "{gauls=romans}"));
}

PlannedStep step_with(const std::string& controllers) {
  PlannedStep step;
  step.name = step.group = "final";
  step.kind = "tournament";
  step.seed = 3;
  step.settings = {{"controllers", controllers}, {"depth", "1"}, {"games", "3"}, {"openings", "4"}};
  return step;
}

TEST(TournamentPlayers, WhatIsWrongIsNamed) {
  EXPECT_TRUE(check_tournament(step_with("hand-set, trained"), {}));
  EXPECT_THAT(check_tournament(step_with("hand-set"), {}).message(), HasSubstr("at least two"));
  EXPECT_THAT(check_tournament(step_with("hand-set, nobody"), {}).message(), HasSubstr("unknown weights 'nobody'"));
  EXPECT_THAT(check_tournament(step_with("hand-set, @evolve"), {}).message(), HasSubstr("no evolve step 'evolve'"));
  EXPECT_THAT(check_tournament(step_with("hand-set, trained{romans=gauls}"), {}).message(), HasSubstr("only weights"));
  PlannedStep endless = step_with("hand-set, trained");
  endless.settings.emplace_back("depth", "0");
  EXPECT_THAT(check_tournament(endless, {}).message(), HasSubstr("depth or nodes"));
}

TEST_F(TournamentStep, GoesOnWithTheGamesThatAreMissing) {
  Store store = test::open_store(path_);
  const PlannedStep step = step_with("hand-set, trained");
  ExperimentObserver nobody;
  const std::vector<StepRecord> before;
  const auto held = [&](const RunRow& run, int threads, const StopToken& stop) {
    const auto result = do_tournament({store, run, step, before, threads, stop, nullptr, nobody});
    EXPECT_TRUE(result) << result.message();
    return *result == nullptr ? std::string("stopped") : json_text(**result, -1);
  };
  const auto run = store.create({"whole", "tournament", 3, "{}"});
  const StopToken never;
  const std::string whole = held(*run, 1, never);
  StopToken stop;
  stop.request();
  const auto again = store.create({"again", "tournament", 3, "{}"});
  EXPECT_EQ(held(*again, 1, stop), "stopped");
  EXPECT_EQ(held(*again, 3, never), whole);
  // What is known is not played again: a game that never was is believed.
  const auto known = store.checkpoint(run->id)->tasks;
  ASSERT_EQ(known.size(), 6u);
  const auto third = store.create({"third", "tournament", 3, "{}"});
  const TaskRow tied{known[0].task, "[200,0]"};
  ASSERT_TRUE(store.add_tasks(third->id, 0, std::vector<TaskRow>{tied, known[1]}));
  const std::string other = held(*third, 1, never);
  EXPECT_NE(other, whole);
  EXPECT_THAT(other, HasSubstr("\"ties\":1"));
}

}  // namespace tournament_step_test
}  // namespace stackwright
