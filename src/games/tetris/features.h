// The registry of features: one name, one line of definition, one pure function each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/result.h"
#include "games/tetris/rules.h"

namespace stackwright::tetris {

/// Whether a feature speaks of the move (summed over a plan) or of the board it leaves (the last one counts).
enum class About : std::uint8_t { move, board };

/// A row of the registry.
struct Feature {
  std::string_view name;
  std::string_view definition;
  std::string_view source;
  About about;
  /// Values are whole multiples of 1/unit; 0 for real values.
  int unit;
  /// How many values an indexed feature has on a board of this width (1 for plain features).
  int (*count)(int width);
  /// A number that |value| never exceeds on this board with pieces of so many cells.
  double (*bound)(int width, int height, int cells);
  double (*value)(const Transition& t, int index);
};

/// All features; the position in this list is a feature's id.
std::span<const Feature> features();

/// The id of a feature, or an error that names the nearest ones.
Result<int> feature_named(std::string_view name);

}  // namespace stackwright::tetris
