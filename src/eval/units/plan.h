// What the kernels of units work on: boards side by side, and units with everything decided that does not depend on a board.
#pragma once

#include <cstdint>

#include "eval/units/unit.h"

namespace stackwright::units {

/// Placements judged together; every instruction set takes as many at a time as it has lanes.
inline constexpr int kLanes = 16;

/// The three inputs of so many placements, column by column.
struct LaneBoards {
  alignas(64) std::uint32_t column[3][tetris::kMaxWidth][kLanes];
};

/// A 3x3 filter as the cells it demands: offsets, and all ones where it wants the cell empty. Filled up to a multiple of
/// three with demands that are never met.
struct Pattern {
  std::int8_t right[kSquareCells];  // -1, 0, 1
  std::int8_t up[kSquareCells];     // -1, 0, 1; 2: never met
  std::uint32_t flip[kSquareCells];
};

/// The map is one where at least `threshold` of `cells` demands are met.
struct UnitPlan {
  Input input;
  Shape shape;
  Reduce reduce;
  Direction direction;
  bool sides_filled, ends_filled, counts_filled;
  int width, height;
  int cells, threshold;
  int patterns;  // 3x3: 1, or 2 with the mirrored one
  bool looks_below, looks_above;
  Pattern pattern[2];
  std::uint32_t filled, empty;  // row and column: bits of the places that are demanded filled or empty
};

UnitPlan plan_of(const Unit& unit, int width, int height);

struct Kernels {
  /// out[i] for the first `count` placements: the output, in halves where a unit gives the mid value.
  void (*outputs)(const UnitPlan& unit, const LaneBoards& boards, int count, std::int32_t* out);
  /// Adds weight times output to the scores of the first n placements; `scores` is aligned and has room for all lanes.
  void (*scores)(const UnitPlan& unit, const LaneBoards& boards, std::int32_t weight, int n, std::int32_t* scores);
  /// Makes the boards after removal from the placed ones as if no row were full, and says which rows are.
  void (*full_rows)(LaneBoards& boards, int width, int height, std::uint32_t* rows);
};

}  // namespace stackwright::units

namespace stackwright::lanes_plain {
extern const units::Kernels kUnitKernels;
}
namespace stackwright::lanes_avx2 {
extern const units::Kernels kUnitKernels;
}
namespace stackwright::lanes_avx512 {
extern const units::Kernels kUnitKernels;
}
