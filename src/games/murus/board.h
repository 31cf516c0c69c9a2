// The board of Murus Gallicus: one 64-bit word per kind of stone, and steps in eight directions on all cells at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace stackwright::murus {

/// A set of cells. Row A is the top (the Gauls' home row); a row takes nine bits, and the ninth column is never part of
/// a board, so that a step over an edge falls beside it and needs no mask.
using Cells = std::uint64_t;

inline constexpr int kMaxColumns = 8, kMaxRows = 7, kStride = 9;

constexpr int cell_at(int row, int column) { return row * kStride + column; }
constexpr int row_of(int cell) { return cell / kStride; }
constexpr int column_of(int cell) { return cell % kStride; }
constexpr Cells bit(int cell) { return Cells{1} << cell; }

/// In the order in which moves are listed, clockwise.
enum class Direction : std::uint8_t { n, ne, e, se, s, sw, w, nw };

inline constexpr int kDirections = 8;
inline constexpr std::array<Direction, kDirections> kAllDirections{
    Direction::n, Direction::ne, Direction::e, Direction::se, Direction::s, Direction::sw, Direction::w, Direction::nw};
inline constexpr std::array<std::string_view, kDirections> kDirectionNames{"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
/// How far the number of a cell changes by a step.
inline constexpr std::array<int, kDirections> kSteps{-9, -8, 1, 10, 9, 8, -1, -10};

constexpr int step_of(Direction d) { return kSteps[static_cast<std::size_t>(d)]; }

/// The cells whose neighbour in a direction belongs to the set.
template <int Step>
constexpr Cells before(Cells cells) {
  if constexpr (Step > 0) {
    return cells >> Step;
  } else {
    return cells << -Step;
  }
}

/// The lowest cell of a set that is not empty.
constexpr int first_cell(Cells cells) { return std::countr_zero(cells); }
constexpr int count(Cells cells) { return std::popcount(cells); }

}  // namespace stackwright::murus
