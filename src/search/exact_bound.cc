// Upper bounds of the exact solver.
#include "search/exact_bound.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/hash.h"

namespace stackwright::exact {
namespace {

constexpr std::size_t kMostSets = 500;     // beyond that the bound forgets about covers
constexpr std::size_t kCacheEntries = 4096;
constexpr int kMaxGap = 3;    // so many rows between two others are more than any removal reaches over
constexpr int kMaxLevel = 4;  // more removals in a row are not told apart
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min() / 2;

/// Pieces that the gaps of a row take at least, when one piece fills at most `widest` neighbours of one gap.
int turns_for(unsigned empty, int widest) {
  int turns = 0;
  while (empty != 0) {
    const int start = std::countr_zero(empty);
    const int run = std::countr_one(empty >> start);
    turns += (run + widest - 1) / widest;
    empty &= ~(((1u << run) - 1) << start);
  }
  return turns;
}

}  // namespace

Bound::Bound(const Course& course)
    : course_(course),
      cells_(course.setting.pieces->cells),
      width_(course.setting.width),
      most_rows_(0),
      widest_(static_cast<std::size_t>(course.pieces()) + 1),
      cache_(kCacheEntries) {
  most_rows_ = (course.limit * width_ + cells_ * course.pieces()) / width_;
  straights_.resize(widest_.size());
  for (std::size_t i = course.list.size(); i-- > 0;) {
    straights_[i] = straights_[i + 1] + (course.widest[course.list[i]] == cells_ ? 1 : 0);
    widest_[i] = std::max(widest_[i + 1], course.widest[course.list[i]]);
  }
  make_prices();
  soonest_.resize(static_cast<std::size_t>(most_rows_) + 1);
}

void Bound::note(int count, int cost, int turns) {
  for (int rows = count; rows <= most_rows_; ++rows, cost += width_) {
    if (rows > count) turns = std::max(turns, empty_turns_);
    const int pieces = std::max((cost + cells_ - 1) / cells_, turns);
    if (pieces > left_) break;
    auto& soonest = soonest_[static_cast<std::size_t>(rows)];
    soonest = std::min(soonest, static_cast<std::uint16_t>(pieces));
  }
}

void Bound::make_prices() {
  const int n = course_.pieces(), most = tetris::kMaxPieceCells;
  const auto rows = static_cast<std::size_t>(most_rows_) + 1;
  const std::size_t plane = rows * (kMaxLevel + 1);
  prices_.assign((static_cast<std::size_t>(n) + 1) * (most + 1) * (kMaxGap + 1) * plane, -1);
  for (int together = 0; together <= most; ++together) {
    for (int gap = 0; gap <= kMaxGap; ++gap) {
      for (int j = n; j >= 0; --j) {
        const auto at = [&](int index) {
          return prices_.data() + ((static_cast<std::size_t>(index) * (most + 1) + together) * (kMaxGap + 1) + gap) * plane;
        };
        std::int32_t* now = at(j);
        if (j == n) {
          now[0] = 0;
          continue;
        }
        const std::int32_t* later = at(j + 1);
        std::copy(later, later + plane, now);
        const int tallest = course_.tallest[course_.list[static_cast<std::size_t>(j)]];
        const int cap = std::max(std::min(tallest, together), gap < kMaxGap && tallest > gap ? tallest - gap : 0);
        for (std::size_t k = 0; k < rows; ++k) {
          for (std::size_t events = 0; events <= kMaxLevel; ++events) {
            const std::int32_t points = later[k * (kMaxLevel + 1) + events];
            if (points < 0) continue;
            for (std::size_t c = 1; c <= static_cast<std::size_t>(cap) && k + c < rows; ++c) {
              auto& best = now[(k + c) * (kMaxLevel + 1) + std::min<std::size_t>(events + 1, kMaxLevel)];
              best = std::max(best, points + course_.scoring.points[c]);
            }
          }
        }
      }
    }
  }
}

std::int64_t Bound::price(int rows, int together, int gap, int level) const {
  const std::size_t plane = (static_cast<std::size_t>(most_rows_) + 1) * (kMaxLevel + 1);
  const int most = tetris::kMaxPieceCells;
  together = std::min(together, most);
  const std::int32_t* table =
      prices_.data() +
      ((static_cast<std::size_t>(course_.pieces() - left_) * (most + 1) + together) * (kMaxGap + 1) + gap) * plane;
  std::int32_t best = -1;
  for (int events = std::min(level, kMaxLevel); events <= kMaxLevel; ++events) {
    best = std::max(best, table[static_cast<std::size_t>(rows) * (kMaxLevel + 1) + static_cast<std::size_t>(events)]);
  }
  return best < 0 ? kNever : best + static_cast<std::int64_t>(course_.scoring.per_piece) * left_;
}

int Bound::waste(int residue) const {
  int waste = (residue + cells_ - 2) / (cells_ - 1);
  while ((waste + residue) % cells_ != 0) ++waste;
  return waste;
}

namespace {

/// The largest of up to 16 numbers below 8 that are given by their binary digits.
int deepest(unsigned ones, unsigned twos, unsigned fours) {
  unsigned among = ~0u;
  int number = 0;
  for (const unsigned digit : {fours, twos, ones}) {
    number *= 2;
    if ((among & digit) == 0) continue;
    among &= digit;
    ++number;
  }
  return number;
}

}  // namespace

void Bound::note_set(const RowBoard& b, std::uint32_t rows, int count, int cost, int turns, int level) {
  int residue = 0, thin = 0, straights = 0;
  int block = 0, top_block = 0, gap = kMaxGap, lowest_above = kMaxRows * 2;
  int top_residue = 0, top_thin = 0, top_straights = 0, top_cells = 0;
  for (int r = b.top - 1; r >= 0;) {
    if ((rows >> r & 1) == 0) {
      --r;
      continue;
    }
    const int last = r;
    unsigned any = 0, linked = 0;
    unsigned ones = 0, twos = 0, fours = 0, many = 0;  // empty cells of each column, in binary; 8 and more
    for (; r >= 0 && (rows >> r & 1) != 0; --r) {
      const unsigned empty = course_.full & ~b.row[static_cast<std::size_t>(r)];
      any |= empty;
      linked |= empty & empty >> 1;
      const unsigned two = ones & empty, four = twos & two;
      ones ^= empty, twos ^= two, many |= fours & four, fours ^= four;
    }
    const bool flat = last - r == 1;
    const int size = many != 0 ? kMaxRows : deepest(ones, twos, fours);
    if (last == b.top - 1)
      top_block = size;
    else
      block = std::max(block, size), gap = std::min(gap, lowest_above - last - 1);
    lowest_above = r + 1;
    int block_residue = 0, block_thin = 0, block_straights = 0, block_cells = 0;
    while (any != 0) {
      const int start = std::countr_zero(any);
      const int run = std::countr_one(linked >> start) + 1;
      const unsigned region = ((1u << run) - 1) << start;
      any &= ~region;
      int cells = 0;
      for (int q = last; q > r; --q) cells += std::popcount(region & ~b.row[static_cast<std::size_t>(q)]);
      block_cells += cells;
      if (flat || run == 1) {
        block_thin += cells;
        block_straights += cells / cells_;
      } else {
        block_residue += cells % cells_;
      }
    }
    if (last == b.top - 1) {
      top_residue = block_residue, top_thin = block_thin, top_straights = block_straights, top_cells = block_cells;
    } else {
      residue += block_residue, thin += block_thin, straights += block_straights;
    }
  }
  const auto pieces_for = [&](int more_residue, int more_thin, int more_straights, int total) {
    const int rest = residue + more_residue + thin + more_thin -
                     cells_ * std::min(straight_, straights + more_straights);
    return (total + waste(rest)) / cells_;
  };
  int pieces = std::max(turns, pieces_for(top_residue, top_thin, top_straights, cost));
  for (int k = count, total = cost; k <= most_rows_; ) {
    if (pieces <= left_) {
      auto& soonest = soonest_[static_cast<std::size_t>(k)];
      soonest = std::min(soonest, static_cast<std::uint16_t>(pieces));
      const int e = k - count;
      const int together = std::max(block, top_block + e);
      int nearest = gap;
      if (e > 0 && top_block == 0 && rows != 0) nearest = std::min(nearest, b.top - static_cast<int>(std::bit_width(rows)));
      sets_.push_back({rows, price(k, std::min(together, k - std::max(0, level - 1)), nearest, level),
                       left_ * cells_ - total});
    }
    ++k, total += width_;
    if (total > left_ * cells_) break;
    pieces = std::max({turns, empty_turns_, pieces_for((top_cells + (k - count) * width_) % cells_, 0, 0, total)});
  }
}

void Bound::collect(const RowBoard& b, std::size_t from, std::uint32_t rows, int count, int cost, int turns,
                    int level) {
  if (sets_.size() >= kMostSets) {
    all_sets_ = false;
    return;
  }
  note_set(b, rows, count, cost, turns, level);
  for (std::size_t i = from; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if ((row.covers & ~rows) != 0 || cost + row.need > left_ * cells_) continue;
    collect(b, i + 1, rows | 1u << row.index, count + 1, cost + row.need, std::max(turns, row.turns),
            std::max(level, row.level));
  }
}

void Bound::relax() {
  std::sort(needs_.begin(), needs_.end());
  int cost = 0;
  for (std::size_t i = 0; i < needs_.size() && cost <= left_ * cells_; cost += needs_[i++]) {
    note(static_cast<int>(i), cost, 0);
  }
  if (cost <= left_ * cells_) note(static_cast<int>(needs_.size()), cost, 0);
}

void Bound::look(const RowBoard& b, int placed) {
  left_ = course_.pieces() - placed;
  straight_ = straights_[static_cast<std::size_t>(placed)];
  const int widest = widest_[static_cast<std::size_t>(placed)];
  empty_turns_ = course_.whole_rows && left_ > 0 ? (width_ + widest - 1) / widest : 0;
  rows_.clear();
  needs_.clear();
  sets_.clear();
  all_sets_ = true;
  std::fill(soonest_.begin(), soonest_.end(), static_cast<std::uint16_t>(left_ + 1));
  unsigned above = 0;
  std::uint32_t affordable = 0;
  for (int r = b.top - 1; r >= 0; --r) {
    const unsigned row = b.row[static_cast<std::size_t>(r)];
    const unsigned empty = course_.full & ~row;
    const unsigned covered = empty & above;
    above |= row;
    const int need = std::popcount(empty);
    needs_.push_back(need);
    if (need > left_ * cells_) continue;
    std::uint32_t covers = 0;
    if (covered != 0) {
      for (int q = r + 1; q < b.top; ++q) {
        if ((b.row[static_cast<std::size_t>(q)] & covered) != 0) covers |= 1u << q;
      }
      if ((covers & ~affordable) != 0) continue;
    }
    int level = 1;
    for (const Row& cover : rows_) {
      if (covers >> cover.index & 1) level = std::max(level, cover.level + 1);
    }
    const int turns = course_.whole_rows ? turns_for(empty, widest) : 1;
    if (turns > left_) continue;
    affordable |= 1u << r;
    rows_.push_back({r, need, turns, level, covers});
  }
  collect(b, 0, 0, 0, 0, 0, 0);
  if (!all_sets_) relax();
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
