// The concepts of games: what searches, perft and the tests of laws may ask of any game.
//
// A game is a value that holds its rules (board size, variant, probabilities). Its states are plain values, copied
// freely. `apply` is deterministic; chance is a step of its own between an afterstate and the next state, with all its
// outcomes and their probabilities in the open, so that no search can peek at what will come.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/result.h"

namespace stackwright {

/// What states, actions and outcomes are: copied as bytes, compared by value.
template <class T>
concept PlainValue = std::is_trivially_copyable_v<T> && std::equality_comparable<T> && std::default_initializable<T>;

/// Stands for any callback in the concepts below.
struct AnyCallback {
  template <class... Arguments>
  void operator()(const Arguments&...) const {}
};

/// What all games have in common.
///   for_each_action(state, f)  calls f(action) for every action, distinct, in a fixed order; none when it is over
///   over(state)                nothing can be done any more
///   kMaxActions                a number of actions that no state exceeds
///   hash(state)                equal for equal states, part of signatures
///   to_text(state)             one line
template <class G>
concept Game = PlainValue<typename G::State> && PlainValue<typename G::Action> &&
               requires(const G& game, const typename G::State& state, const typename G::Action& action) {
                 { G::kMaxActions } -> std::convertible_to<std::size_t>;
                 game.for_each_action(state, AnyCallback{});
                 game.apply(state, action);
                 { game.over(state) } -> std::same_as<bool>;
                 { game.hash(state) } -> std::same_as<std::uint64_t>;
                 { game.to_text(state) } -> std::same_as<std::string>;
               };

/// One player against chance (Tetris, 2048). A State waits for an action, an Afterstate for chance.
///   start()                          the afterstate in which a game begins: chance goes first
///   apply(state, action)             the afterstate
///   gain(state, action)              points of that action
///   for_each_outcome(afterstate, f)  calls f(outcome, probability), distinct, fixed order, sum 1
///   resolve(afterstate, outcome)     the next state
template <class G>
concept ChanceGame = Game<G> && PlainValue<typename G::Afterstate> && PlainValue<typename G::Outcome> &&
                     requires(const G& game, const typename G::State& state, const typename G::Action& action,
                              const typename G::Afterstate& afterstate, const typename G::Outcome& outcome) {
                       { game.start() } -> std::same_as<typename G::Afterstate>;
                       { game.apply(state, action) } -> std::same_as<typename G::Afterstate>;
                       { game.gain(state, action) } -> std::same_as<std::int64_t>;
                       game.for_each_outcome(afterstate, AnyCallback{});
                       { game.resolve(afterstate, outcome) } -> std::same_as<typename G::State>;
                     };

/// Two players who move in turn and see everything (Murus Gallicus).
///   side(state)    0 or 1, who moves; players alternate
///   winner(state)  0, 1, or nobody (a draw, or not over yet)
///   value(state)   of a game that is over, for the side to move: 1 won, 0 drawn, -1 lost
template <class G>
concept TwoPlayerGame =
    Game<G> && requires(const G& game, const typename G::State& state, const typename G::Action& action) {
      { game.start() } -> std::same_as<typename G::State>;
      { game.apply(state, action) } -> std::same_as<typename G::State>;
      { game.side(state) } -> std::same_as<int>;
      { game.winner(state) } -> std::same_as<std::optional<int>>;
      { game.value(state) } -> std::same_as<int>;
    };

/// A game whose states can be read back from their text.
template <class G>
concept ReadableGame = Game<G> && requires(const G& game, std::string_view text) {
  { game.from_text(text) } -> std::same_as<Result<typename G::State>>;
};

/// A list without allocation, for actions in a search.
template <class T, std::size_t Capacity>
class FixedList {
 public:
  void push_back(const T& item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

  friend bool operator==(const FixedList& a, const FixedList& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i) {
      if (!(a[i] == b[i])) return false;
    }
    return true;
  }

 private:
  std::array<T, Capacity> items_{};
  std::size_t size_ = 0;
};

/// All actions of a state, in the game's order.
template <Game G>
auto actions_of(const G& game, const typename G::State& state) {
  FixedList<typename G::Action, G::kMaxActions> list;
  game.for_each_action(state, [&](const typename G::Action& action) { list.push_back(action); });
  return list;
}

/// The outcome at a point of [0, 1) when all outcomes are laid end to end: how a random number becomes chance.
template <ChanceGame G>
typename G::Outcome outcome_at(const G& game, const typename G::Afterstate& afterstate, double point) {
  typename G::Outcome chosen{};
  double sum = 0;
  bool found = false;
  game.for_each_outcome(afterstate, [&](const typename G::Outcome& outcome, double probability) {
    if (found) return;
    chosen = outcome;  // rounding may leave the sum a little below 1: the last outcome then stands
    sum += probability;
    found = point < sum;
  });
  return chosen;
}

}  // namespace stackwright
