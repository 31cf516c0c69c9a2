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
  STACKWRIGHT_INLINE friend Columns operator^(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p ^= q; });
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
#ifdef __AVX512DQ__
    return _mm512_movepi32_mask((__m512i)part_[0]);
#elif defined(__AVX2__)
    using Floats = float __attribute__((vector_size(kBytes)));
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps256((Floats)part_[0])) |
           static_cast<std::uint32_t>(__builtin_ia32_movmskps256((Floats)part_[1])) << 8;
#else
    std::uint32_t bits = 0;
    for (int x = 0; x < kColumns; ++x) bits |= static_cast<std::uint32_t>(part_[x / 4][x % 4] < 0) << x;
    return bits;
#endif
  }
  /// Numbers of a table with 32 places; larger places begin again at its start.
  STACKWRIGHT_INLINE static Columns lookup(const std::int32_t* table, const Columns& place) {
#ifdef __AVX512DQ__
    Columns c;
    c.part_[0] = (Part)_mm512_permutex2var_epi32(_mm512_loadu_si512(table), (__m512i)place.part_[0],
                                                 _mm512_loadu_si512(table + kColumns));
    return c;
#else
    alignas(64) std::int32_t word[kColumns];
    place.store(word);
    for (std::int32_t& w : word) w = table[w & 31];
    return load(word);
#endif
  }
  /// These numbers at the columns given as bits, `other` elsewhere.
  STACKWRIGHT_INLINE Columns at(std::uint32_t columns, const Columns& other) const {
#ifdef __AVX512DQ__
    Columns c;
    c.part_[0] =
        (Part)_mm512_mask_mov_epi32((__m512i)other.part_[0], static_cast<__mmask16>(columns), (__m512i)part_[0]);
    return c;
#else
    static constexpr std::int32_t kBit[kColumns] = {1,       1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                                    1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                                    1 << 12, 1 << 13, 1 << 14, 1 << 15};
    const Columns outside = equal(load(kBit) & Columns(static_cast<std::int32_t>(columns)), Columns(0));
    return (*this & (outside ^ Columns(-1))) | (other & outside);
#endif
  }
  /// The largest of all.
  STACKWRIGHT_INLINE std::int32_t largest() const {
#ifdef __AVX512DQ__
    return _mm512_reduce_max_epi32((__m512i)part_[0]);
#else
    Part most = part_[0];
    STACKWRIGHT_UNROLL
    for (int i = 1; i < kParts; ++i) most = most > part_[i] ? most : part_[i];
    std::int32_t largest = most[0];
    for (int i = 1; i < kBytes / 4; ++i) largest = largest > most[i] ? largest : most[i];
    return largest;
#endif
  }
  /// One where a number of `a` is that of `b` and not zero.
  STACKWRIGHT_INLINE friend Columns same(const Columns& a, const Columns& b) {
    return each(a, b, [](Part& p, const Part& q) { p = (p == q) & (p != 0) & 1; });
  }

 private:
#ifdef __AVX512DQ__
  static constexpr int kBytes = 64;
#elif defined(__AVX2__)
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
