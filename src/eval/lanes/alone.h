// All placements of one board at once: lanes are neighbouring columns. Included inside a kernel's namespace.
//
// The fields of a board's columns lie side by side, so the 16 words from column i on are what placements at columns 0, 1, 2
// ... see as their column i. 32 lanes hold two orientations.

#ifdef STACKWRIGHT_NARROW

inline constexpr int kSlotColumns = 16;

template <class V>
STACKWRIGHT_INLINE Shape<V> paired_shapes(const lanes::PairedShapes& pair) {
  Shape<V> s;
  for (int i = 0; i < lanes::kShapeWidth; ++i) {
    s.bottom[i] = load_lanes(V{}, pair.bottom[i]);
    s.mask[i] = load_lanes(V{}, pair.mask[i]);
    s.length[i] = load_lanes(V{}, pair.length[i]);
    s.used[i] = load_lanes(V{}, pair.used[i]);
  }
  s.packed = load_lanes(V{}, pair.packed);
  s.last_length = load_lanes(V{}, pair.last_length);
  s.floor = load_lanes(V{}, pair.floor);
  s.width = load_lanes(V{}, pair.width);
  s.height = load_lanes(V{}, pair.height);
  return s;
}

/// Scores of a vector of slots from column `first` on.
template <class V, int kWidth>
STACKWRIGHT_INLINE typename V::Score try_slots(const Plan& plan, const Needs needs, Chunk<V>& chunk,
                                               const Prepared<typename V::Word>& board, const Shape<V>& s, V slot,
                                               int first, bool may_lose) {
  const int inner = needs.pile ? plan.width - 1 : plan.width;
  const Along<V> at{board, first, plan.width, slot & V::set(kSlotColumns - 1), V::set(plan.width), V::set(inner)};
  auto aside = no_lanes(slot);
  return judge_at<V, kWidth, (V::kLanes > kSlotColumns)>(plan, needs, chunk, at, s, slot, at.too_wide(s.width),
                                                         may_lose, aside);
}
template <class V>
STACKWRIGHT_INLINE typename V::Score try_slots(const Plan& plan, const Needs needs, Chunk<V>& chunk,
                                               const Prepared<typename V::Word>& board, const Shape<V>& s, V slot,
                                               int first, bool may_lose, int width) {
  switch (width) {
    case 1:
      return try_slots<V, 1>(plan, needs, chunk, board, s, slot, first, may_lose);
    case 2:
      return try_slots<V, 2>(plan, needs, chunk, board, s, slot, first, may_lose);
    case 3:
      return try_slots<V, 3>(plan, needs, chunk, board, s, slot, first, may_lose);
    default:
      return try_slots<V, 4>(plan, needs, chunk, board, s, slot, first, may_lose);
  }
}

/// What the chunk has to know of the board before.
template <class V>
STACKWRIGHT_INLINE void spread_totals(const Plan& plan, const Needs needs, Chunk<V>& chunk,
                                      const Totals<typename V::Word>& t) {
  const auto spread = [](auto word) { return V::set(word.value()); };
  if (plan.curves != 0) {
    using Word = typename V::Word;
    constexpr struct {
      V Totals<V>::*to;
      Word Totals<Word>::*from;
    } kAll[] = {{&Totals<V>::row_transitions, &Totals<Word>::row_transitions},
                {&Totals<V>::covered, &Totals<Word>::covered},
                {&Totals<V>::holes, &Totals<Word>::holes},
                {&Totals<V>::depth, &Totals<Word>::depth},
                {&Totals<V>::hole_rows, &Totals<Word>::hole_rows},
                {&Totals<V>::wells, &Totals<Word>::wells},
                {&Totals<V>::diversity, &Totals<Word>::diversity},
                {&Totals<V>::max_height, &Totals<Word>::max_height},
                {&Totals<V>::aggregate, &Totals<Word>::aggregate},
                {&Totals<V>::bumpiness, &Totals<Word>::bumpiness}};
    for (const auto& field : kAll) chunk.totals.*field.to = spread(t.*field.from);
  }
  if (needs.diversity) chunk.totals.diversity = spread(t.diversity);
  if (needs.max_height) chunk.totals.max_height = spread(t.max_height);
  if (needs.squares) chunk.totals.holes = spread(t.holes);
  if (needs.scarce) {
    for (int i = 0; i < kScarce; ++i) chunk.totals.scarce[i] = spread(t.scarce[i]);
  }
  if (needs.openings) {
    chunk.totals.openings = {spread(t.openings.covered), spread(t.openings.one), spread(t.openings.two)};
  }
  if (needs.pile) {
    const auto& from = t.pile;
    auto& to = chunk.totals.pile;
    to = {spread(from.squares),     spread(from.large),
          spread(from.steps),       spread(from.missing_one),
          spread(from.ready),       spread(from.at_once),
          spread(from.well_cells),  spread(from.well_holes),
          spread(from.well_height), {}};
    for (int j = 0; j < kAbove; ++j) to.above[j] = spread(from.above[j]);
  }
}

/// Judges all placements of `piece` on the board (its columns are set): scores by slot.
template <class V>
STACKWRIGHT_INLINE void judge_alone(const Plan& plan, const Needs needs, Prepared<typename V::Word>& board,
                                    const GroupWeights& weights, int table, int piece, std::int32_t* score) {
  // 1. What all placements share.
  Totals<typename V::Word> totals;
  set_walls(plan, board);
  look_at_boards<typename V::Word, true>(plan, needs, board, totals);
  std::uint32_t base = static_cast<std::uint32_t>(weights.constant[table]), offset = 0;
  for_each_total(needs, totals, [&](int q, auto total) {
    base += static_cast<std::uint32_t>(weights.base[q][table]) * total.r;
    offset += static_cast<std::uint32_t>(weights.change[q][table]) * total.r;
  });
  Chunk<V> chunk;
  WeightsRoom<V> room;
  chunk.weights = weights_of_one<V>(needs, weights, table, room);
  chunk.curves = weights.curves;
  for (int j = 0; j < V::kLanes; ++j) chunk.table[j] = table;
  chunk.waiting.count = 0;
  spread_totals(plan, needs, chunk, totals);
  const bool may_lose = totals.max_height.value() > plan.limit - 4;
  const int turns = plan.orientations[piece];
  for (int slot = 0; slot < lanes::kSlots; ++slot) score[slot] = kLost;

  // 2. The quick way.
  if constexpr (V::kLanes > kSlotColumns) {
    for (int i = 0; 2 * i < turns; ++i) {
      const lanes::PairedShapes& pair = plan.paired[piece][i];
      store_halves(score + pair.turn[0] * kSlotColumns, score + pair.turn[1] * kSlotColumns,
                   try_slots<V>(plan, needs, chunk, board, paired_shapes<V>(pair), load_lanes(V{}, pair.slot), 0,
                                may_lose, pair.max_width));
    }
  } else {
    for (int turn = 0; turn < turns; ++turn) {
      const int width = plan.shape[turn].width[piece];
      const Shape<V> s = shape_of<V>(plan, turn, piece);
      for (int first = 0; first + width <= plan.width; first += V::kLanes) {
        const int slot = turn * kSlotColumns + first;
        store_score(score + slot, try_slots<V>(plan, needs, chunk, board, s, lane_numbers(V{}) + V::set(slot), first,
                                               may_lose, width));
      }
    }
  }

  // 3. Those put aside.
  if (chunk.waiting.count > 0) {
    for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = V::set(board.column(x).value());
    if (needs.pile) chunk.boards.pile.well = V::set(board.pile.well.value());
    for (int j = 0; j < chunk.waiting.count; ++j) chunk.waiting.lane[j] = 0;
    chunk.offset[0] = static_cast<std::int32_t>(offset);
    while (chunk.waiting.count > 0) judge_waiting(plan, needs, chunk, {score, 1});
  }
  for (int slot = 0; slot < lanes::kSlots; ++slot) {
    score[slot] = with_base(score[slot], static_cast<std::int32_t>(base));
  }
}

template <class V, Needs kKnown>
[[gnu::noinline]] void alone_with(const Plan& plan, const Needs needs, const std::uint32_t* column, int stride,
                                  const GroupWeights& weights, int table, int piece, std::int32_t* score) {
  Prepared<typename V::Word> board;
  for (int x = 0; x < plan.width; ++x) board.column(x) = V::Word::load(column + x * stride);
  judge_alone<V>(plan, kKnown == Needs{} ? needs : kKnown, board, weights, table, piece, score);
}

/// All placements of `piece` on the board with these columns, with the weights of a table; the first best slot.
int alone_on(const Plan& plan, const std::uint32_t* column, int stride, const GroupWeights& weights, int table,
             int piece, std::int32_t* score) {
  std::uint32_t cells = 0;
  for (int x = 0; x < plan.width; ++x) cells |= column[x * stride];
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
    if (!needs.wide && cells >> 12 == 0) {
      alone_with<Narrow, kKnown>(plan, needs, column, stride, weights, table, piece, score);
    } else {
      alone_with<Wide, kKnown>(plan, needs, column, stride, weights, table, piece, score);
    }
  });
  Wide best = Wide::load_score(score);
  for (int slot = Wide::kLanes; slot < lanes::kSlots; slot += Wide::kLanes) {
    best = max(best, Wide::load_score(score + slot));
  }
  const Wide largest = Wide::set(largest_lane(best));
  std::uint64_t where = 0;
  for (int slot = 0; slot < lanes::kSlots; slot += Wide::kLanes) {
    where |= std::uint64_t{bits(equal(Wide::load_score(score + slot), largest))} << slot;
  }
  return std::countr_zero(where);
}

#else

/// The same where lanes are single words: one placement after the other.
template <Needs kKnown>
[[gnu::noinline]] int alone_with(const Plan& plan, const Needs known_later, const std::uint32_t* column, int stride,
                                 const GroupWeights& weights, int table, int piece, std::int32_t* score) {
  const Needs needs = kKnown == Needs{} ? known_later : kKnown;
  Chunk<Wide> chunk;
  for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = Wide::load(column + x * stride);
  chunk.table[0] = table;
  chunk.in_order = true;
  chunk.weights = weights_from(weights, table);
  chunk.curves = weights.curves;
  for (int slot = 0; slot < lanes::kSlots; ++slot) score[slot] = kLost;
  judge_all<Wide, false>(plan, needs, chunk, weights, Wide{}, piece, {score, 1});
  for (int slot = 0; slot < lanes::kSlots; ++slot) score[slot] = with_base(score[slot], chunk.base[0]);
  return chunk.best_slot[0] & (lanes::kSlots - 1);
}

int alone_on(const Plan& plan, const std::uint32_t* column, int stride, const GroupWeights& weights, int table,
             int piece, std::int32_t* score) {
  int slot = 0;
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
    slot = alone_with<kKnown>(plan, needs, column, stride, weights, table, piece, score);
  });
  return slot;
}

#endif

int alone(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, int piece, int table,
          std::int32_t* score) {
  return alone_on(plan, boards.column[0] + table, kGroup, weights, table, piece, score);
}
