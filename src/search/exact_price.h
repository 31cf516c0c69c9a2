// What removing so many rows can be worth at most, by the pieces that are left.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "search/exact_board.h"

namespace stackwright::exact {

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min() / 2;
inline constexpr int kMaxGap = tetris::kMaxPieceCells;  // no removal reaches over so many rows that stay
inline constexpr int kMaxLevel = 4;                     // more removals one after the other are not told apart

/// A table of the best sums of points: each piece removes rows at most once, and not more than its shape allows.
class Prices {
 public:
  explicit Prices(const Course& course, int most_rows);

  /// For `rows` rows by the pieces from index `placed` on, when at most `together` neighbours can go at once, others
  /// only over a gap of `gap` rows that stay, and there are at least `level` removals. kNever where that cannot be.
  std::int64_t best(int placed, int rows, int together, int gap, int level) const;

 private:
  void fill(int together, int gap);
  std::size_t plane(int placed, int together, int gap) const;

  const Course& course_;
  std::size_t rows_;
  std::vector<std::int32_t> points_;  // -1: cannot be
};

}  // namespace stackwright::exact
