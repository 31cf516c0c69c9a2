// Boards of the lanes and the features of whole boards. Included inside a kernel's namespace.

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
  Surface<V> surface;                        // where needed, as all that follows
  V above_[1 + 16 + kBeyond];                // cells above a column's highest hole
  V one_before[17], one_from[17 + kBeyond];  // rows with exactly one empty cell left of x; from x on
  V two_before[17], two_from[17 + kBeyond];  // with exactly two
  Pile<V> pile;

  V& column(int x) { return column_[x + kWalls]; }
  const V& column(int x) const { return column_[x + kWalls]; }
  V& hole_at(int x) { return hole_[x + 1]; }
  const V& hole_at(int x) const { return hole_[x + 1]; }
  V& above(int x) { return above_[x + 1]; }
  const V& above(int x) const { return above_[x + 1]; }
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
  PileTotals<V> pile;
  V scarce[kScarce];
  Openings<V> openings;
};

/// What a pile of so many columns keeps beyond its last one.
template <class V>
STACKWRIGHT_INLINE void keep_pile(int width, Pile<V>& pile, const Prepared<V>& p, V squares, V large, V missing_one) {
  pile.one_before[width] = missing_one;
  pile.squares_up_to(-1) = pile.large_up_to(-1) = V::set(0);
  for (int x = width; x < width + kBeyond; ++x) {
    pile.rest[x] = x == width ? pile.well_height : V::set(V::kBits);
    pile.one_from[x] = V::set(0);
    pile.squares_up_to(x) = squares;
    pile.large_up_to(x) = large;
  }
  V full = V::set(-1), one = V::set(0);
  for (int x = width - 1; x >= 0; --x) {
    add_column(full, one, p.column(x));
    pile.one_from[x] = one;
  }
}

/// Columns under few rows, once all columns have been looked at; fills what `p` keeps of rows with few empty cells.
template <class V, bool kKeep>
STACKWRIGHT_INLINE void look_at_openings(int width, Prepared<V>& p, const V* above, Totals<V>& totals) {
  FewEmpty<V> rows{V::set(-1), V::set(0), V::set(0)};
  for (int x = 0; x <= width; ++x) {
    if constexpr (kKeep) {
      p.one_before[x] = rows.one;
      p.two_before[x] = rows.two;
      p.above(x) = x < width ? above[x] : V::set(0);
    }
    if (x < width) rows.add(p.column(x));
  }
  totals.openings = {};
  for (int x = 0; x < width; ++x) totals.openings.add(rows, above[x]);
  if constexpr (kKeep) {
    p.above(-1) = V::set(0);
    rows = {V::set(-1), V::set(0), V::set(0)};
    for (int x = width + kBeyond - 1; x >= 0; --x) {
      if (x < width) rows.add(p.column(x));
      if (x > width) p.above(x) = V::set(0);
      p.one_from[x] = rows.one;
      p.two_from[x] = rows.two;
    }
  }
}

/// Features of the boards whose columns stand in `p`; fills what `p` keeps by column.
template <class V, bool kKeep>
STACKWRIGHT_INLINE void look_at_boards(const Plan& plan, const Needs needs, Prepared<V>& p, Totals<V>& totals) {
  const int width = needs.pile ? plan.width - 1 : plan.width;
  const V zero = V::set(0), one = V::set(1);
  if (needs.pile) {
    p.pile.well = p.column(width);
    p.column(width) = V::set(-1);
    p.pile.well_height = population(smear(p.pile.well));
  }
  auto rows = zero_counter(zero), covered = rows, holes = rows, depth = rows;
  V sum = zero, open = zero, covered_cells = zero, hole_rows = zero, any_cell = zero, steps = zero, bumps = zero,
    last = zero, outside = zero, squares = zero, large = zero, full_rows = V::set(-1), missing_one = zero;
  Surface<V> surface = no_steps<V>();
  V above[16], height_before = zero;
  if constexpr (kKeep) p.open_before[0] = p.open_before[1] = zero;
  for (int x = 0; x < width; ++x) {
    const V c = p.column(x);
    const V solid = smear(c);
    const V hole = solid ^ c;
    const V height = population(solid);
    if (needs.openings) above[x] = cells_above_holes(c, hole);
    if (needs.scarce && x > 0) add_step(surface, height - height_before, V::set(1 << (x - 1)));
    height_before = height;
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
        if (needs.pile) {
          const V step = absolute(height - last);
          squares = squares + square(step);
          large = large + large_step(step);
        }
      }
      if constexpr (kKeep) {
        p.steps_up_to(x) = steps;
        p.bumps_up_to(x) = bumps;
        if (needs.pile) {
          p.pile.squares_up_to(x) = squares;
          p.pile.large_up_to(x) = large;
        }
      }
      last = height;
    }
    sum = sum + height;
    if (needs.pile) {
      if constexpr (kKeep) {
        p.pile.one_before[x] = missing_one;
        p.pile.rest[x] = height;
      }
      add_column(full_rows, missing_one, c);
    }
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
  if (needs.pile) {
    any_cell = any_cell | p.pile.well;
    if constexpr (kKeep) keep_pile(width, p.pile, p, squares, large, missing_one);
  }
  if (needs.scarce) {
    if constexpr (kKeep) p.surface = surface;
    count_scarce(surface, totals.scarce);
  }
  if (needs.openings) look_at_openings<V, kKeep>(width, p, above, totals);
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
  if (needs.pile) {
    totals.pile.squares = squares;
    totals.pile.large = large;
    totals.pile.steps = steps;
    look_at_well(plan, p.pile, full_rows, missing_one, totals.max_height, totals.pile);
  }
}

template <class V>
STACKWRIGHT_INLINE void set_walls(const Plan& plan, Prepared<V>& p) {
  const V wall = V::set(-1);
  p.column(-2) = p.column(-1) = wall;
  for (int x = plan.width; x < plan.width + kBeyond; ++x) p.column(x) = wall;
}
