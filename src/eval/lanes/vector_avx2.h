// AVX2 lanes: 8 words of 32 bits or 16 words of 16 bits. Included inside a kernel's namespace.

/// All ones or all zeros in each lane.
struct Mask {
  __m256i m;
};
inline bool any(Mask m) { return _mm256_testz_si256(m.m, m.m) == 0; }

/// Counts of bits in every byte of a word (Mula's table look-up).
inline __m256i byte_counts(__m256i a) {
  const __m256i table =
      _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(15);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(a, low)),
                         _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(a, 4), low)));
}

/// In every byte the sum of the numbers of the bits set, the lowest being 1.
inline __m256i triangle_bytes(__m256i a) {
  const __m256i low = _mm256_setr_epi8(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10, 0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6,
                                       7, 7, 8, 9, 10);
  const __m256i high = _mm256_setr_epi8(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26, 0, 5, 6, 11, 7, 12,
                                        13, 18, 8, 13, 14, 19, 15, 20, 21, 26);
  const __m256i nibble = _mm256_set1_epi8(15);
  return _mm256_add_epi8(_mm256_shuffle_epi8(low, _mm256_and_si256(a, nibble)),
                         _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(a, 4), nibble)));
}

/// Bits counted byte by byte; a byte holds up to 31 words' worth.
struct Bytes {
  __m256i r;
};

struct Mask32 : Mask {};
struct Mask16 : Mask {};

/// 8 lanes of 32 bits.
struct Wide {
  static constexpr int kLanes = 8;
  static constexpr int kBits = 32;
  using Word = WordOf<std::uint32_t>;
  using Mask = Mask32;
  using Score = Wide;
  struct Counter : Bytes {};
  __m256i r;

  static Wide set(int n) { return {_mm256_set1_epi32(n)}; }
  static Wide load(const std::uint32_t* p) { return {_mm256_load_si256(reinterpret_cast<const __m256i*>(p))}; }
  static Wide load_score(const std::int32_t* p) { return {_mm256_load_si256(reinterpret_cast<const __m256i*>(p))}; }
  static Wide lookup(const std::uint8_t* table, Wide index) {
    const __m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
    return {_mm256_shuffle_epi8(t, _mm256_or_si256(index.r, _mm256_set1_epi32(static_cast<int>(0x80808000u))))};
  }
};
inline void store(std::uint32_t* p, Wide a) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), a.r); }
inline void store_score(std::int32_t* p, Wide a) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), a.r); }
inline Wide operator&(Wide a, Wide b) { return {_mm256_and_si256(a.r, b.r)}; }
inline Wide operator|(Wide a, Wide b) { return {_mm256_or_si256(a.r, b.r)}; }
inline Wide operator^(Wide a, Wide b) { return {_mm256_xor_si256(a.r, b.r)}; }
inline Wide operator+(Wide a, Wide b) { return {_mm256_add_epi32(a.r, b.r)}; }
inline Wide operator-(Wide a, Wide b) { return {_mm256_sub_epi32(a.r, b.r)}; }
inline Wide and_not(Wide a, Wide b) { return {_mm256_andnot_si256(b.r, a.r)}; }
template <int n>
inline Wide shl(Wide a) {
  return {_mm256_slli_epi32(a.r, n)};
}
template <int n>
inline Wide shr(Wide a) {
  return {_mm256_srli_epi32(a.r, n)};
}
inline Wide shift_left(Wide a, Wide n) { return {_mm256_sllv_epi32(a.r, n.r)}; }
inline Wide shift_right(Wide a, Wide n) { return {_mm256_srlv_epi32(a.r, n.r)}; }
inline Wide max(Wide a, Wide b) { return {_mm256_max_epi32(a.r, b.r)}; }
inline Wide min_unsigned(Wide a, Wide b) { return {_mm256_min_epu32(a.r, b.r)}; }
inline Wide absolute(Wide a) { return {_mm256_abs_epi32(a.r)}; }
inline Mask32 greater(Wide a, Wide b) { return {{_mm256_cmpgt_epi32(a.r, b.r)}}; }
inline Mask32 equal(Wide a, Wide b) { return {{_mm256_cmpeq_epi32(a.r, b.r)}}; }
inline Mask32 non_zero(Wide a) {
  return {{_mm256_xor_si256(_mm256_cmpeq_epi32(a.r, _mm256_setzero_si256()), _mm256_set1_epi32(-1))}};
}
inline Mask32 operator|(Mask32 a, Mask32 b) { return {{_mm256_or_si256(a.m, b.m)}}; }
inline Mask32 without(Mask32 a, Mask32 b) { return {{_mm256_andnot_si256(b.m, a.m)}}; }
inline Wide keep(Mask32 m, Wide a) { return {_mm256_and_si256(a.r, m.m)}; }
inline Wide and_lanes_not(Wide a, Mask32 m) { return {_mm256_andnot_si256(m.m, a.r)}; }
inline std::uint32_t bits(Mask32 m) { return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(m.m))); }
inline Mask32 no_lanes(Wide) { return {{_mm256_setzero_si256()}}; }
inline void count(Wide::Counter& counter, Wide a) { counter.r = _mm256_add_epi8(counter.r, byte_counts(a.r)); }
inline Wide counted(Wide::Counter counter) {
  return {_mm256_madd_epi16(_mm256_maddubs_epi16(counter.r, _mm256_set1_epi8(1)), _mm256_set1_epi16(1))};
}
inline Wide::Counter zero_counter(Wide) { return {{_mm256_setzero_si256()}}; }

/// The sum of the numbers of the bits set, the lowest being 1; right for words below 128.
inline Wide triangle(Wide a) { return {triangle_bytes(a.r)}; }

inline Wide zero_score(Wide) { return {_mm256_setzero_si256()}; }
inline Wide multiply(Wide a, Wide b) { return {_mm256_mullo_epi32(a.r, b.r)}; }
inline Wide bury(Wide score, Mask32 m) { return {_mm256_blendv_epi8(score.r, _mm256_set1_epi32(INT32_MIN), m.m)}; }
inline Wide worst_score(Wide) { return {_mm256_set1_epi32(INT32_MIN)}; }
inline void improve(Wide& best, Wide& best_slot, Wide score, int slot) {
  const __m256i better = _mm256_cmpgt_epi32(score.r, best.r);
  best.r = _mm256_max_epi32(best.r, score.r);
  best_slot.r = _mm256_blendv_epi8(best_slot.r, _mm256_set1_epi32(slot), better);
}
inline Wide pick(Wide a, Wide index) { return {_mm256_permutevar8x32_epi32(a.r, index.r)}; }
/// Tables of a group by index (0 to 31).
inline Wide pick_group(const std::uint32_t* group, Wide index) {
  return {_mm256_i32gather_epi32(reinterpret_cast<const int*>(group), index.r, 4)};
}
inline Wide gather(const std::int32_t* table, Wide index) { return {_mm256_i32gather_epi32(table, index.r, 4)}; }
inline Wide load_lanes(Wide, const std::uint32_t* p) {
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))};
}
inline void store_lanes(std::uint32_t* p, Wide a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a.r); }
/// Words side by side in memory.
inline Wide load_along(Wide a, const std::uint32_t* p) { return load_lanes(a, p); }
inline std::int32_t largest_lane(Wide a) {
  __m128i m = _mm_max_epi32(_mm256_castsi256_si128(a.r), _mm256_extracti128_si256(a.r, 1));
  m = _mm_max_epi32(m, _mm_shuffle_epi32(m, 0x4E));
  m = _mm_max_epi32(m, _mm_shuffle_epi32(m, 0xB1));
  return _mm_cvtsi128_si32(m);
}
inline Wide lane_numbers(Wide) { return {_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)}; }

/// Stores the lanes of the mask one after another; may write a whole vector.
template <class Lane, class V, class M>
inline void compress_lanes(Lane* p, M m, V a) {
  alignas(32) Lane lanes_of[V::kLanes];
  store_lanes(lanes_of, a);
  for (std::uint32_t in = bits(m); in != 0; in &= in - 1) *p++ = lanes_of[std::countr_zero(in)];
}

/// 16 scores of 32 bits, in the order in which 16-bit lanes are unpacked.
struct Scores {
  __m256i lo, hi;
};

/// 16 lanes of 16 bits: for boards on which nothing stands higher than 12 rows.
struct Narrow {
  static constexpr int kLanes = 16;
  static constexpr int kBits = 16;
  using Word = WordOf<std::uint16_t>;
  using Mask = Mask16;
  using Score = Scores;
  struct Counter : Bytes {};
  __m256i r;

  static Narrow set(int n) { return {_mm256_set1_epi16(static_cast<short>(n))}; }
  static Narrow load(const std::uint32_t* p) {
    const auto* q = reinterpret_cast<const __m256i*>(p);
    const __m256i low = _mm256_set1_epi32(0xffff);
    const __m256i packed = _mm256_packus_epi32(_mm256_and_si256(_mm256_load_si256(q), low),
                                               _mm256_and_si256(_mm256_load_si256(q + 1), low));
    return {_mm256_permute4x64_epi64(packed, 0xD8)};
  }
  static Narrow lookup(const std::uint8_t* table, Narrow index) {
    const __m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
    return {_mm256_shuffle_epi8(t, _mm256_or_si256(index.r, _mm256_set1_epi16(static_cast<short>(0x8000))))};
  }
};
inline void store(std::uint32_t* p, Narrow a) {
  auto* q = reinterpret_cast<__m256i*>(p);
  _mm256_store_si256(q, _mm256_cvtepu16_epi32(_mm256_castsi256_si128(a.r)));
  _mm256_store_si256(q + 1, _mm256_cvtepu16_epi32(_mm256_extracti128_si256(a.r, 1)));
}
inline Narrow operator&(Narrow a, Narrow b) { return {_mm256_and_si256(a.r, b.r)}; }
inline Narrow operator|(Narrow a, Narrow b) { return {_mm256_or_si256(a.r, b.r)}; }
inline Narrow operator^(Narrow a, Narrow b) { return {_mm256_xor_si256(a.r, b.r)}; }
inline Narrow operator+(Narrow a, Narrow b) { return {_mm256_add_epi16(a.r, b.r)}; }
inline Narrow operator-(Narrow a, Narrow b) { return {_mm256_sub_epi16(a.r, b.r)}; }
inline Narrow and_not(Narrow a, Narrow b) { return {_mm256_andnot_si256(b.r, a.r)}; }
template <int n>
inline Narrow shl(Narrow a) {
  return {_mm256_slli_epi16(a.r, n)};
}
template <int n>
inline Narrow shr(Narrow a) {
  return {_mm256_srli_epi16(a.r, n)};
}
/// Shifts by 32-bit lanes, even and odd words apart; counts of 16 and more give 0.
inline Narrow shift_left(Narrow a, Narrow n) {
  const __m256i low = _mm256_set1_epi32(0xffff), high = _mm256_set1_epi32(static_cast<int>(0xffff0000u));
  const __m256i even = _mm256_sllv_epi32(a.r, _mm256_and_si256(n.r, low));
  const __m256i odd = _mm256_sllv_epi32(_mm256_and_si256(a.r, high), _mm256_srli_epi32(n.r, 16));
  return {_mm256_or_si256(_mm256_and_si256(even, low), odd)};
}
inline Narrow shift_right(Narrow a, Narrow n) {
  const __m256i low = _mm256_set1_epi32(0xffff), high = _mm256_set1_epi32(static_cast<int>(0xffff0000u));
  const __m256i even = _mm256_srlv_epi32(_mm256_and_si256(a.r, low), _mm256_and_si256(n.r, low));
  const __m256i odd = _mm256_srlv_epi32(a.r, _mm256_srli_epi32(n.r, 16));
  return {_mm256_or_si256(even, _mm256_and_si256(odd, high))};
}
inline Narrow max(Narrow a, Narrow b) { return {_mm256_max_epi16(a.r, b.r)}; }
inline Narrow min_unsigned(Narrow a, Narrow b) { return {_mm256_min_epu16(a.r, b.r)}; }
inline Narrow absolute(Narrow a) { return {_mm256_abs_epi16(a.r)}; }
inline Mask16 greater(Narrow a, Narrow b) { return {{_mm256_cmpgt_epi16(a.r, b.r)}}; }
inline Mask16 equal(Narrow a, Narrow b) { return {{_mm256_cmpeq_epi16(a.r, b.r)}}; }
inline Mask16 non_zero(Narrow a) {
  return {{_mm256_xor_si256(_mm256_cmpeq_epi16(a.r, _mm256_setzero_si256()), _mm256_set1_epi32(-1))}};
}
inline Mask16 operator|(Mask16 a, Mask16 b) { return {{_mm256_or_si256(a.m, b.m)}}; }
inline Mask16 without(Mask16 a, Mask16 b) { return {{_mm256_andnot_si256(b.m, a.m)}}; }
inline Narrow keep(Mask16 m, Narrow a) { return {_mm256_and_si256(a.r, m.m)}; }
inline Narrow and_lanes_not(Narrow a, Mask16 m) { return {_mm256_andnot_si256(m.m, a.r)}; }
inline std::uint32_t bits(Mask16 m) {
  const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(m.m, _mm256_setzero_si256()), 0xD8);
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes)) & 0xffffu;
}
inline Mask16 no_lanes(Narrow) { return {{_mm256_setzero_si256()}}; }
inline void count(Narrow::Counter& counter, Narrow a) { counter.r = _mm256_add_epi8(counter.r, byte_counts(a.r)); }
inline Narrow counted(Narrow::Counter counter) { return {_mm256_maddubs_epi16(counter.r, _mm256_set1_epi8(1))}; }
inline Narrow::Counter zero_counter(Narrow) { return {{_mm256_setzero_si256()}}; }
/// a * b of small numbers.
inline Narrow multiply(Narrow a, Narrow b) { return {_mm256_mullo_epi16(a.r, b.r)}; }
inline Narrow load_lanes(Narrow, const std::uint16_t* p) {
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))};
}
inline void store_lanes(std::uint16_t* p, Narrow a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a.r); }
/// A lane by index: both halves of the vector are shuffled byte by byte, then the right one is taken.
inline Narrow pick(Narrow a, Narrow index) {
  const __m256i twice = _mm256_add_epi16(index.r, index.r);
  const __m256i bytes =
      _mm256_add_epi16(_mm256_or_si256(twice, _mm256_slli_epi16(twice, 8)), _mm256_set1_epi16(0x0100));
  const __m256i low = _mm256_permute4x64_epi64(a.r, 0x44), high = _mm256_permute4x64_epi64(a.r, 0xEE);
  const __m256i upper = _mm256_cmpgt_epi16(index.r, _mm256_set1_epi16(7));
  return {_mm256_blendv_epi8(_mm256_shuffle_epi8(low, bytes), _mm256_shuffle_epi8(high, bytes), upper)};
}
inline Narrow pick_group(const std::uint32_t* group, Narrow index) {
  alignas(32) std::uint16_t at[16], picked[16];
  store_lanes(at, index);
  for (int j = 0; j < 16; ++j) picked[j] = static_cast<std::uint16_t>(group[at[j]]);
  return load_lanes(index, picked);
}
inline Narrow load_along(Narrow a, const std::uint16_t* p) { return load_lanes(a, p); }
inline Narrow lane_numbers(Narrow) { return {_mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)}; }

inline Narrow triangle(Narrow a) { return {triangle_bytes(a.r)}; }

inline Scores zero_score(Narrow) { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
inline Scores operator+(Scores a, Scores b) { return {_mm256_add_epi32(a.lo, b.lo), _mm256_add_epi32(a.hi, b.hi)}; }
template <int n>
inline Scores shl(Scores a) {
  return {_mm256_slli_epi32(a.lo, n), _mm256_slli_epi32(a.hi, n)};
}
/// Adds the two quantities times their weights.
inline void add_pair(Scores& s, Narrow a, Narrow b, const std::int32_t* weights) {
  const auto* w = reinterpret_cast<const __m256i*>(weights);
  s.lo = _mm256_add_epi32(s.lo, _mm256_madd_epi16(_mm256_unpacklo_epi16(a.r, b.r), _mm256_load_si256(w)));
  s.hi = _mm256_add_epi32(s.hi, _mm256_madd_epi16(_mm256_unpackhi_epi16(a.r, b.r), _mm256_load_si256(w + 2)));
}
inline Scores bury(Scores s, Mask16 m) {
  const __m256i worst = _mm256_set1_epi32(INT32_MIN);
  return {_mm256_blendv_epi8(s.lo, worst, _mm256_unpacklo_epi16(m.m, m.m)),
          _mm256_blendv_epi8(s.hi, worst, _mm256_unpackhi_epi16(m.m, m.m))};
}
inline Scores worst_score(Narrow) { return {_mm256_set1_epi32(INT32_MIN), _mm256_set1_epi32(INT32_MIN)}; }
inline void improve(Scores& best, Scores& best_slot, Scores score, int slot) {
  const __m256i s = _mm256_set1_epi32(slot);
  best_slot.lo = _mm256_blendv_epi8(best_slot.lo, s, _mm256_cmpgt_epi32(score.lo, best.lo));
  best_slot.hi = _mm256_blendv_epi8(best_slot.hi, s, _mm256_cmpgt_epi32(score.hi, best.hi));
  best = {_mm256_max_epi32(best.lo, score.lo), _mm256_max_epi32(best.hi, score.hi)};
}
/// Lane by lane, out of the unpacked order.
inline void store_score(std::int32_t* p, Scores s) {
  auto* q = reinterpret_cast<__m256i*>(p);
  _mm256_store_si256(q, _mm256_permute2x128_si256(s.lo, s.hi, 0x20));
  _mm256_store_si256(q + 1, _mm256_permute2x128_si256(s.lo, s.hi, 0x31));
}

/// Boards up to which one after the other is quicker than side by side, as measured.
inline constexpr int kFew = 4;
