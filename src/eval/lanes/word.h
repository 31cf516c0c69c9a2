// Lanes of one: ordinary words under the names of the vector types. Included inside a kernel's namespace.

struct Mask1 {
  bool m;
};
inline Mask1 operator&(Mask1 a, Mask1 b) { return {a.m && b.m}; }
inline Mask1 operator|(Mask1 a, Mask1 b) { return {a.m || b.m}; }
inline std::uint32_t bits(Mask1 m) { return m.m ? 1 : 0; }
inline bool any(Mask1 m) { return m.m; }
inline Mask1 without(Mask1 a, Mask1 b) { return {a.m && !b.m}; }

/// A word of 16 or 32 bits.
template <class T>
struct WordOf {
  static constexpr int kLanes = 1;
  static constexpr int kBits = 8 * sizeof(T);
  using Signed = std::make_signed_t<T>;
  using Mask = Mask1;
  using Score = WordOf;
  using Counter = WordOf;
  T r;

  static WordOf set(int n) { return {static_cast<T>(n)}; }
  static WordOf load(const std::uint32_t* p) { return {static_cast<T>(*p)}; }
  static WordOf load_score(const std::int32_t* p) { return {static_cast<T>(*p)}; }
  static WordOf lookup(const std::uint8_t* table, WordOf index) { return {table[index.r]}; }
  Signed value() const { return static_cast<Signed>(r); }

  // Friends, so that they are found for words only.
  friend WordOf operator&(WordOf a, WordOf b) { return {static_cast<T>(a.r & b.r)}; }
  friend WordOf operator|(WordOf a, WordOf b) { return {static_cast<T>(a.r | b.r)}; }
  friend WordOf operator^(WordOf a, WordOf b) { return {static_cast<T>(a.r ^ b.r)}; }
  friend WordOf operator+(WordOf a, WordOf b) { return {static_cast<T>(a.r + b.r)}; }
  friend WordOf operator-(WordOf a, WordOf b) { return {static_cast<T>(a.r - b.r)}; }
  friend WordOf and_not(WordOf a, WordOf b) { return {static_cast<T>(a.r & ~b.r)}; }
  friend WordOf shift_left(WordOf a, WordOf n) { return {static_cast<T>(n.r < kBits ? a.r << n.r : 0)}; }
  friend WordOf shift_right(WordOf a, WordOf n) { return {static_cast<T>(n.r < kBits ? a.r >> n.r : 0)}; }
  friend WordOf max(WordOf a, WordOf b) { return a.value() > b.value() ? a : b; }
  friend WordOf min_unsigned(WordOf a, WordOf b) { return a.r < b.r ? a : b; }
  friend WordOf absolute(WordOf a) { return a.value() < 0 ? set(0) - a : a; }
  friend Mask1 greater(WordOf a, WordOf b) { return {a.value() > b.value()}; }
  friend Mask1 equal(WordOf a, WordOf b) { return {a.r == b.r}; }
  friend Mask1 non_zero(WordOf a) { return {a.r != 0}; }
  friend WordOf keep(Mask1 m, WordOf a) { return m.m ? a : set(0); }
  friend WordOf and_lanes_not(WordOf a, Mask1 m) { return m.m ? set(0) : a; }
  friend Mask1 no_lanes(WordOf) { return {false}; }
  friend WordOf multiply(WordOf a, WordOf b) { return {static_cast<T>(std::uint32_t{a.r} * b.r)}; }

  friend void count(WordOf& counter, WordOf a) { counter.r = static_cast<T>(counter.r + std::popcount(a.r)); }
  friend WordOf counted(WordOf counter) { return counter; }
  friend WordOf zero_counter(WordOf) { return set(0); }

  friend void store(std::uint32_t* p, WordOf a) { *p = a.r; }
  friend void store_score(std::int32_t* p, WordOf a) { *p = a.value(); }
  friend WordOf load_lanes(WordOf, const T* p) { return {*p}; }
  friend WordOf lane_numbers(WordOf) { return set(0); }
  friend void compress_lanes(T* p, Mask1, WordOf a) { *p = a.r; }
  friend WordOf pick(WordOf a, WordOf) { return a; }
  friend WordOf pick_group(const std::uint32_t* group, WordOf index) { return {static_cast<T>(group[index.r])}; }
  friend WordOf gather(const std::int32_t* table, WordOf index) { return {static_cast<T>(table[index.r])}; }

  friend WordOf zero_score(WordOf) { return set(0); }
  friend WordOf worst_score(WordOf) { return {static_cast<T>(std::uint64_t{1} << (kBits - 1))}; }
  friend WordOf bury(WordOf score, Mask1 m) { return m.m ? worst_score(score) : score; }
  friend void improve(WordOf& best, WordOf& best_slot, WordOf score, int slot) {
    if (score.value() <= best.value()) return;
    best = score;
    best_slot = set(slot);
  }
};
template <int n, class T>
inline WordOf<T> shl(WordOf<T> a) {
  return {static_cast<T>(a.r << n)};
}
template <int n, class T>
inline WordOf<T> shr(WordOf<T> a) {
  return {static_cast<T>(a.r >> n)};
}

/// Sums of the numbers (1 to 7) of the bits set.
struct Triangles {
  alignas(64) std::uint8_t sum[128];
  constexpr Triangles() : sum{} {
    for (int b = 0; b < 128; ++b) {
      for (int j = 0; j < 7; ++j) sum[b] = static_cast<std::uint8_t>(sum[b] + ((b >> j & 1) != 0 ? j + 1 : 0));
    }
  }
};
inline constexpr Triangles kTriangles;
/// The sum of the numbers of the bits set, the lowest being 1; of the lowest seven bits.
template <class T>
inline WordOf<T> triangle(WordOf<T> a) {
  return {kTriangles.sum[a.r & 127]};
}
