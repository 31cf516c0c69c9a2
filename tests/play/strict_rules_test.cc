// The rules of the strict game: a drawn example of each.
#include "play/strict_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "play/strict_helpers.h"

namespace stackwright::play {
namespace strict_rules_test {

using namespace test;

TEST(StrictRules, PiecesAppearAtTheTopInTheMiddle) {
  EXPECT_EQ(Table(setup_of("list:I", 10, 4)).picture()[0], "...@@@@...");
  EXPECT_EQ(Table(setup_of("list:O", 10, 4)).picture()[1], "....@@....");
  EXPECT_EQ(Table(setup_of("list:T", 10, 4)).picture(),
            (Picture{"....@.....", "...@@@....", "..........", ".........."}));
  EXPECT_EQ(Table(setup_of("list:S", 5, 4)).picture()[0], "..@@.");
}

TEST(StrictRules, TurnsKeepThePivotWhereItIs) {
  Table t(setup_of("list:T", 5, 5));
  t.game.command(Command::down);
  EXPECT_EQ(t.picture(), (Picture{".....", "..@..", ".@@@.", ".....", "....."}));
  t.game.command(kTurn);
  EXPECT_EQ(t.picture(), (Picture{".....", "..@..", "..@@.", "..@..", "....."}));
  t.game.command(kTurn);
  EXPECT_EQ(t.picture(), (Picture{".....", ".....", ".@@@.", "..@..", "....."}));
  t.game.command(kTurn);
  EXPECT_EQ(t.picture(), (Picture{".....", "..@..", ".@@..", "..@..", "....."}));
  t.game.command(kTurn);
  EXPECT_EQ(t.picture(), (Picture{".....", "..@..", ".@@@.", ".....", "....."}));
  t.game.command(kBack);
  EXPECT_EQ(t.picture(), (Picture{".....", "..@..", ".@@..", "..@..", "....."}));
}

TEST(StrictRules, AtTheTopATurnIsPushedDown) {
  Table t(setup_of("list:I", 6, 5));
  t.game.command(kTurn);
  EXPECT_EQ(t.picture(), (Picture{"...@..", "...@..", "...@..", "...@..", "......"}));
}

TEST(StrictRules, WallsKickAndCanBeToldNotTo) {
  for (const bool kicks : {true, false}) {
    StrictSetup setup = setup_of("list:I", 6, 5);
    setup.wall_kicks = kicks;
    Table t(setup);
    t.give({kTurn, Command::right, Command::right, Command::right, Command::right});
    EXPECT_EQ(t.picture()[0], ".....@");
    EXPECT_EQ(t.game.command(kTurn), kicks);
    EXPECT_EQ(t.picture()[2], kicks ? "..@@@@" : ".....@");
  }
}

TEST(StrictRules, EverySetTurnsAroundAndBack) {
  for (const tetris::PieceSet* set : {&tetris::tetrominoes(), &tetris::pentominoes(), &tetris::hexominoes()}) {
    StrictSetup setup = classic_setup();
    setup.setting.width = 16;
    setup.setting.height = 24;
    setup.setting.pieces = set;
    const tetris::Board board = tetris::empty_board(16, 24);
    for (int piece = 0; piece < set->size(); ++piece) {
      Falling f = appearance(setup.setting, piece);
      ASSERT_TRUE(fits(setup.setting, board, f));
      f.row = 10;
      Falling turned = f;
      for (int i = 0; i < 4; ++i) {
        const Falling before = turned;
        turned = *moved(setup, board, turned, kTurn);
        EXPECT_EQ(*moved(setup, board, turned, kBack), before);
      }
      EXPECT_EQ(turned, f) << set->name << " " << set->pieces[piece].letter;
    }
  }
}

TEST(StrictRules, TheFallGetsFasterByLevels) {
  const StrictSetup setup = classic_setup();
  const Tick expected[] = {500, 450, 400, 350, 300, 250, 200, 150, 100, 50, 50, 50};
  for (int level = 1; level <= 12; ++level) EXPECT_EQ(fall_delay(setup, level), expected[level - 1]) << level;
}

TEST(StrictRules, CommandsHaveNames) {
  for (int i = 0; i < kCommands; ++i) {
    const auto command = static_cast<Command>(i);
    EXPECT_EQ(*command_named(name_of(command)), command);
  }
  EXPECT_TRUE(command_named("lft").message().starts_with("unknown command 'lft'; nearest: left"));
}

TEST(StrictRules, SetupsAreChecked) {
  StrictSetup setup = classic_setup();
  EXPECT_TRUE(check(setup));
  setup.preview = 64;
  EXPECT_EQ(check(setup).message(), "preview must be from 0 to 63, got 64");
  setup = classic_setup();
  setup.least_delay = 0;
  EXPECT_EQ(check(setup).message(), "least_delay must be from 1 to 1000000000, got 0");
}

}  // namespace strict_rules_test
}  // namespace stackwright::play
