// Units on 2048: what planes of tiles mean, and the network as a weighted sum.
#include "eval/units/twenty48_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/random.h"

namespace stackwright::units {
namespace twenty48_units_test {

twenty48::Board random_tiles(const Stream& random, std::uint64_t& at) {
  twenty48::Board board;
  for (int cell = 0; cell < twenty48::kCells; ++cell) {
    const std::uint32_t rank = random.below(at++, 20);
    if (rank <= 15) board = with_rank(board, cell, static_cast<int>(rank));
  }
  return board;
}

Unit square(Input input, std::string_view filter, double bias) {
  Unit unit;
  unit.input = input;
  for (std::size_t i = 0; i < filter.size(); ++i) {
    unit.filter[i] = static_cast<std::int8_t>(filter[i] == '+' ? 1 : filter[i] == '-' ? -1 : 0);
  }
  unit.bias = bias;
  return unit;
}

TEST(Twenty48Units, PlanesAreDifferencesMergesAndEmptyCells) {
  Unit steps = square(Input::placed, "...+-....", -0.5);  // at least: filled beside empty, both ways
  steps.mirrored = true;
  const Unit merges = square(Input::piece, "....++...", -1.5);
  const Unit empty = square(Input::after, "....+....", -0.5);
  Unit highest_row = square(Input::placed, ".........", 0);
  highest_row.shape = Shape::row;
  highest_row.length = 4;
  for (std::size_t i = 0; i < 4; ++i) highest_row.filter[i] = 1;
  const Stream random({3, Purpose::test, 0, 0, 0});
  std::uint64_t at = 0;
  for (int round = 0; round < 200; ++round) {
    const twenty48::Board board = random_tiles(random, at);
    int differences = 0, pairs = 0, rows = 0;
    for (int cell = 0; cell < twenty48::kCells; ++cell) {
      if (cell % 4 == 3) continue;
      const int a = rank_at(board, cell), b = rank_at(board, cell + 1);
      differences += std::abs(a - b);
      pairs += a == b && a != 0 ? 1 : 0;
    }
    for (int row = 0; row < 4; ++row) {
      int most = 0;
      for (int x = 0; x < 4; ++x) most = std::max(most, rank_at(board, 4 * row + x));
      rows += most;
    }
    EXPECT_EQ(output(steps, board), differences);
    EXPECT_EQ(output(merges, board), pairs);
    EXPECT_EQ(output(empty, board), count_empty(board));
    EXPECT_EQ(output(highest_row, board), rows);

    const Twenty48Units network({{steps, -0.5}, {merges, 2}, {empty, 3}});
    EXPECT_FLOAT_EQ(network.value(board),
                    static_cast<float>(kTwenty48Scale * (-0.5 * differences + 2 * pairs + 3 * count_empty(board))));
  }
}

}  // namespace twenty48_units_test
}  // namespace stackwright::units
