// A toy game of two players: tic-tac-toe, two words of nine bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/hash.h"
#include "games/game.h"

namespace stackwright::toys {

struct TicTacToe {
  struct State {
    std::uint16_t stones[2] = {0, 0};
    std::uint8_t side = 0;

    friend bool operator==(const State&, const State&) = default;
  };
  using Action = std::uint8_t;  // the cell, 0 to 8
  static constexpr std::size_t kMaxActions = 9;

  State start() const { return {}; }
  static bool has_line(unsigned stones) {
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
      if ((stones & line) == line) return true;
    }
    return false;
  }
  std::optional<int> winner(const State& s) const {
    if (has_line(s.stones[0])) return 0;
    if (has_line(s.stones[1])) return 1;
    return std::nullopt;
  }
  bool over(const State& s) const { return winner(s) || (s.stones[0] | s.stones[1]) == 0777; }
  int side(const State& s) const { return s.side; }
  int value(const State& s) const {
    const std::optional<int> w = winner(s);
    return !w ? 0 : *w == s.side ? 1 : -1;
  }

  template <class F>
  void for_each_action(const State& s, F&& f) const {
    if (over(s)) return;
    for (std::uint8_t cell = 0; cell < 9; ++cell) {
      if (((s.stones[0] | s.stones[1]) >> cell & 1) == 0) f(cell);
    }
  }
  State apply(State s, std::uint8_t cell) const {
    s.stones[s.side] = static_cast<std::uint16_t>(s.stones[s.side] | 1u << cell);
    s.side ^= 1;
    return s;
  }
  std::uint64_t hash(const State& s) const { return hash_words({s.stones[0], s.stones[1], s.side}); }
  std::string to_text(const State& s) const {
    std::string text;
    for (int cell = 0; cell < 9; ++cell) {
      text += (s.stones[0] >> cell & 1) != 0 ? 'x' : (s.stones[1] >> cell & 1) != 0 ? 'o' : '.';
    }
    return text + (s.side == 0 ? " x" : " o");
  }
};

static_assert(TwoPlayerGame<TicTacToe> && !ChanceGame<TicTacToe> && !ReadableGame<TicTacToe>);

}  // namespace stackwright::toys
