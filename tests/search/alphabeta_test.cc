// Alpha-beta: the value of minimax on many positions, proven ends, limits, reproducibility.
#include "search/alphabeta.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "core/hash.h"
#include "eval/murus_linear.h"
#include "eval/murus_tables.h"
#include "games/murus/random_positions.h"
#include "games/toy_nim.h"
#include "games/toy_tictactoe.h"
#include "search/minimax.h"

namespace stackwright::two_player {
namespace alphabeta_test {

using murus::Murus;
using murus::Position;

constexpr AlphaBetaOptions kExact{.selective = false, .table_bytes = 1 << 18};

/// Arbitrary but fixed numbers: nothing about the game can help the search.
template <class G>
struct HashEvaluator {
  G game;
  Score operator()(const typename G::State& state) const { return static_cast<Score>(game.hash(state) % 201) - 100; }
};

template <class G, class E>
void expect_minimax(const G& game, const E& evaluator, AlphaBeta<G, E>& search, const typename G::State& state,
                    int depth) {
  const Decision<G> slow = minimax(game, evaluator, state, depth);
  const Decision<G> fast = search.decide(state, Limits{.depth = depth});
  ASSERT_EQ(fast.value, slow.value) << game.to_text(state) << " depth " << depth;
  std::uint64_t nodes = 0;
  const Score chosen = -minimax_value(game, evaluator, game.apply(state, fast.move), depth - 1, 1, nodes);
  ASSERT_EQ(chosen, slow.value) << "the move that was chosen is one of the best: " << game.to_text(state);
}

TEST(AlphaBetaIsMinimax, OnMurusGallicus) {
  const Murus game;
  const murus::LinearEvaluator evaluator(game.rules, murus::hand_set_weights(), murus::kRomans);
  AlphaBeta<Murus, murus::LinearEvaluator> search(game, evaluator, kExact);  // one table for all: it must not matter
  int compared = 0;
  for (std::uint64_t n = 0; compared < 1000; ++n) {
    const Position p = n % 2 == 0 ? murus::wandered(game, n, static_cast<int>(n % 50)) : murus::scattered(game, n);
    if (game.over(p)) continue;
    expect_minimax(game, evaluator, search, p, n % 16 == 0 ? 4 : 1 + static_cast<int>(n / 2 % 3));
    if (HasFatalFailure()) return;
    ++compared;
  }
}

TEST(AlphaBetaIsMinimax, WhateverTheEvaluatorSays) {
  const Murus game{murus::base_rules(5, 6)};
  const HashEvaluator<Murus> evaluator{game};
  AlphaBeta<Murus, HashEvaluator<Murus>> search(game, evaluator, kExact);
  for (std::uint64_t n = 0; n < 200; ++n) {
    const Position p = n % 2 == 0 ? murus::wandered(game, n, static_cast<int>(n % 20)) : murus::scattered(game, n);
    if (game.over(p)) continue;
    expect_minimax(game, evaluator, search, p, 1 + static_cast<int>(n / 2 % 4));
    if (HasFatalFailure()) return;
  }
}

TEST(AlphaBetaIsMinimax, OnToys) {
  const toys::Nim nim{{3, 2, 4}};
  const HashEvaluator<toys::Nim> nim_evaluator{nim};
  AlphaBeta<toys::Nim, HashEvaluator<toys::Nim>> nim_search(nim, nim_evaluator, kExact);
  for (int depth = 1; depth <= 7; ++depth) expect_minimax(nim, nim_evaluator, nim_search, nim.start(), depth);
  const toys::TicTacToe toe;
  const HashEvaluator<toys::TicTacToe> toe_evaluator{toe};
  AlphaBeta<toys::TicTacToe, HashEvaluator<toys::TicTacToe>> toe_search(toe, toe_evaluator, kExact);
  for (int depth = 1; depth <= 6; ++depth) expect_minimax(toe, toe_evaluator, toe_search, toe.start(), depth);
}

/// Nim is known: the side to move wins unless the heaps' exclusive or is 0 (Bouton 1901).
TEST(AlphaBeta, ProvesNim) {
  const toys::Nim game;
  const auto nothing = [](const toys::Nim::State&) { return Score{0}; };
  for (std::uint8_t a = 0; a < 4; ++a) {
    for (std::uint8_t b = 0; b < 5; ++b) {
      for (std::uint8_t c = 1; c < 6; ++c) {
        for (const bool selective : {false, true}) {
          AlphaBeta<toys::Nim, decltype(nothing)> search(game, nothing,
                                                         {.selective = selective, .table_bytes = 1 << 16});
          const auto decision = search.decide({{a, b, c}, 0}, Limits{.depth = 20});
          ASSERT_TRUE(proven(decision.value));
          ASSERT_EQ(decision.value > 0, (a ^ b ^ c) != 0);
        }
      }
    }
  }
}

TEST(AlphaBeta, TicTacToeIsADraw) {
  const toys::TicTacToe game;
  const auto nothing = [](const toys::TicTacToe::State&) { return Score{0}; };
  AlphaBeta<toys::TicTacToe, decltype(nothing)> search(game, nothing, kExact);
  EXPECT_EQ(search.decide(game.start(), Limits{.depth = 9}).value, 0);
}

using Search = AlphaBeta<Murus, murus::LinearEvaluator>;

TEST(AlphaBeta, TellsHowSoonItWins) {
  const Murus game;
  Search search(game, murus::LinearEvaluator(game.rules, murus::hand_set_weights(), murus::kRomans));
  const auto now = game.from_text("t7/8/3T4/8/8/8/8 r");
  ASSERT_TRUE(now);
  const auto win = search.decide(*now, Limits{.depth = 6});
  EXPECT_EQ(win.value, kWin - 1);
  EXPECT_EQ(win.line.size(), 1u);
  const auto lost = game.from_text("8/8/3T1T2/8/8/t7/8 g");  // two threats, one move
  ASSERT_TRUE(lost);
  const auto loss = search.decide(*lost, Limits{.depth = 6});
  EXPECT_EQ(loss.value, -(kWin - 2));
  EXPECT_EQ(loss.line.size(), 2u) << "its own move and the winning one";
}

/// Where selective search claims a proven end, playing the line out reaches it in just that many plies.
TEST(AlphaBeta, ProvenLinesHoldAgainstMinimax) {
  const Murus game;
  const murus::LinearEvaluator evaluator(game.rules, murus::hand_set_weights(), murus::kRomans);
  Search search(game, evaluator);
  int found = 0;
  for (std::uint64_t n = 0; n < 400; ++n) {
    const Position p = murus::scattered(game, n);
    if (game.over(p)) continue;
    const auto decision = search.decide(p, Limits{.depth = 4});
    if (!proven(decision.value) || plies_to_end(decision.value) > 4) continue;
    ++found;
    std::uint64_t nodes = 0;
    const Score exact = minimax_value(game, evaluator, p, plies_to_end(decision.value), 0, nodes);
    ASSERT_EQ(exact, decision.value) << game.to_text(p);
  }
  EXPECT_GT(found, 50);
}

TEST(AlphaBeta, LinesAreLegalAndBeginWithTheMove) {
  const Murus game;
  Search search(game, murus::LinearEvaluator(game.rules, murus::hand_set_weights(), murus::kRomans));
  for (std::uint64_t n = 0; n < 60; ++n) {
    Position p = murus::wandered(game, n, static_cast<int>(n % 40));
    if (game.over(p)) continue;
    const auto decision = search.decide(p, Limits{.depth = 6});
    ASSERT_FALSE(decision.line.empty());
    ASSERT_EQ(decision.line[0], decision.move);
    for (const murus::Move& move : decision.line) {
      ASSERT_TRUE(game.legal(p, move)) << game.to_text(p);
      p = game.apply(p, move);
    }
  }
}

TEST(AlphaBeta, KeepsLimits) {
  const Murus game;
  Search search(game, murus::LinearEvaluator(game.rules, murus::hand_set_weights(), murus::kRomans));
  EXPECT_LE(search.decide(game.start(), Limits{.nodes = 5000}).nodes, 5000u);
  EXPECT_EQ(search.decide(game.start(), Limits{.depth = 3}).depth, 3);
  StopToken stop;
  stop.request();
  const auto stopped = search.decide(game.start(), Limits{}, &stop);
  EXPECT_TRUE(game.legal(game.start(), stopped.move));
  EXPECT_TRUE(game.legal(game.start(), search.decide(game.start(), Limits{.nodes = 1}).move));
  EXPECT_TRUE(game.legal(game.start(), search.decide(game.start(), Limits{.milliseconds = 1e-3}).move));
}

/// Stands still after so many positions, as if the processor were taken away, until it may go on.
struct KeptWaiting {
  murus::LinearEvaluator evaluator;
  std::atomic<int>* positions;
  std::atomic<bool>* may_go_on;
  Score operator()(const Position& p) const {
    if (positions->fetch_add(1) == 200) may_go_on->wait(false);
    return evaluator(p);
  }
};

/// Would not come to an end if the answer waited for the search.
TEST(AlphaBeta, AnswersInTimeThoughItsThreadIsKeptWaiting) {
  const Murus game;
  std::atomic<int> positions = 0;
  std::atomic<bool> may_go_on = false;
  AlphaBeta<Murus, KeptWaiting> search(
      game, {murus::LinearEvaluator(game.rules, murus::hand_set_weights(), murus::kRomans), &positions, &may_go_on});
  const auto decision = search.decide(game.start(), Limits{.milliseconds = 300});
  EXPECT_GE(positions, 200);
  EXPECT_GE(decision.depth, 1);
  EXPECT_TRUE(game.legal(game.start(), decision.move));
  may_go_on = true;
  may_go_on.notify_one();
  EXPECT_EQ(search.decide(game.start(), Limits{.depth = 3}).depth, 3);
}

TEST(AlphaBeta, EqualGamesGetEqualDecisions) {
  const Murus game;
  const murus::LinearEvaluator evaluator(game.rules, murus::hand_set_weights(), murus::kRomans);
  std::vector<std::uint64_t> signatures;
  Search kept(game, evaluator, {.table_bytes = 1 << 16});
  for (int run = 0; run < 2; ++run) {
    kept.new_game();
    Hasher hasher;
    Position p = game.start();
    for (int ply = 0; ply < 30 && !game.over(p); ++ply) {
      const auto decision = kept.decide(p, Limits{.nodes = 3000});
      hasher.add(game.index(decision.move)).add(static_cast<std::uint64_t>(decision.value)).add(decision.nodes);
      p = game.apply(p, decision.move);
    }
    signatures.push_back(hasher.value());
  }
  EXPECT_EQ(signatures[0], signatures[1]);
}

TEST(AlphaBeta, ThreadsAgreeOnProvenEnds) {
  const Murus game;
  const murus::LinearEvaluator evaluator(game.rules, murus::hand_set_weights(), murus::kRomans);
  Search one(game, evaluator, {.table_bytes = 1 << 18}), two(game, evaluator, {.table_bytes = 1 << 18, .threads = 2});
  int ends = 0;
  for (std::uint64_t n = 0; n < 100; ++n) {
    const Position p = murus::scattered(game, n);
    if (game.over(p)) continue;
    const auto alone = one.decide(p, Limits{.depth = 4}), together = two.decide(p, Limits{.depth = 4});
    if (!proven(alone.value) || plies_to_end(alone.value) > 3) continue;
    ++ends;
    ASSERT_EQ(together.value, alone.value) << game.to_text(p);
  }
  EXPECT_GT(ends, 10);
}

/// What a decision was late is taken off the time of the next ones, up to a fifth of it, and forgotten in the end.
TEST(Delays, AreReckonedWith) {
  Delays seen;
  seen.saw(8);
  seen.saw(3);
  EXPECT_EQ(seen.reserve(100), 8);
  EXPECT_EQ(seen.reserve(10), 2);
  for (int i = 0; i < 69; ++i) seen.next_decision();
  EXPECT_NEAR(seen.reserve(100), 4, 0.05);
}

TEST(Transpositions, ValuesOfEndsMoveWithThePly) {
  for (const Score value : {0, 500, -500, kWin - 7, -(kWin - 9)}) {
    EXPECT_EQ(from_table(to_table(value, 4), 4), value);
  }
  EXPECT_EQ(from_table(to_table(kWin - 7, 4), 2), kWin - 5) << "two plies nearer the root, two plies sooner";
}

TEST(Transpositions, GiveBackWhatWasStored) {
  TranspositionTable table(1 << 12);
  EXPECT_EQ(table.find(17).bound, Bound::none);
  table.store(17, Entry{-123456, 12, Bound::lower, 37});
  const Entry e = table.find(17);
  EXPECT_EQ(e.value, -123456);
  EXPECT_EQ(e.depth, 12);
  EXPECT_EQ(e.bound, Bound::lower);
  EXPECT_EQ(e.move, 37);
  EXPECT_EQ(table.find(18).bound, Bound::none);
  table.clear();
  EXPECT_EQ(table.find(17).bound, Bound::none);
}

}  // namespace alphabeta_test
}  // namespace stackwright::two_player
