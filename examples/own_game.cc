// A game of one's own, searched by the library: take one to three stones, who takes the last one wins.
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include <stackwright/core/hash.h>
#include <stackwright/games/perft.h>
#include <stackwright/search/alphabeta.h>

struct Stones {
  struct State {
    std::uint8_t left = 0;
    std::uint8_t side = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  using Action = std::uint8_t;  // how many to take
  static constexpr std::size_t kMaxActions = 3;

  State start() const { return {21, 0}; }
  bool over(const State& s) const { return s.left == 0; }
  int side(const State& s) const { return s.side; }
  int value(const State& s) const { return over(s) ? -1 : 0; }  // the other took the last one
  std::optional<int> winner(const State& s) const { return over(s) ? std::optional(1 - s.side) : std::nullopt; }
  template <class F>
  void for_each_action(const State& s, F&& f) const {
    for (Action n = 1; n <= 3 && n <= s.left; ++n) f(n);
  }
  State apply(State s, Action n) const {
    return {static_cast<std::uint8_t>(s.left - n), static_cast<std::uint8_t>(1 - s.side)};
  }
  std::uint64_t hash(const State& s) const { return stackwright::hash_words({s.left, s.side}); }
  std::string to_text(const State& s) const { return std::to_string(s.left) + " stones"; }
};
static_assert(stackwright::TwoPlayerGame<Stones>);

/// Nothing is known of a game that goes on.
struct NoOpinion {
  std::int32_t operator()(const Stones::State&) const { return 0; }
};

int main() {
  const Stones game;
  stackwright::two_player::AlphaBeta<Stones, NoOpinion> search(game, {});
  for (Stones::State state = game.start(); !game.over(state);) {
    const auto decision = search.decide(state, {.depth = 30});
    std::printf("%2d left: player %d takes %d (%s)\n", state.left, state.side, decision.move,
                decision.value > 0 ? "will win" : "will lose");
    state = game.apply(state, decision.move);
  }
  std::printf("sequences of 1 to 5 moves:");
  for (const std::uint64_t count : stackwright::perft(game, game.start(), 5)) {
    std::printf(" %lu", static_cast<unsigned long>(count));
  }
  std::puts("");
  return 0;
}
