// Perft: how many sequences of each length there are; the exact check of a game's rules.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "games/game.h"

namespace stackwright {

/// A game that counts its actions faster than by listing them.
template <class G>
concept CountsActions = requires(const G& game, const typename G::State& state) {
  { game.count_actions(state) } -> std::same_as<std::uint64_t>;
};

template <Game G>
std::uint64_t count_actions(const G& game, const typename G::State& state) {
  if constexpr (CountsActions<G>) {
    return game.count_actions(state);
  } else {
    std::uint64_t count = 0;
    game.for_each_action(state, [&](const auto&) { ++count; });
    return count;
  }
}

template <ChanceGame G>
std::uint64_t count_outcomes(const G& game, const typename G::Afterstate& afterstate) {
  std::uint64_t count = 0;
  game.for_each_outcome(afterstate, [&](const auto&, double) { ++count; });
  return count;
}

/// counts[d - 1] = sequences of d actions, for d = 1 to depth. Games that end earlier are not continued.
template <class G>
  requires TwoPlayerGame<G>
std::vector<std::uint64_t> perft(const G& game, const typename G::State& state, int depth) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(depth > 0 ? depth : 0));
  const auto walk = [&](const auto& self, const typename G::State& at, std::size_t ply) -> void {
    if (ply + 1 == counts.size()) {
      counts[ply] += count_actions(game, at);
      return;
    }
    game.for_each_action(at, [&](const typename G::Action& action) {
      ++counts[ply];
      self(self, game.apply(at, action), ply + 1);
    });
  };
  if (!counts.empty()) walk(walk, state, 0);
  return counts;
}

/// A step is chance and then an action (Tetris: a piece, then its placement).
template <ChanceGame G>
std::vector<std::uint64_t> perft_from_chance(const G& game, const typename G::Afterstate& afterstate, int depth) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(depth > 0 ? depth : 0));
  const auto walk = [&](const auto& self, const typename G::Afterstate& at, std::size_t ply) -> void {
    game.for_each_outcome(at, [&](const typename G::Outcome& outcome, double) {
      const typename G::State state = game.resolve(at, outcome);
      if (ply + 1 == counts.size()) {
        counts[ply] += count_actions(game, state);
        return;
      }
      game.for_each_action(state, [&](const typename G::Action& action) {
        ++counts[ply];
        self(self, game.apply(state, action), ply + 1);
      });
    });
  };
  if (!counts.empty()) walk(walk, afterstate, 0);
  return counts;
}

/// A step is an action and then chance (2048: a move, then every tile that can appear).
template <ChanceGame G>
std::vector<std::uint64_t> perft_from_state(const G& game, const typename G::State& state, int depth) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(depth > 0 ? depth : 0));
  const auto walk = [&](const auto& self, const typename G::State& at, std::size_t ply) -> void {
    game.for_each_action(at, [&](const typename G::Action& action) {
      const typename G::Afterstate afterstate = game.apply(at, action);
      if (ply + 1 == counts.size()) {
        counts[ply] += count_outcomes(game, afterstate);
        return;
      }
      game.for_each_outcome(afterstate, [&](const typename G::Outcome& outcome, double) {
        ++counts[ply];
        self(self, game.resolve(afterstate, outcome), ply + 1);
      });
    });
  };
  if (!counts.empty()) walk(walk, state, 0);
  return counts;
}

}  // namespace stackwright
