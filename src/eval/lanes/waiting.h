// Placements put aside by the quick way, judged in full a vector at a time. Included inside a kernel's namespace.

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

/// Where the scores of all placements go: by slot and table, or by slot alone (a stride of 1).
struct ScoresAt {
  std::int32_t* score = nullptr;
  int stride = kGroup;

  bool wanted() const { return score != nullptr; }
  std::int32_t& of(int slot, int table) const { return score[slot * stride + (table & (stride - 1))]; }
};

/// What a chunk of lanes works on.
template <class V>
struct Chunk {
  Prepared<V> boards;
  Totals<V> totals;
  Waiting<V> waiting;
  WeightsAt weights;
  const GroupWeights* group = nullptr;  // where the weights of tables are found
  const std::int32_t* curves = nullptr;
  bool in_order = false;                           // lanes are neighbouring tables
  alignas(64) std::int32_t table[V::kLanes];       // the table of each lane
  alignas(64) std::int32_t base[V::kLanes];        // value of the board before
  alignas(64) std::int32_t offset[V::kLanes];      // what the change weights make of the board before
  alignas(64) std::int32_t best_score[V::kLanes];  // without base
  alignas(64) std::int32_t best_slot[V::kLanes];
};

/// Judges up to a vector of waiting placements in full.
template <class V>
[[gnu::noinline]] void judge_waiting(const Plan& plan, const Needs needs, Chunk<V>& chunk, ScoresAt all) {
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
    const bool well = needs.pile && x == plan.width - 1;
    b.column(x) = pick(well ? chunk.boards.pile.well : chunk.boards.column(x), lane) | cells[x];
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
  for (int i = 0; i < kScarce; ++i) m.q[lanes::kScarce0 + i] = after.scarce[i];
  m.q[lanes::kCoveredColumns] = after.openings.covered;
  m.q[lanes::kNearlyOpen0] = after.openings.one;
  m.q[lanes::kNearlyOpen1] = after.openings.two;
  m.q[lanes::kTouch] = load_lanes(V{}, waiting.touch);
  m.q[lanes::kWall] = load_lanes(V{}, waiting.wall);
  m.q[lanes::kFloor] = load_lanes(V{}, waiting.floor);
  m.q[lanes::kLines] = lines;
  m.q[lanes::kRemovedCells] = counted(removed);
  m.q[lanes::kEroded] = multiply(lines, counted(removed));
  m.q[lanes::kLinesSquared] = multiply(lines, lines);
  for (int n_rows = 1; n_rows < 4; ++n_rows) {
    m.q[lanes::kClearsOne + n_rows - 1] = keep(equal(lines, V::set(n_rows)), V::set(1));
  }
  m.q[lanes::kClearsFour] = keep(greater(lines, V::set(3)), V::set(1));
  m.q[lanes::kSpare] = V::set(0);
  measure_squares(needs, needs.squares ? after.holes - pick(chunk.totals.holes, lane) : V::set(0), m);
  if (needs.pile) {
    for_each_pile_total(after.pile, [&](int q, V total) { m.q[q] = total; });
  } else {
    set_zero<lanes::kStepSquares, lanes::kBoardQuantities>(m);
  }

  WeightsRoom<V> room;
  WeightsAt weights = chunk.weights;
  if constexpr (V::kLanes > 1) {
    if (!weights.same) {
      alignas(64) std::uint32_t tables[V::kLanes];
      for (int j = 0; j < V::kLanes; ++j) tables[j] = static_cast<std::uint32_t>(chunk.table[waiting.lane[j]]);
      weights = weights_of<V>(needs, *chunk.group, tables, room);
    }
  }
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
    if (all.wanted()) all.of(slot, chunk.table[at]) = s;
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
