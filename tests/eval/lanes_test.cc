// Every fast implementation against the boolean twin: same choices, same scores, same boards, on random and played boards.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "eval/boolean_tables.h"
#include "eval/lanes_cases.h"
#include "eval/tables.h"

namespace stackwright {
namespace lanes_test {

using tetris::Board;
using tetris::Placement;
using tetris::Setting;
using namespace lanes_cases;

/// Runs the implementations in step with the twin; every few steps the boards are drawn anew.
struct InStep {
  Setting setting;
  int tables;
  bool own_weights;  // tables differ in their weights
  int steps;
  int pairs_every;
};

void expect_equal_play(const std::vector<Term>& terms, const std::string& name, const InStep& run, std::uint64_t seed) {
  const Stream random(StreamKey{.seed = seed, .purpose = Purpose::test});
  std::uint64_t at = 0;
  const Linear evaluator(terms, run.setting);
  const auto twin = make_boolean_tables(run.setting, evaluator, run.tables);
  std::vector<std::unique_ptr<Tables>> fast;
  for (const Simd simd : fast_ones()) {
    auto made = make_tables(simd, run.setting, evaluator, run.tables);
    ASSERT_TRUE(made) << made.message();
    ASSERT_EQ((*made)->simd(), simd) << "the kernels should cover " << name;
    fast.push_back(std::move(*made));
  }
  const auto size = static_cast<std::size_t>(run.tables);
  if (run.own_weights) {
    for (int t = 0; t < run.tables; ++t) {
      std::vector<Term> own = terms;
      for (Term& term : own) term.weight *= 0.5 + random.unit(at++);
      const Linear mine(own, run.setting);
      twin->set_evaluator(t, mine);
      for (const auto& f : fast) f->set_evaluator(t, mine);
    }
  }
  std::vector<std::uint8_t> piece(size), next(size);
  std::vector<Choice> expected(size), got(size);
  std::vector<Placement> moves(size);
  std::vector<std::int8_t> lines(size), fast_lines(size);
  for (int step = 0; step < run.steps; ++step) {
    for (auto& p : piece) p = static_cast<std::uint8_t>(random.below(at++, 7));
    for (auto& p : next) p = static_cast<std::uint8_t>(random.below(at++, 7));
    if (step % 8 == 0) {
      for (int t = 0; t < run.tables; ++t) {
        const Board b = random_board(run.setting, random, at);
        twin->set_board(t, b);
        for (const auto& f : fast) f->set_board(t, b);
      }
    }
    const bool two = step % run.pairs_every == run.pairs_every - 1;
    const PairScore pairs = step % (2 * run.pairs_every) < run.pairs_every ? PairScore::sum : PairScore::final;
    two ? twin->choose_pairs(piece, next, pairs, expected) : twin->choose(piece, expected);
    for (const auto& f : fast) {
      two ? f->choose_pairs(piece, next, pairs, got) : f->choose(piece, got);
      for (std::size_t t = 0; t < size; ++t) {
        ASSERT_EQ(got[t].lost, expected[t].lost)
            << name << " " << name_of(f->simd()) << " step " << step << " table " << t;
        if (expected[t].lost) continue;
        ASSERT_EQ(got[t].score, expected[t].score)
            << name << " " << name_of(f->simd()) << " step " << step << " table " << t;
        ASSERT_EQ(got[t].move, expected[t].move)
            << name << " " << name_of(f->simd()) << " step " << step << " table " << t;
      }
    }
    for (std::size_t t = 0; t < size; ++t) moves[t] = expected[t].move;
    twin->apply(piece, moves, lines);
    for (const auto& f : fast) {
      f->apply(piece, moves, fast_lines);
      ASSERT_EQ(fast_lines, lines) << name << " " << name_of(f->simd());
      for (int t = 0; t < run.tables; ++t) ASSERT_EQ(f->board(t), twin->board(t)) << name << " " << name_of(f->simd());
    }
  }
}

TEST(Lanes, PlayAsTheTwinOnManyBoardSizes) {
  std::uint64_t seed = 1;
  for (const auto& [width, height] :
       {std::pair{4, 4}, {5, 8}, {7, 25}, {8, 16}, {10, 10}, {10, 20}, {13, 6}, {15, 12}, {16, 30}}) {
    for (const tetris::Rules rules : {tetris::Rules::standard, tetris::Rules::ia_tetris}) {
      const Setting setting{width, height, rules, &tetris::tetrominoes()};
      const bool large = width * height > 150;
      for (const auto& [name, terms] : evaluators()) {
        SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height));
        expect_equal_play(terms, name, {setting, large ? 5 : 9, false, large ? 8 : 12, large ? 8 : 4}, ++seed);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Lanes, PlayForFourRowsAsTheTwin) {
  std::uint64_t seed = 500;
  for (const auto& [width, height] : {std::pair{4, 4}, {5, 16}, {10, 12}, {16, 30}}) {
    const Setting setting{width, height, tetris::Rules::standard, &tetris::tetrominoes()};
    for (const auto& [name, terms] : four_row_evaluators()) {
      expect_equal_play(terms, name, {setting, width < 10 ? 40 : 9, width < 10, 8, width < 10 ? 8 : 99}, ++seed);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Lanes, TablesWithWeightsOfTheirOwnPlayAsTheTwin) {
  const Setting setting{10, 12, tetris::Rules::standard, &tetris::tetrominoes()};
  std::uint64_t seed = 1000;
  for (const auto& [name, terms] : evaluators()) {
    expect_equal_play(terms, name, {setting, 40, true, 12, 6}, ++seed);
    if (HasFatalFailure()) return;
  }
}

/// Milan's features with any weights, good or not, and squares of the first so many.
std::vector<Term> any_milan(const Stream& random, std::uint64_t& at, std::size_t squares) {
  std::vector<Term> terms;
  std::size_t i = 0;
  for (const char* name : {"landing_row", "etw", "gaps", "lines", "etp", "etw_sides", "etp_floor"}) {
    const auto weight = [&](double size) { return size * (2 * random.unit(at++) - 1); };
    terms.push_back({*tetris::feature_named(name), 0, Transform::none, weight(1)});
    if (i++ < squares) terms.push_back({*tetris::feature_named(name), 0, Transform::square, weight(0.2)});
  }
  return terms;
}

TEST(Lanes, SecondMovesThatCannotWinAreLeftOutWithoutAnyoneNoticing) {
  const Stream random(StreamKey{.seed = 11, .purpose = Purpose::test});
  std::uint64_t at = 0, seed = 2000;
  for (const auto& [width, height] : {std::pair{4, 9}, {6, 20}, {10, 12}, {16, 28}}) {
    const Setting setting{width, height, tetris::Rules::standard, &tetris::tetrominoes()};
    for (int i = 0; i < 4; ++i) {
      const std::string name = "weights " + std::to_string(i) + " on " + std::to_string(width);
      expect_equal_play(any_milan(random, at, std::array{0u, 4u, 0u, 5u}[static_cast<std::size_t>(i)]), name,
                        {setting, 2 + 6 * i, i == 2, 6, 1}, ++seed);
      if (HasFatalFailure()) return;
    }
    expect_equal_play(evaluators()[5].second, "milan", {setting, 12, false, 6, 1}, ++seed);
    if (HasFatalFailure()) return;
  }
}

TEST(Lanes, MostFirstMovesNeedNoAnswer) {
  const Setting setting;
  const Linear evaluator(evaluators()[5].second, setting);
  for (const Simd simd : {Simd::plain, Simd::avx2}) {  // AVX-512 looks at all of them
    if (!has_simd(simd)) continue;
    const auto tables = make_tables(simd, setting, evaluator, 32).value();
    const auto twin = make_boolean_tables(setting, evaluator, 32);
    std::vector<std::uint8_t> piece(32), next(32, 4);
    std::vector<Choice> choice(32);
    std::vector<Placement> moves(32);
    std::vector<std::int8_t> lines(32);
    for (int step = 0; step < 60; ++step) {
      for (std::size_t t = 0; t < 32; ++t) piece[t] = std::exchange(next[t], static_cast<std::uint8_t>((step + t) % 7));
      tables->choose_pairs(piece, next, PairScore::sum, choice);
      if (step % 20 == 0) {
        for (int t = 0; t < 32; ++t) twin->set_board(t, tables->board(t));
        const auto before = twin->evaluated();
        twin->choose_pairs(piece, next, PairScore::sum, choice);
        EXPECT_GT(twin->evaluated(), before);
      }
      for (std::size_t t = 0; t < 32; ++t) moves[t] = choice[t].move;
      tables->apply(piece, moves, lines);
    }
    EXPECT_LT(tables->evaluated() / 60, twin->evaluated() / 3 / 2) << name_of(simd);
  }
}

TEST(Lanes, ManyGroupsChangePlacesWithoutAnyoneNoticing) {
  const Setting setting{10, 20, tetris::Rules::standard, &tetris::tetrominoes()};
  expect_equal_play(evaluators()[0].second, "bcts", {setting, 130, false, 24, 25}, 7);
  expect_equal_play(evaluators()[5].second, "milan", {setting, 130, true, 24, 25}, 8);
}

TEST(Lanes, GoodPlayStaysTheSameOverLongGames) {
  const Setting setting{10, 20, tetris::Rules::standard, &tetris::tetrominoes()};
  const Linear evaluator(evaluators()[0].second, setting);
  const Stream random(StreamKey{.seed = 5, .purpose = Purpose::test});
  std::vector<std::unique_ptr<Tables>> all;
  for (const Simd simd : fast_ones()) all.push_back(make_tables(simd, setting, evaluator, 64).value());
  std::vector<std::uint8_t> piece(64);
  std::vector<Choice> choice(64);
  std::vector<Placement> moves(64);
  std::vector<std::int8_t> lines(64);
  for (std::uint64_t step = 0; step < 3000; ++step) {
    for (std::size_t t = 0; t < 64; ++t) piece[t] = static_cast<std::uint8_t>(random.below(step * 64 + t, 7));
    for (const auto& tables : all) {
      tables->choose(piece, choice);
      for (std::size_t t = 0; t < 64; ++t) moves[t] = choice[t].move;
      tables->apply(piece, moves, lines);
    }
  }
  for (int t = 0; t < 64; ++t) {
    for (const auto& tables : all)
      EXPECT_EQ(tables->board(t), all[0]->board(t)) << name_of(tables->simd()) << " table " << t;
  }
}

TEST(Lanes, TablesThatLeaveDoNotDisturbTheOthers) {
  const Setting setting{10, 20, tetris::Rules::standard, &tetris::tetrominoes()};
  const Linear evaluator(evaluators()[0].second, setting);
  for (const Simd simd : fast_ones()) {
    const auto tables = make_tables(simd, setting, evaluator, 100).value();
    const auto twin = make_boolean_tables(setting, evaluator, 1);  // plays the game of table 77 alone
    std::vector<std::uint8_t> piece(100, 0), mine(1);
    std::vector<Choice> choice(100), my_choice(1);
    std::vector<Placement> moves(100), my_move(1);
    std::vector<std::int8_t> lines(100), my_lines(1);
    const Stream random(StreamKey{.seed = 6, .purpose = Purpose::test});
    for (std::uint64_t step = 0; step < 120; ++step) {
      if (step < 100 && step != 77) tables->set_active(static_cast<int>(step), false);
      for (std::size_t t = 0; t < 100; ++t) piece[t] = static_cast<std::uint8_t>(random.below(step * 100 + t, 7));
      mine[0] = piece[77];
      tables->choose(piece, choice);
      twin->choose(mine, my_choice);
      ASSERT_EQ(choice[77].move, my_choice[0].move) << name_of(simd) << " step " << step;
      ASSERT_EQ(choice[77].score, my_choice[0].score);
      for (std::size_t t = 0; t < 100; ++t) moves[t] = choice[t].move;
      my_move[0] = my_choice[0].move;
      tables->apply(piece, moves, lines);
      twin->apply(mine, my_move, my_lines);
      ASSERT_EQ(tables->board(77), twin->board(0)) << name_of(simd) << " step " << step;
    }
  }
}

TEST(Lanes, OtherFeaturesAndPiecesFallBackToTheRegistry) {
  const Setting setting{8, 12, tetris::Rules::standard, &tetris::pentominoes()};
  const Linear plain(evaluators()[2].second, setting);
  const auto pentominoes = make_tables(Simd::automatic, setting, plain, 3).value();
  EXPECT_EQ(pentominoes->simd(), Simd::plain);
  const Setting usual{8, 12, tetris::Rules::standard, &tetris::tetrominoes()};
  const Linear other(weighted({{"weighted_cells", -1}, {"holes", -2}}), usual);
  EXPECT_EQ((*make_tables(Simd::automatic, usual, other, 3))->simd(), Simd::plain);
}

TEST(Lanes, AnImplementationTheProcessorLacksIsAnError) {
  for (const Simd simd : {Simd::avx2, Simd::avx512}) {
    if (has_simd(simd)) continue;
    const Setting setting;
    const auto made = make_tables(simd, setting, Linear(evaluators()[0].second, setting), 1);
    ASSERT_FALSE(made);
    EXPECT_NE(made.message().find(name_of(simd)), std::string::npos);
  }
  EXPECT_FALSE(simd_named("avx1024"));
}

}  // namespace lanes_test
}  // namespace stackwright
