// A stronger evaluator of Murus Gallicus: values of towers and walls by cell, mobility and the turn, learnt from games.
#pragma once

#include <array>
#include <cstdint>

#include "games/murus/game.h"

namespace stackwright::murus {

/// In thousandths of the logarithm of the odds of winning. Rows count from the own home row to the goal, columns from
/// either edge: left and right are alike, and so are the two players.
struct CellValues {
  static constexpr int kHalf = kMaxColumns / 2;

  std::array<std::array<std::int16_t, kHalf>, kMaxRows> tower{};
  std::array<std::array<std::int16_t, kHalf>, kMaxRows> wall{};
  std::int16_t mobility = 0;  // for every move that one side has more than the other
  std::int16_t turn = 0;      // for being the side to move
};

/// Learnt by logistic regression from games that the program played against itself (bench/murus_train.py).
const CellValues& trained_values();

/// Rows are looked up whole: the cells of a row are a number from 0 to 255. For boards of 8 x 7.
class TableEvaluator {
 public:
  static constexpr std::int32_t kMarginPerPly = 350;

  TableEvaluator(const Murus& game, const CellValues& values);

  std::int32_t operator()(const Position& p) const {
    const std::int32_t stones = worth_of_romans(p) - worth_of_gauls(p);
    return (p.side == kRomans ? stones : -stones) + mobility_ * (moves_of(p, p.side) - moves_of(p, 1 - p.side)) + turn_;
  }

 private:
  using RowTables = std::array<std::array<std::int16_t, 256>, kMaxRows>;

  std::int32_t worth_of_romans(const Position& p) const {
    std::int32_t sum = 0;
    for (int row = 0; row < kMaxRows; ++row) {
      sum += towers_[kMaxRows - 1 - row][p.towers[kRomans] >> (row * kStride) & 255] +
             walls_[kMaxRows - 1 - row][p.walls[kRomans] >> (row * kStride) & 255];
    }
    return sum;
  }
  std::int32_t worth_of_gauls(const Position& p) const {
    std::int32_t sum = 0;
    for (int row = 0; row < kMaxRows; ++row) {
      sum += towers_[row][p.towers[kGauls] >> (row * kStride) & 255] +
             walls_[row][p.walls[kGauls] >> (row * kStride) & 255];
    }
    return sum;
  }
  int moves_of(Position p, int player) const {
    p.side = static_cast<std::uint8_t>(player);
    int sum = 0;
    for (const Cells cells : game_.movers(p)) sum += count(cells);
    return sum;
  }

  Murus game_;
  RowTables towers_{};  // by row from the own home row
  RowTables walls_{};
  std::int32_t mobility_;
  std::int32_t turn_;
};

}  // namespace stackwright::murus
