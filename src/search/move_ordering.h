// In which order alpha-beta tries moves: the remembered best one, killers, then by history.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/two_player.h"

namespace stackwright::two_player {

template <TwoPlayerGame G>
struct RankedMove {
  typename G::Action action{};
  std::int32_t rank = 0;
  std::uint8_t number = 0;  // in the game's order
};

template <TwoPlayerGame G>
using RankedMoves = FixedList<RankedMove<G>, G::kMaxActions>;

/// Killer moves: those that last refuted a move at the same ply. History: how often a move was the best one, weighed by
/// the depth of the search below it (Schaeffer, "The history heuristic", ICCA Journal 6, 1983), with gravity, so that it
/// stays within bounds and forgets.
template <TwoPlayerGame G>
class MoveOrder {
 public:
  void clear() {
    killers_ = {};
    std::fill(history_.begin(), history_.end(), 0);
  }

  void rank(const G& game, const typename G::State& state, int ply, int remembered, RankedMoves<G>& moves) const {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for (RankedMove<G>& move : moves) {
      if (move.number == remembered) {
        move.rank = kFirst;
      } else if (killers.known > 0 && move.action == killers.move[0]) {
        move.rank = kFirst - 1;
      } else if (killers.known > 1 && move.action == killers.move[1]) {
        move.rank = kFirst - 2;
      } else {
        move.rank = history(game, state, move.action);
      }
    }
  }

  /// Brings the best ranked of the moves from `at` on to `at`; equal ones keep the game's order.
  static void pick(RankedMoves<G>& moves, std::size_t at) {
    std::size_t best = at;
    for (std::size_t i = at + 1; i < moves.size(); ++i) {
      if (moves[i].rank > moves[best].rank ||
          (moves[i].rank == moves[best].rank && moves[i].number < moves[best].number)) {
        best = i;
      }
    }
    std::swap(moves[at], moves[best]);
  }

  /// `moves[at]` was too good for the opponent to allow; those before it were not.
  void refuted(const G& game, const typename G::State& state, int ply, int depth, const RankedMoves<G>& moves,
               std::size_t at) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers.known == 0 || !(killers.move[0] == moves[at].action)) {
      killers.move[1] = killers.move[0];
      killers.move[0] = moves[at].action;
      killers.known = std::min(killers.known + 1, 2);
    }
    const int bonus = std::min(depth * depth, kGravity / 8);
    learn(game, state, moves[at].action, bonus);
    for (std::size_t i = 0; i < at; ++i) learn(game, state, moves[i].action, -bonus);
  }

  bool quiet(const RankedMove<G>& move) const { return move.rank < kFirst - 2; }

 private:
  static constexpr std::int32_t kFirst = 1 << 30, kGravity = 1 << 14;

  struct Killers {
    std::array<typename G::Action, 2> move{};
    int known = 0;
  };

  std::int32_t history(const G& game, const typename G::State& state, const typename G::Action& action) const {
    if constexpr (IndexedActions<G>) {
      return history_[static_cast<std::size_t>(game.side(state)) * G::kActionIndices + game.index(action)];
    } else {
      return 0;
    }
  }
  void learn(const G& game, const typename G::State& state, const typename G::Action& action, int bonus) {
    if constexpr (IndexedActions<G>) {
      std::int32_t& h = history_[static_cast<std::size_t>(game.side(state)) * G::kActionIndices + game.index(action)];
      h += bonus - h * std::abs(bonus) / kGravity;
    }
  }
  static constexpr std::size_t history_size() {
    if constexpr (IndexedActions<G>) {
      return 2 * G::kActionIndices;
    } else {
      return 0;
    }
  }

  std::array<Killers, kMaxPly + 1> killers_{};
  std::vector<std::int32_t> history_ = std::vector<std::int32_t>(history_size());
};

}  // namespace stackwright::two_player
