// Which first moves of a pair can be part of the best one: a bound on what the second piece brings. Included inside a kernel's
// namespace. docs/search.md says why it holds.
//
// An answer beside the first piece is worth what it is worth on the board before, plus the edges on which both touch. One that
// shares a column with it is worth no more than a piece that lands no lower, touches all around and leaves no hole. And one that
// removes rows is worth that without its holes, plus the rows that can be removed, plus the holes that can open.

using lanes::GroupBoards;
using lanes::kLost;
using lanes::kShapeTurns;
using lanes::kShapeWidth;
using lanes::Limits;
using lanes::Outline;
using lanes::Plan;

/// A board as the bound sees it. Walls are empty here: their edges are counted by themselves.
struct BoundBoard {
  ByColumn cells{0}, heights{0};
  std::uint32_t missing[32];                 // empty cells by row, up to what the first piece reaches
  std::uint32_t at_most[kColumns + 1] = {};  // those rows that miss at most so many

  STACKWRIGHT_INLINE BoundBoard(const Plan& plan, const GroupBoards& boards, int table) {
    std::uint32_t all = 0;
    for (int x = 0; x < kColumns; ++x) {
      const std::uint32_t column = x < plan.width ? boards.column[x][table] : 0;
      cells[x] = static_cast<std::int32_t>(column);
      heights[x] = std::bit_width(column);
      all |= column;
    }
    const std::uint32_t row = (1u << plan.width) - 1;
    const Columns columns = cells.from(0);
    const int rows = smaller(static_cast<int>(std::bit_width(all)) + kShapeWidth, 32);
    for (int y = 0; y < rows; ++y) {
      missing[y] = row & ~(columns << Columns(31 - y)).negative();
      at_most[std::popcount(missing[y])] |= 1u << y;
    }
    for (int n = 1; n < kColumns; ++n) at_most[n] |= at_most[n - 1];
  }

  /// Holes that can open when some of these rows are removed: nothing else is above them.
  STACKWRIGHT_INLINE int opened_by(const Plan& plan, std::uint32_t rows) const {
    int holes = 0;
    for (int x = 0; x < plan.width; ++x) {
      const auto column = static_cast<std::uint32_t>(cells[x]);
      const int stays = std::bit_width(column & ~rows);
      holes += heights[x] - stays - std::popcount(column >> stays);
    }
    return holes;
  }

  /// Where a piece lands, and the holes it makes there.
  STACKWRIGHT_INLINE void land(const Outline& o, Columns& row, Columns& gaps) const {
    row = gaps = Columns(0);
    for (int i = 0; i < o.width; ++i) {
      const Columns rest = heights.from(i) - Columns(o.bottom[i]);
      raise(row, rest);
      gaps = gaps - rest;
    }
    gaps = gaps + row * Columns(o.width);
  }

  /// Edges on filled cells there.
  STACKWRIGHT_INLINE void touch(const Outline& o, const Columns& row, Columns& edges) const {
    edges = Columns(0);
    const auto count = [&](int column, unsigned mask) {
      const Columns bits = (cells.from(column) >> row) & Columns(static_cast<std::int32_t>(mask));
      const Columns pairs = bits - ((bits >> Columns(1)) & Columns(5));
      edges = edges + (pairs & Columns(3)) + (pairs >> Columns(2));
    };
    count(-1, o.mask[0]);
    for (int i = 0; i < o.width; ++i) {
      if (i > 0) count(i - 1, o.mask[i] & ~o.mask[i - 1]);
      count(i + 1, i + 1 < o.width ? o.mask[i] & ~o.mask[i + 1] : o.mask[i]);
      edges = edges + same(heights.from(i), row + Columns(o.bottom[i]));
    }
  }
};

/// What an orientation of the second piece brings, by its column.
struct Answers {
  ByColumn staying;   // exactly, on the board before, where no row is removed
  ByColumn removing;  // the same without holes: rows may be removed
  ByColumn sharing;   // a bound on `removing` where the first piece lies in the same columns

  STACKWRIGHT_INLINE void weigh(const Plan& plan, const BoundBoard& board, const Limits& limits, const Outline& o) {
    Columns row, gaps, edges;
    board.land(o, row, gaps);
    board.touch(o, row, edges);
    const auto weight = [&limits](int q) { return Columns(limits.weights.change[q]); };
    const auto curve = [&weight](const Columns& v, int linear, int square) {
      return (weight(linear) + weight(square) * v) * v;
    };
    const Columns move = curve(row, lanes::kLandingRow, lanes::kLandingRowSquared) + edges * weight(lanes::kTouch) +
                         Columns((1 << Limits::kStepBits) - 1);
    const int end = plan.width - o.width;
    const auto border = [&](int wall, int floor) {
      return lanes::steps_above(lanes::border_score(limits.weights, wall, floor));
    };
    const Columns floor = equal(row, Columns(0));
    const Columns edge = (floor & Columns(border(0, o.floor) - border(0, 0))) + Columns(border(0, 0));
    removing.set(signed_shift(move, Limits::kStepBits) + edge);
    staying.set(signed_shift(move + curve(gaps, lanes::kHoles, lanes::kGapsSquared), Limits::kStepBits) + edge);
    ByColumn landing;
    landing.set(row);
    for (const int x : {0, end}) {
      const int on_floor = landing[x] == 0 ? o.floor : 0, wall = (x == 0 ? o.left : 0) + (x == end ? o.right : 0);
      const std::int32_t more = border(wall, on_floor) - border(0, on_floor);
      staying[x] += more;
      removing[x] += more;
      if (end == 0) break;
    }
    for (int x = end + 1; x < kColumns; ++x) staying[x] = removing[x] = kNone;
    // At most: no lower, all edges touching. On the floor, edges there touch no cell.
    const auto at_floor = [&](std::int32_t above, int wall, int open) {
      return larger(above + limits.row_from[1], border(wall, o.floor) + limits.touch[open - o.floor]);
    };
    const int around = o.sides + o.width;
    const std::int32_t inside = border(0, 0) + limits.touch[around];
    const Columns over = Columns(inside) + Columns::lookup(limits.row_from, row);
    sharing.set(Columns(at_floor(inside, 0, around)).at(floor.negative(), over).at((2u << end) - 1, Columns(kNone)));
    for (const int x : {0, end}) {
      const int y = landing[x], wall = (x == 0 ? o.left : 0) + (x == end ? o.right : 0), open = around - wall;
      const std::int32_t above = border(wall, 0) + limits.touch[open];
      sharing[x] = y > 0 ? above + limits.row_from[y] : at_floor(above, wall, open);
    }
  }
};

/// The best answers of all orientations, by the column of the first piece. Those that share no column and touch nothing are
/// the largest of all (`apart`): where they could not be played, `sharing` is more.
struct BestAnswers {
  Columns best[kShapeTurns];  // by orientation of the first piece
  Columns apart{kNone};

  STACKWRIGHT_INLINE explicit BestAnswers(int turns) {
    for (int o = 0; o < turns; ++o) best[o] = Columns(kNone);
  }

  STACKWRIGHT_INLINE void raise_beside(const Outline* firsts, int turns, const Outline& second, const Limits& limits,
                                       const ByColumn& beside) {
    raise(apart, beside.from(0));
    for (int o = 0; o < turns; ++o) {
      const Outline& first = firsts[o];
      raise(best[o], beside.from(-second.width) + Columns(limits.touch[smaller(second.right, first.left)]));
      raise(best[o], beside.from(first.width) + Columns(limits.touch[smaller(first.right, second.left)]));
    }
  }

  STACKWRIGHT_INLINE void raise_sharing(const Outline* firsts, int turns, int width, const ByColumn& sharing,
                                        std::int32_t plus) {
    std::uint32_t widths = 0;  // that have been done
    for (int o = 0; o < turns; ++o) {
      if ((widths >> firsts[o].width & 1u) != 0) continue;
      widths |= 1u << firsts[o].width;
      Columns most = sharing.from(1 - width);
      for (int x = 2 - width; x < firsts[o].width; ++x) raise(most, sharing.from(x));
      most = most + Columns(plus);
      for (int same = o; same < turns; ++same) {
        if (firsts[same].width == firsts[o].width) raise(best[same], most);
      }
    }
  }

  /// All answers have been seen.
  STACKWRIGHT_INLINE void close() { apart = Columns(apart.largest()); }
  /// For an orientation of the first piece.
  STACKWRIGHT_INLINE Columns of(int o) const { return larger(best[o], apart); }
};

/// All answers to the moves of one piece on a board.
class PairBound {
 public:
  STACKWRIGHT_INLINE PairBound(const Plan& plan, const GroupBoards& boards, const Limits& limits, int table, int piece,
                               int next)
      : plan_(plan),
        limits_(limits),
        board_(plan, boards, table),
        firsts_(plan.outline[piece]),
        seconds_(plan.outline[next]),
        turns_(plan.orientations[piece]),
        answers_(plan.orientations[next]),
        longest_(plan.longest_row[next]),
        removable_(board_.at_most[longest_]),
        holes_(board_.opened_by(plan, ~0u)),
        opened_(holes_ == 0 ? 0 : board_.opened_by(plan, removable_)),
        staying_(turns_),
        removing_(turns_) {
    Columns any(kNone);
    for (int a = 0; a < answers_; ++a) {
      const Outline& second = seconds_[a];
      answer_[a].weigh(plan, board_, limits, second);
      staying_.raise_beside(firsts_, turns_, second, limits, answer_[a].staying);
      staying_.raise_sharing(firsts_, turns_, second.width, answer_[a].sharing, limits.gaps_from[0]);
      raise(any, answer_[a].removing.from(0) + Columns(limits.touch[kShapeWidth]));
      raise(any, answer_[a].sharing.from(0));
      raise_removing(a);
    }
    most_removing_ = any.largest();
    staying_.close();
    removing_.close();
  }

  /// A board that was given with a full row: nothing is known.
  bool unknown() const { return board_.at_most[0] != 0; }
  int turns() const { return turns_; }

  /// The columns of orientation `o` at which the first piece, with these scores, can reach `least`.
  STACKWRIGHT_INLINE std::uint32_t promising(int o, const std::int32_t* score, std::int32_t least) const {
    const Outline& first = firsts_[o];
    Columns row, made;
    board_.land(first, row, made);
    Columns touches(0), removes(0);  // rows of the piece that it leaves removable, and that it removes itself
    for (int i = 0; i < first.height; ++i) {
      const int cells = std::popcount(first.row[i]);
      const auto rows = [&](int n) { return Columns(static_cast<std::int32_t>(board_.at_most[n])); };
      touches = touches | (rows(cells + longest_) >> row & Columns(1 << i));
      removes = removes | (rows(cells) >> row & Columns(1 << i));
    }
    // What an answer has to bring, less than a step rounded down.
    const Columns wanted =
        Columns((least >> Limits::kStepBits) - 1) - signed_shift(Columns::load(score), Limits::kStepBits);
    // Those that are good enough without removed rows are kept; those that remove rows, too: after that the board is another
    // one.
    const std::uint32_t all = (1u << (plan_.width - first.width + 1)) - 1;
    const std::uint32_t kept = all & (~(staying_.of(o) - wanted).negative() | (Columns(0) - removes).negative());
    return kept | promising_by_removing(o, all & ~kept, row, made, touches, wanted);
  }

 private:
  /// Those of the columns `left` at which an answer that removes rows can bring what is wanted; `touches`: rows of the first
  /// piece that it leaves removable.
  STACKWRIGHT_INLINE std::uint32_t promising_by_removing(int o, std::uint32_t left, const Columns& row,
                                                         const Columns& made, const Columns& touches,
                                                         const Columns& wanted) const {
    const auto too_little = [&](const Columns& answer, int rows, int opened) {
      const Columns gaps = Columns::lookup(limits_.gaps_from, made + Columns(opened));
      return (answer + Columns(limits_.lines[smaller(rows, 4)]) + gaps - wanted).negative();
    };
    // 1. Where more holes could open than are looked up, nothing is known; elsewhere the most that any answer brings may not do.
    std::uint32_t kept = left & (Columns(Limits::kOpened - 1 - holes_) - made).negative();
    left &= ~kept;
    if (left != 0) left &= ~too_little(Columns(most_removing_), 4, holes_);
    if (left == 0) return kept;
    // 2. Where the first piece touches no removable row, the best answer for the others must do.
    const std::uint32_t touching = (Columns(0) - touches).negative();
    const Columns best = removing_.of(o);
    if (removable_ != 0) kept |= left & ~touching & ~too_little(best, std::popcount(removable_), opened_);
    left &= touching;
    if (left == 0) return kept;
    // 3. The rest one by one.
    ByColumn landing, gaps, bring, want, touched;
    landing.set(row);
    gaps.set(made);
    bring.set(best);
    want.set(wanted);
    touched.set(touches);
    for (; left != 0; left &= left - 1) {
      const int x = std::countr_zero(left);
      const auto rows = static_cast<std::uint32_t>(touched[x]) << landing[x];
      if (can_by_removing(firsts_[o], x, landing[x], gaps[x], rows, bring[x], want[x])) kept |= 1u << x;
    }
    return kept;
  }

  /// The columns at which orientation `a` covers all that a row misses, as bits.
  STACKWRIGHT_INLINE std::uint32_t covers(int a, std::uint32_t missing) const {
    const int width = seconds_[a].width, end = smaller(std::countr_zero(missing), plan_.width - width);
    const int begin = larger(static_cast<int>(std::bit_width(missing)) - width, 0);
    return begin > end ? 0 : (2u << end) - (1u << begin);
  }

  /// Answers that can remove a row which the first piece does not touch.
  STACKWRIGHT_INLINE void raise_removing(int a) {
    std::uint32_t columns = 0;
    for (std::uint32_t rows = removable_; rows != 0; rows &= rows - 1) {
      columns |= covers(a, board_.missing[std::countr_zero(rows)]);
    }
    if (columns == 0) return;
    ByColumn beside, sharing;
    beside.set(answer_[a].removing.from(0).at(columns, Columns(kNone)));
    sharing.set(answer_[a].sharing.from(0).at(columns, Columns(kNone)));
    removing_.raise_beside(firsts_, turns_, seconds_[a], limits_, beside);
    removing_.raise_sharing(firsts_, turns_, seconds_[a].width, sharing, 0);
  }

  /// Whether an answer that removes rows can bring `want`; `touched`: rows that the first piece, at row y, leaves removable;
  /// `best`: answers for the other rows.
  STACKWRIGHT_INLINE bool can_by_removing(const Outline& first, int x, int y, int gaps, std::uint32_t touched,
                                          std::int32_t best, std::int32_t want) const {
    for (std::uint32_t rows = touched; rows != 0; rows &= rows - 1) {
      const int row = std::countr_zero(rows);
      const std::uint32_t missing = board_.missing[row] & ~(first.row[row - y] << x);
      for (int a = 0; a < answers_; ++a) {
        for (std::uint32_t columns = covers(a, missing); columns != 0; columns &= columns - 1) {
          const int c = std::countr_zero(columns);
          const bool shares = c + seconds_[a].width > x && c < x + first.width;
          best = larger(best, shares ? answer_[a].sharing[c] : answer_[a].removing[c] + limits_.touch[kShapeWidth]);
        }
      }
    }
    const std::uint32_t removable = removable_ | touched;
    const int opened = holes_ == 0 ? 0 : board_.opened_by(plan_, removable);
    return best + limits_.lines[smaller(std::popcount(removable), 4)] + limits_.gaps_from[opened + gaps] >= want;
  }

  const Plan& plan_;
  const Limits& limits_;
  BoundBoard board_;
  const Outline *firsts_, *seconds_;
  int turns_, answers_, longest_;  // longest_: the most cells in a row of the answer
  std::uint32_t removable_;        // rows that an answer can complete
  int holes_, opened_;             // all, and those that can open when such rows are removed
  Answers answer_[kShapeTurns];
  BestAnswers staying_, removing_;
  std::int32_t most_removing_;  // the most that any answer brings, without holes and rows
};

std::uint64_t promising_moves(const Plan& plan, const GroupBoards& boards, const Limits& limits, int table, int piece,
                              int next, const std::int32_t* score, std::int32_t least) {
  const PairBound bound(plan, boards, limits, table, piece, next);
  if (bound.unknown()) return ~std::uint64_t{0};
  std::uint64_t kept = 0;
  for (int o = 0; o < bound.turns(); ++o) {
    kept |= std::uint64_t{bound.promising(o, score + o * kColumns, least)} << (o * kColumns);
  }
  return kept;
}
