// The strict game: drawn examples of every rule, events, and a slow twin under random commands.
#include "play/strict_game.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "games/tetris/text.h"
#include "play/cell_letters.h"
#include "play/game_statistics.h"
#include "play/slow_strict.h"

namespace stackwright::play {
namespace strict_game_test {

StrictSetup setup_of(const std::string& pieces, int width = 10, int height = 20) {
  StrictSetup setup = classic_setup();
  setup.setting.width = width;
  setup.setting.height = height;
  setup.source = *tetris::parse_source(pieces, tetris::tetrominoes());
  return setup;
}

/// Writes down what it is told.
class Diary final : public Observer {
 public:
  void on_event(const Event& event, const StrictGame& game) override {
    said.push_back(std::to_string(game.state().now) + " " + std::string(name_of(event)));
    events.push_back(event);
  }
  template <class E>
  std::vector<E> all() const {
    std::vector<E> found;
    for (const Event& event : events) {
      if (const auto* e = std::get_if<E>(&event)) found.push_back(*e);
    }
    return found;
  }
  std::vector<std::string> said;
  std::vector<Event> events;
};

/// A game with its picture: '@' is the falling piece.
struct Table {
  explicit Table(const StrictSetup& setup) : game(setup) {
    game.attach(diary);
    game.attach(letters);
    game.command(Command::start);
  }
  void give(std::initializer_list<Command> commands) {
    for (const Command command : commands) game.command(command);
  }
  std::vector<std::string> picture() const {
    std::vector<std::string> rows = tetris::rows_of(game.state().board);
    if (!game.state().over()) {
      const Falling& f = game.state().falling;
      const tetris::Orientation& shape = shape_of(game.setup().setting, f);
      for (int x = 0; x < shape.width; ++x) {
        for (int y = 0; y < shape.height; ++y) {
          if (shape.column[x] >> y & 1) rows[rows.size() - 1 - (f.row + y)][f.column + x] = '@';
        }
      }
    }
    return rows;
  }
  StrictGame game;
  Diary diary;
  CellLetters letters;
};

using Picture = std::vector<std::string>;
constexpr Command kTurn = Command::rotate_clockwise, kBack = Command::rotate_counter_clockwise;

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

}  // namespace strict_game_test
}  // namespace stackwright::play
