// All placements of a chunk of lanes, the quick way where it holds and in full where not. Included inside a kernel's namespace.

/// Calls f with every total that is needed.
template <class V, class F>
STACKWRIGHT_INLINE void for_each_total(const Needs needs, const Totals<V>& t, const F& f) {
  if (needs.row_transitions) f(lanes::kRowTransitions, t.row_transitions);
  if (needs.covered) f(lanes::kCoveredRuns, t.covered);
  f(lanes::kHoles, t.holes);
  if (needs.depth) f(lanes::kHoleDepth, t.depth);
  if (needs.hole_rows) f(lanes::kRowsWithHoles, t.hole_rows);
  if (needs.wells) f(lanes::kWells, t.wells);
  if (needs.diversity) f(lanes::kDiversity, t.diversity);
  if (needs.max_height) f(lanes::kMaxHeight, t.max_height);
  if (needs.aggregate) f(lanes::kAggregate, t.aggregate);
  if (needs.bumpiness) f(lanes::kBumpiness, t.bumpiness);
  if (needs.scarce) {
    for (int i = 0; i < kScarce; ++i) f(lanes::kScarce0 + i, t.scarce[i]);
  }
  if (needs.openings) {
    f(lanes::kCoveredColumns, t.openings.covered);
    f(lanes::kNearlyOpen0, t.openings.one);
    f(lanes::kNearlyOpen1, t.openings.two);
  }
  if (needs.pile) for_each_pile_total(t.pile, f);
}

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
  const auto add = [&](int q, const V& total) {
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
  for_each_total(needs, chunk.totals, add);
  for (int j = 0; j < V::kLanes; ++j) {
    chunk.base[j] = static_cast<std::int32_t>(base[j]);
    chunk.offset[j] = static_cast<std::int32_t>(offset[j]);
  }
}

/// Scores of the shapes where `at` looks; those that lose or do not exist get the worst score, as do those put aside (to be
/// judged in full), whose lanes are returned in `aside`.
template <class V, int kWidth, bool kMixed, class At>
STACKWRIGHT_INLINE typename V::Score judge_at(const Plan& plan, const Needs needs, Chunk<V>& chunk, const At& at,
                                              const Shape<V>& s, V slot, typename V::Mask out, bool may_lose,
                                              typename V::Mask& aside) {
  const Found<V> f = look<V, kWidth, kMixed>(needs, at, s);
  const Measured<V> m = measure(plan, needs, chunk.totals, needs.pile ? at.well_height() : V::set(0), s, f);
  typename V::Score score = weigh<V, false>(needs, m, chunk.weights);
  if constexpr (V::kBits == 32) {
    if (plan.curves != 0) {
      alignas(64) std::uint32_t start[V::kLanes];
      for (int j = 0; j < V::kLanes; ++j) start[j] = static_cast<std::uint32_t>(chunk.table[j] * plan.curve_size);
      score = score + curve_scores(plan, m, chunk.totals, chunk.curves, V::load(start));
    }
  }
  if (may_lose) out = out | greater(f.y + s.height, V::set(plan.limit));
  aside = non_zero(f.full | f.unsure);
  if (needs.pile) aside = aside | at.over_the_well(s.width);
  aside = without(aside, out);
  if (any(aside)) {
    Waiting<V>& w = chunk.waiting;
    const int n = w.count;
    compress_lanes(w.lane + n, aside, lane_numbers(f.y));
    compress_lanes(w.y + n, aside, f.y);
    compress_lanes(w.packed + n, aside, s.packed);
    compress_lanes(w.slot + n, aside, slot);
    compress_lanes(w.height + n, aside, s.height);
    if (needs.contacts) {
      compress_lanes(w.touch + n, aside, f.touch);
      compress_lanes(w.wall + n, aside, f.wall);
      compress_lanes(w.floor + n, aside, f.floor);
    }
    w.count = n + std::popcount(bits(aside));
    out = out | aside;
  }
  return bury(score, out);
}

/// Judges one orientation at all columns.
template <class V, int kWidth, bool kMixed>
STACKWRIGHT_INLINE void try_columns(const Plan& plan, const Needs needs, Chunk<V>& chunk, const Shape<V>& s, int turn,
                                    int columns, bool may_lose, typename V::Score& best, typename V::Score& best_slot,
                                    ScoresAt all) {
  for (int x = 0; x < columns; ++x) {
    const Across<V> at{chunk.boards, x, plan.width, needs.pile ? plan.width - 1 : plan.width};
    auto out = no_lanes(s.width), aside = out;
    if constexpr (kMixed) out = at.too_wide(s.width);
    const int slot = turn * 16 + x;
    const typename V::Score score =
        judge_at<V, kWidth, kMixed>(plan, needs, chunk, at, s, V::set(slot), out, may_lose, aside);
    if (any(aside) && chunk.waiting.count >= V::kLanes) judge_waiting(plan, needs, chunk, all);
    if (all.wanted()) {
      alignas(64) std::int32_t now[V::kLanes];
      store_score(now, score);
      for (int j = 0; j < V::kLanes; ++j) {
        if ((bits(aside) >> j & 1u) == 0) all.of(slot, chunk.table[j]) = now[j];
      }
    }
    improve(best, best_slot, score, slot);
  }
}

/// Looks at the chunk's boards (columns and weights are set): what all placements share.
template <class V>
STACKWRIGHT_INLINE void prepare_boards(const Plan& plan, const Needs needs, Chunk<V>& chunk,
                                       const GroupWeights& weights) {
  set_walls(plan, chunk.boards);
  look_at_boards<V, true>(plan, needs, chunk.boards, chunk.totals);
  value_boards(needs, chunk, weights);
}

/// Judges all placements on the prepared boards: best_score (without base) and best_slot. kMixed: each lane has its own piece;
/// otherwise all have `piece`.
template <class V, bool kMixed>
STACKWRIGHT_INLINE void judge_placements(const Plan& plan, const Needs needs, Chunk<V>& chunk, V pieces, int piece,
                                         ScoresAt all) {
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
      case 1:
        try_columns<V, 1, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all);
        break;
      case 2:
        try_columns<V, 2, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all);
        break;
      case 3:
        try_columns<V, 3, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all);
        break;
      default:
        try_columns<V, 4, kMixed>(plan, needs, chunk, s, turn, columns, may_lose, best, best_slot, all);
        break;
    }
  }
  while (chunk.waiting.count > 0) judge_waiting(plan, needs, chunk, all);
  alignas(64) std::int32_t score[V::kLanes], slot[V::kLanes];
  store_score(score, best);
  store_score(slot, best_slot);
  for (int j = 0; j < V::kLanes; ++j) {
    const bool first =
        score[j] > chunk.best_score[j] || (score[j] == chunk.best_score[j] && slot[j] < chunk.best_slot[j]);
    chunk.best_score[j] = first ? score[j] : chunk.best_score[j];
    chunk.best_slot[j] = first ? slot[j] : chunk.best_slot[j];
  }
}

template <class V, bool kMixed>
STACKWRIGHT_INLINE void judge_all(const Plan& plan, const Needs needs, Chunk<V>& chunk, const GroupWeights& weights,
                                  V pieces, int piece, ScoresAt all) {
  prepare_boards(plan, needs, chunk, weights);
  judge_placements<V, kMixed>(plan, needs, chunk, pieces, piece, all);
}

inline std::int32_t with_base(std::int32_t score, std::int32_t base) {
  return score == kLost
             ? kLost
             : static_cast<std::int32_t>(static_cast<std::uint32_t>(score) + static_cast<std::uint32_t>(base));
}
