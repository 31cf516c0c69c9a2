// A toy game of chance: walk a track with dice, choosing the whole die or half of it; landing exactly on the end wins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/text.h"
#include "games/game.h"

namespace stackwright::toys {

/// A die of `faces` sides with face 1 twice as likely as any other. Steps beyond the end are not allowed.
struct DiceRace {
  struct State {
    std::uint8_t position = 0;
    std::uint8_t die = 1;

    friend bool operator==(const State&, const State&) = default;
  };
  using Afterstate = std::uint8_t;  // the position
  using Outcome = std::uint8_t;     // the die
  enum class Action : std::uint8_t { whole, half };
  static constexpr std::size_t kMaxActions = 2;

  int length = 10;
  int faces = 3;

  std::uint8_t start() const { return 0; }
  /// Half a die is rounded down; half of 1 is no step and not allowed.
  int steps(const State& s, Action a) const { return a == Action::whole ? s.die : s.die / 2; }

  template <class F>
  void for_each_action(const State& s, F&& f) const {
    for (const Action a : {Action::whole, Action::half}) {
      if (steps(s, a) > 0 && s.position + steps(s, a) <= length) f(a);
    }
  }
  bool over(const State& s) const {
    return s.position + s.die > length && (s.die < 2 || s.position + s.die / 2 > length);
  }
  std::uint8_t apply(const State& s, Action a) const { return static_cast<std::uint8_t>(s.position + steps(s, a)); }
  std::int64_t gain(const State& s, Action a) const { return s.position + steps(s, a) == length ? 100 : 0; }

  template <class F>
  void for_each_outcome(std::uint8_t, F&& f) const {
    for (int face = 1; face <= faces; ++face) f(static_cast<std::uint8_t>(face), (face == 1 ? 2.0 : 1.0) / (faces + 1));
  }
  State resolve(std::uint8_t position, std::uint8_t die) const { return {position, die}; }

  std::uint64_t hash(const State& s) const { return hash_words({s.position, s.die}); }
  std::string to_text(const State& s) const { return std::to_string(s.position) + " " + std::to_string(s.die); }
  Result<State> from_text(std::string_view text) const {
    const auto parts = split(text, ' ');
    if (parts.size() != 2) return Error{"position and die expected, got " + in_quotes(text)};
    const auto position = parse_int(parts[0], "position", 0, length);
    if (!position) return position.error();
    const auto die = parse_int(parts[1], "die", 1, faces);
    if (!die) return die.error();
    return State{static_cast<std::uint8_t>(*position), static_cast<std::uint8_t>(*die)};
  }
};

static_assert(ChanceGame<DiceRace> && ReadableGame<DiceRace> && !TwoPlayerGame<DiceRace>);

}  // namespace stackwright::toys
