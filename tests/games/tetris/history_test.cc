// Tests of game histories: undo, replay, fork, saving and loading with errors.
#include "games/tetris/history.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "games/tetris/game.h"

namespace stackwright::tetris {
namespace history_test {

HistoryStart start_of(std::string_view source, Rng rng = Rng::fast, std::uint64_t seed = 5) {
  return {Setting{}, *parse_source(source, tetrominoes()), rng, StreamKey{.seed = seed, .game = 2}};
}

/// Plays the lowest and flattest placement, so that games last long; false where all lose or no piece is left.
bool play_low(History& h) {
  const int piece = h.piece(h.size());
  if (piece < 0) return false;
  int best = 1 << 20;
  Placement move;
  for_each_placement(h.start().setting, piece, [&](Placement p) {
    const Transition t = place(h.start().setting, h.board(), piece, p);
    int score = -76 * t.lines;
    for (int x = 0; x < t.after.width; ++x) {
      score += 51 * column_height(t.after, x) + 36 * std::popcount(column_holes(t.after.column[x]));
      if (x > 0) score += 18 * std::abs(column_height(t.after, x) - column_height(t.after, x - 1));
    }
    if (!t.lost && score < best) best = score, move = p;
  });
  return best < 1 << 20 && h.play(move);
}

History played(const HistoryStart& start, int moves) {
  History h(start);
  for (int i = 0; i < moves && play_low(h); ++i) {
  }
  return h;
}

TEST(History, UndoGoesBackMoveByMove) {
  History h(start_of("weighted:I=1,O=1,T=1,L=1,J=1"));
  std::vector<Board> boards{h.board()};
  std::vector<std::uint64_t> lines{0};
  for (int i = 0; i < 600; ++i) {
    ASSERT_TRUE(play_low(h));
    boards.push_back(h.board());
    lines.push_back(h.lines());
  }
  ASSERT_GT(h.lines(), 100u);
  for (std::size_t i = 0; i <= 600; i += 7) EXPECT_EQ(h.board_before(i), boards[i]);
  const int next = h.piece(600);
  for (std::size_t i = 600; i-- > 0;) {
    ASSERT_TRUE(h.undo());
    ASSERT_EQ(h.board(), boards[i]);
    ASSERT_EQ(h.lines(), lines[i]);
    ASSERT_EQ(h.size(), i);
  }
  EXPECT_FALSE(h.undo());
  for (int i = 0; i < 600; ++i) ASSERT_TRUE(play_low(h));
  EXPECT_EQ(h.board(), boards.back());
  EXPECT_EQ(h.piece(600), next);
}

TEST(History, AnotherContinuationForgetsTheOldOne) {
  History h = played(start_of("bag"), 300);
  while (h.size() > 250) ASSERT_TRUE(h.undo());
  const Placement old = h.move(249);
  ASSERT_TRUE(h.undo());
  ASSERT_TRUE(h.play({old.orientation, static_cast<std::int8_t>(old.column == 0 ? 1 : 0)}));
  std::vector<Board> boards;
  while (h.size() < 290) {
    boards.push_back(h.board());
    ASSERT_TRUE(play_low(h));
  }
  for (std::size_t i = 0; i < boards.size(); ++i) ASSERT_EQ(h.board_before(250 + i), boards[i]) << 250 + i;
}

TEST(History, ForksShareThePastAndThePieces) {
  History h = played(start_of("bag"), 300);
  ASSERT_EQ(h.size(), 300u);
  History fork = h.fork(257);
  EXPECT_EQ(fork.size(), 257u);
  EXPECT_EQ(fork.board(), h.board_before(257));
  for (std::uint64_t i = 0; i < 400; ++i) ASSERT_EQ(fork.piece(i), h.piece(i));
  const Board before = h.board();
  ASSERT_TRUE(fork.undo());
  Placement other = h.move(256);
  other.column = static_cast<std::int8_t>(other.column == 0 ? 1 : 0);
  ASSERT_TRUE(fork.play(other));
  EXPECT_NE(fork.board(), h.board_before(257));
  EXPECT_EQ(h.board(), before) << "the fork leaves the original alone";
  History again = h.fork(257);
  while (again.size() < 300) ASSERT_TRUE(again.play(h.move(again.size())));
  EXPECT_EQ(again.board(), h.board());
  EXPECT_EQ(again.lines(), h.lines());
}

TEST(History, RefusesWrongMoves) {
  History h(start_of("list:IO"));
  EXPECT_EQ(h.play({2, 0}).message(), "move 1: no such placement: I in orientation 2 at column 0");
  EXPECT_FALSE(h.play({0, 7}));
  EXPECT_FALSE(h.play({-1, 0}));
  EXPECT_FALSE(h.play({0, -1}));
  EXPECT_EQ(h.size(), 0u);
  EXPECT_TRUE(h.play({0, 6}));
  EXPECT_TRUE(h.play({0, 8}));
  EXPECT_EQ(h.piece(2), -1);
  EXPECT_EQ(h.play({0, 0}).message(), "move 3: no piece left");

  History tower(start_of("cycle:I"));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(tower.play({1, 3}));
  EXPECT_EQ(tower.play({1, 3}).message(), "move 6: loses the game: I in orientation 1 at column 3");
  EXPECT_EQ(tower.size(), 5u);
}

TEST(History, SavedGamesLoadExactly) {
  for (const Rng rng : {Rng::fast, Rng::r250, Rng::crypto}) {
    for (const char* source : {"uniform", "weighted:I=1,T=2,L=0.5,O=1", "bag", "cycle:IOTLJ", "list:IOTLJTTLJIO"}) {
      History h = played(start_of(source, rng, 18446744073709551615u), 300);
      ASSERT_GT(h.size(), 10u) << source;
      Result<History> loaded = History::load(h.save(), "saved");
      ASSERT_TRUE(loaded) << loaded.message();
      EXPECT_EQ(loaded->size(), h.size());
      EXPECT_EQ(loaded->board(), h.board());
      EXPECT_EQ(loaded->lines(), h.lines());
      EXPECT_EQ(loaded->save(), h.save());
      if (rng == Rng::crypto) continue;
      for (std::uint64_t i = 0; i < h.size() + 100; ++i) ASSERT_EQ(loaded->piece(i), h.piece(i)) << source;
    }
  }
}

TEST(History, OtherSettingsAreSaved) {
  HistoryStart start = start_of("uniform");
  start.setting = {8, 14, Rules::ia_tetris, &pentominoes()};
  History h = played(start, 20);
  Result<History> loaded = History::load(h.save(), "saved");
  ASSERT_TRUE(loaded) << loaded.message();
  EXPECT_EQ(loaded->board(), h.board());
  EXPECT_EQ(loaded->start().setting.rules, Rules::ia_tetris);
  EXPECT_EQ(loaded->start().setting.pieces, &pentominoes());
}

/// The saved game with one text replaced by another.
std::string broken(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(History, LoadingTellsWhatIsWrong) {
  History h(start_of("list:IOT"));
  ASSERT_TRUE(h.play({0, 0}));
  ASSERT_TRUE(h.play({0, 5}));
  const std::string good = h.save();
  ASSERT_TRUE(History::load(good, "g"));
  const auto message = [&](std::string_view from, std::string_view to) {
    const Result<History> loaded = History::load(broken(good, from, to), "g.json");
    return loaded ? std::string("loaded") : loaded.message();
  };
  EXPECT_EQ(message("[0,5]", "[0,9]"), "g.json: move 2: no such placement: O in orientation 0 at column 9");
  EXPECT_EQ(message("[0,5]", "[0,500]"), "g.json: field 'placements[1]' must be [orientation, column], got '[0,500]'");
  EXPECT_EQ(message(",[0,5]", ""), "g.json: field 'placements' has 1 moves, but field 'placed' has 2 pieces");
  EXPECT_EQ(message("\"IO\"", "\"IT\""), "g.json: field 'placed': piece 2 is T, but its source gives O");
  EXPECT_EQ(message("history/1", "history/9"),
            "g.json: field 'schema' must be \"stackwright.history/1\", got \"stackwright.history/9\"");
  EXPECT_EQ(message("\"standard\"", "3"), "g.json: field 'configuration.rules' must be a text, got 3");
  EXPECT_NE(message("\"standard\"", "\"standart\"").find("nearest: standard"), std::string::npos);
  EXPECT_NE(message("10x20", "10x2000").find("field 'configuration.board': "), std::string::npos);
  EXPECT_NE(message("list:IOT", "list:IOQ").find("field 'configuration.pieces': "), std::string::npos);
  EXPECT_NE(message("\"seed\":5", "\"seed\":-5").find("field 'seed'"), std::string::npos);
  EXPECT_NE(message("{", "").find("line 1, column"), std::string::npos);
  EXPECT_FALSE(History::load("", "g"));
  EXPECT_FALSE(History::load("[]", "g"));
}

}  // namespace history_test
}  // namespace stackwright::tetris
