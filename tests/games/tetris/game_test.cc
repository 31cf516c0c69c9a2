// Tetris as a game of chance: laws, perft against a brute force of its own, text of positions.
#include "games/tetris/game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "games/laws.h"
#include "games/tetris/sources.h"

namespace stackwright::tetris {
namespace game_test {

using Counts = std::vector<std::uint64_t>;

/// A slow Tetris on rows of text that shares nothing with the program: shapes are typed in and turned here, pieces fall
/// cell by cell. Row 0 is the bottom.
struct SlowTetris {
  int width;
  int limit;  // rows a piece may reach
  using Rows = std::vector<std::string>;
  using Cells = std::set<std::pair<int, int>>;  // column, row

  static Cells turned(const Cells& cells) {
    Cells out;
    int left = 99, low = 99;
    for (const auto& [x, y] : cells) left = std::min(left, y), low = std::min(low, -x);
    for (const auto& [x, y] : cells) out.insert({y - left, -x - low});
    return out;
  }
  static std::set<Cells> turns(char letter) {
    Cells cells;
    switch (letter) {
      case 'I':
        cells = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
        break;
      case 'O':
        cells = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
        break;
      case 'S':
        cells = {{0, 0}, {1, 0}, {1, 1}, {2, 1}};
        break;
      case 'Z':
        cells = {{1, 0}, {2, 0}, {0, 1}, {1, 1}};
        break;
      case 'T':
        cells = {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
        break;
      case 'L':
        cells = {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
        break;
      default:
        cells = {{0, 0}, {1, 0}, {2, 0}, {0, 1}};
        break;
    }
    std::set<Cells> all;
    for (int i = 0; i < 4; ++i) all.insert(cells = turned(cells));
    return all;
  }
  bool fits(const Rows& rows, const Cells& cells, int x0, int y0) const {
    for (const auto& [x, y] : cells) {
      if (y0 + y < 0) return false;
      if (y0 + y < static_cast<int>(rows.size()) && rows[y0 + y][x0 + x] == '#') return false;
    }
    return true;
  }
  void count(const Rows& rows, const std::vector<std::string>& letters, std::size_t ply, Counts& counts) const {
    if (ply == counts.size()) return;
    for (const char letter : letters[ply]) {
      for (const Cells& cells : turns(letter)) {
        int right = 0, top = 0;
        for (const auto& [x, y] : cells) right = std::max(right, x), top = std::max(top, y);
        for (int x0 = 0; x0 + right < width; ++x0) {
          int y0 = 40;
          while (fits(rows, cells, x0, y0 - 1)) --y0;
          if (y0 + top >= limit) continue;
          Rows next = rows;
          next.resize(50, std::string(width, '.'));
          for (const auto& [x, y] : cells) next[y0 + y][x0 + x] = '#';
          std::erase(next, std::string(width, '#'));
          ++counts[ply];
          count(next, letters, ply + 1, counts);
        }
      }
    }
  }
  Counts perft(const std::vector<std::string>& letters) const {
    Counts counts(letters.size());
    count({}, letters, 0, counts);
    return counts;
  }
};

Setting setting_of(int width, int height, Rules rules = Rules::standard) {
  return {width, height, rules, &tetrominoes()};
}

TEST(TetrisGame, ObeysTheLaws) {
  laws::check_chance_game(Tetris{}, {.games = 5});
  laws::check_chance_game(Tetris{setting_of(6, 8, Rules::ia_tetris), {}, {}});
  laws::check_chance_game(Tetris{setting_of(16, 30), {}, {}}, {.games = 1, .max_moves = 50, .must_end = false});
  laws::check_chance_game(Tetris{{7, 12, Rules::standard, &pentominoes()}, {}, {}}, {.games = 3});
  laws::check_chance_game(Tetris{{8, 12, Rules::standard, &hexominoes()}, {}, {}}, {.games = 2});
}

TEST(TetrisGame, WeightsLeavePiecesOut) {
  Tetris game;
  game.probability = {0, 0, 0.25, 0.75, 0, 0, 0};
  laws::check_chance_game(game, {.games = 2});
  std::string letters;
  game.for_each_outcome(game.start(), [&](std::uint8_t p, double) { letters += tetrominoes().pieces[p].letter; });
  EXPECT_EQ(letters, "SZ");
}

TEST(TetrisGame, GainFollowsTheScoring) {
  Tetris game{setting_of(4, 8), *scoring_named("milan"), {}};
  const auto state = game.from_text("I -");
  ASSERT_TRUE(state);
  EXPECT_EQ(game.gain(*state, {0, 0}), 10);
  EXPECT_EQ(game.apply(*state, {0, 0}), game.start());
  EXPECT_EQ(game.gain(*state, {1, 0}), 0);
}

TEST(TetrisPerft, EmptyBoardOfTenColumns) {
  // I 17, O 9, S 17, Z 17, T 34, L 34, J 34 placements; four pieces cannot reach row 20.
  EXPECT_EQ(perft(Setting{}, empty_board(10, 20), 3), (Counts{162, 162 * 162, 162 * 162 * 162}));
  const Counts expected{17, 9, 17, 17, 34, 34, 34};
  for (std::uint8_t p = 0; p < 7; ++p) {
    EXPECT_EQ(perft(Setting{}, empty_board(10, 20), std::array{p}, 1), Counts{expected[p]}) << int{p};
  }
}

TEST(TetrisPerft, AgreesWithBruteForceWhereGamesEnd) {
  const std::string all = "IOSZTLJ";
  EXPECT_EQ(perft(setting_of(4, 4), empty_board(4, 4), 3), (SlowTetris{4, 4}.perft({all, all, all})));
  EXPECT_EQ(perft(setting_of(4, 5), empty_board(4, 5), 3), (SlowTetris{4, 5}.perft({all, all, all})));
  EXPECT_EQ(perft(setting_of(6, 4), empty_board(6, 4), 2), (SlowTetris{6, 4}.perft({all, all})));
  EXPECT_EQ(perft(setting_of(4, 5, Rules::ia_tetris), empty_board(4, 5), 3), (SlowTetris{4, 4}.perft({all, all, all})));
}

TEST(TetrisPerft, ListsAgreeWithBruteForce) {
  for (const std::string text : {"IOSZT", "LJTSZ", "IIIII", "OOOOO", "SZSZS"}) {
    const auto list = parse_letters(text, tetrominoes());
    ASSERT_TRUE(list);
    std::vector<std::string> letters;
    for (const char c : text) letters.emplace_back(1, c);
    EXPECT_EQ(perft(setting_of(5, 6), empty_board(5, 6), *list, 5), (SlowTetris{5, 6}.perft(letters))) << text;
  }
}

TEST(TetrisPerft, NoSequenceIsLongerThanTheList) {
  EXPECT_EQ(perft(Setting{}, empty_board(10, 20), std::array<std::uint8_t, 2>{0, 1}, 4), (Counts{17, 153, 0, 0}));
  EXPECT_EQ(perft(Setting{}, empty_board(10, 20), {}, 2), (Counts{0, 0}));
}

TEST(TetrisPosition, TextRoundTripAndErrors) {
  const Setting setting = setting_of(4, 5);
  const auto board = parse_position("#.../##.#", setting);
  ASSERT_TRUE(board);
  EXPECT_TRUE(filled(*board, 0, 1) && filled(*board, 3, 0) && !filled(*board, 3, 1));
  EXPECT_EQ(position_text(*board), "#.../##.#");
  EXPECT_EQ(position_text(*parse_position("-", setting)), "-");
  EXPECT_EQ(parse_position("#...\n", setting).message(), "position: row 1 must be 4 cells '.' or '#', got '#...\\x0a'");
  EXPECT_FALSE(parse_position("", setting));
  EXPECT_FALSE(parse_position("#../####", setting));
  EXPECT_FALSE(parse_position("#.../#.../#.../#.../#.../#...", setting)) << "higher than the board";
  EXPECT_FALSE(parse_position("#.../#.../#.../#.../#...", setting_of(4, 5, Rules::ia_tetris))) << "already lost";
  EXPECT_FALSE((Tetris{setting, {}, {}}.from_text("Q -")));
  EXPECT_FALSE((Tetris{setting, {}, {}}.from_text("T")));
}

TEST(TetrisHash, TellsCellsPiecesAndSizesApart) {
  std::set<std::uint64_t> seen{hash(empty_board(10, 20)), hash(empty_board(10, 18)), hash(empty_board(12, 20))};
  for (int x = 0; x < 10; ++x) {
    for (int row = 0; row < 20; ++row) {
      Board b = empty_board(10, 20);
      fill(b, x, row);
      seen.insert(hash(b));
    }
  }
  EXPECT_EQ(seen.size(), 203u);
}

}  // namespace game_test
}  // namespace stackwright::tetris
