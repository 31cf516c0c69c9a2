// The seven heuristics of the Calabria player, each by bit operations on all stones at once.
#pragma once

#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

#include "games/murus/game.h"

namespace stackwright::murus {

inline constexpr std::size_t kHeuristics = 7;
enum class Heuristic : std::uint8_t { balance, centre, limit, approach, repel, won, lost };

struct HeuristicInfo {
  std::string_view name;
  std::string_view definition;
};
/// In the order of the enumeration.
std::span<const HeuristicInfo, kHeuristics> heuristics();

using HeuristicValues = std::array<int, kHeuristics>;

/// Sums of small numbers that belong to cells: one word per binary digit, so that a sum takes three counts.
struct CellNumbers {
  std::array<Cells, 3> digit{};

  constexpr void set(int cell, int number) {
    for (int d = 0; d < 3; ++d) {
      if ((number >> d & 1) != 0) digit[static_cast<std::size_t>(d)] |= bit(cell);
    }
  }
  constexpr int sum(Cells cells) const {
    return count(cells & digit[0]) + 2 * count(cells & digit[1]) + 4 * count(cells & digit[2]);
  }
};

/// What belongs to the cells of a board.
class HeuristicBoard {
 public:
  explicit HeuristicBoard(const Rules& rules);

  /// Rows between the cells and the goal of a player, summed; a tower counts for two stones.
  int way_to_goal(const Position& p, int player) const {
    const CellNumbers& way = way_[static_cast<std::size_t>(player)];
    return 2 * way.sum(p.towers[player]) + way.sum(p.walls[player]);
  }
  /// Closeness to the middle column or columns plus closeness to the middle row or rows, summed over towers.
  int centre(const Position& p, int player) const {
    return near_column_.sum(p.towers[player]) + near_row_.sum(p.towers[player]);
  }

 private:
  std::array<CellNumbers, 2> way_{};
  CellNumbers near_column_{};
  CellNumbers near_row_{};
};

/// Towers and walls of a player, less half of what they differ by.
inline int even_share(const Position& p, int player) {
  const int towers = count(p.towers[player]), walls = count(p.walls[player]);
  return towers + walls - std::abs(towers - walls) / 2;
}

/// All but `won` and `lost`, which belong to games that are over.
inline HeuristicValues values_of(const HeuristicBoard& board, const Position& p, int player) {
  return {even_share(p, player) - even_share(p, 1 - player),
          board.centre(p, player),
          -count(p.towers[1 - player]),
          -board.way_to_goal(p, player),
          board.way_to_goal(p, 1 - player),
          0,
          0};
}

/// All seven, seen from a player.
HeuristicValues heuristic_values(const Murus& game, const Position& p, int player);

}  // namespace stackwright::murus
