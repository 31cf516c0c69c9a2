// The shapes of a set of pieces as tables for the fast kernels.
#include <algorithm>
#include <bit>

#include "eval/lanes/planning.h"

namespace stackwright::lanes {
namespace {

using tetris::Orientation;

bool contiguous(unsigned bits) { return bits != 0 && ((bits | (bits - 1)) & ((bits | (bits - 1)) + 1)) == 0; }

/// Fits 4 x 4 and has no gap in any row or column.
bool simple(const Orientation& o) {
  if (o.width > kShapeWidth || o.height > 4) return false;
  for (int i = 0; i < o.width; ++i) {
    if (!contiguous(o.column[i])) return false;
  }
  for (int row = 0; row < o.height; ++row) {
    unsigned cells = 0;
    for (int i = 0; i < o.width; ++i) cells |= (o.column[i] >> row & 1u) << i;
    if (!contiguous(cells)) return false;
  }
  return true;
}

void set_shape(ShapeTable& table, int piece, const Orientation& o) {
  for (int i = 0; i < o.width; ++i) {
    table.bottom[i][piece] = static_cast<std::uint8_t>(o.bottom[i]);
    table.mask[i][piece] = o.column[i];
    table.length[i][piece] = static_cast<std::uint8_t>(o.top[i] - o.bottom[i]);
    table.packed[piece] |= static_cast<std::uint16_t>(o.column[i] << (4 * i));
    table.bottoms[piece] |= static_cast<std::uint16_t>(o.bottom[i] << (4 * i));
    if (o.bottom[i] == 0) ++table.floor[piece];
  }
  table.last_length[piece] = table.length[o.width - 1][piece];
  table.width[piece] = static_cast<std::uint8_t>(o.width);
  table.height[piece] = static_cast<std::uint8_t>(o.height);
  table.min_width = std::min<int>(table.min_width, o.width);
  table.max_width = std::max<int>(table.max_width, o.width);
}

void set_outline(Outline& outline, const Orientation& o) {
  outline.width = o.width;
  outline.height = o.height;
  for (int i = 0; i < o.width; ++i) {
    outline.bottom[i] = o.bottom[i];
    outline.mask[i] = o.column[i];
    if (o.bottom[i] == 0) ++outline.floor;
    for (int row = 0; row < o.height; ++row) outline.row[row] |= (o.column[i] >> row & 1u) << i;
  }
  for (int i = 0; i <= o.width; ++i) {
    const unsigned before = i > 0 ? outline.mask[i - 1] : 0, after = i < o.width ? outline.mask[i] : 0;
    outline.sides += std::popcount(before ^ after);
  }
  outline.left = std::popcount(outline.mask[0]);
  outline.right = std::popcount(outline.mask[o.width - 1]);
}

/// Puts orientations of equal width together: first and third, second and fourth.
void pair_shapes(Plan& plan, int piece) {
  const int turns = plan.orientations[piece];
  constexpr int kFour[] = {0, 2, 1, 3}, kFewer[] = {0, 1, 2, 3};
  for (int i = 0; i < kShapeTurns / 2; ++i) {
    PairedShapes& pair = plan.paired[piece][i];
    for (int half = 0; half < 2; ++half) {
      const int turn = (turns == 4 ? kFour : kFewer)[2 * i + half];
      const ShapeTable& shape = plan.shape[turn];
      pair.turn[half] = turn;
      if (turn < turns) pair.max_width = std::max<int>(pair.max_width, shape.width[piece]);
      for (int x = 0; x < 16; ++x) {
        const int lane = half * 16 + x;
        for (int c = 0; c < kShapeWidth; ++c) {
          pair.bottom[c][lane] = shape.bottom[c][piece];
          pair.mask[c][lane] = shape.mask[c][piece];
          pair.length[c][lane] = shape.length[c][piece];
          pair.used[c][lane] = shape.mask[c][piece] != 0 ? std::uint16_t{0xffff} : std::uint16_t{0};
        }
        pair.last_length[lane] = shape.last_length[piece];
        pair.floor[lane] = shape.floor[piece];
        pair.width[lane] = shape.width[piece];
        pair.height[lane] = shape.height[piece];
        pair.packed[lane] = shape.packed[piece];
        pair.slot[lane] = static_cast<std::uint16_t>(turn * 16 + x);
      }
    }
  }
}

}  // namespace

bool set_shapes(Plan& plan, const tetris::PieceSet& set) {
  if (set.size() > kMaxPieces) return false;
  plan.pieces = set.size();
  plan.cells = set.cells;
  for (ShapeTable& table : plan.shape) {
    table = {};
    for (auto& bottoms : table.bottom) std::ranges::fill(bottoms, kUnused);
    std::ranges::fill(table.width, std::uint8_t{99});
    table.min_width = kShapeWidth;
    table.max_width = 1;
  }
  for (int p = 0; p < set.size(); ++p) {
    const tetris::Piece& piece = set.pieces[static_cast<std::size_t>(p)];
    plan.orientations[p] = piece.orientations;
    plan.turns = std::max<int>(plan.turns, piece.orientations);
    for (int o = 0; o < piece.orientations; ++o) {
      const Orientation& shape = piece.orientation[static_cast<std::size_t>(o)];
      if (!simple(shape) || shape.width > plan.width) return false;
      set_shape(plan.shape[o], p, shape);
      set_outline(plan.outline[p][o], shape);
      for (const unsigned row : plan.outline[p][o].row) {
        plan.longest_row[p] = std::max(plan.longest_row[p], std::popcount(row));
      }
    }
    pair_shapes(plan, p);
  }
  return true;
}

}  // namespace stackwright::lanes
