// Every fast implementation against the boolean twin: same choices, same scores, same boards, on random and played boards.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "eval/boolean_tables.h"
#include "eval/tables.h"

namespace stackwright {
namespace {

using tetris::Board;
using tetris::Placement;
using tetris::Setting;

std::vector<Term> weighted(const std::vector<std::pair<std::string, double>>& weights,
                           Transform transform = Transform::none) {
  std::vector<Term> terms;
  for (const auto& [name, weight] : weights) {
    const auto feature = tetris::feature_named(name);
    EXPECT_TRUE(feature) << name;
    terms.push_back({*feature, 0, transform, weight});
  }
  return terms;
}

std::vector<Term> with(std::vector<Term> terms, const std::vector<Term>& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

/// Evaluators that between them use every quantity of the kernels, straight and curved.
std::vector<std::pair<std::string, std::vector<Term>>> evaluators() {
  const auto bcts = weighted({{"landing_height", -12.629},
                              {"eroded_cells", 6.601974},
                              {"row_transitions", -9.215815},
                              {"column_transitions", -19.77356},
                              {"holes", -13.08335},
                              {"cumulative_wells", -10.48747},
                              {"hole_depth", -1.611863},
                              {"rows_with_holes", -24.04087}});
  const auto dellacherie = weighted({{"landing_height", -1},
                                     {"eroded_cells", 1},
                                     {"row_transitions", -1},
                                     {"column_transitions", -1},
                                     {"holes", -4},
                                     {"cumulative_wells", -1}});
  const auto milan =
      weighted({{"landing_row", -0.4057}, {"etp", 0.6169}, {"etw", 0.7838}, {"gaps", -0.4908}, {"lines", 0.6621}});
  const auto rise =
      weighted({{"height_rise", -0.4}, {"etp_floor", 0.6}, {"etw_sides", 0.8}, {"gaps", -0.5}, {"removed_rows", 0.7}});
  const auto lisbon =
      weighted({{"aggregate_height", -.46}, {"lines_squared", .567}, {"lisbon_holes", -.446}, {"bumpiness", -.0636}});
  const auto belo = weighted({{"max_height", 5.67},
                              {"landing_height", -9.5},
                              {"removed_cells", 2},
                              {"removed_rows", -8.4},
                              {"eroded_cells", 2.9},
                              {"row_transitions", -2.3},
                              {"column_transitions", -8.9},
                              {"holes", -8.2},
                              {"cumulative_wells", -2.8}});
  return {
      {"bcts", bcts},
      {"dt", with(bcts, weighted({{"pattern_diversity", 3.5}}))},
      {"dellacherie", dellacherie},
      {"milan", milan},
      {"rise", rise},
      {"lisbon", lisbon},
      {"belo-horizonte", belo},
      {"everything", with(with(with(bcts, belo), with(milan, rise)),
                          with(lisbon, weighted({{"pattern_diversity", 1}, {"constant", 2}})))},
      {"milan squares",
       with(milan, weighted({{"landing_row", -0.01}, {"etp", 0.02}, {"etw", 0.03}, {"gaps", -0.02}, {"lines", 0.1}},
                            Transform::square))},
      {"rise logarithms",
       with(rise, weighted({{"height_rise", .3}, {"etp_floor", .2}, {"etw_sides", .1}, {"gaps", .3}}, Transform::log))},
      {"board cubes", with(belo, weighted({{"max_height", -.001},
                                           {"row_transitions", -.001},
                                           {"column_transitions", .001},
                                           {"holes", -.01},
                                           {"cumulative_wells", .001},
                                           {"bumpiness", -.001}},
                                          Transform::cube))}};
}

std::vector<Simd> fast_ones() {
  std::vector<Simd> all;
  for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
    if (has_simd(simd)) all.push_back(simd);
  }
  return all;
}

/// Boards of all kinds: nearly full, half full, dense and low, empty.
Board random_board(const Setting& s, const Stream& random, std::uint64_t& at) {
  Board b = tetris::empty_board(s.width, s.height);
  const auto kind = random.below(at++, 4);
  const int rows = kind == 0   ? tetris::row_limit(s) - 1
                   : kind == 1 ? s.height / 2
                   : kind == 2 ? std::min(5, s.height - 2)
                               : 0;
  for (int x = 0; x < s.width; ++x) {
    for (int row = 0; row < rows; ++row) {
      if (random.below(at++, 100) < (kind == 2 ? 85u : 60u)) tetris::fill(b, x, row);
    }
  }
  tetris::remove_rows(b, tetris::full_rows(b));
  return b;
}

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

TEST(Lanes, TablesWithWeightsOfTheirOwnPlayAsTheTwin) {
  const Setting setting{10, 12, tetris::Rules::standard, &tetris::tetrominoes()};
  std::uint64_t seed = 1000;
  for (const auto& [name, terms] : evaluators()) {
    expect_equal_play(terms, name, {setting, 40, true, 12, 6}, ++seed);
    if (HasFatalFailure()) return;
  }
}

TEST(Lanes, ManyGroupsChangePlacesWithoutAnyoneNoticing) {
  const Setting setting{10, 20, tetris::Rules::standard, &tetris::tetrominoes()};
  expect_equal_play(evaluators()[0].second, "bcts", {setting, 130, false, 24, 25}, 7);
  expect_equal_play(evaluators()[3].second, "milan", {setting, 130, true, 24, 25}, 8);
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

}  // namespace
}  // namespace stackwright
