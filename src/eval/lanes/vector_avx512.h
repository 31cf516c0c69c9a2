// AVX-512 lanes: 16 words of 32 bits or 32 words of 16 bits. Included inside a kernel's namespace.

struct Mask32 {
  __mmask16 m;
};
inline Mask32 operator&(Mask32 a, Mask32 b) { return {static_cast<__mmask16>(a.m & b.m)}; }
inline Mask32 operator|(Mask32 a, Mask32 b) { return {static_cast<__mmask16>(a.m | b.m)}; }

/// 16 lanes of 32 bits.
struct Wide {
  static constexpr int kLanes = 16;
  static constexpr int kBits = 32;
  using Word = WordOf<std::uint32_t>;
  using Mask = Mask32;
  using Score = Wide;
  using Counter = Wide;
  __m512i r;

  static Wide set(int n) { return {_mm512_set1_epi32(n)}; }
  static Wide load(const std::uint32_t* p) { return {_mm512_load_si512(p)}; }
  static Wide load_score(const std::int32_t* p) { return {_mm512_load_si512(p)}; }
  static Wide lookup(const std::uint8_t* table, Wide index) {
    const __m512i t = _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
    return {_mm512_shuffle_epi8(t, _mm512_or_si512(index.r, _mm512_set1_epi32(static_cast<int>(0x80808000u))))};
  }
};
inline void store(std::uint32_t* p, Wide a) { _mm512_store_si512(p, a.r); }
inline void store_score(std::int32_t* p, Wide a) { _mm512_store_si512(p, a.r); }
inline Wide operator&(Wide a, Wide b) { return {_mm512_and_si512(a.r, b.r)}; }
inline Wide operator|(Wide a, Wide b) { return {_mm512_or_si512(a.r, b.r)}; }
inline Wide operator^(Wide a, Wide b) { return {_mm512_xor_si512(a.r, b.r)}; }
inline Wide operator+(Wide a, Wide b) { return {_mm512_add_epi32(a.r, b.r)}; }
inline Wide operator-(Wide a, Wide b) { return {_mm512_sub_epi32(a.r, b.r)}; }
inline Wide and_not(Wide a, Wide b) { return {_mm512_andnot_si512(b.r, a.r)}; }
template <int n>
inline Wide shl(Wide a) {
  return {_mm512_slli_epi32(a.r, n)};
}
template <int n>
inline Wide shr(Wide a) {
  return {_mm512_srli_epi32(a.r, n)};
}
inline Wide shift_left(Wide a, Wide n) { return {_mm512_sllv_epi32(a.r, n.r)}; }
inline Wide shift_right(Wide a, Wide n) { return {_mm512_srlv_epi32(a.r, n.r)}; }
inline Wide max(Wide a, Wide b) { return {_mm512_max_epi32(a.r, b.r)}; }
inline Wide min_unsigned(Wide a, Wide b) { return {_mm512_min_epu32(a.r, b.r)}; }
inline Wide absolute(Wide a) { return {_mm512_abs_epi32(a.r)}; }
inline Mask32 greater(Wide a, Wide b) { return {_mm512_cmpgt_epi32_mask(a.r, b.r)}; }
inline Mask32 equal(Wide a, Wide b) { return {_mm512_cmpeq_epi32_mask(a.r, b.r)}; }
inline Mask32 non_zero(Wide a) { return {_mm512_test_epi32_mask(a.r, a.r)}; }
inline Wide keep(Mask32 m, Wide a) { return {_mm512_maskz_mov_epi32(m.m, a.r)}; }
inline Wide select(Mask32 m, Wide a, Wide b) { return {_mm512_mask_mov_epi32(b.r, m.m, a.r)}; }
inline std::uint32_t bits(Mask32 m) { return m.m; }
inline bool any(Mask32 m) { return m.m != 0; }
inline Mask32 no_lanes(Wide) { return {0}; }
inline void count(Wide& counter, Wide a) { counter.r = _mm512_add_epi32(counter.r, _mm512_popcnt_epi32(a.r)); }
inline Wide counted(Wide counter) { return counter; }
inline Wide zero_counter(Wide) { return {_mm512_setzero_si512()}; }

inline __m512i triangle_bytes(__m512i a) {
  return _mm512_permutex2var_epi8(_mm512_load_si512(kTriangles.sum), a, _mm512_load_si512(kTriangles.sum + 64));
}
/// The sum of the numbers of the bits set, the lowest being 1; right for words below 128.
inline Wide triangle(Wide a) { return {triangle_bytes(a.r)}; }

inline Wide zero_score(Wide) { return {_mm512_setzero_si512()}; }
inline Wide multiply(Wide a, Wide b) { return {_mm512_mullo_epi32(a.r, b.r)}; }
inline Wide bury(Wide score, Mask32 m) { return {_mm512_mask_mov_epi32(score.r, m.m, _mm512_set1_epi32(INT32_MIN))}; }
inline Wide max_score(Wide a, Wide b) { return max(a, b); }
inline Wide worst_score(Wide) { return {_mm512_set1_epi32(INT32_MIN)}; }
inline void improve(Wide& best, Wide& best_slot, Wide score, int slot) {
  const __mmask16 better = _mm512_cmpgt_epi32_mask(score.r, best.r);
  best.r = _mm512_max_epi32(best.r, score.r);
  best_slot.r = _mm512_mask_mov_epi32(best_slot.r, better, _mm512_set1_epi32(slot));
}
inline Wide pick(Wide a, Wide index) { return {_mm512_permutexvar_epi32(index.r, a.r)}; }
/// Tables of a group by index (0 to 31).
inline Wide pick_group(const std::uint32_t* group, Wide index) {
  return {_mm512_permutex2var_epi32(_mm512_load_si512(group), index.r, _mm512_load_si512(group + 16))};
}
inline Wide gather(const std::int32_t* table, Wide index) { return {_mm512_i32gather_epi32(index.r, table, 4)}; }
inline Wide load_lanes(Wide, const std::uint32_t* p) { return {_mm512_loadu_si512(p)}; }
inline void store_lanes(std::uint32_t* p, Wide a) { _mm512_storeu_si512(p, a.r); }
/// Words side by side in memory; 32 lanes hold 16 of them twice.
inline Wide load_along(Wide, const std::uint32_t* p) { return {_mm512_loadu_si512(p)}; }
inline std::int32_t largest_lane(Wide a) { return _mm512_reduce_max_epi32(a.r); }
inline Wide lane_numbers(Wide) { return {_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)}; }
/// Stores the lanes of the mask one after another; may write a whole vector.
inline void compress_lanes(std::uint32_t* p, Mask32 m, Wide a) {
  _mm512_storeu_si512(p, _mm512_maskz_compress_epi32(m.m, a.r));
}
inline Mask32 without(Mask32 a, Mask32 b) { return {static_cast<__mmask16>(a.m & ~b.m)}; }
inline Wide and_lanes_not(Wide a, Mask32 m) { return {_mm512_maskz_mov_epi32(static_cast<__mmask16>(~m.m), a.r)}; }

struct Mask16 {
  __mmask32 m;
};
inline Mask16 operator&(Mask16 a, Mask16 b) { return {a.m & b.m}; }
inline Mask16 operator|(Mask16 a, Mask16 b) { return {a.m | b.m}; }

/// 32 scores of 32 bits, in the order in which 16-bit lanes are unpacked.
struct Scores {
  __m512i lo, hi;
};

/// 32 lanes of 16 bits: for boards on which nothing stands higher than 12 rows.
struct Narrow {
  static constexpr int kLanes = 32;
  static constexpr int kBits = 16;
  using Word = WordOf<std::uint16_t>;
  using Mask = Mask16;
  using Score = Scores;
  using Counter = Narrow;
  __m512i r;

  static Narrow set(int n) { return {_mm512_set1_epi16(static_cast<short>(n))}; }
  static Narrow load(const std::uint32_t* p) {
    const __m256i a = _mm512_cvtepi32_epi16(_mm512_load_si512(p));
    const __m256i b = _mm512_cvtepi32_epi16(_mm512_load_si512(p + 16));
    return {_mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1)};
  }
  static Narrow lookup(const std::uint8_t* table, Narrow index) {
    const __m512i t = _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
    return {_mm512_shuffle_epi8(t, _mm512_or_si512(index.r, _mm512_set1_epi16(static_cast<short>(0x8000))))};
  }
};
inline void store(std::uint32_t* p, Narrow a) {
  _mm512_store_si512(p, _mm512_cvtepu16_epi32(_mm512_castsi512_si256(a.r)));
  _mm512_store_si512(p + 16, _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(a.r, 1)));
}
inline Narrow operator&(Narrow a, Narrow b) { return {_mm512_and_si512(a.r, b.r)}; }
inline Narrow operator|(Narrow a, Narrow b) { return {_mm512_or_si512(a.r, b.r)}; }
inline Narrow operator^(Narrow a, Narrow b) { return {_mm512_xor_si512(a.r, b.r)}; }
inline Narrow operator+(Narrow a, Narrow b) { return {_mm512_add_epi16(a.r, b.r)}; }
inline Narrow operator-(Narrow a, Narrow b) { return {_mm512_sub_epi16(a.r, b.r)}; }
inline Narrow and_not(Narrow a, Narrow b) { return {_mm512_andnot_si512(b.r, a.r)}; }
template <int n>
inline Narrow shl(Narrow a) {
  return {_mm512_slli_epi16(a.r, n)};
}
template <int n>
inline Narrow shr(Narrow a) {
  return {_mm512_srli_epi16(a.r, n)};
}
inline Narrow shift_left(Narrow a, Narrow n) { return {_mm512_sllv_epi16(a.r, n.r)}; }
inline Narrow shift_right(Narrow a, Narrow n) { return {_mm512_srlv_epi16(a.r, n.r)}; }
inline Narrow max(Narrow a, Narrow b) { return {_mm512_max_epi16(a.r, b.r)}; }
inline Narrow min_unsigned(Narrow a, Narrow b) { return {_mm512_min_epu16(a.r, b.r)}; }
inline Narrow absolute(Narrow a) { return {_mm512_abs_epi16(a.r)}; }
inline Mask16 greater(Narrow a, Narrow b) { return {_mm512_cmpgt_epi16_mask(a.r, b.r)}; }
inline Mask16 equal(Narrow a, Narrow b) { return {_mm512_cmpeq_epi16_mask(a.r, b.r)}; }
inline Mask16 non_zero(Narrow a) { return {_mm512_test_epi16_mask(a.r, a.r)}; }
inline Narrow keep(Mask16 m, Narrow a) { return {_mm512_maskz_mov_epi16(m.m, a.r)}; }
inline Narrow select(Mask16 m, Narrow a, Narrow b) { return {_mm512_mask_mov_epi16(b.r, m.m, a.r)}; }
inline std::uint32_t bits(Mask16 m) { return m.m; }
inline bool any(Mask16 m) { return m.m != 0; }
inline Mask16 no_lanes(Narrow) { return {0}; }
inline void count(Narrow& counter, Narrow a) { counter.r = _mm512_add_epi16(counter.r, _mm512_popcnt_epi16(a.r)); }
inline Narrow counted(Narrow counter) { return counter; }
inline Narrow zero_counter(Narrow) { return {_mm512_setzero_si512()}; }
/// a * b of small numbers.
inline Narrow multiply(Narrow a, Narrow b) { return {_mm512_mullo_epi16(a.r, b.r)}; }
inline Narrow pick(Narrow group, Narrow index) { return {_mm512_permutexvar_epi16(index.r, group.r)}; }

inline Narrow triangle(Narrow a) { return {triangle_bytes(a.r)}; }

inline Scores zero_score(Narrow) { return {_mm512_setzero_si512(), _mm512_setzero_si512()}; }
inline Scores operator+(Scores a, Scores b) { return {_mm512_add_epi32(a.lo, b.lo), _mm512_add_epi32(a.hi, b.hi)}; }
template <int n>
inline Scores shl(Scores a) {
  return {_mm512_slli_epi32(a.lo, n), _mm512_slli_epi32(a.hi, n)};
}
/// Adds the two quantities times their weights.
inline void add_pair(Scores& s, Narrow a, Narrow b, const std::int32_t* weights) {
  s.lo = _mm512_dpwssd_epi32(s.lo, _mm512_unpacklo_epi16(a.r, b.r), _mm512_load_si512(weights));
  s.hi = _mm512_dpwssd_epi32(s.hi, _mm512_unpackhi_epi16(a.r, b.r), _mm512_load_si512(weights + 16));
}
inline Scores bury(Scores s, Mask16 m) {
  const __m512i all = _mm512_movm_epi16(m.m);
  const __m512i worst = _mm512_set1_epi32(INT32_MIN);
  // s & ~all | worst & all
  return {_mm512_ternarylogic_epi32(s.lo, _mm512_unpacklo_epi16(all, all), worst, 0xB8),
          _mm512_ternarylogic_epi32(s.hi, _mm512_unpackhi_epi16(all, all), worst, 0xB8)};
}
inline Scores max_score(Scores a, Scores b) { return {_mm512_max_epi32(a.lo, b.lo), _mm512_max_epi32(a.hi, b.hi)}; }
inline Scores worst_score(Narrow) { return {_mm512_set1_epi32(INT32_MIN), _mm512_set1_epi32(INT32_MIN)}; }
inline void improve(Scores& best, Scores& best_slot, Scores score, int slot) {
  const __m512i s = _mm512_set1_epi32(slot);
  best_slot.lo = _mm512_mask_mov_epi32(best_slot.lo, _mm512_cmpgt_epi32_mask(score.lo, best.lo), s);
  best_slot.hi = _mm512_mask_mov_epi32(best_slot.hi, _mm512_cmpgt_epi32_mask(score.hi, best.hi), s);
  best = max_score(best, score);
}
/// Lanes 0 to 15 and lanes 16 to 31, out of the unpacked order.
inline void store_halves(std::int32_t* low, std::int32_t* high, Scores s) {
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), odd = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  _mm512_store_si512(low, _mm512_permutex2var_epi64(s.lo, even, s.hi));
  _mm512_store_si512(high, _mm512_permutex2var_epi64(s.lo, odd, s.hi));
}
inline void store_score(std::int32_t* p, Scores s) { store_halves(p, p + 16, s); }
inline Narrow pick_group(const std::uint32_t* group, Narrow index) { return pick(Narrow::load(group), index); }
inline Narrow load_lanes(Narrow, const std::uint16_t* p) { return {_mm512_loadu_si512(p)}; }
inline void store_lanes(std::uint16_t* p, Narrow a) { _mm512_storeu_si512(p, a.r); }
inline Narrow load_along(Narrow, const std::uint16_t* p) {
  return {_mm512_broadcast_i64x4(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
}
inline Narrow lane_numbers(Narrow) {
  return {_mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
                           7, 6, 5, 4, 3, 2, 1, 0)};
}
inline void compress_lanes(std::uint16_t* p, Mask16 m, Narrow a) {
  _mm512_storeu_si512(p, _mm512_maskz_compress_epi16(m.m, a.r));
}
inline Mask16 without(Mask16 a, Mask16 b) { return {a.m & ~b.m}; }
inline Narrow and_lanes_not(Narrow a, Mask16 m) { return {_mm512_maskz_mov_epi16(~m.m, a.r)}; }

/// Boards up to which one after the other is quicker than side by side, as measured.
inline constexpr int kFew = 7;
