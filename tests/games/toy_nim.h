// A toy game of two players without draws: Nim on three heaps; who cannot take loses.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/hash.h"
#include "games/game.h"
#include "games/perft.h"

namespace stackwright::toys {

struct Nim {
  struct State {
    std::array<std::uint8_t, 3> heap{};
    std::uint8_t side = 0;

    friend bool operator==(const State&, const State&) = default;
  };
  struct Action {
    std::uint8_t heap = 0;
    std::uint8_t take = 1;

    friend bool operator==(const Action&, const Action&) = default;
  };
  static constexpr std::size_t kMaxActions = 3 * 15;

  std::array<std::uint8_t, 3> heaps{3, 4, 5};  // at most 15 each

  State start() const { return {heaps, 0}; }
  bool over(const State& s) const { return s.heap[0] + s.heap[1] + s.heap[2] == 0; }
  int side(const State& s) const { return s.side; }
  std::optional<int> winner(const State& s) const { return over(s) ? std::optional(1 - s.side) : std::nullopt; }
  int value(const State& s) const { return over(s) ? -1 : 0; }

  template <class F>
  void for_each_action(const State& s, F&& f) const {
    for (std::uint8_t h = 0; h < 3; ++h) {
      for (std::uint8_t n = 1; n <= s.heap[h]; ++n) f(Action{h, n});
    }
  }
  std::uint64_t count_actions(const State& s) const { return std::uint64_t{s.heap[0]} + s.heap[1] + s.heap[2]; }
  State apply(State s, Action a) const {
    s.heap[a.heap] = static_cast<std::uint8_t>(s.heap[a.heap] - a.take);
    s.side ^= 1;
    return s;
  }
  std::uint64_t hash(const State& s) const { return hash_words({s.heap[0], s.heap[1], s.heap[2], s.side}); }
  std::string to_text(const State& s) const {
    return std::to_string(s.heap[0]) + "," + std::to_string(s.heap[1]) + "," + std::to_string(s.heap[2]) + " " +
           std::to_string(s.side);
  }
};

static_assert(TwoPlayerGame<Nim> && CountsActions<Nim>);

}  // namespace stackwright::toys
