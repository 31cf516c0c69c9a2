// Splitting against exact means: unbiased for any factors, levels, search and source; and batches that run away are cut off.
#include "experiment/splitting.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "experiment/exact_chain.h"
#include "experiment/splitting_run.h"

namespace stackwright {
namespace splitting_test {

struct Small {
  Controller controller;
  PlayOptions options;

  Small(const char* name, int width, int height, const char* pieces = "uniform") : controller(*load_controller(name)) {
    options.setting.width = width;
    options.setting.height = height;
    options.source = *tetris::parse_source(pieces, *options.setting.pieces);
    options.threads = 1;
  }
  SplittingGame game(std::uint64_t seed) const {
    return {options, controller, *tetris::PieceChance::make(options.source, *options.setting.pieces), {.seed = seed}};
  }
};

struct Rate {
  double mean = 0, error = 0;
  Tally total;
};

Ladder ladder_of(const Small& small, const LevelPlan& plan, const std::vector<double>& ratios) {
  Ladder ladder(LevelScale(plan, small.options.setting));
  for (std::size_t l = 1; l < ladder.factor.size(); ++l) {
    ladder.factor[l] = ladder.factor[l - 1] * ratios[(l - 1) % ratios.size()];
  }
  return ladder;
}

Rate rate_of(const Small& small, const Ladder& ladder, std::uint64_t steps, std::uint64_t seed = 1) {
  const SplittingGame game = small.game(seed);
  auto batches = new_batches(32, 16);
  EXPECT_TRUE(*run_batches(game, Ladder{}, batches, 150, 1'000'000'000, {}, nullptr, nullptr));
  use_ladder(ladder, batches);
  EXPECT_TRUE(*run_batches(game, ladder, batches, steps, 1'000'000'000, {}, nullptr, nullptr));
  Rate rate;
  std::vector<double> rates;
  for (const ParticleBatch& batch : batches) {
    rates.push_back(weighted(batch.tally.deaths, ladder) / static_cast<double>(batch.tally.main_steps));
    rate.total.add(batch.tally);
  }
  const Summary s = summarise(rates);
  rate.mean = s.mean;
  rate.error = s.standard_error;
  return rate;
}

void expect_exact(const Small& small, const Ladder& ladder, std::uint64_t steps = 150) {
  test::ExactChain chain(small.options, small.controller);
  const double exact = 1 / (chain.expected_pieces() + 1);
  const Rate rate = rate_of(small, ladder, steps);
  EXPECT_LT(rate.error, 0.05 * exact);
  EXPECT_NEAR(rate.mean, exact, 4.5 * rate.error) << chain.positions() << " positions";
}

const LevelPlan kFine{LevelKind::height, 1, 3, {}};

TEST(Splitting, IsUnbiasedForAnyFactors) {
  const Small small("dellacherie", 4, 5);
  test::ExactChain chain(small.options, small.controller);
  const double exact = 1 / (chain.expected_pieces() + 1);
  const std::vector<std::vector<double>> all{{1}, {1.4}, {1, 1, 3.3}, {2.2, 1, 1, 1, 1.9}};
  for (const auto& ratios : all) {
    const Rate rate = rate_of(small, ladder_of(small, kFine, ratios), 150);
    EXPECT_LT(rate.error, 0.05 * exact) << ratios[0];
    EXPECT_NEAR(rate.mean, exact, 4.5 * rate.error) << ratios[0];
  }
}

/// A copy is worth what it was made of: more copies, the same sum.
TEST(Splitting, MakesCopiesAndDropsThemAgain) {
  const Small small("dellacherie", 4, 6);
  const Rate alone = rate_of(small, ladder_of(small, kFine, {1}), 60);
  const Rate copied = rate_of(small, ladder_of(small, kFine, {1.6}), 60);
  EXPECT_EQ(alone.total.steps, alone.total.main_steps);
  EXPECT_GT(copied.total.steps, 2 * copied.total.main_steps);
  EXPECT_EQ(copied.total.main_steps, alone.total.main_steps);
  EXPECT_GT(copied.total.largest, 0);
}

TEST(Splitting, LevelsMayKnowTheControllersOpinion) {
  const Small small("dellacherie", 4, 5);
  const double unit = std::exp2(Linear(small.controller.terms, small.options.setting).scale_bits());
  expect_exact(small, ladder_of(small, {LevelKind::value, 1, 2, {-20 * unit, 8 * unit}}, {1.5}));
}

TEST(Splitting, KnowsTheNextPiece) {
  Small small("dellacherie", 4, 4);
  small.options.search = {SearchKind::two_ply, 2, 0, PairScore::sum};
  expect_exact(small, ladder_of(small, kFine, {1.5}), 100);
}

TEST(Splitting, CopiesOfBagsDrawFromTheSameBag) {
  expect_exact(Small("dellacherie", 4, 4, "bag"), ladder_of(Small("dellacherie", 4, 4), kFine, {1.5}));
}

TEST(Splitting, WeightedPiecesAndMisdrops) {
  Small small("bcts", 4, 4, "weighted:I=1,O=2,L=0.5");
  small.options.misdrop = 0.2;
  small.options.setting.height = 5;
  expect_exact(small, ladder_of(small, kFine, {1.4}));
}

TEST(Splitting, OtherRules) {
  Small small("el-tetris", 4, 6);
  small.options.setting.rules = tetris::Rules::ia_tetris;
  expect_exact(small, ladder_of(small, kFine, {1.5}));
}

/// The cells of the last board say how many of the pieces' cells went with lines.
TEST(Splitting, LinesFollowFromPieces) {
  const Small small("dellacherie", 6, 8);
  const Ladder ladder = ladder_of(small, kFine, {1.3});
  const Rate rate = rate_of(small, ladder, 400);
  const double left = weighted(rate.total.cells, ladder) / weighted(rate.total.deaths, ladder);
  std::vector<GameJob> jobs(2000);
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = {&small.controller, {.seed = 5, .game = i}};
  double lines = 0, squares = 0;
  const auto games = play_games(small.options, jobs, StopToken{}, nullptr);
  ASSERT_TRUE(games);
  for (const GameResult& game : *games) {
    lines += static_cast<double>(game.lines) / 2000;
    squares += static_cast<double>(game.lines * game.lines) / 2000;
  }
  const double error = std::hypot(std::sqrt((squares - lines * lines) / 2000) / lines, rate.error / rate.mean);
  EXPECT_NEAR(lines_at(rate.mean, left, small.options.setting) / lines, 1, 4.5 * error);
}

TEST(Splitting, ABatchThatRunsAwayIsCutOff) {
  const Small small("dellacherie", 10, 12);
  const Ladder steep = ladder_of(small, {LevelKind::height, 1, 4, {}}, {4});
  auto batches = new_batches(2, 4);
  use_ladder(steep, batches);
  const SplittingGame game = small.game(1);
  EXPECT_TRUE(*run_batches(game, steep, batches, 1000, 20'000, {}, nullptr, nullptr));
  for (const ParticleBatch& batch : batches) {
    EXPECT_TRUE(batch.tally.cut_off);
    EXPECT_LT(batch.tally.steps, 30'000u);
  }
}

TEST(Splitting, StopsWhenAsked) {
  const Small small("dellacherie", 10, 20);
  StopToken stop;
  stop.request();
  auto batches = new_batches(2, 4);
  const SplittingGame game = small.game(1);
  EXPECT_FALSE(*run_batches(game, Ladder{}, batches, 1'000'000'000, 1'000'000'000'000, {&stop, {}}, nullptr, nullptr));
}

TEST(Levels, RiseWithThePile) {
  const Small small("bcts", 10, 20);
  const LevelScale scale({LevelKind::height, 5, 1, {}}, small.options.setting);
  EXPECT_EQ(scale.level({5, 50}, 0), 0);
  EXPECT_EQ(scale.level({6, 10}, 0), 1);
  for (std::uint16_t h = 7; h <= 20; ++h) {
    const auto sum = static_cast<std::uint16_t>(8 * h);
    EXPECT_GE(scale.level({h, sum}, 0), scale.level({static_cast<std::uint16_t>(h - 1), sum}, 0));
    EXPECT_GT(scale.level({h, static_cast<std::uint16_t>(sum + 20)}, 0), scale.level({h, sum}, 0));
  }
  EXPECT_EQ(scale.level({20, 200}, 0) + 1, scale.levels());
  const LevelScale twice({LevelKind::height, 5, 2, {}}, small.options.setting);
  EXPECT_NEAR(twice.levels(), 2 * scale.levels(), 2);
  const LevelScale value({LevelKind::value, 5, 1, {-1000, 100}}, small.options.setting);
  EXPECT_GE(value.level({12, 90}, -2000), value.level({12, 90}, -1000) + 1);  // a worse move is nearer to the end
}

}  // namespace splitting_test
}  // namespace stackwright
