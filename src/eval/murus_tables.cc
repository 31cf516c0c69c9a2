// Values of towers and walls by cell: those learnt, and the tables made from them.
#include "eval/murus_tables.h"

#include <algorithm>
#include <cassert>

namespace stackwright::murus {

const CellValues& trained_values() {
  static constexpr CellValues kTrained{
      .tower = {{{-660, -302, -246, -316},
                 {-230, -16, -108, -4},
                 {-247, 23, 162, 202},
                 {-221, -42, 15, 275},
                 {301, 662, 1156, 2103},
                 {-130, 356, -16, 248},
                 {0, 0, 0, 0}}},
      .wall = {{{-896, -575, -406, -507},
                {-801, -401, -184, -204},
                {-668, -261, 141, 255},
                {-1055, -224, 61, 360},
                {59, 198, 617, 769},
                {-1062, -783, -164, -199},
                {0, 0, 0, 0}}},
      .mobility = 85,
      .turn = 149,
  };
  return kTrained;
}

TableEvaluator::TableEvaluator(const Murus& game, const CellValues& values)
    : game_(game), mobility_(values.mobility), turn_(values.turn) {
  assert(game.rules.columns == kMaxColumns && game.rules.rows == kMaxRows);
  for (std::size_t row = 0; row < kMaxRows; ++row) {
    for (std::size_t cells = 0; cells < 256; ++cells) {
      for (std::size_t column = 0; column < kMaxColumns; ++column) {
        if ((cells >> column & 1) == 0) continue;
        const std::size_t from_edge = std::min(column, kMaxColumns - 1 - column);
        towers_[row][cells] = static_cast<std::int16_t>(towers_[row][cells] + values.tower[row][from_edge]);
        walls_[row][cells] = static_cast<std::int16_t>(walls_[row][cells] + values.wall[row][from_edge]);
      }
    }
  }
}

}  // namespace stackwright::murus
