// Tests of the features of all placements: the registry's own values, whatever is computed in a shorter way.
#include "eval/afterstates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"

namespace stackwright {
namespace afterstates_test {

using tetris::Board;
using tetris::Placement;
using tetris::Setting;

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const tetris::Feature& f : tetris::features()) names.emplace_back(f.name);
  return names;
}

/// Boards of a game in which placements are chosen at random among the lowest third: with holes, wells and full rows.
template <class F>
void along_games(const Setting& setting, std::uint64_t seed, int moves, F&& f) {
  const Stream random({.seed = seed, .purpose = Purpose::test});
  Board board = tetris::empty_board(setting.width, setting.height);
  for (int i = 0; i < moves; ++i) {
    const auto at = static_cast<std::uint64_t>(3 * i);
    const int piece = static_cast<int>(random.below(at, static_cast<std::uint32_t>(setting.pieces->size())));
    f(board, piece);
    std::vector<std::pair<int, Board>> after;
    tetris::for_each_placement(setting, piece, [&](Placement move) {
      const tetris::Transition t = place(setting, board, piece, move);
      if (!t.lost) after.emplace_back(t.landing_row - 3 * t.lines, t.after);
    });
    if (after.empty()) {
      board = tetris::empty_board(setting.width, setting.height);
      continue;
    }
    std::stable_sort(after.begin(), after.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    board = after[random.below(at + 1, static_cast<std::uint32_t>(after.size() / 3 + 1))].second;
  }
}

void expect_registry(const Setting& setting, const std::vector<FeatureValue>& values, const Board& board, int piece) {
  const AfterstateFeatures features(values, setting);
  const auto slots = static_cast<std::size_t>(tetris::slot_count(setting));
  std::vector<float> got(slots * values.size() + 1, -77), expected(slots * values.size(), 0);
  tetris::Slots filled = 0;
  tetris::for_each_placement(setting, piece, [&](Placement move) {
    const tetris::Transition t = place(setting, board, piece, move);
    if (t.lost) return;
    const int slot = slot_of(setting, move);
    filled |= tetris::Slots{1} << slot;
    for (std::size_t k = 0; k < values.size(); ++k) {
      expected[static_cast<std::size_t>(slot) * values.size() + k] =
          static_cast<float>(tetris::features()[static_cast<std::size_t>(values[k].feature)].value(t, values[k].index));
    }
  });
  EXPECT_EQ(features.write(board, piece, got.data()), filled);
  EXPECT_EQ(got.back(), -77);
  got.pop_back();
  ASSERT_EQ(got, expected);
}

TEST(Afterstates, AreTheRegistrysValues) {
  const std::vector<std::string> quick{"landing_height",     "eroded_cells",    "row_transitions",
                                       "column_transitions", "holes",           "cumulative_wells",
                                       "hole_depth",         "rows_with_holes", "removed_rows"};
  for (const Setting& setting :
       {Setting{}, Setting{10, 10}, Setting{4, 6}, Setting{5, 30}, Setting{16, 12, tetris::Rules::ia_tetris},
        Setting{8, 20, tetris::Rules::standard, &tetris::hexominoes()}}) {
    for (const auto& names : {quick, all_names()}) {
      const auto values = feature_values(names, setting);
      ASSERT_TRUE(values) << values.message();
      along_games(setting, 5, names == quick ? 300 : 60,
                  [&](const Board& board, int piece) { expect_registry(setting, *values, board, piece); });
    }
  }
}

TEST(Afterstates, OfBoardsGivenWithFullRowsToo) {
  Board board = tetris::empty_board(10, 20);
  for (int x = 0; x < 10; ++x) board.column[static_cast<std::size_t>(x)] = x % 3 == 0 ? 0b10111 : 0b00111;
  const auto values = feature_values(all_names(), Setting{});
  for (int piece = 0; piece < 7; ++piece) expect_registry(Setting{}, *values, board, piece);
}

TEST(Afterstates, NamesWithIndices) {
  const Setting four{4, 20};
  const std::vector<std::string> names{"holes", "column_height", "height_difference[2]"};
  const auto values = feature_values(names, four);
  ASSERT_TRUE(values);
  std::vector<std::string> full;
  for (const FeatureValue& v : *values) full.push_back(name_of(v));
  EXPECT_EQ(full, (std::vector<std::string>{"holes", "column_height[0]", "column_height[1]", "column_height[2]",
                                            "column_height[3]", "height_difference[2]"}));
  const auto message = [&](const std::string& name) {
    const auto wrong = feature_values(std::vector<std::string>{name}, four);
    return wrong ? std::string("no error") : wrong.message();
  };
  EXPECT_EQ(message("column_height[4]"), "feature 'column_height[4]': index must be below 4 on a board of width 4");
  EXPECT_EQ(message("column_height[4"), "feature 'column_height[4': a closing ']' expected");
  EXPECT_NE(message("hols").find("unknown feature 'hols'; nearest: holes"), std::string::npos);
  EXPECT_NE(message("column_height[x]").find("index of feature"), std::string::npos);
}

TEST(Afterstates, BoardFeaturesOfABoardThatLies) {
  Board board = tetris::empty_board(4, 6);
  board.column = {0b1, 0b101, 0, 0b11};
  const std::vector<std::string> names{"holes", "max_height", "column_height[3]"};
  const auto values = feature_values(names, Setting{4, 6});
  float out[3];
  write_board_features(*values, board, out);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 3);
  EXPECT_EQ(out[2], 2);
  EXPECT_TRUE(check_board_features(*values));
  const auto move = feature_values(std::vector<std::string>{"lines"}, Setting{});
  EXPECT_EQ(check_board_features(*move).message(), "feature 'lines' speaks of a move; a feature of the board expected");
}

}  // namespace afterstates_test
}  // namespace stackwright
