// Quantities times weights: the score of a placement. Included inside a kernel's namespace.

/// Quantities of a placement, in the order of lanes::Quantity.
template <class V>
struct Measured {
  V q[lanes::kQuantities];
};

/// Sets quantities [from, to) to zero. One by one, with constant indices: after a loop they would have to lie in memory.
template <int from, int to, class V>
STACKWRIGHT_INLINE void set_zero(Measured<V>& m) {
  if constexpr (from < to) {
    m.q[from] = V::set(0);
    set_zero<from + 1, to>(m);
  }
}

/// The weights of a chunk's lanes: lane by lane, and for 16-bit lanes in the order in which they are unpacked.
struct WeightsAt {
  const std::int32_t* change;          // [quantity][kGroup]
  const std::int32_t* upper_unpacked;  // [pair][kGroup]; the second unpacked half stands 16 further on
  const std::int32_t* lower_unpacked;
  bool same;
};

/// Room for the weights of lanes in another order.
template <class V>
struct WeightsRoom {
  alignas(64) std::int32_t change[V::kBits == 16 ? 1 : lanes::kQuantities][kGroup];
  alignas(64) std::int32_t upper_unpacked[lanes::kPairs][kGroup], lower_unpacked[lanes::kPairs][kGroup];
};

inline WeightsAt weights_from(const GroupWeights& w, int first) {
  return {w.change[0] + first, w.upper_unpacked[0] + first / 2, w.lower_unpacked[0] + first / 2, w.same};
}

/// Where lane j of a vector stands among unpacked words.
constexpr int unpacked(int j) { return (j & 4) * 4 + (j >> 3) * 4 + (j & 3); }

/// Whether a pair of quantities can be other than zero.
STACKWRIGHT_INLINE bool pair_used(const Needs n, int pair, bool cleared) {
  if (pair >= lanes::kStepSquares / 2 && pair <= lanes::kAbove2 / 2) return n.pile;
  switch (pair) {
    case lanes::kLandingTwice / 2:
      return n.landing || n.row_transitions;
    case lanes::kCoveredRuns / 2:
      return true;
    case lanes::kHoleDepth / 2:
      return n.depth || n.hole_rows;
    case lanes::kWells / 2:
      return n.wells || n.diversity;
    case lanes::kLandingRow / 2:
      return n.landing_row || n.max_height;
    case lanes::kAggregate / 2:
      return n.aggregate || n.bumpiness;
    case lanes::kScarce0 / 2:
      return n.scarce;
    case lanes::kScarce2 / 2:
      return n.scarce || n.openings;
    case lanes::kNearlyOpen0 / 2:
      return n.openings;
    case lanes::kTouch / 2:
      return n.contacts;
    case lanes::kFloor / 2:
      return n.contacts || cleared;
    case lanes::kClearsTwo / 2:
    case lanes::kClearsFour / 2:
      return cleared && n.clears;
    case lanes::kTouchSquared / 2:
    case lanes::kGapsSquared / 2:
      return n.squares;
    default:
      return cleared;
  }
}

/// The weights of one table per lane, arranged in `room`.
template <class V>
WeightsAt weights_of(const Needs needs, const GroupWeights& w, const std::uint32_t* tables, WeightsRoom<V>& room) {
  const auto pick_weights = [](std::int32_t* to, const std::int32_t* from, Wide at) {
    store(reinterpret_cast<std::uint32_t*>(to), pick_group(reinterpret_cast<const std::uint32_t*>(from), at));
  };
  if constexpr (V::kBits == 16) {
    alignas(64) std::uint32_t order[kGroup] = {};
    for (int j = 0; j < V::kLanes; ++j) order[unpacked(j)] = tables[j];
    for (int half = 0; half < kGroup; half += 16) {
      const Wide at = Wide::load(order + half);
      for (int i = 0; i < lanes::kPairs; ++i) {
        if (!pair_used(needs, i, true)) continue;
        pick_weights(room.upper_unpacked[i] + half, w.upper[i], at);
        if (needs.low_weights) pick_weights(room.lower_unpacked[i] + half, w.lower[i], at);
      }
    }
  } else {
    const Wide at = Wide::load(tables);
    for (int i = 0; i < lanes::kQuantities; ++i) {
      if (pair_used(needs, i / 2, true)) pick_weights(room.change[i], w.change[i], at);
    }
  }
  return {room.change[0], room.upper_unpacked[0], room.lower_unpacked[0], false};
}

/// The weights of one table for all lanes, arranged in `room`.
template <class V>
STACKWRIGHT_INLINE WeightsAt weights_of_one(const Needs needs, const GroupWeights& w, int table, WeightsRoom<V>& room) {
  if (w.same) return weights_from(w, 0);
  const auto spread = [](std::int32_t* lanes_of, std::int32_t weight) {
    for (int j = 0; j < kGroup; ++j) lanes_of[j] = weight;
  };
  for (int i = 0; i < lanes::kPairs; ++i) {
    if (!pair_used(needs, i, true)) continue;
    if constexpr (V::kBits == 16) {
      spread(room.upper_unpacked[i], w.upper[i][table]);
      spread(room.lower_unpacked[i], w.lower[i][table]);
    } else {
      spread(room.change[2 * i], w.change[2 * i][table]);
      spread(room.change[2 * i + 1], w.change[2 * i + 1][table]);
    }
  }
  return {room.change[0], room.upper_unpacked[0], room.lower_unpacked[0], true};
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
      case Curved::landing_twice:
        v = m.q[lanes::kLandingTwice];
        break;
      case Curved::row_transitions:
        v = before.row_transitions + m.q[lanes::kRowTransitions];
        break;
      case Curved::column_transitions:
        v = before.covered + m.q[lanes::kCoveredRuns];
        v = v + v + V::set(plan.width);
        break;
      case Curved::lisbon_holes:
        v = before.covered + m.q[lanes::kCoveredRuns];
        break;
      case Curved::holes:
        v = before.holes + m.q[lanes::kHoles];
        break;
      case Curved::depth:
        v = before.depth + m.q[lanes::kHoleDepth];
        break;
      case Curved::hole_rows:
        v = before.hole_rows + m.q[lanes::kRowsWithHoles];
        break;
      case Curved::wells:
        v = before.wells + m.q[lanes::kWells];
        break;
      case Curved::diversity:
        v = before.diversity + m.q[lanes::kDiversity];
        break;
      case Curved::landing_row:
        v = m.q[lanes::kLandingRow];
        break;
      case Curved::max_height:
        v = before.max_height + m.q[lanes::kMaxHeight];
        break;
      case Curved::height_rise:
        v = m.q[lanes::kMaxHeight];
        break;
      case Curved::aggregate:
        v = before.aggregate + m.q[lanes::kAggregate];
        break;
      case Curved::bumpiness:
        v = before.bumpiness + m.q[lanes::kBumpiness];
        break;
      case Curved::etp:
        v = m.q[lanes::kTouch];
        break;
      case Curved::etp_floor:
        v = m.q[lanes::kTouch] + m.q[lanes::kFloor];
        break;
      case Curved::etw:
        v = m.q[lanes::kWall] + m.q[lanes::kFloor];
        break;
      case Curved::etw_sides:
        v = m.q[lanes::kWall];
        break;
      case Curved::gaps:
        v = m.q[lanes::kHoles];
        break;
      case Curved::lines:
        v = m.q[lanes::kLines];
        break;
      case Curved::removed_cells:
        v = m.q[lanes::kRemovedCells];
        break;
      case Curved::eroded:
        v = m.q[lanes::kEroded];
        break;
      case Curved::lines_squared:
        v = m.q[lanes::kLinesSquared];
        break;
      case Curved::none:
        break;
    }
    // Lanes that lose or do not exist hold anything; they must not read outside their table.
    v = min_unsigned(v - V::set(curve.low), V::set(curve.size - 1));
    sum = sum + gather(curves, lane_start + V::set(curve.offset) + v);
  }
  return sum;
}

/// Squares of what a move comes to, once the rest is measured; `holes` is their change.
template <class V>
STACKWRIGHT_INLINE void measure_squares(const Needs needs, V holes, Measured<V>& m) {
  const auto squared = [&](V v) { return needs.squares ? square(v) : V::set(0); };
  m.q[lanes::kLandingRowSquared] = squared(m.q[lanes::kLandingRow]);
  m.q[lanes::kTouchSquared] = squared(m.q[lanes::kTouch]);
  m.q[lanes::kBorderSquared] = squared(m.q[lanes::kWall] + m.q[lanes::kFloor]);
  m.q[lanes::kGapsSquared] = squared(holes);
}

/// What a placement that removes no row changes of the pile.
template <class V>
STACKWRIGHT_INLINE void measure_pile(const Plan& plan, const Totals<V>& before, V height, V well_height,
                                     const Found<V>& f, Measured<V>& m) {
  PileTotals<V> after = before.pile;
  after.squares = before.pile.squares + f.squares;
  after.large = before.pile.large + f.large;
  after.steps = f.steps;
  after.missing_one = population(f.missing_one);
  after.ready = population(f.ready);
  after.at_once = ready_at_once(f.ready, well_height);
  const V highest = max(height, before.max_height);
  for (int j = 0; j < kAbove; ++j) after.above[j] = squared_above(highest, plan.above[j]);
  for_each_pile_total(after, [&](int q, V total) { m.q[q] = total; });
  for_each_pile_total(before.pile, [&](int q, V total) { m.q[q] = m.q[q] - total; });
}

/// Quantities of a placement that removes no row.
template <class V>
STACKWRIGHT_INLINE Measured<V> measure(const Plan& plan, const Needs needs, const Totals<V>& before, V well_height,
                                       const Shape<V>& s, const Found<V>& f) {
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
  for (int i = 0; i < kScarce; ++i) {
    m.q[lanes::kScarce0 + i] = needs.scarce ? f.scarce[i] - before.scarce[i] : zero;
  }
  m.q[lanes::kCoveredColumns] = needs.openings ? f.openings.covered - before.openings.covered : zero;
  m.q[lanes::kNearlyOpen0] = needs.openings ? f.openings.one - before.openings.one : zero;
  m.q[lanes::kNearlyOpen1] = needs.openings ? f.openings.two - before.openings.two : zero;
  m.q[lanes::kTouch] = f.touch;
  m.q[lanes::kWall] = f.wall;
  m.q[lanes::kFloor] = f.floor;
  set_zero<lanes::kLines, lanes::kQuantities>(m);
  measure_squares(needs, f.holes, m);
  if (needs.pile) {
    measure_pile(plan, before, f.y + s.height, well_height, f, m);
  } else {
    set_zero<lanes::kStepSquares, lanes::kBoardQuantities>(m);
  }
  return m;
}
