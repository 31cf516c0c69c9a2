// Murus Gallicus: laws, published counts of sequences, a slow twin, and a drawn position for every rule.
#include "games/murus/game.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "games/laws.h"
#include "games/murus/random_positions.h"
#include "games/murus/slow_murus.h"
#include "games/perft.h"

namespace stackwright::murus {
namespace game_test {

using Counts = std::vector<std::uint64_t>;

Position read(const Murus& game, const std::string& text) {
  const auto p = game.from_text(text);
  EXPECT_TRUE(p) << text << ": " << p.message();
  return *p;
}

std::map<std::string, std::string> moves_of(const Murus& game, const Position& p) {
  std::map<std::string, std::string> all;
  game.for_each_action(p, [&](Move m) { all[game.move_text(m)] = game.to_text(game.apply(p, m)); });
  return all;
}

TEST(MurusLaws, OfTheFullBoard) {
  laws::check_two_player_game(Murus{}, {.games = 20, .max_moves = 300, .must_end = false});
}

TEST(MurusLaws, OfASmallBoard) {
  laws::check_two_player_game(Murus{base_rules(4, 5)}, {.games = 20, .max_moves = 300, .must_end = false});
}

TEST(MurusPerft, FromTheStart) {
  const Murus game;
  EXPECT_EQ(perft(game, game.start(), 6), (Counts{20, 400, 6960, 121104, 1953664, 31422048}));
}

TEST(MurusPerft, WithSacrifices) {
  const Murus game;
  EXPECT_EQ(perft(game, read(game, "8/1t1tt1t1/1twWwwt1/1W2W3/3TW3/4TW2/6TT g"), 4), (Counts{10, 138, 1600, 19212}));
  EXPECT_EQ(perft(game, read(game, "t4t1t/3ttw2/2wt4/4w3/W1TW1T2/W1TT1WW1/6T1 g"), 4), (Counts{18, 367, 6195, 105158}));
}

TEST(MurusMoves, AreThoseOfTheSlowTwin) {
  for (const Murus& game : {Murus{}, Murus{base_rules(5, 6)}, Murus{base_rules(3, 4)}}) {
    for (std::uint64_t n = 0; n < 3000; ++n) {
      const Position p = n % 2 == 0 ? scattered(game, n) : wandered(game, n, static_cast<int>(n % 60));
      const std::string text = game.to_text(p);
      const auto expected = slow::moves(slow::read(text));
      ASSERT_EQ(moves_of(game, p), expected) << text;
      ASSERT_EQ(game.count_actions(p), expected.size()) << text;
      ASSERT_EQ(game.over(p), expected.empty()) << text;
      bool arrives = false;
      for (const auto& [move, after] : expected) arrives |= slow::won(slow::read(after));
      ASSERT_EQ(game.wins_now(p), arrives) << text;
    }
  }
}

TEST(MurusMoves, ThreatsAreWinsOfTheOther) {
  const Murus game;
  int threats = 0;
  for (std::uint64_t n = 0; n < 2000; ++n) {
    const Position p = scattered(game, n);
    if (game.over(p) || (stones_of(p, 1 - p.side) & game.rules.goal[1 - p.side]) != 0) continue;
    Position turned = p;
    turned.side ^= 1;
    ASSERT_EQ(game.threatened(p), game.wins_now(turned)) << game.to_text(p);
    threats += game.threatened(p);
  }
  EXPECT_GT(threats, 20);
}

TEST(MurusRules, DistributesIntoEmptyCellsAndOwnWalls) {
  const Murus game;
  const Position p = read(game, "8/8/8/3W4/8/3T4/8 r");  // E4 is empty, D4 holds a wall
  EXPECT_EQ(moves_of(game, p).at("F4,N"), "8/8/8/3T4/3W4/8/8 g");
  EXPECT_EQ(moves_of(game, p).at("F4,E"), "8/8/8/3W4/8/4WW2/8 g");
}

TEST(MurusRules, EdgesOwnTowersAndEnemiesBlock) {
  const Murus game;
  // North: an own tower two cells away. East: an enemy tower next. West: an enemy wall two cells away. South: the edge.
  const auto moves = moves_of(game, read(game, "8/8/8/3T4/8/1w1Tt3/8 r"));
  for (const char* blocked : {"F4,N", "F4,E", "F4,W", "F4,S", "F4,SE", "F4,SW"})
    EXPECT_EQ(moves.count(blocked), 0u) << blocked;
  EXPECT_EQ(moves.count("F4,NE"), 1u);
  EXPECT_EQ(moves.count("F4,NW"), 1u);
}

TEST(MurusRules, SacrificesAStoneForAnEnemyWall) {
  const Murus game;
  const auto moves = moves_of(game, read(game, "8/8/8/8/3w4/3Tt3/8 r"));
  EXPECT_EQ(moves.at("F4,N"), "8/8/8/8/8/3Wt3/8 g");
  EXPECT_EQ(moves.count("F4,E"), 0u) << "towers cannot be removed";
}

TEST(MurusRules, WallsDoNotMove) {
  const Murus game;
  const Position p = read(game, "8/8/8/3W4/8/8/8 r");
  EXPECT_TRUE(game.over(p)) << "no tower, no move";
  EXPECT_EQ(game.winner(p), kGauls) << "who cannot move loses";
  EXPECT_EQ(game.value(p), -1);
}

TEST(MurusRules, ArrivingWinsAtOnce) {
  const Murus game;
  const Position p = read(game, "t7/8/3T4/8/8/8/8 r");
  EXPECT_TRUE(game.wins_now(p));
  const auto move = game.move_from_text("C4,N");
  ASSERT_TRUE(move && game.legal(p, *move));
  const Position after = game.apply(p, *move);
  EXPECT_EQ(game.to_text(after), "t2W4/3W4/8/8/8/8/8 g");
  EXPECT_TRUE(game.over(after));
  EXPECT_EQ(game.winner(after), kRomans);
  EXPECT_EQ(game.count_actions(after), 0u) << "though the Gauls' tower could still go";
}

TEST(MurusRules, SideOfTheBoardDoesNotWrap) {
  const Murus game;
  EXPECT_EQ(moves_of(game, read(game, "8/8/8/7T/8/8/8 r")).size(), 5u);
  EXPECT_EQ(moves_of(game, read(game, "8/8/8/T7/8/8/8 r")).size(), 5u);
}

}  // namespace game_test
}  // namespace stackwright::murus
