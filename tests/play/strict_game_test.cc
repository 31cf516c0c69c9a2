// The strict game: what happens, in which order, and what it tells.
#include "play/strict_game.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "play/strict_helpers.h"

namespace stackwright::play {
namespace strict_game_test {

using namespace test;

TEST(StrictGame, TellsWhatHappens) {
  Table t(setup_of("list:OI", 4, 4));
  t.game.advance(499);
  t.game.command(Command::left);
  t.game.command(Command::left);
  t.game.advance(1000);
  t.game.command(Command::drop);
  t.game.command(Command::drop);
  EXPECT_EQ(t.diary.said,
            (std::vector<std::string>{"0 command",    "0 game-started",   "0 gravity-changed",  "0 next-drawn",
                                      "0 next-drawn", "0 piece-appeared", "499 command",        "499 piece-moved",
                                      "499 command",  "499 move-blocked", "500 piece-fell",     "1000 piece-fell",
                                      "1000 command", "1000 piece-moved", "1000 board-changed", "1000 piece-appeared",
                                      "1000 command", "1000 piece-moved", "1000 board-changed", "1000 game-over"}));
  EXPECT_EQ(t.game.state().end, StrictEnd::list);
  const auto changes = t.diary.all<BoardChanged>();
  EXPECT_EQ(changes[1].lines, 1);
  EXPECT_EQ(tetris::rows_of(changes[1].placed), (Picture{"....", "####", "##..", "##.."}));
  EXPECT_EQ(t.diary.all<MoveBlocked>()[0].command, Command::left);
}

TEST(StrictGame, RemovesRowsAndCountsPoints) {
  StrictSetup setup = setup_of("list:OOOI", 4, 6);
  setup.first_level = 3;
  Table t(setup);
  t.give({Command::left, Command::drop, Command::right, Command::drop});
  EXPECT_EQ(t.game.state().lines, 2u);
  EXPECT_EQ(t.game.state().score, 300);  // 100 for two rows, times the level
  EXPECT_EQ(t.game.state().clears, (std::array<std::uint64_t, 4>{0, 1, 0, 0}));
  t.give({Command::left, Command::drop});
  EXPECT_EQ(t.letters.rows()[0], "OO..");
  const BoardChanged change = t.diary.all<BoardChanged>()[1];
  EXPECT_EQ(change.removed, 3u);
  EXPECT_EQ(change.points, 300);
  EXPECT_EQ(tetris::rows_of(change.placed)[5], "####");
  EXPECT_EQ(tetris::rows_of(change.before)[5], "##..");
}

TEST(StrictGame, LevelsRiseWithRows) {
  StrictSetup setup = setup_of("cycle:O", 4, 6);
  setup.rows_per_level = 4;
  Table t(setup);
  for (int i = 0; i < 4; ++i) t.give({Command::left, Command::drop, Command::right, Command::drop});
  const auto changes = t.diary.all<GravityChanged>();
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[2].level, 3);
  EXPECT_EQ(changes[2].delay, 400);
  EXPECT_EQ(t.game.state().score, 100 + 100 + 200 + 200);
}

TEST(StrictGame, EndsWhenAPieceCannotAppear) {
  Table t(setup_of("cycle:O", 4, 5));
  t.give({Command::drop, Command::drop});
  EXPECT_TRUE(t.game.state().over());
  EXPECT_EQ(t.game.state().end, StrictEnd::height);
  EXPECT_EQ(t.game.state().pieces, 2u);
  EXPECT_EQ(t.diary.all<GameOver>().size(), 1u);
  EXPECT_FALSE(t.game.command(Command::left));
  EXPECT_FALSE(t.game.command(Command::terminate));
  t.game.advance(1'000'000);
  EXPECT_EQ(t.game.state().now, 0);
}

TEST(StrictGame, EndsByLimitsAndByRequest) {
  StrictSetup setup = setup_of("cycle:O", 4, 6);
  setup.max_pieces = 1;
  Table pieces(setup);
  pieces.give({Command::drop});
  EXPECT_EQ(pieces.game.state().end, StrictEnd::limit);
  setup.max_pieces = 0;
  setup.max_lines = 1;
  Table lines(setup);
  lines.give({Command::left, Command::drop, Command::right, Command::drop});
  EXPECT_EQ(lines.game.state().end, StrictEnd::limit);
  setup.max_lines = 0;
  setup.max_ticks = 700;
  Table time(setup);
  time.game.advance(699);
  EXPECT_FALSE(time.game.state().over());
  time.game.advance(5000);
  EXPECT_EQ(time.game.state().end, StrictEnd::limit);
  EXPECT_EQ(time.game.state().now, 700);
  setup.max_ticks = 0;
  Table request(setup);
  request.give({Command::pause, Command::terminate});
  EXPECT_EQ(request.game.state().end, StrictEnd::request);
}

TEST(StrictGame, APauseStopsTheClock) {
  Table t(setup_of("cycle:T"));
  t.game.advance(300);
  EXPECT_TRUE(t.game.command(Command::pause));
  EXPECT_FALSE(t.game.command(Command::pause));
  EXPECT_FALSE(t.game.command(Command::left));
  t.game.advance(100'000);
  EXPECT_EQ(t.game.state().now, 300);
  EXPECT_TRUE(t.game.command(Command::resume));
  t.game.advance(499);
  EXPECT_EQ(t.diary.all<PieceFell>().size(), 0u);
  t.game.advance(500);
  EXPECT_EQ(t.diary.all<PieceFell>().size(), 1u);
}

TEST(StrictGame, DownPutsGravityOffAndLocksAtRest) {
  Table t(setup_of("cycle:O", 4, 4));
  t.game.advance(400);
  t.give({Command::down});
  t.game.advance(899);
  EXPECT_EQ(t.diary.all<PieceFell>().size(), 0u);
  t.give({Command::down, Command::down});
  EXPECT_EQ(t.game.state().pieces, 1u);
  EXPECT_EQ(tetris::rows_of(t.game.state().board)[3], ".##.");
}

TEST(StrictGame, HoldsAPieceOncePerPiece) {
  StrictSetup setup = setup_of("list:TIO");
  EXPECT_FALSE(Table(setup).game.command(Command::hold));
  setup.hold = true;
  Table t(setup);
  EXPECT_TRUE(t.game.command(Command::hold));
  EXPECT_EQ(t.game.state().falling.piece, tetris::tetrominoes().find('I'));
  EXPECT_EQ(t.game.state().held, tetris::tetrominoes().find('T'));
  EXPECT_FALSE(t.game.command(Command::hold));
  t.give({Command::drop});
  EXPECT_TRUE(t.game.command(Command::hold));
  EXPECT_EQ(t.game.state().falling.piece, tetris::tetrominoes().find('T'));
  EXPECT_EQ(t.game.state().falling, appearance(setup.setting, tetris::tetrominoes().find('T')));
}

TEST(StrictGame, ShowsAsManyNextPiecesAsAsked) {
  for (const int preview : {0, 1, 5}) {
    StrictSetup setup = setup_of("list:TIOSZLJ");
    setup.preview = preview;
    Table t(setup);
    std::string next;
    for (const std::uint8_t piece : t.game.state().preview()) next += tetris::tetrominoes().pieces[piece].letter;
    EXPECT_EQ(next, std::string("IOSZLJ").substr(0, static_cast<std::size_t>(preview)));
    std::uint64_t index = 0;
    for (const NextDrawn& drawn : t.diary.all<NextDrawn>()) EXPECT_EQ(drawn.index, index++);
    EXPECT_EQ(index, static_cast<std::uint64_t>(preview) + 1);
    t.give({Command::drop, Command::drop, Command::drop});
    EXPECT_EQ(t.game.state().falling.piece, tetris::tetrominoes().find('S'));
  }
}

TEST(StrictGame, GivesThePiecesOfItsSeed) {
  StrictSetup setup = setup_of("uniform");
  setup.key.seed = 77;
  setup.key.game = 3;
  setup.first_delay = 0;
  Table t(setup);
  const auto stream = tetris::open_stream(setup.source, tetris::tetrominoes(), setup.rng, setup.key);
  std::vector<std::uint8_t> pieces(8);
  stream->read(0, pieces);
  std::vector<std::uint8_t> drawn;
  while (drawn.size() < 8) {
    drawn.push_back(t.game.state().falling.piece);
    t.give({drawn.size() % 2 == 0 ? Command::left : Command::right, Command::drop});
  }
  EXPECT_EQ(drawn, pieces);
  t.game.advance(1'000'000);
  EXPECT_TRUE(t.diary.all<PieceFell>().empty());
}

TEST(StrictGame, AnEmptyListEndsAtOnce) {
  StrictSetup setup = setup_of("list:T");
  setup.source.pieces.clear();
  Table t(setup);
  EXPECT_EQ(t.game.state().end, StrictEnd::list);
}

}  // namespace strict_game_test
}  // namespace stackwright::play
