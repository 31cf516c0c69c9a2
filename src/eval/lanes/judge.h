// All placements of a chunk of lanes, the quick way where it holds and in full where not. Included inside a kernel's namespace.

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
        score[j] =
            static_cast<std::int32_t>(static_cast<std::uint32_t>(score[j]) + static_cast<std::uint32_t>(extra[j]));
      }
    }
  }
  for (int j = 0; j < n; ++j) {
    const int at = static_cast<int>(waiting.lane[j]);
    const std::int32_t slot = static_cast<std::int32_t>(waiting.slot[j]);
    const std::int32_t s =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(score[j]) - static_cast<std::uint32_t>(chunk.offset[at]));
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
STACKWRIGHT_INLINE void judge_all(const Plan& plan, const Needs needs, Chunk<V>& chunk, const GroupWeights& weights,
                                  V pieces, int piece, GroupScores* all) {
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

inline std::int32_t with_base(std::int32_t score, std::int32_t base) {
  return score == kLost
             ? kLost
             : static_cast<std::int32_t>(static_cast<std::uint32_t>(score) + static_cast<std::uint32_t>(base));
}
