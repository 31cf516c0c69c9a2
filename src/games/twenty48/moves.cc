// Moves by row tables: what a row becomes when its tiles slide, and what the merges earn.
#include "games/twenty48/moves.h"

namespace stackwright::twenty48 {
namespace {

std::uint16_t reversed(std::uint16_t row) {
  return static_cast<std::uint16_t>(row >> 12 | (row >> 4 & 0x00f0) | (row << 4 & 0x0f00) | row << 12);
}

}  // namespace

SlidRow slide(std::uint16_t row) {
  SlidRow slid;
  int place = 0;         // where the next tile comes to rest
  unsigned waiting = 0;  // the tile before it, if it may still merge
  for (int i = 0; i < kSide; ++i) {
    const unsigned rank = row >> (4 * i) & 15u;
    if (rank == 0) continue;
    if (rank == waiting && rank < kMaxRank) {
      slid.row = static_cast<std::uint16_t>(slid.row + (1u << (4 * (place - 1))));
      slid.gain += std::int32_t{2} << rank;
      waiting = 0;
    } else {
      slid.row = static_cast<std::uint16_t>(slid.row | rank << (4 * place++));
      waiting = rank;
    }
  }
  return slid;
}

RowTable::RowTable() {
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    const auto row = static_cast<std::uint16_t>(r);
    const SlidRow left = slide(row), right = slide(reversed(row));
    rows[r] = {left.row, reversed(right.row), left.gain};
  }
}

const RowTable& row_table() {
  static const RowTable kTable;
  return kTable;
}

}  // namespace stackwright::twenty48
