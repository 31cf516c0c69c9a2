// Shapes of n-tuple networks: which cells each tuple looks at, by name or as text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "eval/ntuple/plan.h"

namespace stackwright {

/// Tuples of cells, numbered 0 to 15 row by row, ascending within a tuple. Every tuple is used in all eight symmetric
/// forms of the board with one table.
struct NTupleShape {
  std::vector<std::vector<int>> tuples;

  friend bool operator==(const NTupleShape&, const NTupleShape&) = default;
};

struct NamedShape {
  std::string_view name;
  std::string_view tuples;
  std::string_view source;
};
std::span<const NamedShape> named_shapes();

/// "012345 456789": tuples of cells in hexadecimal, separated by blanks, commas or line ends.
Result<NTupleShape> parse_shape(std::string_view text);
std::string to_text(const NTupleShape& shape);
/// A name ("4x6"), the text of a shape, or the path of a file with such a text (what has a slash or a dot).
Result<NTupleShape> shape_named(std::string_view name_or_text);

/// Where the entries of a shape lie; `stage_tiles` are the tiles (such as 8192) at which the second and later stages begin.
ntuple::Plan plan_of(const NTupleShape& shape, std::span<const int> stage_tiles = {});
/// An error unless the tiles are powers of two from 4 to 32768, ascending, and few enough.
Result<Done> check_stage_tiles(std::span<const int> tiles);

}  // namespace stackwright
