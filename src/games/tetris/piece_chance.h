// Where pieces come from, as a chance whose memory is a plain value: what a game needs that is copied on its way.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/result.h"
#include "games/tetris/pieces.h"
#include "games/tetris/sources.h"

namespace stackwright::tetris {

/// Draws the pieces of a source one by one; in law the same as its stream. A copy of a game takes the memory along and
/// draws its own pieces from there.
class PieceChance {
 public:
  /// What a source remembers: the pieces left in a bag, as bits; nothing where pieces are independent.
  using Memory = std::uint64_t;

  /// An error for sources that leave nothing to chance: their games can only be played.
  static Result<PieceChance> make(const Source& source, const PieceSet& set);

  /// The memory at the start of a game.
  Memory fresh() const { return 0; }
  /// Whether pieces are independent of all before.
  bool memoryless() const { return kind_ != Source::Kind::bag; }

  /// The next piece, by 64 random bits.
  std::uint8_t draw(Memory& memory, std::uint64_t bits) const {
    if (kind_ == Source::Kind::uniform) return static_cast<std::uint8_t>(scaled(bits, pieces_));
    return kind_ == Source::Kind::bag ? draw_from_bag(memory, bits) : draw_by_weight(bits);
  }

 private:
  std::uint8_t draw_from_bag(Memory& memory, std::uint64_t bits) const {
    if (memory == 0) memory = (Memory{1} << pieces_) - 1;
    Memory rest = memory;
    for (std::uint32_t skip = scaled(bits, static_cast<std::uint32_t>(std::popcount(memory))); skip > 0; --skip) {
      rest &= rest - 1;
    }
    const int piece = std::countr_zero(rest);
    memory &= ~(Memory{1} << piece);
    return static_cast<std::uint8_t>(piece);
  }
  std::uint8_t draw_by_weight(std::uint64_t bits) const;

  Source::Kind kind_ = Source::Kind::uniform;
  std::uint32_t pieces_ = 0;
  std::vector<double> cumulative_;  // of the weights
};

}  // namespace stackwright::tetris
