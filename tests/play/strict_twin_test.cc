// The strict game against a slow twin under random commands, and what observers make of a game.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/random.h"
#include "play/game_statistics.h"
#include "play/slow_strict.h"
#include "play/strict_helpers.h"

namespace stackwright::play {
namespace strict_twin_test {

using namespace test;

/// Any commands at any ticks: the same picture as the slow twin's after each.
TEST(StrictTwin, PlaysTheSameUnderRandomCommands) {
  constexpr std::string_view kLetters = "IOSZTLJ";
  std::uint64_t placed = 0, lines = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Stream chance(StreamKey{.seed = seed, .purpose = Purpose::test});
    const int width = 4 + static_cast<int>(chance.below(0, seed % 3 == 0 ? 2 : 8)),
              height = 5 + static_cast<int>(chance.below(1, 16));
    std::string pieces;
    for (std::uint64_t i = 0; i < 300; ++i) pieces += kLetters[chance.below(10 + i, seed % 3 == 0 ? 2 : 7)];
    Table t(setup_of("list:" + pieces, width, height));
    test::SlowStrict slow(width, height, pieces);
    int now = 0;
    for (std::uint64_t i = 1000; i < 3000 && !slow.over; ++i) {
      switch (chance.below(3 * i, 8)) {
        case 0:
        case 1:
          t.game.command(Command::left);
          slow.left();
          break;
        case 2:
        case 3:
          t.game.command(Command::right);
          slow.right();
          break;
        case 4:
          t.game.command(kTurn);
          slow.turn(true);
          break;
        case 5:
          t.game.command(kBack);
          slow.turn(false);
          break;
        case 6:
          t.game.command(Command::down);
          slow.down();
          break;
        default:
          if (chance.below(3 * i + 1, 3) == 0) {
            t.game.command(Command::drop);
            slow.drop();
          }
      }
      now += static_cast<int>(chance.below(3 * i + 2, 200));
      t.game.advance(now);
      slow.advance(now);
      ASSERT_EQ(t.picture(), slow.picture()) << "seed " << seed << " step " << i;
      ASSERT_EQ(t.game.state().score, slow.points);
      ASSERT_EQ(t.game.state().now, slow.now);
    }
    EXPECT_EQ(t.game.state().over(), slow.over);
    placed += t.game.state().pieces;
    lines += t.game.state().lines;
  }
  EXPECT_GT(placed, 1000u);  // something happened
  EXPECT_GT(lines, 50u);
}

TEST(GameStatistics, CountsWhatHappens) {
  GameStatistics statistics;
  StrictGame game(setup_of("list:OIOO", 4, 6));
  game.attach(statistics);
  game.command(Command::start);
  game.advance(100);
  for (const Command c : {Command::left, Command::left, Command::drop}) game.command(c);
  game.advance(350);
  game.command(Command::drop);
  EXPECT_EQ(statistics.pieces(), 2u);
  EXPECT_EQ(statistics.by_piece(), (std::vector<std::uint64_t>{1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(statistics.lines(), 1u);
  EXPECT_EQ(statistics.score(), 40);
  EXPECT_EQ(statistics.clears()[0], 1u);
  EXPECT_EQ(statistics.commands(), 5u);
  EXPECT_EQ(statistics.blocked(), 1u);
  EXPECT_DOUBLE_EQ(statistics.mean_ticks(), 175);
  EXPECT_EQ(statistics.longest_ticks(), 250);
}

TEST(CellLetters, FollowThePieces) {
  Table t(setup_of("list:OITOO", 4, 6));
  t.give({Command::left, Command::drop, Command::drop});
  EXPECT_EQ(drawn_rows(t.game, t.letters), (Picture{".T..", "TTT.", "....", "....", "OO..", "OO.."}));
  EXPECT_EQ(drawn_rows(t.game, t.letters, ':'), (Picture{".T..", "TTT.", ".:..", ":::.", "OO..", "OO.."}));
  t.give({Command::right, kTurn, kTurn, Command::drop});
  EXPECT_EQ(t.letters.at(0, 1), 'O');
  EXPECT_EQ(t.letters.at(2, 1), 'T');
  EXPECT_EQ(t.letters.at(1, 2), 'T');
}

}  // namespace strict_twin_test
}  // namespace stackwright::play
