// Toy search problems with answers that can be seen: a grid with walls, and a staircase that deceives the greedy.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "search/problem.h"

namespace stackwright::toys {

/// Walk from the upper left to the lower right corner of a drawn grid; '#' is a wall, every step costs 1. The estimate is the
/// distance without walls, which is never too large. Steps lead right, down, left, up; at most `kMost` of them.
struct GridWalk {
  struct State {
    std::int16_t x = 0, y = 0, steps = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  enum class Action : std::uint8_t { right, down, left, up };

  std::vector<std::string> rows;
  bool estimated = true;
  int most = 40;

  State initial() const { return {}; }
  static State moved(State s, Action a) {
    s.x = static_cast<std::int16_t>(s.x + (a == Action::right) - (a == Action::left));
    s.y = static_cast<std::int16_t>(s.y + (a == Action::down) - (a == Action::up));
    ++s.steps;
    return s;
  }
  template <class F>
  void for_each_action(const State& s, F&& f) const {
    if (s.steps >= most) return;
    for (const Action a : {Action::right, Action::down, Action::left, Action::up}) {
      const State next = moved(s, a);
      if (next.x < 0 || next.y < 0 || next.y >= std::ssize(rows) || next.x >= std::ssize(rows[0])) continue;
      if (rows[static_cast<std::size_t>(next.y)][static_cast<std::size_t>(next.x)] != '#') f(a);
    }
  }
  State result(const State& s, Action a) const { return moved(s, a); }
  bool goal(const State& s) const { return s.x == std::ssize(rows[0]) - 1 && s.y == std::ssize(rows) - 1; }
  double cost(const State& s) const { return s.steps; }
  double estimate(const State& s) const {
    return estimated ? static_cast<double>(std::ssize(rows[0]) - 1 - s.x + std::ssize(rows) - 1 - s.y) : 0;
  }
  bool has_estimate() const { return estimated; }
};
static_assert(SearchProblem<GridWalk>);

/// Choose digits 0 to `choices` - 1, `length` of them; the cost is what a table says of the digits chosen.
struct Digits {
  struct State {
    std::uint32_t number = 0;  // the digits chosen, in base 10, after a leading 1
    std::uint8_t length = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  using Action = std::uint8_t;

  int choices = 3, length = 3;
  double (*price)(std::uint32_t number) = nullptr;

  State initial() const { return {1, 0}; }
  template <class F>
  void for_each_action(const State& s, F&& f) const {
    if (goal(s)) return;
    for (int digit = 0; digit < choices; ++digit) f(static_cast<Action>(digit));
  }
  State result(const State& s, Action a) const { return {s.number * 10 + a, static_cast<std::uint8_t>(s.length + 1)}; }
  bool goal(const State& s) const { return s.length == length; }
  double cost(const State& s) const { return price(s.number); }
  double estimate(const State&) const { return 0; }
  bool has_estimate() const { return false; }
};
static_assert(SearchProblem<Digits>);

}  // namespace stackwright::toys
