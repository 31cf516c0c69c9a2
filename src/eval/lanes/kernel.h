// The fast evaluator: one board per lane, the same column for all lanes at a time. Included inside a namespace of its
// own for every instruction set, after the vector types (docs/simulator.md tells how it works and why).
//
// A placement without removed rows is judged by what it changes: the piece lies on top of its columns, so covered runs,
// holes, hole depth and heights follow from the gaps under it, transitions from its contacts, and only wells are counted
// anew in the columns around it. Placements that complete rows (and the few for which that is not enough) are put aside and
// judged in full, a vector at a time.

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

inline constexpr int kWalls = 2;    // wall columns at the left of the board
inline constexpr int kBeyond = 6;   // and at its right, for windows that look past the edge

/// The boards of the lanes and what all placements on them share.
template <class V>
struct Prepared {
  V column_[kWalls + 16 + kBeyond];
  V height_[1 + 16 + kBeyond];  // walls have all bits of height
  V top[16 + kBeyond];          // 1 << height
  V hole_[1 + 16 + kBeyond];    // holes of a column; walls have none
  V before[17], from[17 + kBeyond];         // rows full in all columns left of x; from x on
  V open_before[16 + kBeyond + 2];          // open wells in columns left of x - 1
  V bump_before[17], steps_before[17], steps_from[18];
  V hole_rows;

  V& column(int x) { return column_[x + kWalls]; }
  const V& column(int x) const { return column_[x + kWalls]; }
  V& hole_at(int x) { return hole_[x + 1]; }
  const V& hole_at(int x) const { return hole_[x + 1]; }
  V& height(int x) { return height_[x + 1]; }
  const V& height(int x) const { return height_[x + 1]; }
};

/// The features of whole boards, by lane.
template <class V>
struct Totals {
  V row_transitions, covered, holes, depth, hole_rows, wells, diversity, max_height, aggregate, bumpiness;
};

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
  V sum = zero, open = zero, covered_cells = zero, hole_rows = zero, any_cell = zero, steps = zero, bumps = zero, last = zero, outside = zero;
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
          if constexpr (kKeep) p.steps_from[x - 1] = step;
        }
        if (needs.bumpiness) bumps = bumps + absolute(height - last);
      }
      if constexpr (kKeep) {
        p.steps_before[x] = steps;
        p.bump_before[x] = bumps;
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
    if (needs.diversity) {
      p.steps_from[width - 1] = zero;
      for (int x = width - 2; x >= 0; --x) p.steps_from[x] = p.steps_from[x] | p.steps_from[x + 1];
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

/// Quantities of a placement, in the order of lanes::Quantity.
template <class V>
struct Measured {
  V q[lanes::kQuantities];
};

/// The weights of a chunk's lanes: lane by lane, and for 16-bit lanes in the order in which they are unpacked.
struct WeightsAt {
  const std::int32_t* change;  // [quantity][kGroup]
  const std::int32_t* upper;   // [pair][kGroup]
  const std::int32_t* lower;
  const std::int32_t* upper_unpacked;  // the second unpacked half stands 16 further on
  const std::int32_t* lower_unpacked;
  bool same;
};

/// Room for the weights of lanes in another order.
template <class V>
struct WeightsRoom {
  alignas(64) std::int32_t change[V::kBits == 16 ? 1 : lanes::kQuantities][kGroup];
  alignas(64) std::int32_t upper[lanes::kPairs][kGroup], lower[lanes::kPairs][kGroup];
  alignas(64) std::int32_t upper_unpacked[lanes::kPairs][kGroup], lower_unpacked[lanes::kPairs][kGroup];
};

inline WeightsAt weights_from(const GroupWeights& w, int first) {
  return {w.change[0] + first, w.upper[0] + first, w.lower[0] + first, w.upper_unpacked[0] + first / 2,
          w.lower_unpacked[0] + first / 2, w.same};
}

/// Where lane j of a vector stands among unpacked words.
constexpr int unpacked(int j) { return (j & 4) * 4 + (j >> 3) * 4 + (j & 3); }

/// The weights of lanes `index`, arranged in `room`.
template <class V, class Index>
WeightsAt rearranged(const WeightsAt& w, const Index* index, WeightsRoom<V>& room) {
  if (w.same) return w;
  for (int j = 0; j < V::kLanes; ++j) {
    const int from = static_cast<int>(index[j]);
    if constexpr (V::kBits == 16) {
      for (int i = 0; i < lanes::kPairs; ++i) {
        room.upper_unpacked[i][unpacked(j)] = room.upper[i][j] = w.upper[i * kGroup + from];
        room.lower_unpacked[i][unpacked(j)] = room.lower[i][j] = w.lower[i * kGroup + from];
      }
    } else {
      for (int i = 0; i < lanes::kQuantities; ++i) room.change[i][j] = w.change[i * kGroup + from];
    }
  }
  return {room.change[0], room.upper[0], room.lower[0], room.upper_unpacked[0], room.lower_unpacked[0], false};
}

/// Whether a pair of quantities can be other than zero.
STACKWRIGHT_INLINE bool pair_used(const Needs n, int pair, bool cleared) {
  switch (pair) {
    case 0: return n.landing || n.row_transitions;
    case 1: return true;
    case 2: return n.depth || n.hole_rows;
    case 3: return n.wells || n.diversity;
    case 4: return n.landing_row || n.max_height;
    case 5: return n.aggregate || n.bumpiness;
    case 6: return n.contacts;
    case 7: return n.contacts || cleared;
    default: return cleared;
  }
}

/// Adds pair i and the pairs after it (indices are constants, so that quantities stay in registers).
template <class V, bool kCleared, int i>
STACKWRIGHT_INLINE void add_pairs(const Needs needs, const Measured<V>& m, const WeightsAt& w, typename V::Score& upper,
                                  typename V::Score& lower) {
  if constexpr (i < lanes::kPairs) {
    if (pair_used(needs, i, kCleared)) {
      if constexpr (V::kBits == 16) {
        add_pair(upper, m.q[2 * i], m.q[2 * i + 1], w.upper_unpacked + i * kGroup);
        if (needs.low_weights) add_pair(lower, m.q[2 * i], m.q[2 * i + 1], w.lower_unpacked + i * kGroup);
      } else {
        lower = lower + multiply(m.q[2 * i], V::load_score(w.change + 2 * i * kGroup));
        lower = lower + multiply(m.q[2 * i + 1], V::load_score(w.change + (2 * i + 1) * kGroup));
      }
    }
    add_pairs<V, kCleared, i + 1>(needs, m, w, upper, lower);
  }
}

template <class V, bool kCleared>
STACKWRIGHT_INLINE typename V::Score weigh(const Needs needs, const Measured<V>& m, const WeightsAt& w) {
  auto upper = zero_score(m.q[0]), lower = upper;
  add_pairs<V, kCleared, 0>(needs, m, w, upper, lower);
  if constexpr (V::kBits == 16) {
    return needs.low_weights ? shl<12>(upper) + lower : shl<12>(upper);
  } else {
    return lower;
  }
}

/// What curves add: each curved feature's value picks a score from the lane's own table.
template <class V>
[[gnu::noinline]] V curve_scores(const Plan& plan, const Measured<V>& m, const Totals<V>& before,
                                 const std::int32_t* curves, V lane_start) {
  V sum = V::set(0);
  for (int i = 0; i < plan.curves; ++i) {
    const Curve& curve = plan.curve[i];
    V v = V::set(0);
    switch (curve.feature) {
      case Curved::landing_twice: v = m.q[lanes::kLandingTwice]; break;
      case Curved::row_transitions: v = before.row_transitions + m.q[lanes::kRowTransitions]; break;
      case Curved::column_transitions:
        v = before.covered + m.q[lanes::kCoveredRuns];
        v = v + v + V::set(plan.width);
        break;
      case Curved::lisbon_holes: v = before.covered + m.q[lanes::kCoveredRuns]; break;
      case Curved::holes: v = before.holes + m.q[lanes::kHoles]; break;
      case Curved::depth: v = before.depth + m.q[lanes::kHoleDepth]; break;
      case Curved::hole_rows: v = before.hole_rows + m.q[lanes::kRowsWithHoles]; break;
      case Curved::wells: v = before.wells + m.q[lanes::kWells]; break;
      case Curved::diversity: v = before.diversity + m.q[lanes::kDiversity]; break;
      case Curved::landing_row: v = m.q[lanes::kLandingRow]; break;
      case Curved::max_height: v = before.max_height + m.q[lanes::kMaxHeight]; break;
      case Curved::height_rise: v = m.q[lanes::kMaxHeight]; break;
      case Curved::aggregate: v = before.aggregate + m.q[lanes::kAggregate]; break;
      case Curved::bumpiness: v = before.bumpiness + m.q[lanes::kBumpiness]; break;
      case Curved::etp: v = m.q[lanes::kTouch]; break;
      case Curved::etp_floor: v = m.q[lanes::kTouch] + m.q[lanes::kFloor]; break;
      case Curved::etw: v = m.q[lanes::kWall] + m.q[lanes::kFloor]; break;
      case Curved::etw_sides: v = m.q[lanes::kWall]; break;
      case Curved::gaps: v = m.q[lanes::kHoles]; break;
      case Curved::lines: v = m.q[lanes::kLines]; break;
      case Curved::removed_cells: v = m.q[lanes::kRemovedCells]; break;
      case Curved::eroded: v = m.q[lanes::kEroded]; break;
      case Curved::lines_squared: v = m.q[lanes::kLinesSquared]; break;
    }
    // Lanes that lose or do not exist hold anything; they must not read outside their table.
    v = min_unsigned(v - V::set(curve.low), V::set(curve.size - 1));
    sum = sum + gather(curves, lane_start + V::set(curve.offset) + v);
  }
  return sum;
}

/// Puts a packed shape into boards at each lane's own column and row.
template <class V>
STACKWRIGHT_INLINE V cells_at(V packed, V four_x, V y, int x) {
  return shift_left(shift_right(packed, V::set(4 * x) - four_x) & V::set(15), y);
}

/// Rows at which packed shapes come to rest at each lane's own column.
template <class V>
STACKWRIGHT_INLINE V resting_rows(const Plan& plan, const Prepared<V>& p, V packed, V bottoms, V four_x) {
  V y = V::set(0);
  for (int x = 0; x < plan.width; ++x) {
    const V shift = V::set(4 * x) - four_x;
    const V mask = shift_right(packed, shift) & V::set(15);
    const V bottom = shift_right(bottoms, shift) & V::set(15);
    const V rest = population(smear(p.column(x))) - bottom;
    y = max(y, keep(non_zero(mask), rest));
  }
  return y;
}

/// Takes the full rows out; returns how many there were.
template <class V>
STACKWRIGHT_INLINE V remove_full_rows(const Plan& plan, Prepared<V>& p, V full) {
  const V one = V::set(1);
  const V lines = population(full);
  while (any(non_zero(full))) {
    const V below = and_not(full - one, full);  // bits under the lowest full row; everything where there is none
    for (int x = 0; x < plan.width; ++x) {
      const V c = p.column(x);
      p.column(x) = (c & below) | and_not(shr<1>(c), below);
    }
    full = shr<1>(full & (full - one));
  }
  return lines;
}

/// Placements that complete rows or are unsure, waiting to be judged in full.
template <class V>
struct Waiting {
  using Lane = std::conditional_t<V::kBits == 16, std::uint16_t, std::uint32_t>;
  static constexpr int kRoom = 64 + V::kLanes;
  int count = 0;
  alignas(64) Lane lane[kRoom];
  alignas(64) Lane y[kRoom];
  alignas(64) Lane packed[kRoom];
  alignas(64) Lane slot[kRoom];
  alignas(64) Lane height[kRoom];
  alignas(64) Lane touch[kRoom], wall[kRoom], floor[kRoom];
};

/// What a chunk of lanes works on.
template <class V>
struct Chunk {
  Prepared<V> boards;
  Totals<V> totals;
  Waiting<V> waiting;
  WeightsAt weights;
  const std::int32_t* curves = nullptr;
  bool in_order = false;                           // lanes are neighbouring tables
  alignas(64) std::int32_t table[V::kLanes];       // the table of each lane
  alignas(64) std::int32_t base[V::kLanes];        // value of the board before
  alignas(64) std::int32_t offset[V::kLanes];      // what the change weights make of the board before
  alignas(64) std::int32_t best_score[V::kLanes];  // without base
  alignas(64) std::int32_t best_slot[V::kLanes];
};

/// Base value of the boards before, and what the change weights make of them.
template <class V>
STACKWRIGHT_INLINE void value_boards(const Needs needs, Chunk<V>& chunk, const GroupWeights& w) {
  alignas(64) std::uint32_t before[V::kLanes];
  std::uint32_t base[V::kLanes], offset[V::kLanes];
  const bool in_order = w.same || chunk.in_order;
  const int first = w.same ? 0 : chunk.table[0];
  for (int j = 0; j < V::kLanes; ++j) {
    base[j] = static_cast<std::uint32_t>(w.constant[chunk.table[j]]);
    offset[j] = 0;
  }
  const auto add = [&](bool needed, int q, const V& total) {
    if (!needed) return;
    store(before, total);
    const std::int32_t* board = w.base[q];
    const std::int32_t* change = w.change[q];
    if (in_order) {
      for (int j = 0; j < V::kLanes; ++j) {
        base[j] += static_cast<std::uint32_t>(board[first + j]) * before[j];
        offset[j] += static_cast<std::uint32_t>(change[first + j]) * before[j];
      }
    } else {
      for (int j = 0; j < V::kLanes; ++j) {
        base[j] += static_cast<std::uint32_t>(board[chunk.table[j]]) * before[j];
        offset[j] += static_cast<std::uint32_t>(change[chunk.table[j]]) * before[j];
      }
    }
  };
  const Totals<V>& t = chunk.totals;
  add(needs.row_transitions, lanes::kRowTransitions, t.row_transitions);
  add(needs.covered, lanes::kCoveredRuns, t.covered);
  add(true, lanes::kHoles, t.holes);
  add(needs.depth, lanes::kHoleDepth, t.depth);
  add(needs.hole_rows, lanes::kRowsWithHoles, t.hole_rows);
  add(needs.wells, lanes::kWells, t.wells);
  add(needs.diversity, lanes::kDiversity, t.diversity);
  add(needs.max_height, lanes::kMaxHeight, t.max_height);
  add(needs.aggregate, lanes::kAggregate, t.aggregate);
  add(needs.bumpiness, lanes::kBumpiness, t.bumpiness);
  for (int j = 0; j < V::kLanes; ++j) {
    chunk.base[j] = static_cast<std::int32_t>(base[j]);
    chunk.offset[j] = static_cast<std::int32_t>(offset[j]);
  }
}

/// Quantities of a placement that removes no row.
template <class V>
STACKWRIGHT_INLINE Measured<V> measure(const Plan& plan, const Needs needs, const Totals<V>& before, const Shape<V>& s,
                                       const Found<V>& f) {
  Measured<V> m;
  const V zero = V::set(0);
  m.q[lanes::kLandingTwice] = f.y + f.y + s.height - V::set(1);
  m.q[lanes::kRowTransitions] = f.row_transitions;
  m.q[lanes::kCoveredRuns] = f.covered;
  m.q[lanes::kHoles] = f.holes;
  m.q[lanes::kHoleDepth] = f.depth;
  m.q[lanes::kRowsWithHoles] = f.hole_rows;
  m.q[lanes::kWells] = f.wells;
  m.q[lanes::kDiversity] = needs.diversity ? f.diversity - before.diversity : zero;
  m.q[lanes::kLandingRow] = f.y;
  m.q[lanes::kMaxHeight] = needs.max_height ? max(f.y + s.height - before.max_height, zero) : zero;
  m.q[lanes::kAggregate] = needs.aggregate ? f.holes + V::set(plan.cells) : zero;
  m.q[lanes::kBumpiness] = f.bumpiness;
  m.q[lanes::kTouch] = f.touch;
  m.q[lanes::kWall] = f.wall;
  m.q[lanes::kFloor] = f.floor;
  for (int q = lanes::kLines; q < lanes::kQuantities; ++q) m.q[q] = zero;
  return m;
}

/// Judges up to a vector of waiting placements in full.
template <class V>
[[gnu::noinline]] void judge_waiting(const Plan& plan, const Needs needs, Chunk<V>& chunk, GroupScores* all) {
  Waiting<V>& waiting = chunk.waiting;
  const int n = waiting.count < V::kLanes ? waiting.count : V::kLanes;
  for (int j = n; j < V::kLanes; ++j) waiting.lane[j] = 0;
  const V lane = load_lanes(V{}, waiting.lane), y = load_lanes(V{}, waiting.y);
  const V packed = load_lanes(V{}, waiting.packed);
  const V four_x = shl<2>(load_lanes(V{}, waiting.slot) & V::set(15));

  Prepared<V> b;
  Totals<V> after;
  set_walls(plan, b);
  V full = V::set(-1);
  V cells[16];
  for (int x = 0; x < plan.width; ++x) {
    cells[x] = cells_at(packed, four_x, y, x);
    b.column(x) = pick(chunk.boards.column(x), lane) | cells[x];
    full = full & b.column(x);
  }
  auto removed = zero_counter(full);
  if (needs.eroded) {
    for (int x = 0; x < plan.width; ++x) count(removed, cells[x] & full);
  }
  const V lines = remove_full_rows(plan, b, full);
  look_at_boards<V, false>(plan, needs, b, after);

  Measured<V> m;
  m.q[lanes::kLandingTwice] = y + y + load_lanes(V{}, waiting.height) - V::set(1);
  m.q[lanes::kRowTransitions] = after.row_transitions;
  m.q[lanes::kCoveredRuns] = after.covered;
  m.q[lanes::kHoles] = after.holes;
  m.q[lanes::kHoleDepth] = after.depth;
  m.q[lanes::kRowsWithHoles] = after.hole_rows;
  m.q[lanes::kWells] = after.wells;
  m.q[lanes::kDiversity] = after.diversity;
  m.q[lanes::kLandingRow] = y;
  m.q[lanes::kMaxHeight] = after.max_height;
  m.q[lanes::kAggregate] = after.aggregate;
  m.q[lanes::kBumpiness] = after.bumpiness;
  m.q[lanes::kTouch] = load_lanes(V{}, waiting.touch);
  m.q[lanes::kWall] = load_lanes(V{}, waiting.wall);
  m.q[lanes::kFloor] = load_lanes(V{}, waiting.floor);
  m.q[lanes::kLines] = lines;
  m.q[lanes::kRemovedCells] = counted(removed);
  m.q[lanes::kEroded] = multiply(lines, counted(removed));
  m.q[lanes::kLinesSquared] = multiply(lines, lines);
  m.q[lanes::kSpare] = V::set(0);

  WeightsRoom<V> room;
  const WeightsAt weights = rearranged<V>(chunk.weights, waiting.lane, room);
  alignas(64) std::int32_t score[V::kLanes];
  store_score(score, weigh<V, true>(needs, m, weights));
  if constexpr (V::kBits == 32) {
    if (plan.curves != 0) {
      // Curves speak of values, weights of changes: the boards before are looked up lane by lane.
      alignas(64) std::uint32_t start[V::kLanes];
      for (int j = 0; j < V::kLanes; ++j) {
        start[j] = static_cast<std::uint32_t>(chunk.table[waiting.lane[j]] * plan.curve_size);
      }
      Totals<V> none{};
      Measured<V> change = m;
      change.q[lanes::kMaxHeight] = after.max_height - pick(chunk.totals.max_height, lane);
      change.q[lanes::kHoles] = after.holes - pick(chunk.totals.holes, lane);
      none.max_height = pick(chunk.totals.max_height, lane);
      none.holes = pick(chunk.totals.holes, lane);
      alignas(64) std::int32_t extra[V::kLanes];
      store_score(extra, curve_scores(plan, change, none, chunk.curves, V::load(start)));
      for (int j = 0; j < V::kLanes; ++j) {
        score[j] = static_cast<std::int32_t>(static_cast<std::uint32_t>(score[j]) + static_cast<std::uint32_t>(extra[j]));
      }
    }
  }
  for (int j = 0; j < n; ++j) {
    const int at = static_cast<int>(waiting.lane[j]);
    const std::int32_t slot = static_cast<std::int32_t>(waiting.slot[j]);
    const std::int32_t s = static_cast<std::int32_t>(static_cast<std::uint32_t>(score[j]) -
                                                     static_cast<std::uint32_t>(chunk.offset[at]));
    if (s > chunk.best_score[at] || (s == chunk.best_score[at] && slot < chunk.best_slot[at])) {
      chunk.best_score[at] = s;
      chunk.best_slot[at] = slot;
    }
    if (all != nullptr) all->score[slot][chunk.table[at]] = s;
  }
  const int rest = waiting.count - n;
  const auto forward = [&](auto* a) {
    for (int j = 0; j < rest; ++j) a[j] = a[n + j];
  };
  forward(waiting.lane);
  forward(waiting.y);
  forward(waiting.packed);
  forward(waiting.slot);
  forward(waiting.height);
  forward(waiting.touch);
  forward(waiting.wall);
  forward(waiting.floor);
  waiting.count = rest;
}

/// Judges one orientation at all columns.
template <class V, int kWidth, bool kMixed>
STACKWRIGHT_INLINE void try_columns(const Plan& plan, const Needs needs, Chunk<V>& chunk, const Shape<V>& s, int turn,
                                    int columns, bool may_lose, typename V::Score& best, typename V::Score& best_slot,
                                    GroupScores* all) {
  for (int x = 0; x < columns; ++x) {
    const Found<V> f = look<V, kWidth, kMixed>(plan, needs, chunk.boards, s, x);
    const Measured<V> m = measure(plan, needs, chunk.totals, s, f);
    typename V::Score score = weigh<V, false>(needs, m, chunk.weights);
    if constexpr (V::kBits == 32) {
      if (plan.curves != 0) {
        alignas(64) std::uint32_t start[V::kLanes];
        for (int j = 0; j < V::kLanes; ++j) start[j] = static_cast<std::uint32_t>(chunk.table[j] * plan.curve_size);
        score = score + curve_scores(plan, m, chunk.totals, chunk.curves, V::load(start));
      }
    }
    auto out = no_lanes(f.y);
    if (may_lose) out = greater(f.y + s.height, V::set(plan.limit));
    if constexpr (kMixed) out = out | greater(s.width, V::set(plan.width - x));
    const auto complete = without(non_zero(f.full | f.unsure), out);
    const int slot = turn * 16 + x;
    if (any(complete)) {
      Waiting<V>& w = chunk.waiting;
      const int n = w.count;
      const std::uint32_t lanes_in = bits(complete);
      compress_lanes(w.lane + n, complete, lane_numbers(f.y));
      compress_lanes(w.y + n, complete, f.y);
      compress_lanes(w.packed + n, complete, s.packed);
      store_lanes(w.slot + n, V::set(slot));
      compress_lanes(w.height + n, complete, s.height);
      if (needs.contacts) {
        compress_lanes(w.touch + n, complete, f.touch);
        compress_lanes(w.wall + n, complete, f.wall);
        compress_lanes(w.floor + n, complete, f.floor);
      }
      w.count = n + std::popcount(lanes_in);
      if (w.count >= V::kLanes) judge_waiting(plan, needs, chunk, all);
      out = out | complete;
    }
    score = bury(score, out);
    if (all != nullptr) {
      alignas(64) std::int32_t now[V::kLanes];
      store_score(now, score);
      for (int j = 0; j < V::kLanes; ++j) {
        if ((bits(complete) >> j & 1u) == 0) all->score[slot][chunk.table[j]] = now[j];
      }
    }
    improve(best, best_slot, score, slot);
  }
}

/// Judges all placements of the chunk's boards (columns and weights are set): best_score (without base) and best_slot.
/// kMixed: each lane has its own piece; otherwise all have `piece`.
template <class V, bool kMixed>
STACKWRIGHT_INLINE void judge_all(const Plan& plan, const Needs needs, Chunk<V>& chunk, const GroupWeights& weights, V pieces,
                                  int piece, GroupScores* all) {
  set_walls(plan, chunk.boards);
  look_at_boards<V, true>(plan, needs, chunk.boards, chunk.totals);
  value_boards(needs, chunk, weights);
  chunk.waiting.count = 0;
  const bool may_lose = any(greater(chunk.totals.max_height, V::set(plan.limit - 4)));
  for (int j = 0; j < V::kLanes; ++j) {
    chunk.best_score[j] = kLost;
    chunk.best_slot[j] = lanes::kSlots;
  }
  auto best = worst_score(V{}), best_slot = best;
  const int turns = kMixed ? plan.turns : plan.orientations[piece];
  for (int turn = 0; turn < turns; ++turn) {
    const lanes::ShapeTable& table = plan.shape[turn];
    const Shape<V> s = kMixed ? shapes_of<V>(plan, turn, pieces) : shape_of<V>(plan, turn, piece);
    const int width = kMixed ? table.max_width : table.width[piece];
    const int columns = plan.width - (kMixed ? table.min_width : width) + 1;
    switch (width) {
      case 1: try_columns<V, 1, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all); break;
      case 2: try_columns<V, 2, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all); break;
      case 3: try_columns<V, 3, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all); break;
      default: try_columns<V, 4, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all); break;
    }
  }
  while (chunk.waiting.count > 0) judge_waiting(plan, needs, chunk, all);
  alignas(64) std::int32_t score[V::kLanes], slot[V::kLanes];
  store_score(score, best);
  store_score(slot, best_slot);
  for (int j = 0; j < V::kLanes; ++j) {
    const bool first = score[j] > chunk.best_score[j] || (score[j] == chunk.best_score[j] && slot[j] < chunk.best_slot[j]);
    chunk.best_score[j] = first ? score[j] : chunk.best_score[j];
    chunk.best_slot[j] = first ? slot[j] : chunk.best_slot[j];
  }
}

inline std::int32_t with_base(std::int32_t score, std::int32_t base) {
  return score == kLost ? kLost : static_cast<std::int32_t>(static_cast<std::uint32_t>(score) + static_cast<std::uint32_t>(base));
}

/// Chooses for the V::kLanes tables from `first` on.
template <class V>
STACKWRIGHT_INLINE void choose_chunk(const Plan& plan, const Needs needs, const GroupBoards& boards, const GroupWeights& weights,
                                     const std::uint8_t* pieces, int first, GroupChoices& out, GroupScores* all) {
  Chunk<V> chunk;
  for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = V::load(boards.column[x] + first);
  for (int j = 0; j < V::kLanes; ++j) chunk.table[j] = first + j;
  chunk.in_order = true;
  chunk.weights = weights_from(weights, first);
  chunk.curves = weights.curves;
  if constexpr (V::kLanes == 1) {
    judge_all<V, false>(plan, needs, chunk, weights, V{}, pieces[first], all);
  } else {
    alignas(64) std::uint32_t piece[V::kLanes];
    for (int j = 0; j < V::kLanes; ++j) piece[j] = pieces[first + j];
    judge_all<V, true>(plan, needs, chunk, weights, V::load(piece), 0, all);
  }
  for (int j = 0; j < V::kLanes; ++j) {
    out.score[first + j] = with_base(chunk.best_score[j], chunk.base[j]);
    out.slot[first + j] = chunk.best_slot[j];
  }
  if (all != nullptr) {
    for (int slot = 0; slot < plan.turns * 16; ++slot) {
      for (int j = 0; j < V::kLanes; ++j) {
        all->score[slot][first + j] = with_base(all->score[slot][first + j], chunk.base[j]);
      }
    }
  }
}

/// Puts each lane's shape (orientation and column by slot) into its board and takes full rows out.
template <class V>
STACKWRIGHT_INLINE V play_slots(const Plan& plan, Prepared<V>& p, const std::uint8_t* pieces, const std::uint8_t* slots,
                                typename V::Mask& lost) {
  alignas(64) std::uint32_t packed[V::kLanes], bottoms[V::kLanes], four_x[V::kLanes], height[V::kLanes];
  for (int j = 0; j < V::kLanes; ++j) {
    const lanes::ShapeTable& table = plan.shape[slots[j] >> 4];
    packed[j] = table.packed[pieces[j]];
    bottoms[j] = table.bottoms[pieces[j]];
    height[j] = table.height[pieces[j]];
    four_x[j] = (slots[j] & 15u) * 4;
  }
  const V shape = V::load(packed), x4 = V::load(four_x);
  const V y = resting_rows(plan, p, shape, V::load(bottoms), x4);
  lost = greater(y + V::load(height), V::set(plan.limit));
  V full = V::set(-1);
  for (int x = 0; x < plan.width; ++x) {
    const V cells = cells_at(shape, x4, y, x);
    p.column(x) = p.column(x) | (and_lanes_not(cells, lost));
    full = full & p.column(x);
  }
  return remove_full_rows(plan, p, full);
}

template <class V>
STACKWRIGHT_INLINE void apply_chunk(const Plan& plan, GroupBoards& boards, const std::uint8_t* pieces,
                                    const std::uint8_t* slots, int first, std::int8_t* lines) {
  Prepared<V> p;
  for (int x = 0; x < plan.width; ++x) p.column(x) = V::load(boards.column[x] + first);
  auto lost = no_lanes(V{});
  alignas(64) std::uint32_t removed[V::kLanes];
  store(removed, play_slots(plan, p, pieces + first, slots + first, lost));
  for (int x = 0; x < plan.width; ++x) store(boards.column[x] + first, p.column(x));
  const std::uint32_t over = bits(lost);
  for (int j = 0; j < V::kLanes; ++j) {
    lines[first + j] = (over >> j & 1u) != 0 ? std::int8_t{-1} : static_cast<std::int8_t>(removed[j]);
  }
}

/// The best second placement after each of V::kLanes first ones; false when the boards are too high for these lanes.
template <class V>
STACKWRIGHT_INLINE bool second_chunk(const Plan& plan, const Needs needs, const GroupBoards& boards,
                                     const GroupWeights& weights, const std::uint8_t* pieces, const std::uint8_t* tables,
                                     const std::uint8_t* slots, int second, std::int32_t* best) {
  Chunk<V> chunk;
  alignas(64) std::uint32_t index[V::kLanes];
  std::uint8_t first_piece[V::kLanes];
  for (int j = 0; j < V::kLanes; ++j) {
    index[j] = tables[j];
    chunk.table[j] = tables[j];
    first_piece[j] = pieces[tables[j]];
  }
  const V lane = V::load(index);
  for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = pick_group(boards.column[x], lane);
  auto lost = no_lanes(lane);
  play_slots(plan, chunk.boards, first_piece, slots, lost);
  if constexpr (V::kBits == 16) {
    V cells = V::set(0);
    for (int x = 0; x < plan.width; ++x) cells = cells | chunk.boards.column(x);
    if (any(non_zero(shr<12>(cells)))) return false;
  }
  WeightsRoom<V> room;
  chunk.weights = rearranged<V>(weights_from(weights, 0), index, room);
  chunk.curves = weights.curves;
  judge_all<V, false>(plan, needs, chunk, weights, V{}, second, nullptr);
  for (int j = 0; j < V::kLanes; ++j) best[j] = with_base(chunk.best_score[j], chunk.base[j]);
  return true;
}

/// Sets of needs that published controllers have; each gets a kernel of its own, without the questions.
constexpr Needs thiery_needs(bool diversity) {
  Needs n;
  n.landing = n.row_transitions = n.covered = n.wells = n.eroded = n.depth = n.hole_rows = n.low_weights = true;
  n.diversity = diversity;
  return n;
}
constexpr Needs milan_needs() {
  Needs n;
  n.landing_row = n.contacts = n.low_weights = true;
  return n;
}
constexpr Needs kBcts = thiery_needs(false), kThiery = thiery_needs(true), kMilan = milan_needs();

/// Whether a kernel made for `n` serves these needs: more than needed does no harm.
constexpr bool serves(const Needs n, const Needs needs) {
  const auto covers = [](bool has, bool wants) { return has || !wants; };
  return covers(n.row_transitions, needs.row_transitions) && covers(n.covered, needs.covered) &&
         covers(n.depth, needs.depth) && covers(n.hole_rows, needs.hole_rows) && covers(n.wells, needs.wells) &&
         covers(n.diversity, needs.diversity) && covers(n.landing, needs.landing) &&
         covers(n.landing_row, needs.landing_row) && covers(n.max_height, needs.max_height) &&
         covers(n.aggregate, needs.aggregate) && covers(n.bumpiness, needs.bumpiness) &&
         covers(n.contacts, needs.contacts) && covers(n.eroded, needs.eroded) && covers(n.low_weights, needs.low_weights) &&
         !needs.wide;
}

/// Calls f with the smallest kernel's needs that serve: as a constant where it is one of the sets above.
template <class F>
STACKWRIGHT_INLINE void with_needs(const Needs& needs, const F& f) {
  if (serves(kMilan, needs)) {
    f.template operator()<kMilan>(kMilan);
  } else if (serves(kBcts, needs)) {
    f.template operator()<kBcts>(kBcts);
  } else if (serves(kThiery, needs)) {
    f.template operator()<kThiery>(kThiery);
  } else {
    f.template operator()<Needs{}>(needs);
  }
}

std::uint32_t high(const Plan& plan, const GroupBoards& boards) {
  std::uint32_t tables = 0;
  for (int first = 0; first < kGroup; first += Wide::kLanes) {
    Wide cells = Wide::set(0);
    for (int x = 0; x < plan.width; ++x) cells = cells | Wide::load(boards.column[x] + first);
    tables |= bits(non_zero(shr<12>(cells))) << first;
  }
  return tables;
}

/// One function per set of needs; kKnown is the set, or empty where the needs are only known at run time.
template <class V, Needs kKnown>
[[gnu::noinline]] void choose_with(const Plan& plan, const Needs needs, const GroupBoards& boards, const GroupWeights& weights,
                                   const std::uint8_t* pieces, int first, GroupChoices& out, GroupScores* all) {
  choose_chunk<V>(plan, kKnown == Needs{} ? needs : kKnown, boards, weights, pieces, first, out, all);
}
template <class V, Needs kKnown>
[[gnu::noinline]] bool second_with(const Plan& plan, const Needs needs, const GroupBoards& boards, const GroupWeights& weights,
                                   const std::uint8_t* pieces, const std::uint8_t* tables, const std::uint8_t* slots,
                                   int second, std::int32_t* best) {
  return second_chunk<V>(plan, kKnown == Needs{} ? needs : kKnown, boards, weights, pieces, tables, slots, second, best);
}

void choose(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, const std::uint8_t* pieces, int first,
            int last, GroupChoices& out, GroupScores* all) {
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
#ifdef STACKWRIGHT_NARROW
    if (!needs.wide && high(plan, boards) == 0) {
      for (int t = first; t < last; t += Narrow::kLanes) {
        choose_with<Narrow, kKnown>(plan, needs, boards, weights, pieces, t, out, all);
      }
      return;
    }
#endif
    for (int t = first; t < last; t += Wide::kLanes) {
      choose_with<Wide, kKnown>(plan, needs, boards, weights, pieces, t, out, all);
    }
  });
}

void second(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, const std::uint8_t* pieces,
            const std::uint8_t* tables, const std::uint8_t* slots, int count, int piece, std::int32_t* best) {
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
    int j = 0;
#ifdef STACKWRIGHT_NARROW
    if (!needs.wide && high(plan, boards) == 0) {
      while (j < count && second_with<Narrow, kKnown>(plan, needs, boards, weights, pieces, tables + j, slots + j, piece, best + j)) {
        j += Narrow::kLanes;
      }
    }
#endif
    for (; j < count; j += Wide::kLanes) {
      second_with<Wide, kKnown>(plan, needs, boards, weights, pieces, tables + j, slots + j, piece, best + j);
    }
  });
}

void apply(const Plan& plan, GroupBoards& boards, const std::uint8_t* pieces, const std::uint8_t* slots, int first, int last,
           std::int8_t* lines) {
#ifdef STACKWRIGHT_NARROW
  if (high(plan, boards) == 0) {
    for (int t = first; t < last; t += Narrow::kLanes) apply_chunk<Narrow>(plan, boards, pieces, slots, t, lines);
    return;
  }
#endif
  for (int t = first; t < last; t += Wide::kLanes) apply_chunk<Wide>(plan, boards, pieces, slots, t, lines);
}
