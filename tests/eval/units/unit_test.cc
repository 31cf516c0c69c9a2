// Units: genes, the kernels against the cell-by-cell twin, the worked example, loops that always end.
#include "eval/units/unit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "eval/tables.h"
#include "eval/units/plan.h"
#include "eval/units/slow_unit.h"
#include "games/tetris/drawn.h"

namespace stackwright::units {
namespace unit_test {

using tetris::test_stream;

std::vector<double> random_genes(int filter, const Stream& random, std::uint64_t& at) {
  std::vector<double> genes(genes_of_unit(filter));
  for (double& g : genes) g = random.unit(at++);
  return genes;
}

/// A transition of a random piece on a random board; lost ones are shown to units too.
tetris::Transition random_transition(int width, int height, const Stream& random, std::uint64_t& at) {
  const tetris::Setting setting{width, height, tetris::Rules::standard, &tetris::tetrominoes()};
  for (;;) {
    const tetris::Board board = tetris::random_board(width, height, random.at(at++));
    const int piece = static_cast<int>(random.below(at++, 7));
    const tetris::Transition t = tetris::place(setting, board, piece, {0, 0});
    if (!t.lost) return t;
  }
}

const Kernels* kernels_of(Simd simd) {
  if (!has_simd(simd)) return nullptr;
#if defined(__x86_64__)
  if (simd == Simd::avx2) return &lanes_avx2::kUnitKernels;
  if (simd == Simd::avx512) return &lanes_avx512::kUnitKernels;
#endif
  return simd == Simd::plain ? &lanes_plain::kUnitKernels : nullptr;
}

TEST(Unit, TheNeutralGenesChooseTheUpperSideOfEveryBorder) {
  const WeightedUnit neutral = decode(std::vector<double>(32, 0.5), 10, 20, Decoding::published);
  EXPECT_EQ(neutral.weight, 0);
  EXPECT_EQ(neutral.unit.input, Input::placed);
  EXPECT_EQ(neutral.unit.shape, Shape::column);
  EXPECT_EQ(neutral.unit.length, 20);
  EXPECT_EQ(neutral.unit.bias, 0);
  EXPECT_EQ(neutral.unit.reduce, Reduce::mid);
  EXPECT_TRUE(std::ranges::all_of(neutral.unit.filter, [](int cell) { return cell == 0; }));

  std::vector<double> genes(32, 0.5);
  genes[0] = 2.0 / 3;  // borders of thirds
  genes[1] = 1;
  genes[2] = 1.0 / 3;
  genes[3] = 2.0 / 3;
  genes[4] = 0;
  genes[29] = 0.4999;  // no mirror, so that 0.5 means a loop
  genes[27] = 0.75;    // a border of quarters
  genes[22] = 0;
  genes[31] = 1;
  const WeightedUnit chosen = decode(genes, 10, 20, Decoding::published);
  EXPECT_EQ(chosen.unit.input, Input::after);
  EXPECT_EQ(chosen.unit.shape, Shape::square);
  EXPECT_EQ(chosen.unit.filter[0], 0);
  EXPECT_EQ(chosen.unit.filter[1], 1);
  EXPECT_EQ(chosen.unit.filter[2], -1);
  EXPECT_EQ(chosen.unit.bias, -20);
  EXPECT_EQ(chosen.weight, 20);
  EXPECT_EQ(chosen.unit.reduce, Reduce::loop);
  EXPECT_EQ(chosen.unit.direction, Direction::down);
  EXPECT_TRUE(chosen.unit.counts_filled);
  EXPECT_TRUE(chosen.unit.sides_filled);
}

TEST(Unit, HasAsManyGenesAsTheLongestFilterNeeds) {
  EXPECT_EQ(genes_of_unit(filter_genes(10, 20)), 32u);
  EXPECT_EQ(filter_genes(4, 4), 9);
  EXPECT_EQ(filter_genes(16, 10), 16);
  const std::vector<std::string> names = gene_names(20);
  ASSERT_EQ(names.size(), 32u);
  EXPECT_EQ(names[22], "bias");
  EXPECT_EQ(names[27], "direction");
  EXPECT_EQ(names[31], "weight");
}

TEST(Unit, EncodedUnitsAreDecodedAgain) {
  const Stream random = test_stream(1);
  std::uint64_t at = 0;
  for (const Decoding decoding : {Decoding::published, Decoding::smooth, Decoding::sparse}) {
    for (int i = 0; i < 2000; ++i) {
      const WeightedUnit unit = decode(random_genes(20, random, at), 10, 20, decoding);
      const WeightedUnit again = decode(encode(unit, 20, decoding), 10, 20, decoding);
      Unit same_bias = again.unit;
      same_bias.bias = unit.unit.bias;
      ASSERT_EQ(same_bias, unit.unit);
      ASSERT_NEAR(again.unit.bias, unit.unit.bias, 1e-12);
      ASSERT_NEAR(again.weight, unit.weight, 1e-12);
    }
  }
}

TEST(Unit, SmoothlyDecodedBiasesAskForOneToAllOfTheCells) {
  std::vector<double> genes(32, 0.5);
  genes[1] = 0.9;
  for (const int cell : {2, 5, 7}) genes[static_cast<std::size_t>(cell)] = 0.1;  // three cells that are to be empty
  genes[3] = 0.9;
  for (int matches = 1; matches <= 4; ++matches) {
    genes[22] = (matches - 0.5) / 4;
    EXPECT_EQ(plan_of(decode(genes, 10, 20, Decoding::smooth).unit, 10, 20).threshold, matches);
  }
}

TEST(Unit, SparselyDecodedFiltersHaveFewCellsAndWeightsAreCubes) {
  const Stream random = test_stream(3);
  std::uint64_t at = 0;
  int cells = 0, all_demanded = 0, of_two = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<double> genes = random_genes(20, random, at);
    genes[1] = 0.9;
    genes[31] = 0.75;
    const WeightedUnit unit = decode(genes, 10, 20, Decoding::sparse);
    const Demand demand = demand_of(unit.unit, 9);
    cells += demand.cells;
    ASSERT_EQ(unit.weight, 20 * 0.5 * 0.5 * 0.5);
    if (demand.cells != 2) continue;
    ++of_two;
    all_demanded += plan_of(unit.unit, 10, 20).threshold == 2 ? 1 : 0;
  }
  EXPECT_NEAR(cells / 3000.0, 3, 0.1);  // a third of nine
  EXPECT_NEAR(all_demanded / static_cast<double>(of_two), 0.75, 0.06);
}

TEST(Unit, EveryKernelGivesWhatTheTwinGives) {
  const Stream random = test_stream(2);
  std::uint64_t at = 0;
  for (int round = 0; round < 200; ++round) {
    const int width = 4 + static_cast<int>(random.below(at++, 13)),
              height = 4 + static_cast<int>(random.below(at++, 27));
    LaneBoards boards{};
    std::vector<tetris::Transition> transitions;
    for (int lane = 0; lane < kLanes; ++lane) {
      transitions.push_back(random_transition(width, height, random, at));
      const tetris::Transition& t = transitions.back();
      for (int x = 0; x < width; ++x) {
        const auto column = static_cast<std::size_t>(x);
        boards.column[0][x][lane] = t.placed.column[column] & ~t.before.column[column];
        boards.column[1][x][lane] = t.placed.column[column];
        boards.column[2][x][lane] = t.after.column[column];
      }
    }
    for (int i = 0; i < 20; ++i) {
      const Decoding decoding = i % 2 == 0 ? Decoding::published : Decoding::smooth;
      const Unit unit = decode(random_genes(filter_genes(width, height), random, at), width, height, decoding).unit;
      std::vector<double> expected;
      for (const tetris::Transition& t : transitions) expected.push_back(slow_output(unit, t));
      for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
        const Kernels* kernels = kernels_of(simd);
        if (kernels == nullptr) continue;
        std::int32_t out[kLanes];
        kernels->outputs(plan_of(unit, width, height), boards, kLanes, out);
        for (int lane = 0; lane < kLanes; ++lane) {
          ASSERT_EQ(static_cast<double>(out[lane]) / fraction_of(unit), expected[static_cast<std::size_t>(lane)])
              << name_of(simd) << " " << width << "x" << height << " " << short_name(unit);
          ASSERT_LE(expected[static_cast<std::size_t>(lane)], bound_of(unit, width, height));
        }
      }
    }
  }
}

Unit drawn_unit(Input input, Shape shape, std::string_view filter, double bias) {
  Unit unit;
  unit.input = input;
  unit.shape = shape;
  unit.length = static_cast<std::uint8_t>(filter.size());
  for (std::size_t i = 0; i < filter.size(); ++i) {
    unit.filter[i] = static_cast<std::int8_t>(filter[i] == '+' ? 1 : filter[i] == '-' ? -1 : 0);
  }
  unit.bias = bias;
  return unit;
}

/// Walled cells at (3, 2), (6, 1), (2, 0) and (6, 0), the two in column 6 one above the other.
TEST(Unit, TheWorkedExampleOfTheLoopGivesFive) {
  const tetris::Board board = tetris::drawn(
      "........\n"
      "..#.#...\n"
      "..####.#\n"
      ".#.###.#\n");
  Unit unit = drawn_unit(Input::after, Shape::square, "...+-+...", -1.5);
  EXPECT_EQ(output(unit, tetris::standing(board)), 4);
  unit.reduce = Reduce::loop;
  unit.direction = Direction::down;
  EXPECT_EQ(output(unit, tetris::standing(board)), 5);
  EXPECT_EQ(slow_output(unit, tetris::standing(board)), 5);
}

TEST(Unit, TheStepIsOneOnlyAboveZero) {
  const tetris::Transition t = tetris::standing(tetris::drawn("....\n....\n....\n#...\n"));
  Unit unit = drawn_unit(Input::after, Shape::row, "++++", -1);
  EXPECT_EQ(output(unit, t), 0);
  unit.bias = -0.999;
  EXPECT_EQ(output(unit, t), 1);
  unit.bias = 0;
  EXPECT_EQ(output(unit, t), 1);
}

TEST(Unit, MidValuesAreHalfWayBetweenTheFirstAndTheLastOne) {
  const tetris::Transition t = tetris::standing(tetris::drawn("....\n.#..\n....\n...#\n"));
  Unit row = drawn_unit(Input::after, Shape::row, "++++", 0);
  row.reduce = Reduce::mid;
  EXPECT_EQ(output(row, t), 1);  // rows 0 and 2
  Unit column = drawn_unit(Input::after, Shape::column, "++++", 0);
  column.reduce = Reduce::mid;
  EXPECT_EQ(output(column, t), 2);  // columns 1 and 3
  row.bias = -4;
  EXPECT_EQ(output(row, t), 0);  // no row at all
}

/// Genes of counting loops of every kind end and stay within their bound; some are walked by the twin too.
void expect_loops_to_end(int count, std::uint64_t seed) {
  const Stream random = test_stream(seed);
  std::uint64_t at = 0;
  tetris::Transition t;
  for (int i = 0; i < count; ++i) {
    if (i % 64 == 0) t = random_transition(10, 20, random, at);
    std::vector<double> genes = random_genes(20, random, at);
    genes[1] = 2.0 / 3 + genes[1] / 3;
    genes[26] = 0.5 + genes[26] / 2;
    genes[29] /= 2.001;
    const Unit unit = decode(genes, 10, 20, i % 2 == 0 ? Decoding::published : Decoding::smooth).unit;
    ASSERT_EQ(unit.reduce, Reduce::loop);
    const double steps = output(unit, t);
    ASSERT_GE(steps, 0);
    ASSERT_LE(steps, bound_of(unit, 10, 20));
    if (i % 100 == 0) {
      ASSERT_EQ(steps, slow_output(unit, t));
    }
  }
}

TEST(Unit, LoopsEnd) { expect_loops_to_end(10'000, 3); }
TEST(PublishedUnit, LoopsOfAMillionRandomGenesEnd) { expect_loops_to_end(1'000'000, 4); }

TEST(Unit, FiltersTooShortForABoardAreRefused) {
  const Unit unit = drawn_unit(Input::placed, Shape::row, "++++++++++", -9.5);
  EXPECT_TRUE(check_unit(unit, {10, 20, tetris::Rules::standard, &tetris::tetrominoes()}));
  const auto wide = check_unit(unit, {12, 20, tetris::Rules::standard, &tetris::tetrominoes()});
  ASSERT_FALSE(wide);
  EXPECT_NE(wide.message().find("10 cells"), std::string::npos);
}

}  // namespace unit_test
}  // namespace stackwright::units
