// Values of towers and walls by cell: those learnt, and the tables made from them.
#include "eval/murus_tables.h"

#include <algorithm>
#include <cassert>

namespace stackwright::murus {

const CellValues& trained_values() {
  static constexpr CellValues kTrained{
      .tower = {{{-469, -316, -311, -212},
                 {-197, -116, -90, 72},
                 {-291, -20, 105, 145},
                 {-200, 22, 242, 305},
                 {-238, 269, 864, 1553},
                 {-249, 487, 383, 548},
                 {0, 0, 0, 0}}},
      .wall = {{{-723, -329, -633, -459},
                {-593, -94, -183, -45},
                {-418, -169, 141, 208},
                {-789, -213, 83, 286},
                {-150, -140, 568, 608},
                {-690, -204, -263, -370},
                {0, 0, 0, 0}}},
      .mobility = 66,
      .turn = 91,
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
