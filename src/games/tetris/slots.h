// Placements as numbers: slot = orientation * width + column, and the placements that do not lose as the bits of one word.
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.h"
#include "games/tetris/game.h"
#include "games/tetris/rules.h"

namespace stackwright::tetris {

/// One bit per slot.
using Slots = std::uint64_t;
static_assert(kMaxOrientations * kMaxWidth <= 64);

/// How many slots a board has, whatever the piece.
inline int slot_count(const Setting& s) { return kMaxOrientations * s.width; }
inline int slot_of(const Setting& s, Placement move) { return move.orientation * s.width + move.column; }
inline Placement placement_of(const Setting& s, int slot) {
  return {static_cast<std::int8_t>(slot / s.width), static_cast<std::int8_t>(slot % s.width)};
}

/// The slots of a setting's pieces.
class SlotTable {
 public:
  explicit SlotTable(const Setting& setting);

  /// All placements of a piece, losing ones too.
  Slots all(int piece) const { return all_[static_cast<std::size_t>(piece)]; }
  /// The placements that do not lose. No piece is higher than it has cells, so low boards need no look.
  Slots safe(const Board& board, int piece) const {
    return max_height(board) <= low_ ? all(piece) : safe_on_high(board, piece);
  }

 private:
  Slots safe_on_high(const Board& board, int piece) const;

  Setting setting_;
  std::vector<Slots> all_;
  int low_ = 0;
};

/// An error that names a piece that cannot be placed even on the empty board.
Result<Done> check_pieces_fit(const Setting& setting);

/// The cells of a board as bytes, 1 where filled: rows top to bottom, columns left to right.
void write_cells(const Board& board, std::uint8_t* out);
/// The bits of a word as bytes of 0 or 1, the lowest first.
void write_bits(Slots bits, int count, std::uint8_t* out);

}  // namespace stackwright::tetris
