// Units on whole boards by bit operations, as many placements at once as there are lanes. Included inside a kernel's
// namespace after its vector types and the functions parity (a ^ b ^ c) and majority (two of three).

/// The bits of a threshold as gates: majority(bit, so far, gate) is `and` where the threshold has a one, else `or`.
struct Gates {
  static constexpr int kBits = 5;  // numbers up to 16 and more
  Wide gate[kBits];

  explicit Gates(int threshold) {
    for (int i = 0; i < kBits; ++i) gate[i] = Wide::set((threshold >> i & 1) != 0 ? 0 : -1);
  }
  /// All bits where the number written in `bits` words, lowest first, is at least the threshold.
  template <int bits>
  Wide reached(const Wide* bit) const {
    Wide result = bit[0] | gate[0];
    for (int i = 1; i < bits; ++i) result = majority(bit[i], result, gate[i]);
    return result;
  }
};

/// What a 3x3 filter sees: each column and its two shifted forms as far as they are asked for, with a wall on either side.
struct Surroundings {
  Wide below[tetris::kMaxWidth + 2];  // bit r: the cell below row r
  Wide same[tetris::kMaxWidth + 2];
  Wide above[tetris::kMaxWidth + 2];
  Wide nothing[tetris::kMaxWidth + 2];

  const Wide* of(int up) const { return up == 0 ? same : up < 0 ? below : up == 1 ? above : nothing; }
};

STACKWRIGHT_INLINE void look_around(const UnitPlan& unit, const std::uint32_t (*board)[units::kLanes], int lane,
                                    Surroundings& around) {
  const Wide wall = Wide::set(unit.sides_filled ? -1 : 0);
  around.same[0] = around.same[unit.width + 1] = wall;
  for (int x = 0; x < unit.width; ++x) around.same[x + 1] = Wide::load(board[x] + lane);
  if (unit.looks_below) {
    const Wide floor = Wide::set(unit.ends_filled ? 1 : 0);
    around.below[0] = around.below[unit.width + 1] = wall;
    for (int x = 1; x <= unit.width; ++x) around.below[x] = shl<1>(around.same[x]) | floor;
  }
  if (unit.looks_above) {
    const Wide ceiling = Wide::set(unit.ends_filled ? static_cast<int>(1u << (unit.height - 1)) : 0);
    around.above[0] = around.above[unit.width + 1] = wall;
    for (int x = 1; x <= unit.width; ++x) around.above[x] = shr<1>(around.same[x]) | ceiling;
  }
  if (unit.cells % 3 != 0 || unit.cells == 0) {
    for (int x = 0; x < unit.width + 2; ++x) around.nothing[x] = Wide::set(0);
  }
}

/// The demands of a pattern, ready to be read for any column.
struct Demands {
  const Wide* cell[units::kSquareCells];
  Wide flip[units::kSquareCells];

  Wide met(int i, int x) const { return cell[i][x] ^ flip[i]; }
};

/// Counts demands three at a time: a full adder each, then their sums and carries.
template <int groups>
STACKWRIGHT_INLINE Wide column_map(const Demands& demands, int x, const Gates& gates) {
  Wide sum[groups], carry[groups];
  STACKWRIGHT_UNROLL
  for (int g = 0; g < groups; ++g) {
    const Wide a = demands.met(3 * g, x), b = demands.met(3 * g + 1, x), c = demands.met(3 * g + 2, x);
    sum[g] = parity(a, b, c);
    carry[g] = majority(a, b, c);
  }
  if constexpr (groups == 1) {
    const Wide bit[2] = {sum[0], carry[0]};
    return gates.reached<2>(bit);
  } else if constexpr (groups == 2) {
    const Wide twos = sum[0] & sum[1];
    const Wide bit[3] = {sum[0] ^ sum[1], parity(carry[0], carry[1], twos), majority(carry[0], carry[1], twos)};
    return gates.reached<3>(bit);
  } else {
    const Wide twos = majority(sum[0], sum[1], sum[2]);
    const Wide others = parity(carry[0], carry[1], carry[2]), fours = majority(carry[0], carry[1], carry[2]);
    const Wide more = twos & others;
    const Wide bit[4] = {parity(sum[0], sum[1], sum[2]), twos ^ others, fours ^ more, fours & more};
    return gates.reached<4>(bit);
  }
}

/// Calls f(column, its map) for all columns of a 3x3 filter.
template <int groups, class F>
STACKWRIGHT_INLINE void each_column_of(const UnitPlan& unit, const Demands& demands, const F& f) {
  const Wide rows = Wide::set(static_cast<int>((1u << unit.height) - 1));
  const Gates gates(unit.threshold);
  for (int x = 0; x < unit.width; ++x) f(x, column_map<groups>(demands, x, gates) & rows);
}

template <class F>
STACKWRIGHT_INLINE void each_column(const UnitPlan& unit, const units::Pattern& pattern, const Surroundings& around,
                                    const F& f) {
  Demands demands;
  const int groups = unit.cells <= 3 ? 1 : unit.cells <= 6 ? 2 : 3;
  for (int i = 0; i < 3 * groups; ++i) {
    demands.cell[i] = around.of(pattern.up[i]) + 1 + pattern.right[i];
    demands.flip[i] = Wide::set(static_cast<int>(pattern.flip[i]));
  }
  if (groups == 1) return each_column_of<1>(unit, demands, f);
  if (groups == 2) return each_column_of<2>(unit, demands, f);
  each_column_of<3>(unit, demands, f);
}

/// Bits of up to 30 words.
inline Wide sum_of(const Wide* words, int n) {
  auto counter = zero_counter(Wide::set(0));
  for (int i = 0; i < n; ++i) count(counter, words[i]);
  return counted(counter);
}

/// Walks up or down from every one: each step moves all walkers by a row, so there are at most `height` of them.
inline Wide walk_along_columns(const UnitPlan& unit, const Wide* cells, const Wide* map) {
  Wide total = Wide::set(0);
  for (int x = 0; x < unit.width; ++x) {
    auto counter = zero_counter(Wide::set(0));
    Wide walkers = map[x] & cells[x];
    for (int step = 0; step < unit.height && any(non_zero(walkers)); ++step) {
      count(counter, walkers);
      walkers = (unit.direction == units::Direction::up ? shl<1>(walkers) : shr<1>(walkers)) & cells[x];
    }
    total = total + counted(counter);
  }
  return total;
}

/// The same to the left or right, at most `width` steps.
inline Wide walk_along_rows(const UnitPlan& unit, const Wide* cells, const Wide* map) {
  Wide walkers[tetris::kMaxWidth];
  Wide total = Wide::set(0), left = Wide::set(0);
  for (int x = 0; x < unit.width; ++x) {
    walkers[x] = map[x] & cells[x];
    left = left | walkers[x];
  }
  for (int step = 0; step < unit.width && any(non_zero(left)); ++step) {
    total = total + sum_of(walkers, unit.width);
    left = Wide::set(0);
    for (int i = 0; i < unit.width; ++i) {
      const int x = unit.direction == units::Direction::left ? i : unit.width - 1 - i;
      const int from = unit.direction == units::Direction::left ? x + 1 : x - 1;
      walkers[x] = from < 0 || from == unit.width ? Wide::set(0) : walkers[from] & cells[x];
      left = left | walkers[x];
    }
  }
  return total;
}

/// The counting loop from every one of the map.
inline Wide loop_output(const UnitPlan& unit, const Surroundings& around) {
  const Wide rows = Wide::set(static_cast<int>((1u << unit.height) - 1));
  const Wide flip = Wide::set(unit.counts_filled ? 0 : -1);
  Wide map[tetris::kMaxWidth], cells[tetris::kMaxWidth];
  each_column(unit, unit.pattern[0], around, [&](int x, Wide ones) {
    map[x] = ones;
    cells[x] = (around.same[x + 1] ^ flip) & rows;
  });
  const bool sideways = unit.direction == units::Direction::left || unit.direction == units::Direction::right;
  return sideways ? walk_along_rows(unit, cells, map) : walk_along_columns(unit, cells, map);
}

inline Wide square_output(const UnitPlan& unit, const std::uint32_t (*board)[units::kLanes], int lane) {
  Surroundings around;
  look_around(unit, board, lane, around);
  if (unit.reduce == units::Reduce::loop) return loop_output(unit, around);
  Wide total = Wide::set(0);
  for (int i = 0; i < unit.patterns; ++i) {
    auto counter = zero_counter(total);
    each_column(unit, unit.pattern[i], around, [&](int, Wide ones) { count(counter, ones); });
    total = total + counted(counter);
  }
  return total;
}

/// A row filter fits every row at one place: a bit per row.
inline Wide row_map(const UnitPlan& unit, const std::uint32_t (*board)[units::kLanes], int lane) {
  Wide bit[Gates::kBits];
  for (Wide& b : bit) b = Wide::set(0);
  for (int x = 0; x < unit.width; ++x) {
    if (((unit.filled | unit.empty) >> x & 1) == 0) continue;
    Wide carry = Wide::load(board[x] + lane) ^ Wide::set((unit.empty >> x & 1) != 0 ? -1 : 0);
    for (Wide& b : bit) {
      const Wide next = b & carry;
      b = b ^ carry;
      carry = next;
    }
  }
  const Gates gates(unit.threshold);
  return gates.reached<Gates::kBits>(bit) & Wide::set(static_cast<int>((1u << unit.height) - 1));
}

/// A column filter fits every column at one place: a bit per column.
inline Wide columns_map(const UnitPlan& unit, const std::uint32_t (*board)[units::kLanes], int lane) {
  const Wide filled = Wide::set(static_cast<int>(unit.filled)), empty = Wide::set(static_cast<int>(unit.empty));
  const Wide least = Wide::set(unit.threshold - 1);
  Wide map = Wide::set(0);
  for (int x = 0; x < unit.width; ++x) {
    const Wide column = Wide::load(board[x] + lane);
    const Wide matches[1] = {(column & filled) | and_not(empty, column)};
    map = map | keep(greater(sum_of(matches, 1), least), Wide::set(static_cast<int>(1u << x)));
  }
  return map;
}

/// The lowest plus the highest bit's number, 0 where there is none: twice the mid value.
inline Wide ends_of(Wide map) {
  const Wide one = Wide::set(1);
  const Wide under_lowest[1] = {(map & (Wide::set(0) - map)) - one};
  Wide smeared = map | shr<1>(map);
  smeared = smeared | shr<2>(smeared);
  smeared = smeared | shr<4>(smeared);
  smeared = smeared | shr<8>(smeared);
  smeared = smeared | shr<16>(smeared);
  return keep(non_zero(map), sum_of(under_lowest, 1) + sum_of(&smeared, 1) - one);
}

inline Wide output_of(const UnitPlan& unit, const std::uint32_t (*board)[units::kLanes], int lane) {
  if (unit.shape == units::Shape::square) return square_output(unit, board, lane);
  const Wide map = unit.shape == units::Shape::row ? row_map(unit, board, lane) : columns_map(unit, board, lane);
  return unit.reduce == units::Reduce::mid ? ends_of(map) : sum_of(&map, 1);
}

void unit_outputs(const UnitPlan& unit, const LaneBoards& boards, int n, std::int32_t* out) {
  const auto* board = boards.column[static_cast<int>(unit.input)];
  alignas(64) std::int32_t results[units::kLanes];
  for (int lane = 0; lane < n; lane += Wide::kLanes) {
    const Wide result = unit.threshold > unit.cells ? Wide::set(0) : output_of(unit, board, lane);
    store_score(results + lane, result);
  }
  for (int i = 0; i < n; ++i) out[i] = results[i];
}

void unit_scores(const UnitPlan& unit, const LaneBoards& boards, std::int32_t weight, int n, std::int32_t* scores) {
  if (unit.threshold > unit.cells) return;
  const auto* board = boards.column[static_cast<int>(unit.input)];
  for (int lane = 0; lane < n; lane += Wide::kLanes) {
    const Wide result = output_of(unit, board, lane);
    store_score(scores + lane, Wide::load_score(scores + lane) + multiply(result, Wide::set(weight)));
  }
}

void unit_full_rows(LaneBoards& boards, int width, int height, std::uint32_t* rows) {
  for (int lane = 0; lane < units::kLanes; lane += Wide::kLanes) {
    Wide full = Wide::set(static_cast<int>((1u << height) - 1));
    for (int x = 0; x < width; ++x) {
      const Wide column = Wide::load(boards.column[1][x] + lane);
      store(boards.column[2][x] + lane, column);
      full = full & column;
    }
    store(rows + lane, full);
  }
}
