// Properties of the fast implementations with examples that shrink: any board, any piece, any weights.
#include <gtest/gtest.h>
// RapidCheck's extension wants gtest first.
#include <rapidcheck/gtest.h>

#include <string_view>
#include <vector>

#include "eval/boolean_tables.h"
#include "eval/tables.h"

namespace stackwright {
namespace lanes_property_test {

using tetris::Board;

/// A board of some size with some cells filled and no full row.
Board any_board() {
  const int width = *rc::gen::inRange(tetris::kMinWidth, tetris::kMaxWidth + 1);
  const int height = *rc::gen::inRange(tetris::kMinHeight, tetris::kMaxHeight + 1);
  Board board = tetris::empty_board(width, height);
  const auto columns = *rc::gen::container<std::vector<std::uint32_t>>(static_cast<std::size_t>(width),
                                                                       rc::gen::arbitrary<std::uint32_t>());
  for (int x = 0; x < width; ++x)
    board.column[static_cast<std::size_t>(x)] = columns[static_cast<std::size_t>(x)] & (tetris::all_rows(board) >> 1);
  tetris::remove_rows(board, tetris::full_rows(board));
  return board;
}

const std::vector<std::string_view>& whole_board() {
  static const std::vector<std::string_view> names{"landing_height",
                                                   "eroded_cells",
                                                   "row_transitions",
                                                   "column_transitions",
                                                   "holes",
                                                   "cumulative_wells",
                                                   "hole_depth",
                                                   "rows_with_holes",
                                                   "pattern_diversity",
                                                   "landing_row",
                                                   "height_rise",
                                                   "etp",
                                                   "etw",
                                                   "gaps",
                                                   "lines",
                                                   "max_height",
                                                   "removed_cells",
                                                   "aggregate_height",
                                                   "bumpiness",
                                                   "lisbon_holes",
                                                   "scarce",
                                                   "covered_columns",
                                                   "nearly_open"};
  return names;
}

/// The features made for four rows at once, as they stand in the registry.
const std::vector<std::string_view>& pile() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all{"landing_height", "eroded_cells", "max_height"};
    for (const tetris::Feature& f : tetris::features()) {
      if (f.source == tetris::features()[static_cast<std::size_t>(*tetris::feature_named("well_cells"))].source) {
        all.push_back(f.name);
      }
    }
    return all;
  }();
  return names;
}

std::vector<Term> any_terms(const std::vector<std::string_view>& names) {
  std::vector<Term> terms;
  for (const std::string_view name : names) {
    const int weight = *rc::gen::inRange(-1000, 1001);
    const tetris::Feature& feature = tetris::features()[static_cast<std::size_t>(*tetris::feature_named(name))];
    const int index = *rc::gen::inRange(0, feature.count(10));
    if (weight != 0) terms.push_back({*tetris::feature_named(name), index, Transform::none, weight / 8.0});
  }
  return terms;
}

void expect_equal_choices(const std::vector<std::string_view>& names) {
  const Board board = any_board();
  const auto piece = static_cast<std::uint8_t>(*rc::gen::inRange(0, 7));
  const tetris::Setting setting{board.width, board.height, tetris::Rules::standard, &tetris::tetrominoes()};
  const Linear evaluator(any_terms(names), setting);
  const auto size = static_cast<std::size_t>(*rc::gen::inRange(1, 12));  // few and many games go different ways
  const int count = static_cast<int>(size);
  const std::vector<std::uint8_t> pieces(size, piece);
  std::vector<Choice> expected(size), got(size);
  const auto twin = make_boolean_tables(setting, evaluator, count);
  for (int t = 0; t < count; ++t) twin->set_board(t, board);
  twin->choose(pieces, expected);
  for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
    if (!has_simd(simd)) continue;
    const auto tables = make_tables(simd, setting, evaluator, count).value();
    for (int t = 0; t < count; ++t) tables->set_board(t, board);
    RC_ASSERT(tables->simd() == simd);
    tables->choose(pieces, got);
    for (std::size_t t = 0; t < size; ++t) {
      RC_ASSERT(got[t].lost == expected[t].lost);
      RC_ASSERT(got[t].lost || (got[t].score == expected[t].score && got[t].move == expected[t].move));
    }
  }
}

RC_GTEST_PROP(LaneProperties, EveryImplementationChoosesAsTheTwin, ()) { expect_equal_choices(whole_board()); }
RC_GTEST_PROP(LaneProperties, EveryImplementationLooksAtThePileAsTheTwin, ()) { expect_equal_choices(pile()); }

}  // namespace lanes_property_test
}  // namespace stackwright
