// The trained evaluator of Murus Gallicus: a twin that scans cells, and the symmetries it promises.
#include "eval/murus_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "games/murus/random_positions.h"
#include "games/murus/slow_murus.h"

namespace stackwright::murus {
namespace murus_tables_test {

int moves_if_it_moved(slow::Board b, char side) {
  b.side = side;
  return static_cast<int>(slow::moves(b).size());
}

/// By scanning the cells of the drawn position.
int scanned_value(const std::string& text, const CellValues& values) {
  const slow::Board b = slow::read(text);
  int sum = 0;
  for (int row = 0; row < 7; ++row) {
    for (int column = 0; column < 8; ++column) {
      const char stone = slow::at(b, row, column);
      if (stone == '.') continue;
      const bool roman = stone == 'T' || stone == 'W', tower = stone == 'T' || stone == 't';
      const auto from_home = static_cast<std::size_t>(roman ? 6 - row : row);
      const auto from_edge = static_cast<std::size_t>(std::min(column, 7 - column));
      sum += (roman == (b.side == 'r') ? 1 : -1) * (tower ? values.tower : values.wall)[from_home][from_edge];
    }
  }
  const char other = b.side == 'r' ? 'g' : 'r';
  return sum + values.turn + values.mobility * (moves_if_it_moved(b, b.side) - moves_if_it_moved(b, other));
}

TEST(MurusTables, AreTheSumOfTheirCells) {
  const Murus game;
  const TableEvaluator evaluator(game, trained_values());
  for (std::uint64_t n = 0; n < 1000; ++n) {
    const Position p = wandered(game, n, static_cast<int>(n % 50));
    if (game.arrived(p)) continue;  // the slow twin has no moves then
    ASSERT_EQ(evaluator(p), scanned_value(game.to_text(p), trained_values())) << game.to_text(p);
  }
}

TEST(MurusTables, LeftAndRightAreAlikeAndSoAreThePlayers) {
  const Murus game;
  const TableEvaluator evaluator(game, trained_values());
  for (std::uint64_t n = 0; n < 300; ++n) {
    const Position p = wandered(game, n, static_cast<int>(n % 50));
    Position mirrored, turned;
    for (int cell = 0; cell < kStride * kMaxRows; ++cell) {
      const int row = row_of(cell), column = column_of(cell);
      if (column == kMaxColumns) continue;
      for (const int player : {kRomans, kGauls}) {
        const int beside = cell_at(row, kMaxColumns - 1 - column), across = cell_at(kMaxRows - 1 - row, column);
        if ((p.towers[player] & bit(cell)) != 0) {
          mirrored.towers[player] |= bit(beside);
          turned.towers[1 - player] |= bit(across);
        }
        if ((p.walls[player] & bit(cell)) != 0) {
          mirrored.walls[player] |= bit(beside);
          turned.walls[1 - player] |= bit(across);
        }
      }
    }
    mirrored.side = p.side;
    turned.side = static_cast<std::uint8_t>(1 - p.side);
    ASSERT_EQ(evaluator(mirrored), evaluator(p)) << game.to_text(p);
    ASSERT_EQ(evaluator(turned), evaluator(p)) << game.to_text(p);
  }
}

}  // namespace murus_tables_test
}  // namespace stackwright::murus
