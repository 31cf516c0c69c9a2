// The closed sets of rows that the pieces left can remove: what the exact solver's bounds are made of.
#include <algorithm>

#include "search/exact_bound.h"

namespace stackwright::exact {
namespace {

constexpr std::size_t kMostSets = 500;  // beyond that the bound forgets about covers

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

/// The largest of up to 16 numbers below 8 that are given by their binary digits.
int largest(unsigned ones, unsigned twos, unsigned fours) {
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

void Bound::Block::operator+=(const Block& other) {
  residue += other.residue;
  thin += other.thin;
  straights += other.straights;
  cells += other.cells;
  deep = std::max(deep, other.deep);
}

void Bound::note(int rows, int pieces) {
  if (pieces > left_) return;
  auto& soonest = soonest_[static_cast<std::size_t>(rows)];
  soonest = std::min(soonest, static_cast<std::uint16_t>(pieces));
}

/// A piece that wastes no cell lies in one region. What whole pieces leave over in the regions is filled by pieces that
/// waste at least one cell, and all cells of all pieces are either needed or wasted.
int Bound::pieces_for(const Block& block, int cells) const {
  const int rest = block.residue + block.thin - cells_ * std::min(straight_, block.straights);
  int waste = (rest + cells_ - 2) / (cells_ - 1);
  waste += (cells_ - (waste + rest) % cells_) % cells_;
  return (cells + waste) / cells_;
}

/// Two columns are of one region where neighbours of the same row are empty; rows between may go, so that all empty cells
/// of a column are of one region.
Bound::Block Bound::block_of(const RowBoard& b, int first, int last) const {
  Block block;
  unsigned any = 0, linked = 0;
  unsigned ones = 0, twos = 0, fours = 0, many = 0;  // empty cells of each column, in binary; 8 and more
  for (int r = first; r <= last; ++r) {
    const unsigned empty = course_.full & ~b.row[static_cast<std::size_t>(r)];
    any |= empty;
    linked |= empty & empty >> 1;
    const unsigned two = ones & empty, four = twos & two;
    ones ^= empty, twos ^= two, many |= fours & four, fours ^= four;
  }
  block.deep = many != 0 ? kMaxRows : largest(ones, twos, fours);
  while (any != 0) {
    const int start = std::countr_zero(any);
    const int run = std::countr_one(linked >> start) + 1;
    const unsigned region = ((1u << run) - 1) << start;
    any &= ~region;
    int cells = 0;
    for (int r = first; r <= last; ++r) cells += std::popcount(region & ~b.row[static_cast<std::size_t>(r)]);
    block.cells += cells;
    if (first == last || run == 1) {
      block.thin += cells;
      block.straights += cells / cells_;
    } else {
      block.residue += cells % cells_;
    }
  }
  return block;
}

/// Notes a closed set, alone and with one, two, ... rows that are empty now. Those lie above all others, and join the
/// regions of a block that reaches up to them.
void Bound::note_set(const RowBoard& b, const Closed& set) {
  Block low, top;
  int gap = kMaxGap, above = kMaxRows * 2;
  for (int r = b.top - 1; r >= 0; --r) {
    if ((set.rows >> r & 1) == 0) continue;
    const int last = r;
    while (r > 0 && (set.rows >> (r - 1) & 1) != 0) --r;
    (last == b.top - 1 ? top : low) += block_of(b, r, last);
    gap = std::min(gap, above - last - 1);
    above = r;
  }
  Block all = low;
  all += top;
  int pieces = std::max(set.turns, pieces_for(all, set.cost));
  for (int empty = 0, cost = set.cost;;) {
    const int rows = set.count + empty;
    if (pieces <= left_) {
      note(rows, pieces);
      const int together = std::min(std::max(low.deep, top.deep + empty), rows - std::max(0, set.level - 1));
      const std::int64_t points = prices_.best(course_.pieces() - left_, rows, together, gap, set.level);
      sets_.push_back({set.rows, points, left_ * cells_ - cost});
    }
    cost += width_;
    if (cost > left_ * cells_ || rows == most_rows_) break;
    if (++empty == 1 && set.rows != 0 && top.cells == 0) {
      gap = std::min(gap, b.top - static_cast<int>(std::bit_width(set.rows)));
    }
    all = low;
    all.residue += (top.cells + empty * width_) % cells_;
    pieces = std::max({set.turns, empty_turns_, pieces_for(all, cost)});
  }
}

void Bound::collect(const RowBoard& b, std::size_t from, const Closed& set) {
  if (sets_.size() >= kMostSets) {
    all_sets_ = false;
    return;
  }
  note_set(b, set);
  for (std::size_t i = from; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if ((row.covers & ~set.rows) != 0 || set.cost + row.need > left_ * cells_) continue;
    collect(b, i + 1,
            {set.rows | 1u << row.index, set.count + 1, set.cost + row.need, std::max(set.turns, row.turns),
             std::max(set.level, row.level)});
  }
}

/// Too many sets: the cheapest rows, whatever covers them.
void Bound::relax() {
  std::sort(needs_.begin(), needs_.end());
  needs_.resize(static_cast<std::size_t>(most_rows_), width_);
  int cost = 0;
  for (int rows = 0; rows <= most_rows_ && cost <= left_ * cells_; ++rows) {
    note(rows, (cost + cells_ - 1) / cells_);
    if (rows < most_rows_) cost += needs_[static_cast<std::size_t>(rows)];
  }
}

/// The rows that can be removed at all, top to bottom.
void Bound::find_rows(const RowBoard& b, int widest) {
  unsigned above = 0;
  std::uint32_t affordable = 0;
  for (int r = b.top - 1; r >= 0; --r) {
    const unsigned row = b.row[static_cast<std::size_t>(r)];
    const unsigned empty = course_.full & ~row, covered = empty & above;
    above |= row;
    const int need = std::popcount(empty);
    needs_.push_back(need);
    std::uint32_t covers = 0;
    for (int q = r + 1; covered != 0 && q < b.top; ++q) {
      if ((b.row[static_cast<std::size_t>(q)] & covered) != 0) covers |= 1u << q;
    }
    const int turns = course_.whole_rows ? turns_for(empty, widest) : 1;
    if (need > left_ * cells_ || turns > left_ || (covers & ~affordable) != 0) continue;
    int level = 1;
    for (const Row& cover : rows_) {
      if (covers >> cover.index & 1) level = std::max(level, cover.level + 1);
    }
    affordable |= 1u << r;
    rows_.push_back({r, need, turns, level, covers});
  }
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
  if (left_ > 0) find_rows(b, widest);
  collect(b, 0, {});
  if (!all_sets_) relax();
}

}  // namespace stackwright::exact
