// Units learned from nothing: units that explain values are found, learning gets somewhere, and can be gone on with.
#include "experiment/unit_learning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/random.h"

namespace stackwright {
namespace unit_learning_test {

using testing::HasSubstr;

/// Small enough for a test.
UnitLearningSettings small() {
  UnitLearningSettings settings;
  settings.units = 3;
  settings.positions = 150;
  settings.rollouts = 4;
  settings.horizon = 30;
  settings.candidates = 64;
  settings.trial_games = 20;
  settings.trial_pieces = 2000;
  return settings;
}

UnitLearner after(int rounds, int threads, const UnitLearningSettings& settings = small()) {
  UnitLearner learner(settings, {}, 5);
  Crew crew(threads);
  const StopToken stop;
  for (int i = 0; i < rounds; ++i) EXPECT_TRUE(learner.next_round(crew, stop));
  return learner;
}

Lessons random_lessons() {
  LessonPlan plan;
  plan.settings = small();
  Crew crew(1);
  const StopToken stop;
  return make_lessons(plan, crew, stop);
}

const char* const kTwoUnits =
    R"({"format": "stackwright-controller", "version": 1, "game": "tetris", "kind": "units", "units": [
  {"input": "after", "shape": "3x3", "filter": ".+./.-./...", "bias": 0.5, "weight": -4},
  {"input": "piece", "shape": "row", "filter": "++++++++++", "bias": 0, "reduce": "mid", "weight": 3}]})";

TEST(UnitFit, FindsTheWeightsThatMadeTheValues) {
  const auto controller = controller_from_json(kTwoUnits);
  ASSERT_TRUE(controller) << controller.message();
  UnitNetwork network;
  for (const Term& term : controller->terms) network.push_back({*term.unit, term.weight});
  LessonBook book{{random_lessons()}, {1.0f}};
  Lessons& lessons = book.rounds[0];
  const std::vector<float> one = UnitFit(book).outputs(network[0].unit), two = UnitFit(book).outputs(network[1].unit);
  ASSERT_EQ(one.size(), lessons.value.size());
  for (std::size_t i = 0; i < one.size(); ++i) lessons.value[i] = -4 * one[i] + 3 * two[i];
  UnitFit fit(book);
  const std::vector<double> weights = fit.weights_of(network);
  EXPECT_NEAR(weights[0], -4, 0.01);
  EXPECT_NEAR(weights[1], 3, 0.01);
  fit.add(network[0].unit);
  EXPECT_LT(fit.explained(), 0.999);
  EXPECT_GT(fit.gain_of(network[1].unit), 0);
  EXPECT_EQ(fit.gain_of(network[0].unit), 0) << "it says nothing new";
  fit.add(network[1].unit);
  EXPECT_NEAR(fit.explained(), 1, 1e-4);
}

/// Within a position values have no mean, and placements of it stand together.
TEST(Lessons, SpeakOfDifferencesWithinAPosition) {
  const Lessons lessons = random_lessons();
  ASSERT_GT(lessons.value.size(), 500u);
  EXPECT_TRUE(std::ranges::is_sorted(lessons.position));
  std::vector<double> sums(lessons.position.back() + 1);
  double largest = 0;
  for (std::size_t i = 0; i < lessons.value.size(); ++i) {
    sums[lessons.position[i]] += lessons.value[i];
    largest = std::max<double>(largest, std::abs(lessons.value[i]));
  }
  for (const double sum : sums) EXPECT_NEAR(sum, 0, 1e-4);
  EXPECT_GT(largest, 0.5);
}

TEST(UnitLearner, LearnsFromMovesByChance) {
  const UnitLearner learner = after(2, 2);
  ASSERT_EQ(learner.network().size(), 3u);
  EXPECT_GT(learner.trials().mean(), 5) << "games by chance have a line in forty";
  EXPECT_EQ(learner.trials().games % 20, 0u);
}

TEST(UnitLearner, IsTheSameOnAnyNumberOfThreads) { EXPECT_EQ(after(2, 1).save(), after(2, 3).save()); }

TEST(UnitLearner, GoesOnFromWhatWasSaved) {
  auto learner = UnitLearner::load(after(1, 2).save());
  ASSERT_TRUE(learner) << learner.message();
  EXPECT_EQ(learner->rounds(), 1u);
  Crew crew(2);
  const StopToken stop;
  ASSERT_TRUE(learner->next_round(crew, stop));
  EXPECT_EQ(learner->save(), after(2, 2).save());
}

TEST(UnitLearner, AStoppedRoundLeavesEverythingAsItWas) {
  UnitLearner learner = after(1, 2);
  const std::string before = learner.save();
  Crew crew(2);
  StopToken stop;
  stop.request();
  ASSERT_TRUE(learner.next_round(crew, stop));
  EXPECT_EQ(learner.save(), before);
}

TEST(UnitLearner, RefusesWhatIsNotItsState) {
  const std::string saved = after(1, 2).save();
  const auto without = [&](const std::string& from, const std::string& to) {
    std::string text = saved;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return UnitLearner::load(text.replace(at, from.size(), to)).message();
  };
  EXPECT_THAT(UnitLearner::load("{}").message(), HasSubstr("format"));
  EXPECT_THAT(UnitLearner::load(saved.substr(0, saved.size() / 2)).message(), HasSubstr("the state of learning"));
  EXPECT_THAT(without("\"board\": \"10x20\"", "\"board\": \"10x200\""), HasSubstr("board"));
  EXPECT_THAT(without("\"version\": 1", "\"version\": 2"), HasSubstr("version"));
  EXPECT_THAT(without("\"horizon\": 30", "\"horizon\": 0"), HasSubstr("horizon"));
  EXPECT_THAT(without("\"rounds\": 1", "\"rounds\": -1"), HasSubstr("rounds"));
}

}  // namespace unit_learning_test
}  // namespace stackwright
