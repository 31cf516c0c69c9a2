// Shapes of n-tuple networks: names, text, and where the entries lie.
#include "eval/ntuple_shape.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "core/text.h"
#include "games/twenty48/board.h"

namespace stackwright {
namespace {

constexpr std::size_t kMaxShapeBytes = 1 << 16;

/// A hexadecimal digit, -1 for anything else.
int cell_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::vector<int>> parse_tuple(std::string_view text) {
  std::vector<int> cells;
  for (const char c : text) {
    const int cell = cell_of(c);
    if (cell < 0) return Error{"tuple " + in_quotes(text) + ": cells are hexadecimal digits 0 to f"};
    cells.push_back(cell);
  }
  std::sort(cells.begin(), cells.end());
  if (std::adjacent_find(cells.begin(), cells.end()) != cells.end()) {
    return Error{"tuple " + in_quotes(text) + " names a cell twice"};
  }
  if (cells.size() > ntuple::kMaxCells) {
    return Error{"tuple " + in_quotes(text) + " has " + std::to_string(cells.size()) + " cells, at most " +
                 std::to_string(ntuple::kMaxCells) + " are possible"};
  }
  return cells;
}

}  // namespace

std::span<const NamedShape> named_shapes() {
  static constexpr NamedShape kShapes[] = {
      {"4x6", "012345 456789 012456 45689a", "Yeh et al., multi-stage temporal difference learning for 2048 (2016)"},
      {"5x6", "012345 456789 89abcd 012456 45689a", "Jaskowski, Mastering 2048 (2018)"},
      {"6x6", "012456 456789 012345 234569 01259a 345678", "Matsuzaki, systematic selection of n-tuples (2016)"},
      {"7x6", "012456 456789 012345 234569 01259a 345678 134567", "Matsuzaki (2016)"},
      {"8x6", "012456 456789 012345 234569 01259a 345678 134567 01489a", "Matsuzaki (2016)"},
      {"4x5", "01234 45678 01245 45689", "small: 16 MB"},
      {"2x4", "0123 4567", "all straight lines: Szubert and Jaskowski (2014)"},
      {"5x4", "0123 4567 0145 1256 569a", "straight lines and squares: Szubert and Jaskowski (2014)"},
  };
  return kShapes;
}

Result<NTupleShape> parse_shape(std::string_view text) {
  constexpr std::string_view kBetween = " ,\t\r\n";
  NTupleShape shape;
  for (std::size_t at = 0; (at = text.find_first_not_of(kBetween, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    auto tuple = parse_tuple(text.substr(at, end - at));
    if (!tuple) return tuple.error();
    shape.tuples.push_back(*std::move(tuple));
    at = end;
    if (shape.tuples.size() > ntuple::kMaxTuples) {
      return Error{"more than " + std::to_string(ntuple::kMaxTuples) + " tuples"};
    }
  }
  if (shape.tuples.empty()) return Error{"a shape needs at least one tuple, such as 012345"};
  return shape;
}

std::string to_text(const NTupleShape& shape) {
  std::string text;
  for (const auto& tuple : shape.tuples) {
    if (!text.empty()) text += ' ';
    for (const int cell : tuple) text += "0123456789abcdef"[cell];
  }
  return text;
}

Result<NTupleShape> shape_named(std::string_view text) {
  std::vector<std::string_view> names;
  for (const NamedShape& shape : named_shapes()) {
    if (shape.name == text) return parse_shape(shape.tuples);
    names.push_back(shape.name);
  }
  if (text.find_first_of("/.") != std::string_view::npos) {
    const auto content = read_file(std::string(text), kMaxShapeBytes);
    if (!content) return content.error();
    auto shape = parse_shape(*content);
    if (!shape) return Error{std::string(text) + ": " + shape.message()};
    return shape;
  }
  if (text.find_first_not_of("0123456789abcdefABCDEF, ") == std::string_view::npos) return parse_shape(text);
  return unknown_name("network", text, names);
}

Result<Done> check_stage_tiles(std::span<const int> tiles) {
  if (tiles.size() >= ntuple::kMaxStages) {
    return Error{"at most " + std::to_string(ntuple::kMaxStages - 1) + " tiles can begin a stage"};
  }
  int last = 2;
  for (const int tile : tiles) {
    if (tile <= last || tile > 32768 || !std::has_single_bit(static_cast<unsigned>(tile))) {
      return Error{"stages begin at tiles 4 to 32768, ascending, got " + std::to_string(tile)};
    }
    last = tile;
  }
  return Done{};
}

ntuple::Plan plan_of(const NTupleShape& shape, std::span<const int> stage_tiles) {
  assert(shape.tuples.size() <= ntuple::kMaxTuples && check_stage_tiles(stage_tiles));
  ntuple::Plan plan;
  for (const std::vector<int>& cells : shape.tuples) {
    ntuple::TuplePlan& tuple = plan.tuple[plan.tuples++];
    const int n = static_cast<int>(cells.size());
    tuple.fold = 32 - 2 * n;
    tuple.offset = plan.entries;
    plan.entries += std::size_t{1} << (4 * n);
    for (int first = 0; first < n;) {  // a run of neighbouring cells keeps its order, so it moves as a whole
      int last = first;
      while (last + 1 < n && cells[static_cast<std::size_t>(last + 1)] == cells[static_cast<std::size_t>(last)] + 1)
        ++last;
      const std::uint64_t mask = ((std::uint64_t{1} << (2 * (last - first + 1))) - 1) << (2 * first);
      tuple.shift[tuple.runs] = static_cast<std::uint64_t>(2 * (cells[static_cast<std::size_t>(first)] - first));
      tuple.mask[tuple.runs++] = mask | mask << 32;
      first = last + 1;
    }
  }
  for (const int tile : stage_tiles) {
    plan.stage_rank[plan.stages++] = std::countr_zero(static_cast<unsigned>(tile));
  }
  return plan;
}

}  // namespace stackwright
