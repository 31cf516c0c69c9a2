// Pieces as data: every set is generated from cell shapes, with all that makes a placement fast.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace stackwright::tetris {

inline constexpr int kMaxPieceCells = 6;  // hexominoes are the largest set
inline constexpr int kMaxOrientations = 4;

/// One way to turn a piece; columns from the left, rows from the bottom of its bounding box.
struct Orientation {
  std::int8_t width = 0;
  std::int8_t height = 0;
  std::array<std::uint8_t, kMaxPieceCells> column{};  // cells of each column as bits, bit 0 = lowest row of the box
  std::array<std::int8_t, kMaxPieceCells> bottom{};   // lowest filled row of each column
  std::array<std::int8_t, kMaxPieceCells> top{};      // one above the highest filled row of each column

  friend bool operator==(const Orientation&, const Orientation&) = default;
};

/// A piece: a letter and its distinct orientations, clockwise from the one it appears in.
struct Piece {
  char letter = '?';
  std::int8_t cells = 0;
  std::int8_t orientations = 0;
  std::array<Orientation, kMaxOrientations> orientation{};
};

/// A named set of pieces; a piece is known by its index here.
struct PieceSet {
  std::string name;
  int cells = 0;              // cells of each piece
  std::vector<Piece> pieces;  // tetromino: I O S Z T L J

  int size() const { return static_cast<int>(pieces.size()); }
  /// Index of the piece with this letter, or -1.
  int find(char letter) const;
};

/// All distinct turns of a drawn shape (rows top to bottom, '#' filled), clockwise, duplicates left out.
Piece piece_from_shape(char letter, const std::vector<std::string>& rows);

/// "tetromino" (7), "pentomino" (18) or "hexomino" (60): one-sided pieces, a mirror image is a piece of its own.
const PieceSet& tetrominoes();
const PieceSet& pentominoes();
const PieceSet& hexominoes();
Result<const PieceSet*> piece_set(std::string_view name);

}  // namespace stackwright::tetris
