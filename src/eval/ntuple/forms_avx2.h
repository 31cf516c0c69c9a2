// The eight symmetric forms of a board in two AVX2 registers: as they are, and transposed.
#pragma once

#include <cstdint>

#include <immintrin.h>

#include "eval/ntuple/plan.h"

namespace stackwright::lanes_avx2 {

struct Forms {
  __m256i straight;
  __m256i turned;

  [[gnu::always_inline]] static std::uint64_t delta_swap(std::uint64_t x, int shift, std::uint64_t mask) {
    const std::uint64_t t = (x ^ x >> shift) & mask;
    return x ^ t ^ t << shift;
  }

  /// The board itself, mirrored, flipped, both.
  [[gnu::always_inline]] static __m256i four(std::uint64_t split) {
    const __m256i v = _mm256_set1_epi64x(static_cast<long long>(split));
    const __m256i nibbles = _mm256_set1_epi8(0x0f), pairs = _mm256_set1_epi8(0x33);
    __m256i m = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi64(v, 4), nibbles),
                                _mm256_andnot_si256(nibbles, _mm256_slli_epi64(v, 4)));
    m = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi64(m, 2), pairs),
                        _mm256_andnot_si256(pairs, _mm256_slli_epi64(m, 2)));
    const __m256i mixed = _mm256_blend_epi32(v, m, 0xcc);
    const __m256i flip =
        _mm256_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL, 0x0f0e0d0c0b0a0908LL, 0x0706050403020100LL);
    return _mm256_shuffle_epi8(mixed, flip);
  }

  [[gnu::always_inline]] static Forms of(std::uint64_t split) {
    const std::uint64_t t = delta_swap(delta_swap(split, 6, 0x00cc00cc00cc00ccULL), 12, 0x0000f0f00000f0f0ULL);
    return {four(split), four(t)};
  }

  [[gnu::always_inline]] static __m256i parts(const ntuple::TuplePlan& tuple, __m256i word) {
    __m256i sum = _mm256_setzero_si256();
    for (int r = 0; r < tuple.runs; ++r) {
      const __m256i shifted = _mm256_srl_epi64(word, _mm_cvtsi64_si128(static_cast<long long>(tuple.shift[r])));
      sum = _mm256_or_si256(sum, _mm256_and_si256(shifted, _mm256_set1_epi64x(static_cast<long long>(tuple.mask[r]))));
    }
    return _mm256_or_si256(sum, _mm256_srl_epi64(sum, _mm_cvtsi32_si128(tuple.fold)));
  }

  [[gnu::always_inline]] void index(const ntuple::TuplePlan& tuple, std::uint32_t* out) const {
    const __m256 a = _mm256_castsi256_ps(parts(tuple, straight)), b = _mm256_castsi256_ps(parts(tuple, turned));
    const __m256i low = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));  // the low halves of all eight
    _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm256_permute4x64_epi64(low, 0xd8));
  }

  [[gnu::always_inline]] static __m128 pair(const ntuple::Coherence* table, std::uint32_t a, std::uint32_t b) {
    return _mm_loadh_pi(_mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(table + a))),
                        reinterpret_cast<const __m64*>(table + b));
  }
  [[gnu::always_inline]] static void steps(const ntuple::Coherence* table, const std::uint32_t* index, float add,
                                           float* out) {
    for (int s = 0; s < ntuple::kForms; s += 4) {
      const __m128 a = pair(table, index[s], index[s + 1]), b = pair(table, index[s + 2], index[s + 3]);
      const __m128 error = _mm_shuffle_ps(a, b, 0x88), size = _mm_shuffle_ps(a, b, 0xdd);
      const __m128 ratio = _mm_div_ps(_mm_andnot_ps(_mm_set1_ps(-0.0f), error), size);
      const __m128 seen = _mm_cmpgt_ps(size, _mm_setzero_ps());
      _mm_store_ps(out + s, _mm_mul_ps(_mm_blendv_ps(_mm_set1_ps(1), ratio, seen), _mm_set1_ps(add)));
    }
  }

  [[gnu::always_inline]] static void add(ntuple::Coherence& c, float error, float size) {
    double* const at = reinterpret_cast<double*>(&c);
    const __m128 sum = _mm_add_ps(_mm_castpd_ps(_mm_load_sd(at)), _mm_setr_ps(error, size, 0, 0));
    _mm_store_sd(at, _mm_castps_pd(sum));
  }
};

}  // namespace stackwright::lanes_avx2
