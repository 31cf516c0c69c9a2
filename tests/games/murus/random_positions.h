// Random positions of Murus Gallicus for tests: scattered stones, or reached by random play.
#pragma once

#include "core/random.h"
#include "games/game.h"
#include "games/murus/game.h"

namespace stackwright::murus {

inline Stream test_stream(std::uint64_t number) {
  return Stream(StreamKey{.seed = 7, .purpose = Purpose::test, .game = number});
}

/// Towers and walls anywhere; nobody has arrived where it is their turn, and nobody has too many stones.
inline Position scattered(const Murus& game, std::uint64_t number) {
  const Stream random = test_stream(number);
  Position p;
  int stones[2] = {0, 0};
  const std::uint32_t density = 3 + random.below(0, 10);
  for (int cell = 0; cell < kStride * kMaxRows; ++cell) {
    if ((game.rules.cells & bit(cell)) == 0) continue;
    const auto index = static_cast<std::uint64_t>(cell) * 4 + 4;
    if (random.below(index, density) > 1) continue;
    const int player = static_cast<int>(random.below(index + 1, 2)),
              kind = 1 + static_cast<int>(random.below(index + 2, 2));
    if (stones[player] + kind > game.rules.stones()) continue;
    stones[player] += kind;
    (kind == 2 ? p.towers : p.walls)[player] |= bit(cell);
  }
  p.side = static_cast<std::uint8_t>(random.below(1, 2));
  p.towers[p.side] &= ~game.rules.goal[p.side];
  p.walls[p.side] &= ~game.rules.goal[p.side];
  return p;
}

/// After so many random moves, or where the game ended.
inline Position wandered(const Murus& game, std::uint64_t number, int plies) {
  const Stream random = test_stream(number);
  Position p = game.start();
  for (int ply = 0; ply < plies && !game.over(p); ++ply) {
    const auto list = actions_of(game, p);
    p = game.apply(p, list[random.below(static_cast<std::uint64_t>(ply), static_cast<std::uint32_t>(list.size()))]);
  }
  return p;
}

}  // namespace stackwright::murus
