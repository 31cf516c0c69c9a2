// The seven heuristics of the Calabria player: names, definitions, and what belongs to the cells.
#include "games/murus/heuristics.h"

#include <algorithm>

namespace stackwright::murus {
namespace {

constexpr std::array<HeuristicInfo, kHeuristics> kInfo{{
    {"balance", "own towers + walls, less half of |towers - walls| rounded down, minus the same of the enemy"},
    {"centre", "sum over own towers of closeness to the middle columns (0 at the edge) and to the middle rows"},
    {"limit", "minus the enemy's towers"},
    {"approach", "minus the rows between own stones and the enemy's home row; a tower is two stones"},
    {"repel", "the rows between the enemy's stones and the own home row; a tower is two stones"},
    {"won", "1 if the game is won"},
    {"lost", "1 if the game is lost"},
}};

}  // namespace

std::span<const HeuristicInfo, kHeuristics> heuristics() { return kInfo; }

HeuristicBoard::HeuristicBoard(const Rules& rules) {
  for (int row = 0; row < rules.rows; ++row) {
    for (int column = 0; column < rules.columns; ++column) {
      const int cell = cell_at(row, column);
      near_column_.set(cell, std::min(column, rules.columns - 1 - column));
      near_row_.set(cell, std::min(row, rules.rows - 1 - row));
      way_[kRomans].set(cell, row);
      way_[kGauls].set(cell, rules.rows - 1 - row);
    }
  }
}

HeuristicValues heuristic_values(const Murus& game, const Position& p, int player) {
  HeuristicValues values = values_of(HeuristicBoard(game.rules), p, player);
  if (const auto winner = game.winner(p); winner) {
    values[static_cast<std::size_t>(*winner == player ? Heuristic::won : Heuristic::lost)] = 1;
  }
  return values;
}

}  // namespace stackwright::murus
