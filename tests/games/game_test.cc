// The laws of games and perft, on toy games with known counts.
#include "games/game.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "games/laws.h"
#include "games/perft.h"
#include "games/toy_nim.h"
#include "games/toy_race.h"
#include "games/toy_tictactoe.h"

namespace stackwright {
namespace game_test {

using testing::HasSubstr;
using Counts = std::vector<std::uint64_t>;

TEST(Laws, DiceRace) {
  laws::check_chance_game(toys::DiceRace{});
  laws::check_chance_game(toys::DiceRace{.length = 40, .faces = 6});
}

TEST(Laws, TicTacToe) { laws::check_two_player_game(toys::TicTacToe{}, {.draws = true}); }

TEST(Laws, Nim) { laws::check_two_player_game(toys::Nim{}); }

/// A race whose dice have lost a face's share.
struct LeakyRace : toys::DiceRace {
  template <class F>
  void for_each_outcome(std::uint8_t, F&& f) const {
    for (int face = 1; face <= faces; ++face) f(static_cast<std::uint8_t>(face), 1.0 / (faces + 1));
  }
};

/// Tic-tac-toe that goes on after a line.
struct EndlessTicTacToe : toys::TicTacToe {
  template <class F>
  void for_each_action(const State& s, F&& f) const {
    for (std::uint8_t cell = 0; cell < 9; ++cell) {
      if (((s.stones[0] | s.stones[1]) >> cell & 1) == 0) f(cell);
    }
  }
};

/// Nim whose hash forgets two heaps, whose value is seen from the wrong side, whose bulk count is off by one.
struct ForgetfulNim : toys::Nim {
  std::uint64_t hash(const State& s) const { return s.heap[0]; }
};
struct MisjudgedNim : toys::Nim {
  int value(const State& s) const { return over(s) ? 1 : 0; }
};
struct MiscountedNim : toys::Nim {
  std::uint64_t count_actions(const State& s) const { return toys::Nim::count_actions(s) + 1; }
};

/// What a check complains about, without failing the test that asks.
template <class F>
std::string complaints(F&& check) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&results);
    check();
  }
  std::string text;
  for (int i = 0; i < results.size(); ++i) text += results.GetTestPartResult(i).message();
  return text;
}

TEST(Laws, AreBrokenByWrongGames) {
  const auto two = [](const auto& game, const laws::Options& options = {}) {
    return complaints([&] { laws::check_two_player_game(game, options); });
  };
  EXPECT_THAT(complaints([] { laws::check_chance_game(LeakyRace{}); }), HasSubstr("probabilities sum to 1"));
  EXPECT_THAT(two(EndlessTicTacToe{}, {.draws = true}), HasSubstr("over when it has no actions"));
  EXPECT_THAT(two(ForgetfulNim{}), HasSubstr("equal hashes"));
  EXPECT_THAT(two(MisjudgedNim{}), HasSubstr("seen by the side to move"));
  EXPECT_THAT(two(MiscountedNim{}), HasSubstr("count_actions"));
  EXPECT_THAT(two(toys::TicTacToe{}, {.games = 100}), HasSubstr("exactly one player wins"));
  EXPECT_THAT(two(toys::Nim{}, {.max_moves = 2}), HasSubstr("goes on and on"));
  EXPECT_EQ(two(toys::Nim{}), "");
}

TEST(Perft, TicTacToeHasItsKnownCounts) {
  // 255168 games in all: 1440 end after 5 moves, 5328 after 6, 47952 after 7, 72576 after 8, 127872 after 9.
  const toys::TicTacToe game;
  EXPECT_EQ(perft(game, game.start(), 9), (Counts{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}));
  EXPECT_EQ(perft(game, game.start(), 1), (Counts{9}));
  EXPECT_EQ(perft(game, game.start(), 0), Counts{});
}

TEST(Perft, NimByHand) {
  const toys::Nim game{{1, 2, 0}};
  // 1,2: take the one, take one or both of the two: 3. Then 2 (of heap two), 2 (one of each), 1: 5. Then 1+0, 1+1: 3.
  EXPECT_EQ(perft(game, game.start(), 4), (Counts{3, 5, 3, 0}));
}

TEST(Perft, DiceRaceByHand) {
  const toys::DiceRace game{.length = 2, .faces = 2};
  // From 0: die 1 goes to 1; die 2 to 2 or (half) to 1. From 1: die 1 to 2; die 2 by its half to 2. From 2: nothing.
  EXPECT_EQ(perft_from_chance(game, game.start(), 3), (Counts{3, 4, 0}));
  // Starting with die 2 in hand, a step ends with one of two dice: two moves, four steps; only those from 1 go on.
  EXPECT_EQ(perft_from_state(game, {0, 2}, 2), (Counts{4, 4}));
}

TEST(Perft, BulkCountAgreesWithListing) {
  const toys::Nim game;
  Counts slow(4);
  const auto walk = [&](const auto& self, const toys::Nim::State& s, std::size_t ply) -> void {
    if (ply == slow.size()) return;
    for (const auto& action : actions_of(game, s)) {
      ++slow[ply];
      self(self, game.apply(s, action), ply + 1);
    }
  };
  walk(walk, game.start(), 0);
  EXPECT_EQ(perft(game, game.start(), 4), slow);
}

TEST(Game, OutcomesFollowTheirProbabilities) {
  const toys::DiceRace game;
  EXPECT_EQ(outcome_at(game, 0, 0.49), 1);
  EXPECT_EQ(outcome_at(game, 0, 0.5), 2);
  EXPECT_EQ(outcome_at(game, 0, 0.74), 2);
  EXPECT_EQ(outcome_at(game, 0, 0.75), 3);
}

TEST(Game, FixedListsCompareByContent) {
  FixedList<int, 4> a, b;
  a.push_back(1);
  EXPECT_FALSE(a == b);
  b.push_back(1);
  EXPECT_EQ(a, b);
  b[0] = 2;
  EXPECT_FALSE(a == b);
}

}  // namespace game_test
}  // namespace stackwright
