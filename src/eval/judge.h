// Boards of any games judged in batches by one evaluator: what searches that look ahead are made of.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/result.h"
#include "eval/lanes/plan.h"
#include "eval/tables.h"

namespace stackwright {

/// Boards side by side, each with the piece that is to be placed. Boards from `count` on are empty.
struct Batch {
  static constexpr int kSize = lanes::kGroup;

  lanes::GroupBoards boards{};
  std::uint8_t pieces[kSize] = {};
  int count = 0;

  void clear() { *this = {}; }
  void add(const tetris::Board& board, std::uint8_t piece);
  /// The same board as number `from` of another batch.
  void add(const Batch& other, int from, int width, std::uint8_t piece);
  tetris::Board board(int number, const tetris::Setting& setting) const;
};

/// A placement that does not lose. A slot is orientation * 16 + column.
struct Scored {
  std::int32_t score = 0;
  std::int32_t moves = 0;  // the part of the score that speaks of the move
  std::uint8_t board = 0;  // its number in the batch
  std::uint8_t slot = 0;
};

inline tetris::Placement placement_of(int slot) {
  return {static_cast<std::int8_t>(slot >> 4), static_cast<std::int8_t>(slot & 15)};
}
inline std::uint8_t slot_of(tetris::Placement move) {
  return static_cast<std::uint8_t>(move.orientation * 16 + move.column);
}

/// All implementations give the same numbers. What loses is left out, or lanes::kLost.
class Judge {
 public:
  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  virtual ~Judge() = default;

  /// Adds every placement of its piece on each board, board after board, in the order of slots.
  virtual void placements(const Batch& batch, bool with_moves, std::vector<Scored>& out) = 0;
  /// best[i][b]: the best score of pieces[i] on board b, whatever piece the batch gives it.
  virtual void answers(const Batch& batch, std::span<const std::uint8_t> pieces,
                       std::int32_t (*best)[Batch::kSize]) = 0;
  /// Places every board's piece by its slot; none of them loses.
  virtual void place(Batch& batch, const std::uint8_t* slots) = 0;
  /// Placements scored so far, lost ones included.
  virtual std::uint64_t evaluated() const = 0;
};

/// A judge on an implementation (not automatic) that the processor has.
std::unique_ptr<Judge> make_judge(Simd simd, const tetris::Setting& setting, const Linear& evaluator);

/// The same on the fast kernels; null when they do not cover the pieces or a feature.
std::unique_ptr<Judge> make_lane_judge(Simd simd, const tetris::Setting& setting, const Linear& evaluator);

}  // namespace stackwright
