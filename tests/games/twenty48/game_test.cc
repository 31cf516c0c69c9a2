// 2048: the row tables against the twin that moves tile by tile, drawn moves, chance, text, laws, perft.
#include "games/twenty48/game.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "games/laws.h"
#include "games/twenty48/cells.h"

namespace stackwright::twenty48 {
namespace game_test {

Board drawn(std::string_view text) {
  const auto board = Twenty48{}.from_text(text);
  EXPECT_TRUE(board) << (board ? "" : board.message());
  return board ? *board : Board{};
}

std::string slid(std::string_view text, Move move) { return Twenty48{}.to_text(Twenty48{}.apply(drawn(text), move)); }

constexpr Move kAll[] = {Move::up, Move::right, Move::down, Move::left};

TEST(Twenty48Moves, DrawnExamples) {
  const std::string_view board = "2 2 2 ./2 2 2 2/4 . 4 8/. . . 2";
  EXPECT_EQ(slid(board, Move::left), "4 2 . ./4 4 . ./8 8 . ./2 . . .");
  EXPECT_EQ(slid(board, Move::right), ". . 2 4/. . 4 4/. . 8 8/. . . 2");
  EXPECT_EQ(slid(board, Move::up), "4 4 4 2/4 . 4 8/. . . 2/. . . .");
  EXPECT_EQ(slid(board, Move::down), ". . . ./. . . 2/4 . 4 8/4 4 4 2");
  EXPECT_EQ(Twenty48{}.gain(drawn(board), Move::left), 4 + 4 + 4 + 8);
  EXPECT_EQ(Twenty48{}.gain(drawn(board), Move::up), 4 + 4 + 4);
}

TEST(Twenty48Moves, TheLargestTilesDoNotMerge) {
  const std::string_view board = "32768 32768 . ./16384 16384 . ./. . . ./. . . .";
  EXPECT_EQ(slid(board, Move::left), "32768 32768 . ./32768 . . ./. . . ./. . . .");
  EXPECT_EQ(Twenty48{}.gain(drawn(board), Move::left), 32768);
  EXPECT_TRUE(Twenty48{}.over(drawn("32768 32768 2 4/32768 32768 4 2/2 4 2 4/4 2 4 2")));
}

TEST(Twenty48Moves, EveryRowAgreesWithTheTwin) {
  const RowTable& table = row_table();
  for (std::uint32_t row = 0; row < 65536; ++row) {
    const twin::Grid grid = twin::grid_of({row});
    const twin::Played left = twin::play(grid, Move::left), right = twin::play(grid, Move::right);
    ASSERT_EQ(table.rows[row].left, twin::board_of(left.grid).cells) << row;
    ASSERT_EQ(table.rows[row].right, twin::board_of(right.grid).cells) << row;
    ASSERT_EQ(table.rows[row].gain, left.gain) << row;
    ASSERT_EQ(table.rows[row].gain, right.gain) << row;
  }
}

TEST(Twenty48Moves, WholeBoardsAgreeWithTheTwin) {
  const Stream random(StreamKey{.seed = 5, .purpose = Purpose::test});
  for (std::uint64_t i = 0; i < 20000; ++i) {
    std::uint64_t cells = random.at(2 * i);
    const std::uint64_t cleared = random.at(2 * i + 1);  // about half of the cells empty, few high tiles
    for (int c = 0; c < kCells; ++c) {
      if ((cleared >> c & 1) != 0) cells &= ~(std::uint64_t{15} << (4 * c));
      if ((cleared >> (c + 16) & 3) != 0) cells &= ~(std::uint64_t{12} << (4 * c));
    }
    const AllSlid all = slide_all(row_table(), {cells});
    for (const Move move : kAll) {
      const twin::Played expected = twin::play(twin::grid_of({cells}), move);
      const Slid& one = all.move[static_cast<int>(move)];
      ASSERT_EQ(one.board, twin::board_of(expected.grid));
      ASSERT_EQ(one.gain, expected.gain);
      ASSERT_EQ(slide(row_table(), {cells}, move).board, one.board);
      ASSERT_EQ(slide(row_table(), {cells}, move).gain, one.gain);
    }
  }
}

TEST(Twenty48Board, SymmetricForms) {
  const Board b = drawn("2 4 8 16/32 64 128 256/512 1024 2048 4096/8192 16384 32768 .");
  Board forms[kSymmetries];
  symmetric_forms(b, forms);
  const char* expected[] = {
      "2 4 8 16/32 64 128 256/512 1024 2048 4096/8192 16384 32768 .",
      "16 8 4 2/256 128 64 32/4096 2048 1024 512/. 32768 16384 8192",
      "8192 16384 32768 ./512 1024 2048 4096/32 64 128 256/2 4 8 16",
      ". 32768 16384 8192/4096 2048 1024 512/256 128 64 32/16 8 4 2",
      "2 32 512 8192/4 64 1024 16384/8 128 2048 32768/16 256 4096 .",
      "8192 512 32 2/16384 1024 64 4/32768 2048 128 8/. 4096 256 16",
      "16 256 4096 ./8 128 2048 32768/4 64 1024 16384/2 32 512 8192",
      ". 4096 256 16/32768 2048 128 8/16384 1024 64 4/8192 512 32 2",
  };
  for (int i = 0; i < kSymmetries; ++i) EXPECT_EQ(Twenty48{}.to_text(forms[i]), expected[i]) << i;
  EXPECT_EQ(mirrored(b), forms[1]);
  EXPECT_EQ(flipped(b), forms[2]);
  EXPECT_EQ(transposed(b), forms[4]);
}

TEST(Twenty48Board, EmptyCells) {
  const Stream random(StreamKey{.seed = 6, .purpose = Purpose::test});
  for (std::uint64_t i = 0; i < 5000; ++i) {
    std::uint64_t cells = random.at(i);
    for (int c = 0; c < kCells; ++c) {
      if ((random.at(9999 + i) >> c & 1) != 0) cells &= ~(std::uint64_t{15} << (4 * c));
    }
    if (cells == 0) continue;
    std::vector<int> empty;
    int highest = 0;
    for (int c = 0; c < kCells; ++c) {
      if (rank_at({cells}, c) == 0) empty.push_back(c);
      highest = std::max(highest, rank_at({cells}, c));
    }
    ASSERT_EQ(count_empty({cells}), static_cast<int>(empty.size()));
    for (std::size_t n = 0; n < empty.size(); ++n)
      ASSERT_EQ(nth_empty(empty_bits({cells}), static_cast<int>(n)), empty[n]);
    ASSERT_EQ(max_rank({cells}), highest);
  }
}

TEST(Twenty48Chance, RandomTilesAreTheEnumeratedOutcomes) {
  const Twenty48 game;
  const Stream random(StreamKey{.seed = 7, .purpose = Purpose::test});
  const Board after = drawn("2 . 4 ./8 16 . 2/. . 64 32/2 4 8 .");
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Board next = game.resolve(after, outcome_at(game, after, random.unit(i)));
    ASSERT_EQ(with_random_tile(after, random.at(i)), next);
  }
}

TEST(Twenty48Chance, AGameBeginsWithTwoTiles) {
  const Twenty48 game;
  int outcomes = 0;
  double two_twos = 0;
  game.for_each_outcome(game.start(), [&](Twenty48::Outcome outcome, double probability) {
    ++outcomes;
    const Board board = game.resolve(game.start(), outcome);
    EXPECT_EQ(count_empty(board), 14);
    if (tile_sum(board) == 4) two_twos += probability;
  });
  EXPECT_EQ(outcomes, 480);
  EXPECT_NEAR(two_twos, 0.81, 1e-12);
}

TEST(Twenty48Chance, StreamsAreFrozen) {
  const Stream tiles(StreamKey{.seed = 1, .purpose = Purpose::pieces, .game = 3});
  Board b;
  for (std::uint64_t i = 0; i < 12; ++i) b = with_random_tile(b, tiles.at(i));
  EXPECT_EQ(Twenty48{}.to_text(b), "2 2 2 4/2 2 2 2/2 2 . ./2 . 2 .");
}

TEST(Twenty48Text, ReadsWhatItWritesAndSaysWhatIsWrong) {
  const Twenty48 game;
  EXPECT_EQ(drawn("2,0,0,4/0,0,8,0/0,0,0,0/0,0,0,1024"), drawn("2 . . 4/. . 8 ./. . . ./. . . 1024"));
  const auto wrong = [&](std::string_view text, std::string_view expected) {
    const auto read = game.from_text(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.message().find(expected), std::string::npos) << read.message();
  };
  wrong("", "4 rows");
  wrong("2 2 2 2/2 2 2 2/2 2 2 2", "got 3");
  wrong("2 2 2 2/2 2 2/2 2 2 2/2 2 2 2", "row 2 must have 4 tiles");
  wrong("2 2 2 2/2 2 2 2/2 2 2 3/2 2 2 2", "row 3, column 4");
  wrong("2 2 2 2/2 2 2 2/2 2 2 2/1 2 2 2", "row 4, column 1");
  wrong("2 2 2 2/2 2 2 2/2 2 2 2/2 2 65536 2", "32768");
}

TEST(Twenty48Laws, HoldUnderRandomPlay) { laws::check_chance_game(Twenty48{}, {.games = 12, .max_moves = 2000}); }

TEST(Twenty48Laws, TilesAndScoreKeepTheBooks) {
  const Twenty48 game;
  const Stream random(StreamKey{.seed = 8, .purpose = Purpose::test});
  std::uint64_t at = 0;
  Board state = game.resolve(game.start(), outcome_at(game, game.start(), random.unit(at++)));
  while (!game.over(state)) {
    const auto moves = actions_of(game, state);
    const Move move = moves[random.below(at++, static_cast<std::uint32_t>(moves.size()))];
    const Board after = game.apply(state, move);
    ASSERT_EQ(tile_sum(after), tile_sum(state)) << "moving changes no sum of tiles";
    state = game.resolve(after, outcome_at(game, after, random.unit(at++)));
    ASSERT_GE(tile_sum(state), tile_sum(after) + 2);
    ASSERT_LE(tile_sum(state), tile_sum(after) + 4);
  }
}

TEST(Twenty48Perft, AgreesWithTheTwin) {
  for (const char* text : {". . . ./. 2 . ./. . . 2/. . . .", "2 4 8 16/16 8 4 2/2 4 8 16/16 8 4 .",
                           "2 2 . ./4 . . ./. . . ./. . . 32768", "2 4 8 16/32 64 128 256/2 4 8 16/32 64 128 256"}) {
    const auto counts = perft(drawn(text), 3);
    for (int depth = 1; depth <= 3; ++depth) {
      EXPECT_EQ(counts[static_cast<std::size_t>(depth - 1)], twin::count(twin::grid_of(drawn(text)), depth)) << text;
    }
  }
}

TEST(Twenty48Perft, FromTheStart) {
  std::uint64_t ones = 0;
  for (int a = 0; a < kCells; ++a) {
    for (int b = a + 1; b < kCells; ++b) {
      for (const int ra : {1, 2}) {
        for (const int rb : {1, 2}) ones += twin::count(twin::grid_of(with_rank(with_rank({}, a, ra), b, rb)), 1);
      }
    }
  }
  EXPECT_EQ(perft_from_start(2)[0], ones);
}

}  // namespace game_test
}  // namespace stackwright::twenty48
