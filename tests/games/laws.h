// The laws of games: checks that every game is run through, under random play from its start.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/random.h"
#include "games/game.h"
#include "games/perft.h"

namespace stackwright::laws {

struct Options {
  int games = 20;
  int max_moves = 200;   // of one game; reaching it is no error
  bool draws = false;    // two players: whether a game may end without a winner
  bool must_end = true;  // whether every game of random play has to be over within max_moves
};

inline Stream stream_of(int game) {
  return Stream(StreamKey{.seed = 1, .purpose = Purpose::test, .game = static_cast<std::uint64_t>(game)});
}

/// What holds for a state of any game.
template <Game G>
void check_state(const G& game, const typename G::State& state) {
  const auto list = actions_of(game, state);
  ASSERT_EQ(list, actions_of(game, state)) << "actions come in a fixed order";
  ASSERT_EQ(game.over(state), list.empty()) << "a state is over when it has no actions: " << game.to_text(state);
  ASSERT_EQ(count_actions(game, state), list.size()) << game.to_text(state);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(list[i] == list[j]) << "actions are distinct";
  }

  // A copy made byte by byte is the same state, and playing on the copy leaves the original alone.
  typename G::State copy;
  std::memcpy(static_cast<void*>(&copy), &state, sizeof copy);
  ASSERT_EQ(copy, state);
  ASSERT_EQ(game.hash(copy), game.hash(state));
  ASSERT_EQ(game.to_text(copy), game.to_text(state));
  for (const auto& action : list) {
    const auto once = game.apply(state, action);
    ASSERT_EQ(once, game.apply(copy, action)) << "apply is deterministic";
    ASSERT_EQ(copy, state) << "apply does not change its argument";
  }

  ASSERT_EQ(game.to_text(state).find('\n'), std::string::npos);
  if constexpr (ReadableGame<G>) {
    const auto read = game.from_text(game.to_text(state));
    ASSERT_TRUE(read) << read.message();
    ASSERT_EQ(*read, state) << "the text of a state is read back";
  }
}

/// Hashes of different states that were met; equal ones point to a hash that forgets something.
template <Game G>
void check_hashes(const G& game, std::vector<typename G::State> states) {
  std::vector<typename G::State> distinct;
  for (const auto& state : states) {
    if (distinct.size() == 500) break;
    if (std::find(distinct.begin(), distinct.end(), state) == distinct.end()) distinct.push_back(state);
  }
  std::vector<std::uint64_t> hashes;
  hashes.reserve(distinct.size());
  for (const auto& state : distinct) hashes.push_back(game.hash(state));
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end()) << "different states, equal hashes";
}

template <ChanceGame G>
void check_chance(const G& game, const typename G::Afterstate& afterstate) {
  double sum = 0;
  std::vector<typename G::Outcome> outcomes, again;
  std::vector<typename G::State> next;
  game.for_each_outcome(afterstate, [&](const typename G::Outcome& outcome, double probability) {
    EXPECT_GT(probability, 0);
    sum += probability;
    EXPECT_EQ(std::find(outcomes.begin(), outcomes.end(), outcome), outcomes.end()) << "outcomes are distinct";
    outcomes.push_back(outcome);
    const auto state = game.resolve(afterstate, outcome);
    EXPECT_EQ(state, game.resolve(afterstate, outcome)) << "resolve is deterministic";
    EXPECT_EQ(std::find(next.begin(), next.end(), state), next.end()) << "each outcome leads to a state of its own";
    next.push_back(state);
  });
  game.for_each_outcome(afterstate, [&](const typename G::Outcome& outcome, double) { again.push_back(outcome); });
  ASSERT_FALSE(outcomes.empty());
  EXPECT_EQ(outcomes, again) << "outcomes come in a fixed order";
  EXPECT_NEAR(sum, 1, 1e-12) << "probabilities sum to 1";
  EXPECT_EQ(outcome_at(game, afterstate, 0), outcomes.front());
  EXPECT_EQ(outcome_at(game, afterstate, std::nextafter(1.0, 0.0)), outcomes.back());
}

/// All laws of a game against chance.
template <ChanceGame G>
void check_chance_game(const G& game, const Options& options = {}) {
  std::vector<typename G::State> seen;
  for (int g = 0; g < options.games; ++g) {
    const Stream random = stream_of(g);
    std::uint64_t index = 0;
    auto afterstate = game.start();
    ASSERT_EQ(afterstate, game.start());
    bool over = false;
    for (int move = 0; move < options.max_moves && !over; ++move) {
      check_chance(game, afterstate);
      const auto state = game.resolve(afterstate, outcome_at(game, afterstate, random.unit(index++)));
      check_state(game, state);
      if (testing::Test::HasFatalFailure()) return;
      seen.push_back(state);
      over = game.over(state);
      if (over) break;
      const auto list = actions_of(game, state);
      const auto action = list[random.below(index++, static_cast<std::uint32_t>(list.size()))];
      EXPECT_EQ(game.gain(state, action), game.gain(state, action));
      afterstate = game.apply(state, action);
    }
    EXPECT_TRUE(over || !options.must_end) << "game " << g << " goes on and on";
  }
  check_hashes(game, seen);
}

/// All laws of a game of two players.
template <TwoPlayerGame G>
void check_two_player_game(const G& game, const Options& options = {}) {
  std::vector<typename G::State> seen;
  for (int g = 0; g < options.games; ++g) {
    const Stream random = stream_of(g);
    auto state = game.start();
    ASSERT_EQ(state, game.start());
    ASSERT_EQ(game.side(state), 0) << "player 0 begins";
    bool over = false;
    for (int move = 0; move <= options.max_moves; ++move) {
      check_state(game, state);
      if (testing::Test::HasFatalFailure()) return;
      seen.push_back(state);
      const int side = game.side(state);
      const std::optional<int> winner = game.winner(state);
      over = game.over(state);
      if (over) {
        ASSERT_TRUE(winner.has_value() || options.draws) << "exactly one player wins: " << game.to_text(state);
        ASSERT_TRUE(!winner || *winner == 0 || *winner == 1);
        ASSERT_EQ(game.value(state), !winner ? 0 : *winner == side ? 1 : -1) << "value is seen by the side to move";
        break;
      }
      ASSERT_FALSE(winner.has_value()) << "nobody has won a game that goes on: " << game.to_text(state);
      const auto list = actions_of(game, state);
      for (const auto& action : list) ASSERT_EQ(game.side(game.apply(state, action)), 1 - side) << "sides alternate";
      state = game.apply(state,
                         list[random.below(static_cast<std::uint64_t>(move), static_cast<std::uint32_t>(list.size()))]);
    }
    EXPECT_TRUE(over || !options.must_end) << "game " << g << " goes on and on";
  }
  check_hashes(game, seen);
}

}  // namespace stackwright::laws
