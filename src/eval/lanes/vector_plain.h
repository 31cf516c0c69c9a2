// Lanes of one: the plain version of the vector types, ordinary words. Included inside a kernel's namespace.

struct Mask1 {
  bool m;
};
inline Mask1 operator&(Mask1 a, Mask1 b) { return {a.m && b.m}; }
inline Mask1 operator|(Mask1 a, Mask1 b) { return {a.m || b.m}; }

struct Word {
  static constexpr int kLanes = 1;
  static constexpr int kBits = 32;
  using Mask = Mask1;
  using Score = Word;
  using Counter = Word;
  std::uint32_t r;

  static Word set(int n) { return {static_cast<std::uint32_t>(n)}; }
  static Word load(const std::uint32_t* p) { return {*p}; }
  static Word load_score(const std::int32_t* p) { return {static_cast<std::uint32_t>(*p)}; }
  static Word lookup(const std::uint8_t* table, Word index) { return {table[index.r]}; }
};
inline void store(std::uint32_t* p, Word a) { *p = a.r; }
inline void store_score(std::int32_t* p, Word a) { *p = static_cast<std::int32_t>(a.r); }
inline Word operator&(Word a, Word b) { return {a.r & b.r}; }
inline Word operator|(Word a, Word b) { return {a.r | b.r}; }
inline Word operator^(Word a, Word b) { return {a.r ^ b.r}; }
inline Word operator+(Word a, Word b) { return {a.r + b.r}; }
inline Word operator-(Word a, Word b) { return {a.r - b.r}; }
inline Word and_not(Word a, Word b) { return {a.r & ~b.r}; }
template <int n>
inline Word shl(Word a) {
  return {a.r << n};
}
template <int n>
inline Word shr(Word a) {
  return {a.r >> n};
}
inline Word shift_left(Word a, Word n) { return {static_cast<std::uint32_t>(n.r < 32 ? a.r << n.r : 0)}; }
inline Word shift_right(Word a, Word n) { return {n.r < 32 ? a.r >> n.r : 0}; }
inline Word max(Word a, Word b) { return static_cast<std::int32_t>(a.r) > static_cast<std::int32_t>(b.r) ? a : b; }
inline Word min_unsigned(Word a, Word b) { return a.r < b.r ? a : b; }
inline Word absolute(Word a) { return static_cast<std::int32_t>(a.r) < 0 ? Word{0u - a.r} : a; }
inline Mask1 greater(Word a, Word b) { return {static_cast<std::int32_t>(a.r) > static_cast<std::int32_t>(b.r)}; }
inline Mask1 equal(Word a, Word b) { return {a.r == b.r}; }
inline Mask1 non_zero(Word a) { return {a.r != 0}; }
inline Word keep(Mask1 m, Word a) { return m.m ? a : Word{0}; }
inline Word select(Mask1 m, Word a, Word b) { return m.m ? a : b; }
inline std::uint32_t bits(Mask1 m) { return m.m ? 1 : 0; }
inline bool any(Mask1 m) { return m.m; }
inline Mask1 no_lanes(Word) { return {false}; }
inline void count(Word& counter, Word a) { counter.r += static_cast<std::uint32_t>(std::popcount(a.r)); }
inline Word counted(Word counter) { return counter; }
inline Word zero_counter(Word) { return {0}; }

inline Word zero_score(Word) { return {0}; }
inline Word multiply(Word a, Word b) { return {a.r * b.r}; }
inline Word bury(Word score, Mask1 m) { return m.m ? Word{0x80000000u} : score; }
inline Word max_score(Word a, Word b) { return max(a, b); }
inline Word worst_score(Word) { return {0x80000000u}; }
inline void improve(Word& best, Word& best_slot, Word score, int slot) {
  if (static_cast<std::int32_t>(score.r) > static_cast<std::int32_t>(best.r)) {
    best = score;
    best_slot = Word::set(slot);
  }
}
inline Word pick(Word a, Word) { return a; }
inline Word pick_group(const std::uint32_t* group, Word index) { return {group[index.r]}; }
inline Word gather(const std::int32_t* table, Word index) { return {static_cast<std::uint32_t>(table[index.r])}; }
inline Word load_lanes(Word, const std::uint32_t* p) { return {*p}; }
inline void store_lanes(std::uint32_t* p, Word a) { *p = a.r; }
inline Word lane_numbers(Word) { return {0}; }
inline void compress_lanes(std::uint32_t* p, Mask1, Word a) { *p = a.r; }
inline Mask1 without(Mask1 a, Mask1 b) { return {a.m && !b.m}; }
inline Word and_lanes_not(Word a, Mask1 m) { return m.m ? Word{0} : a; }

/// Sums of the numbers (1 to 7) of the bits set.
struct Triangles {
  std::uint8_t sum[128];
  constexpr Triangles() : sum{} {
    for (int b = 0; b < 128; ++b) {
      for (int j = 0; j < 7; ++j) sum[b] = static_cast<std::uint8_t>(sum[b] + ((b >> j & 1) != 0 ? j + 1 : 0));
    }
  }
};
inline constexpr Triangles kTriangles;
/// The sum of the numbers of the bits set, the lowest being 1; of the lowest seven bits.
inline Word triangle(Word a) { return {kTriangles.sum[a.r & 127]}; }

using Wide = Word;
