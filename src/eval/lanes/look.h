// What a placement without removed rows changes: the quick way. Included inside a kernel's namespace.

/// The shape each lane places.
template <class V>
struct Shape {
  V bottom[4], used[4], mask[4], length[4];
  V last_length, floor, width, height, packed;
};

/// What a placement without removed rows comes to.
template <class V>
struct Found {
  V y, full, covered, holes, depth, hole_rows, row_transitions, wells, diversity, bumpiness, touch, wall, floor;
  V unsure;  // not zero where the quick way does not hold
  // Of the pile, where needed: rows that only lack the well, and that lack one cell; changes of squares and large steps; steps.
  V ready, missing_one, squares, large, steps;
  V scarce[kScarce];
  Openings<V> openings;
};

/// The shape of orientation `turn`, each lane its own piece.
template <class V>
STACKWRIGHT_INLINE Shape<V> shapes_of(const Plan& plan, int turn, V pieces) {
  const lanes::ShapeTable& table = plan.shape[turn];
  Shape<V> s;
  s.packed = V::set(0);
  for (int i = 0; i < 4; ++i) {
    s.bottom[i] = V::lookup(table.bottom[i], pieces);
    s.mask[i] = V::lookup(table.mask[i], pieces);
    s.length[i] = V::lookup(table.length[i], pieces);
    s.used[i] = V::set(0) - min_unsigned(s.mask[i], V::set(1));
  }
  s.packed = s.mask[0] | shl<4>(s.mask[1]) | shl<8>(s.mask[2]) | shl<12>(s.mask[3]);
  s.last_length = V::lookup(table.last_length, pieces);
  s.floor = V::lookup(table.floor, pieces);
  s.width = V::lookup(table.width, pieces);
  s.height = V::lookup(table.height, pieces);
  return s;
}

/// The same when all lanes have one piece.
template <class V>
STACKWRIGHT_INLINE Shape<V> shape_of(const Plan& plan, int turn, int piece) {
  const lanes::ShapeTable& table = plan.shape[turn];
  Shape<V> s;
  for (int i = 0; i < 4; ++i) {
    s.bottom[i] = V::set(table.bottom[i][piece]);
    s.mask[i] = V::set(table.mask[i][piece]);
    s.length[i] = V::set(table.length[i][piece]);
    s.used[i] = V::set(table.mask[i][piece] != 0 ? -1 : 0);
  }
  s.packed = V::set(table.packed[piece]);
  s.last_length = V::set(table.last_length[piece]);
  s.floor = V::set(table.floor[piece]);
  s.width = V::set(table.width[piece]);
  s.height = V::set(table.height[piece]);
  return s;
}

/// Where lanes look when each has a board of its own: all at the same column.
template <class V>
struct Across {
  const Prepared<V>& p;
  int x, width, inner;  // inner: without the well where the pile is looked at

  STACKWRIGHT_INLINE V column(int i) const { return p.column(x + i); }
  STACKWRIGHT_INLINE V height(int i) const { return p.height(x + i); }
  STACKWRIGHT_INLINE V top(int i) const { return p.top[x + i]; }
  STACKWRIGHT_INLINE V hole(int i) const { return p.hole_at(x + i); }
  STACKWRIGHT_INLINE V hole_rows() const { return p.hole_rows; }
  /// Rows full in all columns but the `w` of the window.
  STACKWRIGHT_INLINE V full_outside(int w) const { return p.before[x] & p.from[x + w]; }
  /// Open wells of the window and the columns beside it, negative.
  STACKWRIGHT_INLINE V less_open_wells(int w) const { return p.open_before[x] - p.open_before[x + w + 2]; }
  /// Steps that begin left of the window's left neighbour or end right of its right one; bumps between those two, negative.
  STACKWRIGHT_INLINE V steps_outside(int w) const { return p.steps_up_to(x - 1) | p.steps_from(x + w); }
  STACKWRIGHT_INLINE V less_bumps(int w) const { return p.bumps_up_to(x - 1) - p.bumps_up_to(x + w); }
  /// Steps that do not end at a column of the window or right of it; the bit of step i of the window.
  STACKWRIGHT_INLINE Surface<V> surface_outside(int w) const {
    const V outside = V::set(~((((1 << (w + 1)) - 1) << x) >> 1));
    const Surface<V>& s = p.surface;
    return {s.flat & outside, s.up & outside, s.down & outside, s.up_two & outside, s.down_two & outside};
  }
  STACKWRIGHT_INLINE V step_place(int i) const { return V::set((1 << (x + i)) >> 1); }
  STACKWRIGHT_INLINE V above(int i) const { return p.above(x + i); }
  STACKWRIGHT_INLINE FewEmpty<V> few_before() const { return {p.before[x], p.one_before[x], p.two_before[x]}; }
  STACKWRIGHT_INLINE FewEmpty<V> few_from(int w) const { return {p.from[x + w], p.one_from[x + w], p.two_from[x + w]}; }
  /// Calls f with the cells above holes of every column outside the window.
  template <class F>
  STACKWRIGHT_INLINE void each_above_outside(int w, const F& f) const {
    for (int c = 0; c < x; ++c) f(p.above(c));
    for (int c = x + w; c < width; ++c) f(p.above(c));
  }
  STACKWRIGHT_INLINE V well() const { return p.pile.well; }
  STACKWRIGHT_INLINE V well_height() const { return p.pile.well_height; }
  STACKWRIGHT_INLINE V rest(int i) const { return p.pile.rest[x + i]; }
  STACKWRIGHT_INLINE V full_before() const { return p.before[x]; }
  STACKWRIGHT_INLINE V full_from(int w) const { return p.from[x + w]; }
  STACKWRIGHT_INLINE V one_before() const { return p.pile.one_before[x]; }
  STACKWRIGHT_INLINE V one_from(int w) const { return p.pile.one_from[x + w]; }
  STACKWRIGHT_INLINE V less_squares(int w) const { return p.pile.squares_up_to(x - 1) - p.pile.squares_up_to(x + w); }
  STACKWRIGHT_INLINE V less_large(int w) const { return p.pile.large_up_to(x - 1) - p.pile.large_up_to(x + w); }
  STACKWRIGHT_INLINE typename V::Mask over_the_well(V shape_width) const {
    return greater(shape_width, V::set(inner - x));
  }
  /// Whether column i and the one left of it are on the board in any lane; v where they are.
  STACKWRIGHT_INLINE bool has_step(int i) const { return x + i > 0 && x + i < inner; }
  STACKWRIGHT_INLINE V where_step(int, V v) const { return v; }
  STACKWRIGHT_INLINE V at_left_wall(V v) const { return x == 0 ? v : V::set(0); }
  STACKWRIGHT_INLINE V at_right_wall(V shape_width, V v) const {
    return keep(equal(shape_width, V::set(width - x)), v);
  }
  STACKWRIGHT_INLINE typename V::Mask too_wide(V shape_width) const { return greater(shape_width, V::set(width - x)); }
};

/// Where lanes look when they share one board: each at its own column, in steps of one from `first` on (again from there
/// after 16 lanes). Fields of neighbouring columns lie side by side, so that no lane has to be moved. Lanes beyond the board
/// see anything.
template <class V>
struct Along {
  const Prepared<typename V::Word>& p;
  int first, columns;
  V x, width, inner;

  STACKWRIGHT_INLINE static V at(const typename V::Word& field) { return load_along(V{}, &field.r); }
  STACKWRIGHT_INLINE V column(int i) const { return at(p.column(first + i)); }
  STACKWRIGHT_INLINE V height(int i) const { return at(p.height(first + i)); }
  STACKWRIGHT_INLINE V top(int i) const { return at(p.top[first + i]); }
  STACKWRIGHT_INLINE V hole(int i) const { return at(p.hole_at(first + i)); }
  STACKWRIGHT_INLINE V hole_rows() const { return V::set(p.hole_rows.value()); }
  STACKWRIGHT_INLINE V full_outside(int w) const { return at(p.before[first]) & at(p.from[first + w]); }
  STACKWRIGHT_INLINE V less_open_wells(int w) const {
    return at(p.open_before[first]) - at(p.open_before[first + w + 2]);
  }
  STACKWRIGHT_INLINE V steps_outside(int w) const { return at(p.steps_up_to(first - 1)) | at(p.steps_from(first + w)); }
  STACKWRIGHT_INLINE V less_bumps(int w) const { return at(p.bumps_up_to(first - 1)) - at(p.bumps_up_to(first + w)); }
  STACKWRIGHT_INLINE Surface<V> surface_outside(int w) const {
    const V window = shr<1>(shift_left(V::set((1 << (w + 1)) - 1), x));
    const auto outside = [&](const auto& steps) { return and_not(V::set(steps.value()), window); };
    const auto& s = p.surface;
    return {outside(s.flat), outside(s.up), outside(s.down), outside(s.up_two), outside(s.down_two)};
  }
  STACKWRIGHT_INLINE V step_place(int i) const { return shr<1>(shift_left(V::set(1 << i), x)); }
  STACKWRIGHT_INLINE V above(int i) const { return at(p.above(first + i)); }
  STACKWRIGHT_INLINE FewEmpty<V> few_before() const {
    return {at(p.before[first]), at(p.one_before[first]), at(p.two_before[first])};
  }
  STACKWRIGHT_INLINE FewEmpty<V> few_from(int w) const {
    return {at(p.from[first + w]), at(p.one_from[first + w]), at(p.two_from[first + w])};
  }
  template <class F>
  STACKWRIGHT_INLINE void each_above_outside(int w, const F& f) const {
    for (int c = 0; c < columns; ++c) {
      const V column = V::set(c);
      f(keep(greater(x, column) | greater(column + V::set(1 - w), x), V::set(p.above(c).value())));
    }
  }
  STACKWRIGHT_INLINE V well() const { return V::set(p.pile.well.value()); }
  STACKWRIGHT_INLINE V well_height() const { return V::set(p.pile.well_height.value()); }
  STACKWRIGHT_INLINE V rest(int i) const { return at(p.pile.rest[first + i]); }
  STACKWRIGHT_INLINE V full_before() const { return at(p.before[first]); }
  STACKWRIGHT_INLINE V full_from(int w) const { return at(p.from[first + w]); }
  STACKWRIGHT_INLINE V one_before() const { return at(p.pile.one_before[first]); }
  STACKWRIGHT_INLINE V one_from(int w) const { return at(p.pile.one_from[first + w]); }
  STACKWRIGHT_INLINE V less_squares(int w) const {
    return at(p.pile.squares_up_to(first - 1)) - at(p.pile.squares_up_to(first + w));
  }
  STACKWRIGHT_INLINE V less_large(int w) const {
    return at(p.pile.large_up_to(first - 1)) - at(p.pile.large_up_to(first + w));
  }
  STACKWRIGHT_INLINE typename V::Mask over_the_well(V shape_width) const { return greater(shape_width + x, inner); }
  STACKWRIGHT_INLINE bool has_step(int) const { return true; }
  STACKWRIGHT_INLINE V where_step(int i, V v) const {
    return i == 0 ? keep(greater(x, V::set(0)), v) : keep(greater(inner, x + V::set(i)), v);
  }
  STACKWRIGHT_INLINE V at_left_wall(V v) const { return keep(equal(x, V::set(0)), v); }
  STACKWRIGHT_INLINE V at_right_wall(V shape_width, V v) const { return keep(equal(shape_width + x, width), v); }
  STACKWRIGHT_INLINE typename V::Mask too_wide(V shape_width) const { return greater(shape_width + x, width); }
};

/// Judges the shapes where `at` looks. With kMixed a shape may be narrower than kWidth; its unused columns stay as they are.
template <class V, int kWidth, bool kMixed, class At>
STACKWRIGHT_INLINE Found<V> look(const Needs needs, const At& at, const Shape<V>& s) {
  Found<V> f;
  const V zero = V::set(0), one = V::set(1);
  V y = (needs.pile ? at.rest(0) : at.height(0)) - s.bottom[0];
  STACKWRIGHT_UNROLL
  for (int i = 1; i < kWidth; ++i) y = max(y, (needs.pile ? at.rest(i) : at.height(i)) - s.bottom[i]);
  f.y = y;

  V cells[kWidth], now[kWidth], risen[kWidth], under[kWidth];
  f.full = at.full_outside(kWidth);
  f.holes = f.covered = f.depth = zero;
  V buried = zero, gaps[kWidth];
  STACKWRIGHT_UNROLL
  for (int i = 0; i < kWidth; ++i) {
    cells[i] = shift_left(s.mask[i], y);
    now[i] = at.column(i) | cells[i];
    f.full = f.full & now[i];
    V gap = y + s.bottom[i] - at.height(i);
    risen[i] = y + s.bottom[i] + s.length[i];
    under[i] = (cells[i] & (zero - cells[i])) - at.top(i);  // rows of the gap
    if (kMixed && i > 0) {
      gap = gap & s.used[i];
      risen[i] = (risen[i] & s.used[i]) | and_not(at.height(i), s.used[i]);
      under[i] = under[i] & s.used[i];
    }
    gaps[i] = gap;
    f.holes = f.holes + gap;
    if (needs.covered || needs.contacts) f.covered = f.covered + min_unsigned(gap, one);
    if (needs.depth) f.depth = f.depth + keep(non_zero(gap | at.hole(i)), s.length[i]);
    buried = buried | under[i];
  }
  f.hole_rows = needs.hole_rows ? population(and_not(buried, at.hole_rows())) : zero;

  f.touch = f.wall = f.floor = f.row_transitions = zero;
  if (needs.row_transitions || needs.contacts) {
    V left = cells[0] & at.column(-1);
    V right = cells[kWidth - 1] & at.column(kWidth);
    STACKWRIGHT_UNROLL
    for (int i = 1; i < kWidth; ++i) {
      left = left | (cells[i] & at.column(i - 1));
      right = right | (cells[i - 1] & at.column(i));
    }
    auto counter = zero_counter(zero);
    count(counter, left);
    count(counter, right);
    const V touching = counted(counter);
    const V free = s.height - touching;
    f.row_transitions = free + free;
    if (needs.contacts) {
      f.wall = at.at_left_wall(s.length[0]) + at.at_right_wall(s.width, s.last_length);
      f.floor = keep(equal(y, zero), s.floor);
      f.touch = touching - f.wall + s.width - f.covered - f.floor;
    }
  }

  f.wells = f.unsure = zero;
  if (needs.wells) {
    // Open wells anew in the window, and cells of the gaps. Where a hole gets a wall or a well is deeper than the table
    // of triangles, the lane is unsure and will be judged in full.
    V wells = at.less_open_wells(kWidth);
    V large = zero, beside = zero;
    STACKWRIGHT_UNROLL
    for (int i = -1; i <= kWidth; ++i) {
      const V left = i <= 0 ? at.column(i - 1) : now[i - 1];
      const V right = i >= kWidth - 1 ? at.column(i + 1) : now[i + 1];
      const bool inside = i >= 0 && i < kWidth;
      const V sides = left & right;
      const V open = shift_right(sides, inside ? risen[inside ? i : 0] : at.height(i));
      wells = wells + triangle(open);
      large = large | open;
      if (inside) {
        const V covered = shift_right(sides & under[i], at.height(i));
        wells = wells + triangle(covered);
        large = large | covered;
      }
      V new_walls = zero;
      if (i > 0) new_walls = cells[i - 1];
      if (i < kWidth - 1) new_walls = new_walls | cells[i + 1];
      beside = beside | (at.hole(i) & new_walls);
    }
    f.wells = wells;
    f.unsure = beside | and_not(large, V::set(127));
  }

  f.diversity = f.bumpiness = f.steps = f.squares = f.large = zero;
  if (needs.diversity || needs.bumpiness) {
    V steps = needs.diversity ? at.steps_outside(kWidth) : zero;
    V bumps = needs.bumpiness ? at.less_bumps(kWidth) : zero;
    if (needs.pile) {
      f.squares = at.less_squares(kWidth);
      f.large = at.less_large(kWidth);
    }
    V last = at.height(-1);
    STACKWRIGHT_UNROLL
    for (int i = 0; i <= kWidth; ++i) {
      const V height = i < kWidth ? risen[i < kWidth ? i : 0] : at.height(i);
      if (at.has_step(i)) {
        if (needs.diversity) steps = steps | at.where_step(i, step_bit(last, height));
        if (needs.bumpiness) bumps = bumps + at.where_step(i, absolute(height - last));
        if (needs.pile) {
          const V size = absolute(height - last);
          f.squares = f.squares + at.where_step(i, square(size));
          f.large = f.large + at.where_step(i, large_step(size));
        }
      }
      last = height;
    }
    if (needs.diversity) f.diversity = population(steps);
    f.bumpiness = bumps;
    f.steps = steps;
  }

  for (V& scarce : f.scarce) scarce = zero;
  if (needs.scarce) {
    Surface<V> surface = at.surface_outside(kWidth);
    V last = at.height(-1);
    STACKWRIGHT_UNROLL
    for (int i = 0; i <= kWidth; ++i) {
      const V height = i < kWidth ? risen[i < kWidth ? i : 0] : at.height(i);
      if (at.has_step(i)) add_step(surface, height - last, at.where_step(i, at.step_place(i)));
      last = height;
    }
    count_scarce(surface, f.scarce);
  }
  if (needs.openings) {
    FewEmpty<V> rows = at.few_before();
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kWidth; ++i) rows.add(now[i]);
    rows = joined(rows, at.few_from(kWidth));
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kWidth; ++i) {
      const V above = at.above(i), more = above | keep(non_zero(above), cells[i]);
      f.openings.add(rows, keep(non_zero(gaps[i]), cells[i]) | keep(equal(gaps[i], zero), more));
    }
    at.each_above_outside(kWidth, [&](V above) { f.openings.add(rows, above); });
  }

  f.ready = f.missing_one = zero;
  if (needs.pile) {
    V full = at.full_before(), missing = at.one_before();
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kWidth; ++i) add_column(full, missing, now[i]);
    f.missing_one = (missing & at.full_from(kWidth)) | (full & at.one_from(kWidth));
    f.ready = and_not(f.full, at.well());
    f.full = f.full & at.well();  // rows that are really complete
  }
  return f;
}
