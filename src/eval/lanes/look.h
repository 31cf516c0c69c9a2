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

/// Judges the shapes at column x. With kMixed a shape may be narrower than kWidth; its unused columns stay as they are.
template <class V, int kWidth, bool kMixed>
STACKWRIGHT_INLINE Found<V> look(const Plan& plan, const Needs needs, const Prepared<V>& p, const Shape<V>& s, int x) {
  Found<V> f;
  const V zero = V::set(0), one = V::set(1);
  V y = p.height(x) - s.bottom[0];
  for (int i = 1; i < kWidth; ++i) y = max(y, p.height(x + i) - s.bottom[i]);
  f.y = y;

  V cells[kWidth], now[kWidth], risen[kWidth], under[kWidth];
  f.full = p.before[x] & p.from[x + kWidth];
  f.holes = f.covered = f.depth = zero;
  V buried = zero;
  for (int i = 0; i < kWidth; ++i) {
    cells[i] = shift_left(s.mask[i], y);
    now[i] = p.column(x + i) | cells[i];
    f.full = f.full & now[i];
    V gap = y + s.bottom[i] - p.height(x + i);
    risen[i] = y + s.bottom[i] + s.length[i];
    under[i] = (cells[i] & (zero - cells[i])) - p.top[x + i];  // rows of the gap
    if (kMixed && i > 0) {
      gap = gap & s.used[i];
      risen[i] = (risen[i] & s.used[i]) | and_not(p.height(x + i), s.used[i]);
      under[i] = under[i] & s.used[i];
    }
    f.holes = f.holes + gap;
    if (needs.covered || needs.contacts) f.covered = f.covered + min_unsigned(gap, one);
    if (needs.depth) f.depth = f.depth + keep(non_zero(gap | p.hole_at(x + i)), s.length[i]);
    buried = buried | under[i];
  }
  f.hole_rows = needs.hole_rows ? population(and_not(buried, p.hole_rows)) : zero;

  f.touch = f.wall = f.floor = f.row_transitions = zero;
  if (needs.row_transitions || needs.contacts) {
    V left = cells[0] & p.column(x - 1);
    V right = cells[kWidth - 1] & p.column(x + kWidth);
    for (int i = 1; i < kWidth; ++i) {
      left = left | (cells[i] & p.column(x + i - 1));
      right = right | (cells[i - 1] & p.column(x + i));
    }
    auto counter = zero_counter(zero);
    count(counter, left);
    count(counter, right);
    const V touching = counted(counter);
    const V free = s.height - touching;
    f.row_transitions = free + free;
    if (needs.contacts) {
      if (x == 0) f.wall = s.length[0];
      f.wall = f.wall + keep(equal(s.width, V::set(plan.width - x)), s.last_length);
      f.floor = keep(equal(y, zero), s.floor);
      f.touch = touching - f.wall + s.width - f.covered - f.floor;
    }
  }

  f.wells = f.unsure = zero;
  if (needs.wells) {
    // Open wells anew in the window, and cells of the gaps. Where a hole gets a wall or a well is deeper than the table
    // of triangles, the lane is unsure and will be judged in full.
    V wells = p.open_before[x] - p.open_before[x + kWidth + 2];
    V large = zero, beside = zero;
    for (int i = -1; i <= kWidth; ++i) {
      const V left = i <= 0 ? p.column(x + i - 1) : now[i - 1];
      const V right = i >= kWidth - 1 ? p.column(x + i + 1) : now[i + 1];
      const bool inside = i >= 0 && i < kWidth;
      const V sides = left & right;
      const V open = shift_right(sides, inside ? risen[inside ? i : 0] : p.height(x + i));
      wells = wells + triangle(open);
      large = large | open;
      if (inside) {
        const V covered = shift_right(sides & under[i], p.height(x + i));
        wells = wells + triangle(covered);
        large = large | covered;
      }
      V new_walls = zero;
      if (i > 0) new_walls = cells[i - 1];
      if (i < kWidth - 1) new_walls = new_walls | cells[i + 1];
      beside = beside | (p.hole_at(x + i) & new_walls);
    }
    f.wells = wells;
    f.unsure = beside | and_not(large, V::set(127));
  }

  f.diversity = f.bumpiness = zero;
  if (needs.diversity || needs.bumpiness) {
    V steps = p.steps_before[x > 0 ? x - 1 : 0];
    const int end = x + kWidth < plan.width ? x + kWidth : plan.width - 1;  // last column of the window
    steps = steps | p.steps_from[end];
    V bumps = p.bump_before[x > 0 ? x - 1 : 0] - p.bump_before[end];
    V last = x > 0 ? p.height(x - 1) : zero;
    for (int i = 0; i <= kWidth; ++i) {
      if (x + i > end) break;
      const V height = i < kWidth ? risen[i < kWidth ? i : 0] : p.height(x + i);
      if (x + i > 0) {
        if (needs.diversity) steps = steps | step_bit(last, height);
        if (needs.bumpiness) bumps = bumps + absolute(height - last);
      }
      last = height;
    }
    if (needs.diversity) f.diversity = population(steps);
    f.bumpiness = bumps;
  }
  return f;
}
