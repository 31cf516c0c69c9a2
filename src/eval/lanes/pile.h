// The pile without its last column, which stands as a wall: what playing for four rows at once looks at. Included inside a
// kernel's namespace.

/// What placements share beside the fields of Prepared: the last column (the well) as it really is, rows and steps of the pile.
template <class V>
struct Pile {
  V well, well_height;
  V rest[16 + kBeyond];                      // heights on which pieces come to rest: the well's own, too
  V one_before[17], one_from[17 + kBeyond];  // rows with exactly one empty cell left of x; from x on
  V squares_[1 + 16 + kBeyond];              // squared steps up to x
  V large_[1 + 16 + kBeyond];                // large steps up to x, packed

  V& squares_up_to(int x) { return squares_[x + 1]; }
  const V& squares_up_to(int x) const { return squares_[x + 1]; }
  V& large_up_to(int x) { return large_[x + 1]; }
  const V& large_up_to(int x) const { return large_[x + 1]; }
};

inline constexpr int kAbove = lanes::kAbove;

/// Features of whole boards.
template <class V>
struct PileTotals {
  V squares, large, steps, missing_one, ready, at_once, well_cells, well_holes, well_height, above[kAbove];
};

template <class V>
STACKWRIGHT_INLINE V square(V v) {
  return multiply(v, v);
}

/// A step by its size: 1 for two, 256 for three and more, so that sums count both.
template <class V>
STACKWRIGHT_INLINE V large_step(V size) {
  return keep(equal(size, V::set(2)), V::set(1)) + keep(greater(size, V::set(2)), V::set(256));
}
template <class V>
STACKWRIGHT_INLINE V steps_of_two(V packed) {
  return packed & V::set(255);
}
template <class V>
STACKWRIGHT_INLINE V steps_of_three(V packed) {
  return shr<8>(packed);
}

/// Adds a column to the rows without an empty cell and to those with exactly one.
template <class V>
STACKWRIGHT_INLINE void add_column(V& none, V& one, V column) {
  one = (one & column) | and_not(none, column);
  none = none & column;
}

/// Ready rows one upon the other from the top of the well on, at most 4.
template <class V>
STACKWRIGHT_INLINE V ready_at_once(V ready, V well_height) {
  const V run = shift_right(ready, well_height);
  return population(and_not(run, run + V::set(1)) & V::set(15));
}

template <class V>
STACKWRIGHT_INLINE V squared_above(V height, int limit) {
  return square(max(height - V::set(limit), V::set(0)));
}

/// A step bit (lanes' step_bit) as 0 or 1: 0 for -2 ... 4 for +2.
template <int n, class V>
STACKWRIGHT_INLINE V has_step(V steps) {
  return shr<n>(steps) & V::set(1);
}

/// The rest of the totals, once the columns of the pile have been looked at.
template <class V>
STACKWRIGHT_INLINE void look_at_well(const Plan& plan, const Pile<V>& p, V full, V missing_one, V max_height,
                                     PileTotals<V>& totals) {
  const V ready = and_not(full, p.well);
  totals.missing_one = population(missing_one);
  totals.ready = population(ready);
  totals.at_once = ready_at_once(ready, p.well_height);
  totals.well_cells = population(p.well);
  totals.well_height = p.well_height;
  totals.well_holes = p.well_height - totals.well_cells;
  for (int j = 0; j < kAbove; ++j) totals.above[j] = squared_above(max_height, plan.above[j]);
}

/// Calls f with every quantity of the pile and its total.
template <class V, class F>
STACKWRIGHT_INLINE void for_each_pile_total(const PileTotals<V>& t, const F& f) {
  f(lanes::kStepSquares, t.squares);
  f(lanes::kStepsOfTwo, steps_of_two(t.large));
  f(lanes::kStepsOfThree, steps_of_three(t.large));
  f(lanes::kAnyFlat, has_step<2>(t.steps));
  f(lanes::kAnyUp, has_step<3>(t.steps));
  f(lanes::kAnyDown, has_step<1>(t.steps));
  f(lanes::kMissingOne, t.missing_one);
  f(lanes::kReady, t.ready);
  f(lanes::kReadyAtOnce, t.at_once);
  f(lanes::kFourReady, shr<2>(t.at_once));
  f(lanes::kWellCells, t.well_cells);
  f(lanes::kWellHoles, t.well_holes);
  f(lanes::kWellHeight, t.well_height);
  for (int j = 0; j < kAbove; ++j) f(lanes::kAbove0 + j, t.above[j]);
}
