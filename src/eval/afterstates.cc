// The features of every board that a piece can lead to: base sums once per board, and only what a placement changes.
#include "eval/afterstates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/text.h"
#include "games/tetris/feature_functions.h"

namespace stackwright {
namespace {

using tetris::Board;
using tetris::Placement;

bool indexed(const tetris::Feature& feature) { return feature.count(tetris::kMaxWidth) > 1; }

/// "name[3]" taken apart; an index of -1 where there is none.
Result<FeatureValue> parse_feature_value(std::string_view text) {
  const std::size_t bracket = text.find('[');
  const Result<int> id = tetris::feature_named(text.substr(0, bracket));
  if (!id) return id.error();
  if (bracket == std::string_view::npos) return FeatureValue{*id, -1};
  std::string_view digits = text.substr(bracket + 1);
  if (!digits.ends_with(']')) return Error{"feature " + in_quotes(text) + ": a closing ']' expected"};
  digits.remove_suffix(1);
  const auto index = parse_int(digits, "index of feature " + in_quotes(text), 0, 1000);
  if (!index) return index.error();
  return FeatureValue{*id, static_cast<int>(*index)};
}

}  // namespace

Result<std::vector<FeatureValue>> feature_values(std::span<const std::string> names, const tetris::Setting& setting) {
  std::vector<FeatureValue> values;
  for (const std::string& name : names) {
    const Result<FeatureValue> value = parse_feature_value(name);
    if (!value) return value.error();
    const int count = tetris::features()[static_cast<std::size_t>(value->feature)].count(setting.width);
    if (value->index >= count) {
      return Error{"feature " + in_quotes(name) + ": index must be below " + std::to_string(count) +
                   " on a board of width " + std::to_string(setting.width)};
    }
    const int first = value->index < 0 ? 0 : value->index, last = value->index < 0 ? count - 1 : value->index;
    for (int i = first; i <= last; ++i) values.push_back({value->feature, i});
  }
  return values;
}

std::string name_of(const FeatureValue& value) {
  const tetris::Feature& feature = tetris::features()[static_cast<std::size_t>(value.feature)];
  return std::string(feature.name) + (indexed(feature) ? "[" + std::to_string(value.index) + "]" : "");
}

Result<Done> check_board_features(std::span<const FeatureValue> values) {
  for (const FeatureValue& value : values) {
    const tetris::Feature& feature = tetris::features()[static_cast<std::size_t>(value.feature)];
    if (feature.about == tetris::About::board) continue;
    return Error{"feature '" + std::string(feature.name) + "' speaks of a move; a feature of the board expected"};
  }
  return Done{};
}

void write_board_features(std::span<const FeatureValue> values, const Board& board, float* out) {
  tetris::Transition t;
  t.before = t.placed = t.after = board;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[i] =
        static_cast<float>(tetris::features()[static_cast<std::size_t>(values[i].feature)].value(t, values[i].index));
  }
}

/// What one column, between its neighbours, adds to the features that are sums.
struct AfterstateFeatures::Part {
  std::int32_t row_transitions = 0;  // towards the right neighbour
  std::int32_t column_transitions = 0;
  std::int32_t holes = 0;
  std::int32_t wells = 0;
  std::int32_t hole_depth = 0;
  std::uint32_t rows = 0;  // with holes

  static Part of(std::uint32_t left, std::uint32_t column, std::uint32_t right) {
    const std::uint32_t shifted = column << 1 | 1u, empty = ~column;
    const std::uint32_t feet = column & ~shifted;
    Part part;
    part.row_transitions = std::popcount(column ^ right);
    part.column_transitions = std::popcount(column ^ shifted);
    part.rows = tetris::column_holes(column);
    part.holes = std::popcount(part.rows);
    part.hole_depth = std::popcount(column & ~(column + feet));
    for (std::uint32_t w = left & right & empty; w != 0; w = w >> 1 & empty) part.wells += std::popcount(w);
    return part;
  }
  void add(const Part& p) {
    row_transitions += p.row_transitions;
    column_transitions += p.column_transitions;
    holes += p.holes;
    wells += p.wells;
    hole_depth += p.hole_depth;
    rows |= p.rows;
  }
};

/// The board before the piece, with a wall on both sides, and what its columns add up to.
struct AfterstateFeatures::Base {
  const Board& board;
  std::uint32_t wall = 0;
  std::array<std::uint32_t, tetris::kMaxWidth + 2> column{};  // [0] and [width + 1] are walls
  std::array<Part, tetris::kMaxWidth + 1> part{};             // [0] is the left wall's
  Part sum;
  std::array<std::uint32_t, tetris::kMaxWidth + 2> holes_before{}, holes_after{};  // rows with holes to the left, right
  std::array<std::uint32_t, tetris::kMaxWidth + 2> full_before{}, full_after{};    // rows without a gap there

  explicit Base(const Board& b) : board(b), wall(tetris::all_rows(b)) {
    const std::size_t width = b.width;
    column[0] = column[width + 1] = wall;
    std::copy_n(b.column.begin(), width, column.begin() + 1);
    part[0].row_transitions = std::popcount(wall ^ column[1]);
    sum = part[0];
    full_before[0] = full_after[width + 1] = wall;
    for (std::size_t x = 1; x <= width; ++x) {
      part[x] = Part::of(column[x - 1], column[x], column[x + 1]);
      sum.add(part[x]);
      holes_before[x] = holes_before[x - 1] | part[x].rows;
      full_before[x] = full_before[x - 1] & column[x];
    }
    for (std::size_t x = width; x >= 1; --x) {
      holes_after[x] = holes_after[x + 1] | part[x].rows;
      full_after[x] = full_after[x + 1] & column[x];
    }
  }
};

AfterstateFeatures::AfterstateFeatures(std::vector<FeatureValue> values, const tetris::Setting& setting)
    : values_(std::move(values)), setting_(setting) {
  namespace f = tetris::feature;
  using Function = double (*)(const tetris::Transition&, int);
  constexpr std::array<Function, kKnown> kFunctions{f::landing_height,     f::eroded_cells,    f::row_transitions,
                                                    f::column_transitions, f::holes,           f::cumulative_wells,
                                                    f::hole_depth,         f::rows_with_holes, f::lines};
  for (const FeatureValue& value : values_) {
    const Function function = tetris::features()[static_cast<std::size_t>(value.feature)].value;
    const auto found = std::find(kFunctions.begin(), kFunctions.end(), function) - kFunctions.begin();
    known_.push_back(static_cast<std::uint8_t>(found));
    registry_ |= found == kKnown;
  }
}

tetris::Slots AfterstateFeatures::write(const Board& board, int piece, float* out) const {
  const Base base(board);
  const int slots = tetris::slot_count(setting_), limit = tetris::row_limit(setting_);
  tetris::Slots filled = 0;
  tetris::for_each_placement(setting_, piece, [&](Placement move) {
    const auto& shape = setting_.pieces->pieces[static_cast<std::size_t>(piece)].orientation[move.orientation];
    const int row = tetris::drop_row(board, shape, move.column);
    if (row + shape.height > limit) return;
    const int slot = tetris::slot_of(setting_, move);
    filled |= tetris::Slots{1} << slot;
    write_placement(base, piece, move, row, out + static_cast<std::size_t>(slot) * size());
  });
  for (int slot = 0; slot < slots; ++slot) {
    if ((filled >> slot & 1) == 0) std::fill_n(out + static_cast<std::size_t>(slot) * size(), size(), 0.0F);
  }
  return filled;
}

void AfterstateFeatures::write_placement(const Base& base, int piece, Placement move, int row, float* out) const {
  const auto& shape = setting_.pieces->pieces[static_cast<std::size_t>(piece)].orientation[move.orientation];
  const std::size_t width = static_cast<std::size_t>(shape.width), first = static_cast<std::size_t>(move.column) + 1;
  // 1. The columns that change, with two more on each side where the board has them (walls look at nothing).
  std::array<std::uint32_t, tetris::kMaxPieceCells + 4> near{};
  std::uint32_t removed = base.full_before[first - 1] & base.full_after[first + width];
  near[1] = base.column[first - 1];
  for (std::size_t i = 0; i < width; ++i) {
    near[2 + i] = base.column[first + i] | static_cast<std::uint32_t>(shape.column[i]) << row;
    removed &= near[2 + i];
  }
  near[2 + width] = base.column[first + width];
  // 2. Their parts instead of those before; after a removal everything anew.
  Part sum = base.sum;
  int eroded = 0;
  const int lines = std::popcount(removed);
  if (removed == 0) {
    const bool at_left = first == 1, at_right = first + width == base.board.width + 1u;
    near[0] = at_left ? 0 : base.column[first - 2];
    near[3 + width] = at_right ? 0 : base.column[first + width + 1];
    Part old, fresh;
    if (at_left) {
      old.row_transitions = base.part[0].row_transitions;
      fresh.row_transitions = std::popcount(base.wall ^ near[2]);
    }
    const std::size_t from = at_left ? 1 : 0, to = at_right ? width : width + 1;
    for (std::size_t i = from; i <= to; ++i) {
      old.add(base.part[first - 1 + i]);
      fresh.add(Part::of(near[i], near[i + 1], near[i + 2]));
    }
    sum.row_transitions += fresh.row_transitions - old.row_transitions;
    sum.column_transitions += fresh.column_transitions - old.column_transitions;
    sum.holes += fresh.holes - old.holes;
    sum.wells += fresh.wells - old.wells;
    sum.hole_depth += fresh.hole_depth - old.hole_depth;
    sum.rows = base.holes_before[first - 1] | base.holes_after[first + width] | fresh.rows;
  } else {
    Board after = base.board;
    for (std::size_t i = 0; i < width; ++i) {
      after.column[first - 1 + i] = near[2 + i];
      eroded += std::popcount(static_cast<std::uint32_t>(shape.column[i]) << row & removed);
    }
    tetris::remove_rows(after, removed);
    sum = Base(after).sum;
  }
  // 3. The values in the order asked for.
  const std::array<float, kKnown> all{static_cast<float>(row) + static_cast<float>(shape.height - 1) / 2,
                                      static_cast<float>(lines * eroded),
                                      static_cast<float>(sum.row_transitions),
                                      static_cast<float>(sum.column_transitions),
                                      static_cast<float>(sum.holes),
                                      static_cast<float>(sum.wells),
                                      static_cast<float>(sum.hole_depth),
                                      static_cast<float>(std::popcount(sum.rows)),
                                      static_cast<float>(lines)};
  if (!registry_) {
    for (std::size_t i = 0; i < known_.size(); ++i) out[i] = all[known_[i]];
    return;
  }
  const tetris::Transition t = tetris::place(setting_, base.board, piece, move);
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const auto& feature = tetris::features()[static_cast<std::size_t>(values_[i].feature)];
    out[i] = known_[i] < kKnown ? all[known_[i]] : static_cast<float>(feature.value(t, values_[i].index));
  }
}

}  // namespace stackwright
