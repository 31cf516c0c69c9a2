// Upper bounds of the exact solver.
#include "search/exact_bound.h"

#include <algorithm>
#include <cstdlib>

#include "core/hash.h"

namespace stackwright::exact {
namespace {

constexpr std::size_t kCacheEntries = 4096;

}  // namespace

Bound::Bound(const Course& course)
    : course_(course),
      cells_(course.setting.pieces->cells),
      width_(course.setting.width),
      most_rows_((course.limit * width_ + cells_ * course.pieces()) / width_),
      widest_(static_cast<std::size_t>(course.pieces()) + 1),
      cache_(kCacheEntries),
      prices_(course, most_rows_) {
  straights_.resize(widest_.size());
  for (std::size_t i = course.list.size(); i-- > 0;) {
    straights_[i] = straights_[i + 1] + (course.widest[course.list[i]] == cells_ ? 1 : 0);
    widest_[i] = std::max(widest_[i + 1], course.widest[course.list[i]]);
  }
  soonest_.resize(static_cast<std::size_t>(most_rows_) + 1);
}

const std::vector<std::int64_t>& Bound::worth(int placed) {
  Hasher hasher;
  hasher.add(static_cast<std::uint64_t>(placed));
  std::size_t rows = 0;
  for (std::size_t k = 1; k < soonest_.size() && soonest_[k] <= left_; rows = k++) hasher.add(soonest_[k]);
  Entry& entry = cache_[hasher.value() % kCacheEntries];
  const auto same = [&] {
    if (entry.key.size() != rows + 1 || entry.key[0] != placed) return false;
    return std::equal(entry.key.begin() + 1, entry.key.end(), soonest_.begin() + 1);
  };
  if (same()) return entry.best;
  entry.key.assign(soonest_.begin(), soonest_.begin() + static_cast<std::ptrdiff_t>(rows) + 1);
  entry.key[0] = static_cast<std::uint16_t>(placed);
  auto& best = entry.best;
  best.assign(rows + 1, kNever);
  best[0] = static_cast<std::int64_t>(course_.scoring.per_piece) * left_;
  for (int i = 1; i <= left_; ++i) {
    const int tallest = course_.tallest[course_.list[static_cast<std::size_t>(placed + i - 1)]];
    for (std::size_t k = rows; k > 0; --k) {
      if (soonest_[k] > i) continue;
      for (std::size_t c = 1; c <= std::min<std::size_t>(k, static_cast<std::size_t>(tallest)); ++c) {
        best[k] = std::max(best[k], best[k - c] + course_.scoring.points[c]);
      }
    }
  }
  return best;
}

std::int64_t Bound::most(const RowBoard& board, int placed) {
  look(board, placed);
  const auto& best = worth(placed);
  const std::int64_t in_time = *std::max_element(best.begin(), best.end());
  if (!all_sets_) return in_time;
  std::int64_t by_sets = kNever;
  for (const Set& set : sets_) by_sets = std::max(by_sets, set.points);
  return std::min(in_time, by_sets);
}

bool Bound::reachable(RowBoard& b, int placed, std::int64_t wanted, bool take_out) {
  look(b, placed);
  const auto& best = worth(placed);
  const auto enough = std::find_if(best.begin(), best.end(), [&](std::int64_t points) { return points >= wanted; });
  if (enough == best.end()) return false;
  if (!all_sets_) return true;
  std::uint32_t live = 0;
  bool any = false;
  for (const Set& set : sets_) {
    if (set.points < wanted) continue;
    live |= set.rows;
    any = true;
  }
  if (!any) return false;
  if (!take_out) return true;
  unsigned dead_above = 0;
  for (int r = b.top - 1; r >= 0; --r) {
    if (live >> r & 1) continue;
    const unsigned row = b.row[static_cast<std::size_t>(r)];
    b.row[static_cast<std::size_t>(r)] = static_cast<std::uint16_t>(row & ~dead_above);
    dead_above |= row;
  }
  return true;
}

std::int64_t Bound::looks(const RowBoard& b, int placed, std::int64_t wanted) {
  look(b, placed);
  int spare = -1;
  for (const Set& set : sets_) {
    if (set.points >= wanted) spare = std::max(spare, set.spare);
  }
  int steps = 0, holes = 0;
  for (int x = 0; x + 1 < width_; ++x) {
    const auto i = static_cast<std::size_t>(x);
    steps += std::abs(b.height[i] - b.height[i + 1]);
  }
  unsigned above = 0;
  for (int r = b.top - 1; r >= 0; --r) {
    above |= b.row[static_cast<std::size_t>(r)];
    holes += std::popcount(above & ~b.row[static_cast<std::size_t>(r)]);
  }
  return 4 * spare - 2 * steps - 8 * holes;
}

}  // namespace stackwright::exact
