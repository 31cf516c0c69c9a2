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

inline constexpr int kColumns = 16;
inline constexpr std::int32_t kNone = -(1 << 28);

/// A number for each of 16 columns, in as many registers as it takes.
class Columns {
 public:
  Columns() = default;
  STACKWRIGHT_INLINE explicit Columns(std::int32_t value) {
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kParts; ++i) part_[i] = Part{} + value;
  }
  STACKWRIGHT_INLINE static Columns load(const std::int32_t* from) {
    Columns c;
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kParts; ++i) c.part_[i] = reinterpret_cast<const Anywhere*>(from)[i];
    return c;
  }
  STACKWRIGHT_INLINE void store(std::int32_t* to) const {
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kParts; ++i) reinterpret_cast<Anywhere*>(to)[i] = part_[i];
  }

  STACKWRIGHT_INLINE friend Columns operator+(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (Part)((Bits)p + (Bits)q); });
  }
  STACKWRIGHT_INLINE friend Columns operator-(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (Part)((Bits)p - (Bits)q); });
  }
  STACKWRIGHT_INLINE friend Columns operator*(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (Part)((Bits)p * (Bits)q); });
  }
  STACKWRIGHT_INLINE friend Columns operator&(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p &= q; });
  }
  /// Bits moved down; those of numbers below zero stay below zero with `signed_shift`.
  STACKWRIGHT_INLINE friend Columns operator>>(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (Part)((Bits)p >> (Bits)q); });
  }
  STACKWRIGHT_INLINE friend Columns operator|(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p |= q; });
  }
  STACKWRIGHT_INLINE friend Columns operator<<(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (Part)((Bits)p << (Bits)q); });
  }
  STACKWRIGHT_INLINE friend Columns signed_shift(const Columns& a, int by) {
    return each(a, a, [by](Part& p, const Part&) { p >>= by; });
  }
  STACKWRIGHT_INLINE friend Columns larger(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = p > q ? p : q; });
  }
  /// All bits where two numbers are the same.
  STACKWRIGHT_INLINE friend Columns equal(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = p == q; });
  }
  /// The columns whose number is below zero, as bits.
  STACKWRIGHT_INLINE std::uint32_t negative() const {
#ifdef __AVX2__
    using Floats = float __attribute__((vector_size(kBytes)));
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps256((Floats)part_[0])) |
           static_cast<std::uint32_t>(__builtin_ia32_movmskps256((Floats)part_[1])) << 8;
#else
    std::uint32_t bits = 0;
    for (int x = 0; x < kColumns; ++x) bits |= static_cast<std::uint32_t>(part_[x / 4][x % 4] < 0) << x;
    return bits;
#endif
  }
  /// One where a number of `a` is that of `b` and not zero.
  STACKWRIGHT_INLINE friend Columns same(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (p == q) & (p != 0) & 1; });
  }

 private:
#ifdef __AVX2__
  static constexpr int kBytes = 32;
#else
  static constexpr int kBytes = 16;
#endif
  using Part = std::int32_t __attribute__((vector_size(kBytes)));
  using Anywhere = std::int32_t __attribute__((vector_size(kBytes), aligned(4), may_alias));
  using Bits = std::uint32_t __attribute__((vector_size(kBytes)));

  template <class F>
  STACKWRIGHT_INLINE static Columns each(Columns a, const Columns& b, const F& f) {
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kParts; ++i) f(a.part_[i], b.part_[i]);
    return a;
  }

  static constexpr int kParts = kColumns * 4 / kBytes;
  Part part_[kParts];
};

STACKWRIGHT_INLINE void raise(Columns& to, const Columns& by) { to = larger(to, by); }
STACKWRIGHT_INLINE int larger(int a, int b) { return a > b ? a : b; }
STACKWRIGHT_INLINE int smaller(int a, int b) { return a < b ? a : b; }

/// Numbers by column, with room left and right of the board.
struct ByColumn {
  static constexpr int kRoom = 8;

  alignas(64) std::int32_t word[kRoom + kColumns + kRoom];

  STACKWRIGHT_INLINE explicit ByColumn(std::int32_t outside = kNone) {
    for (int i = 0; i < kRoom; ++i) word[i] = word[kRoom + kColumns + i] = outside;
  }
  std::int32_t& operator[](int column) { return word[kRoom + column]; }
  std::int32_t operator[](int column) const { return word[kRoom + column]; }
  /// Those from a column on.
  STACKWRIGHT_INLINE Columns from(int column) const { return Columns::load(word + kRoom + column); }
  STACKWRIGHT_INLINE void set(const Columns& c) { c.store(word + kRoom); }
};

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
    const auto curve = [&limits](const Columns& v, int linear, int square) {
      const auto weight = [&limits](int q) { return Columns(limits.weights.change[q]); };
      return (weight(linear) + weight(square) * v) * v;
    };
    const Columns move = curve(row, lanes::kLandingRow, lanes::kLandingRowSquared) +
                         curve(edges, lanes::kTouch, lanes::kTouchSquared) + Columns((1 << Limits::kStepBits) - 1);
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
    for (int x = end + 1; x < plan.width; ++x) staying[x] = removing[x] = kNone;
    // At most: no lower, all edges touching. On the floor, edges there touch no cell.
    const auto most_at = [&](int x) {
      const int y = landing[x], wall = (x == 0 ? o.left : 0) + (x == end ? o.right : 0),
                open = o.sides - wall + o.width;
      const std::int32_t above = border(wall, 0) + limits.touch[open] + limits.row_from[larger(y, 1)];
      return y > 0 ? above : larger(above, border(wall, o.floor) + limits.touch[open - o.floor]);
    };
    const std::int32_t inside = border(0, 0) + limits.touch[o.sides + o.width];
    sharing.set(Columns(kNone));
    for (int x = 1; x < end; ++x) sharing[x] = landing[x] > 0 ? inside + limits.row_from[landing[x]] : most_at(x);
    sharing[0] = most_at(0);
    sharing[end] = most_at(end);
  }
};

/// The best answers of all orientations, by the column of the first piece. Those that share no column and touch nothing are
/// the largest of all: where they could not be played, `sharing` is more.
struct BestAnswers {
  Columns best[kShapeTurns];  // by orientation of the first piece

  STACKWRIGHT_INLINE explicit BestAnswers(int turns) {
    for (int o = 0; o < turns; ++o) best[o] = Columns(kNone);
  }

  STACKWRIGHT_INLINE void raise_beside(const Outline* firsts, int turns, const Outline& second, const Limits& limits,
                                       const ByColumn& beside) {
    for (int o = 0; o < turns; ++o) {
      const Outline& first = firsts[o];
      raise(best[o], beside.from(-second.width) + Columns(limits.touch_more[smaller(second.right, first.left)]));
      raise(best[o], beside.from(first.width) + Columns(limits.touch_more[smaller(first.right, second.left)]));
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
};

std::uint64_t promising_moves(const Plan& plan, const GroupBoards& boards, const Limits& limits, int table, int piece,
                              int next, const std::int32_t* score, std::int32_t least) {
  const int longest = plan.longest_row[next], turns = plan.orientations[piece], answers = plan.orientations[next];
  const Outline* firsts = plan.outline[piece];
  const BoundBoard board(plan, boards, table);
  if (board.at_most[0] != 0) return ~std::uint64_t{0};  // a board that was given with a full row
  const std::uint32_t removable_before = board.at_most[longest];

  // 1. All answers by column, and those that can remove a row which the first piece does not touch.
  Answers answer[kShapeTurns];
  BestAnswers staying(turns), removing(turns);
  Columns beside(kNone), any(kNone);
  std::int32_t beside_removing = kNone;
  for (int a = 0; a < answers; ++a) {
    const Outline& second = plan.outline[next][a];
    answer[a].weigh(plan, board, limits, second);
    raise(beside, answer[a].staying.from(0));
    raise(any, answer[a].removing.from(0) + Columns(limits.touch_more[kShapeWidth]));
    raise(any, answer[a].sharing.from(0));
    staying.raise_beside(firsts, turns, second, limits, answer[a].staying);
    staying.raise_sharing(firsts, turns, second.width, answer[a].sharing, limits.gaps_from[0]);
    std::uint32_t covers = 0;  // columns where the answer covers all that a row misses
    for (std::uint32_t rows = removable_before; rows != 0; rows &= rows - 1) {
      const std::uint32_t missing = board.missing[std::countr_zero(rows)];
      const int low = std::countr_zero(missing), high = std::bit_width(missing) - second.width;
      for (int x = larger(high, 0); x <= low; ++x) covers |= 1u << x;
    }
    if (covers == 0) continue;
    ByColumn covering, covering_sharing;
    covering.set(Columns(kNone));
    covering_sharing.set(Columns(kNone));
    for (; covers != 0; covers &= covers - 1) {
      const int x = std::countr_zero(covers);
      covering[x] = answer[a].removing[x];
      covering_sharing[x] = answer[a].sharing[x];
      beside_removing = larger(beside_removing, covering[x]);
    }
    removing.raise_beside(firsts, turns, second, limits, covering);
    removing.raise_sharing(firsts, turns, second.width, covering_sharing, 0);
  }
  const auto largest = [&plan](const Columns& columns) {
    ByColumn by_column;
    by_column.set(columns);
    std::int32_t value = kNone;
    for (int x = 0; x < plan.width; ++x) value = larger(value, by_column[x]);
    return value;
  };
  const std::int32_t best_beside = largest(beside), most = largest(any);

  // 2. The first moves: those that are good enough without removed rows are kept. The others are looked at one by one.
  const int holes = board.opened_by(plan, ~0u), opened = holes == 0 ? 0 : board.opened_by(plan, removable_before);
  const std::int32_t least_steps = least >> Limits::kStepBits;
  std::uint64_t kept = 0;
  for (int o = 0; o < turns; ++o) {
    const Outline& first = firsts[o];
    Columns row, made;
    board.land(first, row, made);
    Columns touches(0), removes(0);  // rows of the piece that it leaves removable, and that it removes itself
    for (int i = 0; i < first.height; ++i) {
      const int cells = std::popcount(first.row[i]);
      const auto rows = [&](int n) { return Columns(static_cast<std::int32_t>(board.at_most[n])); };
      touches = touches | (rows(cells + longest) >> row & Columns(1 << i));
      removes = removes | (rows(cells) >> row & Columns(1 << i));
    }
    // What an answer has to bring, less than a step rounded down.
    const Columns wanted =
        Columns(least_steps - 1) - signed_shift(Columns::load(score + o * kColumns), Limits::kStepBits);
    const std::uint32_t all = (1u << (plan.width - first.width + 1)) - 1;
    // After a removed row the board is another one: nothing is known of it.
    std::uint32_t keep = all & (~(larger(staying.best[o], Columns(best_beside)) - wanted).negative() |
                                (Columns(0) - removes).negative());
    ByColumn landing, gaps, best_removing, want, touched_rows;
    touched_rows.set(touches);
    landing.set(row);
    gaps.set(made);
    want.set(wanted);
    best_removing.set(removing.best[o]);
    for (std::uint32_t left = all & ~keep; left != 0; left &= left - 1) {
      const int x = std::countr_zero(left), y = landing[x];
      const auto with_removed = [&](std::int32_t answer_without, std::uint32_t rows, int can_open) {
        return answer_without + limits.lines[smaller(std::popcount(rows), 4)] + limits.gaps_from[can_open + gaps[x]];
      };
      if (holes + gaps[x] >= Limits::kOpened) {
        keep |= 1u << x;
        continue;
      }
      if (with_removed(most, ~0u, holes) < want[x]) continue;
      const std::uint32_t touched = static_cast<std::uint32_t>(touched_rows[x]) << y;
      const std::uint32_t removable = removable_before | touched;
      if (removable == 0) continue;
      const int open = holes == 0 || touched == 0 ? opened : board.opened_by(plan, removable);
      std::int32_t best = larger(beside_removing, best_removing[x]);
      for (std::uint32_t rows = touched; rows != 0; rows &= rows - 1) {
        const int at = std::countr_zero(rows);
        const std::uint32_t missing = board.missing[at] & ~(first.row[at - y] << x);
        const int low = std::countr_zero(missing);
        for (int a = 0; a < answers; ++a) {
          const Outline& second = plan.outline[next][a];
          const int end = smaller(low, plan.width - second.width);
          for (int c = larger(std::bit_width(missing) - second.width, 0); c <= end; ++c) {
            const bool shares = c + second.width > x && c < x + first.width;
            best = larger(best, shares ? answer[a].sharing[c] : answer[a].removing[c] + limits.touch_more[kShapeWidth]);
          }
        }
      }
      if (with_removed(best, removable, open) >= want[x]) keep |= 1u << x;
    }
    kept |= std::uint64_t{keep} << (o * kColumns);
  }
  return kept;
}
