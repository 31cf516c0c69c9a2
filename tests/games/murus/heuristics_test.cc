// The seven heuristics of Murus Gallicus: drawn positions, and a twin that scans cells.
#include "games/murus/heuristics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "games/murus/random_positions.h"
#include "games/murus/slow_murus.h"

namespace stackwright::murus {
namespace heuristics_test {

/// By scanning the cells of the drawn position.
HeuristicValues scanned(const std::string& text, int player) {
  const slow::Board b = slow::read(text);
  const int rows = static_cast<int>(b.rows.size()), columns = static_cast<int>(b.rows[0].size());
  int towers[2] = {0, 0}, walls[2] = {0, 0}, way[2] = {0, 0}, centre[2] = {0, 0};
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const char stone = slow::at(b, r, c);
      if (stone == '.') continue;
      const int owner = stone == 'T' || stone == 'W' ? 0 : 1;
      const bool tower = stone == 'T' || stone == 't';
      ++(tower ? towers : walls)[owner];
      way[owner] += (tower ? 2 : 1) * (owner == 0 ? r : rows - 1 - r);
      if (tower) centre[owner] += std::min(c, columns - 1 - c) + std::min(r, rows - 1 - r);
    }
  }
  const auto share = [&](int p) { return towers[p] + walls[p] - std::abs(towers[p] - walls[p]) / 2; };
  HeuristicValues v{
      share(player) - share(1 - player), centre[player], -towers[1 - player], -way[player], way[1 - player], 0, 0};
  if (slow::moves(b).empty()) v[(b.side == 'r') == (player == 0) ? 6 : 5] = 1;
  return v;
}

TEST(MurusHeuristics, AreThoseFoundByScanning) {
  for (const Murus& game : {Murus{}, Murus{base_rules(5, 6)}}) {
    for (std::uint64_t n = 0; n < 2000; ++n) {
      const Position p = n % 2 == 0 ? scattered(game, n) : wandered(game, n, static_cast<int>(n % 50));
      for (const int player : {kRomans, kGauls}) {
        ASSERT_EQ(heuristic_values(game, p, player), scanned(game.to_text(p), player)) << game.to_text(p);
      }
    }
  }
}

TEST(MurusHeuristics, OfADrawnPosition) {
  const Murus game;
  const auto p = game.from_text("t7/8/3W4/3T4/8/6w1/8 g");
  ASSERT_TRUE(p);
  // Romans: a tower in the middle (3 + 3), a wall; stones 2 * 3 + 2 = 8 rows from row A. Gauls: 2 * 6 + 1 = 13 from row G.
  EXPECT_EQ(heuristic_values(game, *p, kRomans), (HeuristicValues{0, 6, -1, -8, 13, 0, 0}));
  EXPECT_EQ(heuristic_values(game, *p, kGauls), (HeuristicValues{0, 0, -1, -13, 8, 0, 0}));
}

TEST(MurusHeuristics, KnowTheEnd) {
  const Murus game;
  const auto p = game.from_text("W7/8/8/8/8/8/8 g");
  ASSERT_TRUE(p);
  EXPECT_EQ(heuristic_values(game, *p, kRomans)[5], 1);
  EXPECT_EQ(heuristic_values(game, *p, kRomans)[6], 0);
  EXPECT_EQ(heuristic_values(game, *p, kGauls)[5], 0);
  EXPECT_EQ(heuristic_values(game, *p, kGauls)[6], 1);
}

}  // namespace heuristics_test
}  // namespace stackwright::murus
