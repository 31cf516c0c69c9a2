// Boards of the lanes and the features of whole boards. Included inside a kernel's namespace.

using lanes::Curve;
using lanes::Curved;
using lanes::GroupBoards;
using lanes::GroupChoices;
using lanes::GroupScores;
using lanes::GroupWeights;
using lanes::kGroup;
using lanes::kLost;
using lanes::Needs;
using lanes::Plan;

inline constexpr int kWalls = 2;   // wall columns at the left of the board
inline constexpr int kBeyond = 6;  // and at its right, for windows that look past the edge

/// The boards of the lanes and what all placements on them share.
template <class V>
struct Prepared {
  V column_[kWalls + 16 + kBeyond];
  V height_[1 + 16 + kBeyond];       // walls have all bits of height
  V top[16 + kBeyond];               // 1 << height
  V hole_[1 + 16 + kBeyond];         // holes of a column; walls have none
  V before[17], from[17 + kBeyond];  // rows full in all columns left of x; from x on
  V open_before[16 + kBeyond + 2];   // open wells in columns left of x - 1
  V bump_[1 + 16 + kBeyond];         // bumps in columns up to x
  V steps_[1 + 16 + kBeyond];        // steps in columns up to x; from x on
  V steps_from_[1 + 16 + kBeyond];
  V hole_rows;

  V& column(int x) { return column_[x + kWalls]; }
  const V& column(int x) const { return column_[x + kWalls]; }
  V& hole_at(int x) { return hole_[x + 1]; }
  const V& hole_at(int x) const { return hole_[x + 1]; }
  V& height(int x) { return height_[x + 1]; }
  const V& height(int x) const { return height_[x + 1]; }
  V& bumps_up_to(int x) { return bump_[x + 1]; }
  const V& bumps_up_to(int x) const { return bump_[x + 1]; }
  V& steps_up_to(int x) { return steps_[x + 1]; }
  const V& steps_up_to(int x) const { return steps_[x + 1]; }
  V& steps_from(int x) { return steps_from_[x + 1]; }
  const V& steps_from(int x) const { return steps_from_[x + 1]; }
};

/// The features of whole boards, by lane.
template <class V>
struct Totals {
  V row_transitions, covered, holes, depth, hole_rows, wells, diversity, max_height, aggregate, bumpiness;
};

template <class V>
STACKWRIGHT_INLINE V population(V v) {
  auto counter = zero_counter(v);
  count(counter, v);
  return counted(counter);
}

/// The wells above the top of a column: every cell between two filled ones adds its height above the top. `sides` has the
/// rows in which both neighbours are filled.
template <class V>
STACKWRIGHT_INLINE V open_wells(V sides, V height) {
  V cells = shift_right(sides, height);
  V wells = triangle(cells & V::set(127));
  cells = shr<7>(cells);
  if (any(non_zero(cells))) {
    for (int below = 7; any(non_zero(cells)); below += 7) {
      const V some = cells & V::set(127);
      wells = wells + triangle(some) + multiply(population(some), V::set(below));
      cells = shr<7>(cells);
    }
  }
  return wells;
}

/// The wells among the holes of a column: every one adds the empty cells downwards from it.
template <class V>
STACKWRIGHT_INLINE V covered_wells(V wells, V c) {
  if (!any(non_zero(wells))) return V::set(0);
  const V empty = V::set(-1) ^ c;
  auto counter = zero_counter(c);
  for (V falling = empty; any(non_zero(wells));) {
    count(counter, wells);
    falling = shl<1>(falling);
    wells = wells & falling;
  }
  return counted(counter);
}

/// Which of the steps -2 .. 2 a pair of heights makes, as a bit.
template <class V>
STACKWRIGHT_INLINE V step_bit(V left, V right) {
  return shift_left(V::set(1), min_unsigned(right - left + V::set(2), V::set(V::kBits - 1))) & V::set(31);
}

/// All bits up to the highest one.
template <class V>
STACKWRIGHT_INLINE V smear(V v) {
  if constexpr (V::kLanes == 1) return {static_cast<decltype(v.r)>((std::uint64_t{1} << std::bit_width(v.r)) - 1)};
  v = v | shr<1>(v);
  v = v | shr<2>(v);
  v = v | shr<4>(v);
  v = v | shr<8>(v);
  if constexpr (V::kBits == 32) v = v | shr<16>(v);
  return v;
}

/// Features of the boards whose columns stand in `p`; fills what `p` keeps by column.
template <class V, bool kKeep>
STACKWRIGHT_INLINE void look_at_boards(const Plan& plan, const Needs needs, Prepared<V>& p, Totals<V>& totals) {
  const int width = plan.width;
  const V zero = V::set(0), one = V::set(1);
  auto rows = zero_counter(zero), covered = rows, holes = rows, depth = rows;
  V sum = zero, open = zero, covered_cells = zero, hole_rows = zero, any_cell = zero, steps = zero, bumps = zero,
    last = zero, outside = zero;
  if constexpr (kKeep) p.open_before[0] = p.open_before[1] = zero;
  for (int x = 0; x < width; ++x) {
    const V c = p.column(x);
    const V solid = smear(c);
    const V hole = solid ^ c;
    const V height = population(solid);
    any_cell = any_cell | c;
    count(holes, hole);
    hole_rows = hole_rows | hole;
    if (needs.covered) count(covered, and_not(c, shl<1>(c) | one));
    if (needs.depth) count(depth, c & (c + one));
    if (needs.row_transitions) {
      if (x == 0) {
        outside = outside + V::set(plan.height) - population(c);
      } else {
        count(rows, c ^ p.column(x - 1));
      }
      if (x == width - 1) outside = outside + V::set(plan.height) - population(c);
    }
    if (needs.wells) {
      const V sides = p.column(x - 1) & p.column(x + 1);
      open = open + open_wells(sides, height);
      covered_cells = covered_cells + covered_wells(hole & sides, c);
      if constexpr (kKeep) p.open_before[x + 2] = open;
    }
    if (needs.bumpiness || needs.diversity) {
      if (x > 0) {
        if (needs.diversity) {
          const V step = step_bit(last, height);
          steps = steps | step;
          if constexpr (kKeep) p.steps_from(x - 1) = step;
        }
        if (needs.bumpiness) bumps = bumps + absolute(height - last);
      }
      if constexpr (kKeep) {
        p.steps_up_to(x) = steps;
        p.bumps_up_to(x) = bumps;
      }
      last = height;
    }
    sum = sum + height;
    if constexpr (kKeep) {
      p.height(x) = height;
      p.top[x] = solid + one;
      p.hole_at(x) = hole;
    }
  }
  if constexpr (kKeep) {
    p.hole_rows = hole_rows;
    V full = V::set(-1);
    for (int x = width; x < width + kBeyond; ++x) {
      p.height(x) = V::set(V::kBits);
      p.top[x] = one;
      p.hole_at(x) = zero;
      p.from[x] = full;
      p.open_before[x + 2] = open;
    }
    p.height(-1) = V::set(V::kBits);
    p.hole_at(-1) = zero;
    for (int x = width - 1; x >= 0; --x) p.from[x] = full = full & p.column(x);
    full = V::set(-1);
    for (int x = 0; x <= width; ++x) {
      p.before[x] = full;
      if (x < width) full = full & p.column(x);
    }
    if (needs.bumpiness || needs.diversity) {
      p.steps_up_to(-1) = p.bumps_up_to(-1) = zero;
      for (int x = width - 1; x < width + kBeyond; ++x) {
        p.steps_from(x) = zero;
        p.bumps_up_to(x) = bumps;
      }
      if (needs.diversity) {
        for (int x = width - 2; x >= 0; --x) p.steps_from(x) = p.steps_from(x) | p.steps_from(x + 1);
      }
    }
  }
  totals.row_transitions = counted(rows) + outside;
  totals.covered = counted(covered);
  totals.holes = counted(holes);
  totals.depth = counted(depth);
  totals.hole_rows = population(hole_rows);
  totals.wells = open + covered_cells;
  totals.diversity = population(steps);
  totals.max_height = population(smear(any_cell));
  totals.aggregate = sum;
  totals.bumpiness = bumps;
}

template <class V>
STACKWRIGHT_INLINE void set_walls(const Plan& plan, Prepared<V>& p) {
  const V wall = V::set(-1);
  p.column(-2) = p.column(-1) = wall;
  for (int x = plan.width; x < plan.width + kBeyond; ++x) p.column(x) = wall;
}
