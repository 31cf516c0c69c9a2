// Plain minimax to a fixed depth: slow, obvious, and what alpha-beta must agree with.
#pragma once

#include <algorithm>

#include "search/two_player.h"

namespace stackwright::two_player {

/// The value of a state for its side to move, looking `depth` moves ahead.
template <TwoPlayerGame G, class E>
  requires Evaluator<E, G>
Score minimax_value(const G& game, const E& evaluator, const typename G::State& state, int depth, int ply,
                    std::uint64_t& nodes) {
  ++nodes;
  if (game.over(state)) return final_score(game, state, ply);
  if (depth == 0) return estimate<G>(evaluator, state);
  Score best = -kInfinite;
  game.for_each_action(state, [&](const typename G::Action& action) {
    best = std::max(best, -minimax_value(game, evaluator, game.apply(state, action), depth - 1, ply + 1, nodes));
  });
  return best;
}

/// The first of the best moves. The game must not be over, and depth at least 1.
template <TwoPlayerGame G, class E>
  requires Evaluator<E, G>
Decision<G> minimax(const G& game, const E& evaluator, const typename G::State& state, int depth) {
  assert(depth >= 1 && !game.over(state));
  Decision<G> decision;
  decision.value = -kInfinite;
  decision.depth = depth;
  decision.nodes = 1;
  game.for_each_action(state, [&](const typename G::Action& action) {
    const Score value = -minimax_value(game, evaluator, game.apply(state, action), depth - 1, 1, decision.nodes);
    if (value > decision.value) decision.value = value, decision.move = action;
  });
  decision.line = {decision.move};
  return decision;
}

}  // namespace stackwright::two_player
