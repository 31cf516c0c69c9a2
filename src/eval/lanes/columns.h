// Numbers by column of a board, 16 side by side. Included inside a kernel's namespace.

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
    for (int i = 0; i < kParts; ++i) c.part_[i] = reinterpret_cast<const Anywhere*>(from)[i].part;
    return c;
  }
  STACKWRIGHT_INLINE void store(std::int32_t* to) const {
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kParts; ++i) reinterpret_cast<Anywhere*>(to)[i].part = part_[i];
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
  struct [[gnu::packed, gnu::may_alias]] Anywhere {  // at any address
    Part part;
  };
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

STACKWRIGHT_INLINE std::int32_t largest_of(const Columns& columns) {
  ByColumn by_column;
  by_column.set(columns);
  std::int32_t largest = kNone;
  for (int x = 0; x < kColumns; ++x) largest = larger(largest, by_column[x]);
  return largest;
}
