// Estimates: the same for any number of threads and every implementation, honest about what they do not know, never without end.
#include "experiment/estimate.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/play_summary.h"

namespace stackwright {
namespace estimate_test {

using testing::HasSubstr;

EstimateOptions options_for(int width, int height, double precision) {
  EstimateOptions options;
  options.play.setting.width = width;
  options.play.setting.height = height;
  options.play.threads = 1;
  options.precision = precision;
  return options;
}

Estimate run(const EstimateOptions& options, const Controller& controller) {
  const auto result = estimate(options, controller, StopToken{}, nullptr);
  EXPECT_TRUE(result) << result.message();
  return result ? *result : Estimate{};
}

void expect_same(const Estimate& a, const Estimate& b) {
  EXPECT_EQ(a.figure.lines, b.figure.lines);
  EXPECT_EQ(a.figure.ci95_lines.low, b.figure.ci95_lines.low);
  EXPECT_EQ(a.figure.ci95_lines.high, b.figure.ci95_lines.high);
  EXPECT_EQ(a.figure.relative_error, b.figure.relative_error);
  EXPECT_EQ(a.pieces_simulated, b.pieces_simulated);
  EXPECT_EQ(a.largest_share, b.largest_share);
  EXPECT_EQ(a.trusted, b.trusted);
  ASSERT_EQ(a.levels.size(), b.levels.size());
  for (std::size_t l = 0; l < a.levels.size(); ++l) {
    EXPECT_EQ(a.levels[l].factor, b.levels[l].factor);
    EXPECT_EQ(a.levels[l].visits, b.levels[l].visits);
    EXPECT_EQ(a.levels[l].deaths, b.levels[l].deaths);
  }
  ASSERT_EQ(a.second_opinion.has_value(), b.second_opinion.has_value());
  if (a.second_opinion) {
    EXPECT_EQ(a.second_opinion->figure.lines, b.second_opinion->figure.lines);
  }
}

TEST(PublishedEstimate, IsTheSameForThreadsAndImplementations) {
  const Controller bcts = *load_controller("bcts");
  EstimateOptions options = options_for(10, 9, 0.2);
  options.method = EstimateMethod::splitting;
  options.second_opinion = false;
  const Estimate one = run(options, bcts);
  EXPECT_GT(one.figure.lines, 0);
  options.play.threads = 3;
  options.play.simd = Simd::plain;
  expect_same(one, run(options, bcts));
  options.play.simd = Simd::automatic;
  options.seed = 2;
  EXPECT_NE(run(options, bcts).figure.lines, one.figure.lines);
}

/// By splitting with both kinds of levels, and by playing.
TEST(PublishedEstimate, AgreesWithPlaying) {
  const Controller bcts = *load_controller("bcts");
  EstimateOptions options = options_for(10, 9, 0.05);
  options.method = EstimateMethod::playing;
  const Estimate played = run(options, bcts);
  EXPECT_EQ(played.method, EstimateMethod::playing);
  options.method = EstimateMethod::splitting;
  for (const LevelKind kind : {LevelKind::height, LevelKind::value}) {
    options.levels = kind;
    const Estimate split = run(options, bcts);
    EXPECT_TRUE(split.trusted) << split.reason;
    EXPECT_LE(split.figure.relative_error, 0.05);
    const double joint = std::hypot(split.figure.relative_error, played.figure.relative_error);
    EXPECT_NEAR(split.figure.lines / played.figure.lines, 1, 4 * joint);
    EXPECT_LT(split.figure.ci95_lines.low, split.figure.lines);
    EXPECT_GT(split.figure.ci95_lines.high, split.figure.lines);
    EXPECT_NEAR(split.figure.lines / split.figure.pieces, 0.4, 0.02);
    ASSERT_TRUE(split.second_opinion);
    EXPECT_TRUE(split.second_opinion->agrees);
    EXPECT_NE(split.second_opinion->levels, kind);
  }
}

TEST(Estimate, ShortGamesArePlayed) {
  const Estimate e = run(options_for(6, 6, 0.05), *load_controller("dellacherie"));
  EXPECT_EQ(e.method, EstimateMethod::playing);
  EXPECT_THAT(e.advice, HasSubstr("playing"));
  EXPECT_TRUE(e.trusted);
  EXPECT_LE(e.figure.relative_error, 0.05);
  EXPECT_FALSE(e.second_opinion);
}

/// Controllers that do nothing, the worst, and one with the wrong sign: games are over at once.
TEST(Estimate, EndsForControllersThatDie) {
  for (const double weight : {0.0, 1.0, -1e9}) {
    Controller controller = *load_controller("dellacherie");
    for (Term& term : controller.terms) term.weight = weight;
    for (const EstimateMethod method : {EstimateMethod::automatic, EstimateMethod::splitting}) {
      EstimateOptions options = options_for(10, 20, 0.1);
      options.method = method;
      options.max_pieces = 100'000;
      const Estimate e = run(options, controller);
      EXPECT_GE(e.figure.lines, 0) << weight;
      EXPECT_GT(e.figure.pieces, 0) << weight;
      EXPECT_LT(e.figure.pieces, 2000) << weight;
    }
  }
}

/// Squares alone never end a game on ten columns: only a lower bound is known, and it is not called more than that.
TEST(PublishedEstimate, SaysWhenNoGameEnds) {
  EstimateOptions options = options_for(10, 20, 0.2);
  options.play.source = *tetris::parse_source("weighted:O=1", *options.play.setting.pieces);
  const Estimate e = run(options, *load_controller("dellacherie"));
  EXPECT_FALSE(e.trusted);
  EXPECT_THAT(e.reason, HasSubstr("no game over"));
  EXPECT_EQ(e.figure.lines, std::numeric_limits<double>::infinity());
  EXPECT_GT(e.figure.ci95_lines.low, 1000);
  EXPECT_EQ(e.figure.ci95_lines.high, std::numeric_limits<double>::infinity());
}

TEST(Estimate, SaysWhenTheTimeIsOver) {
  EstimateOptions options = options_for(10, 20, 0.01);
  options.max_seconds = 1e-6;
  const Estimate e = run(options, *load_controller("bcts"));
  EXPECT_FALSE(e.trusted);
  EXPECT_THAT(e.reason, HasSubstr("time"));
  EXPECT_FALSE(e.interrupted);
}

TEST(Estimate, StopsWhenAsked) {
  StopToken stop;
  stop.request();
  const auto e = estimate(options_for(10, 20, 0.01), *load_controller("bcts"), stop, nullptr);
  ASSERT_TRUE(e);
  EXPECT_TRUE(e->interrupted);
  EXPECT_FALSE(e->trusted);
}

TEST(Estimate, RefusesWhatHasNoMean) {
  EstimateOptions options = options_for(10, 10, 0.1);
  options.play.source = *tetris::parse_source("cycle:SZ", *options.play.setting.pieces);
  const auto e = estimate(options, *load_controller("bcts"), StopToken{}, nullptr);
  ASSERT_FALSE(e);
  EXPECT_THAT(e.message(), HasSubstr("cycle:SZ"));
}

}  // namespace estimate_test
}  // namespace stackwright
