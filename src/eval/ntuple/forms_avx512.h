// The eight symmetric forms of a board in one AVX-512 register.
#pragma once

#include <cstdint>

#include <immintrin.h>

#include "eval/ntuple/plan.h"

namespace stackwright::lanes_avx512 {

struct Forms {
  __m512i word;

  [[gnu::always_inline]] static std::uint64_t delta_swap(std::uint64_t x, int shift, std::uint64_t mask) {
    const std::uint64_t t = (x ^ x >> shift) & mask;
    return x ^ t ^ t << shift;
  }

  [[gnu::always_inline]] static Forms of(std::uint64_t split) {
    const std::uint64_t t = delta_swap(delta_swap(split, 6, 0x00cc00cc00cc00ccULL), 12, 0x0000f0f00000f0f0ULL);
    __m512i v =
        _mm512_mask_set1_epi64(_mm512_set1_epi64(static_cast<long long>(split)), 0xf0, static_cast<long long>(t));
    const __m512i nibbles = _mm512_set1_epi8(0x0f), pairs = _mm512_set1_epi8(0x33);
    constexpr int kSelect = 0xd8;  // where the mask (third) is set the second, else the first
    __m512i m = _mm512_ternarylogic_epi64(_mm512_slli_epi64(v, 4), _mm512_srli_epi64(v, 4), nibbles, kSelect);
    m = _mm512_ternarylogic_epi64(_mm512_slli_epi64(m, 2), _mm512_srli_epi64(m, 2), pairs, kSelect);
    v = _mm512_mask_mov_epi64(v, 0xaa, m);
    constexpr long long kSameLow = 0x0706050403020100LL, kSameHigh = 0x0f0e0d0c0b0a0908LL;
    constexpr long long kTurnLow = 0x0405060700010203LL, kTurnHigh = 0x0c0d0e0f08090a0bLL;
    const __m512i flip =
        _mm512_set_epi64(kTurnHigh, kTurnLow, kSameHigh, kSameLow, kTurnHigh, kTurnLow, kSameHigh, kSameLow);
    return {_mm512_shuffle_epi8(v, flip)};
  }

  [[gnu::always_inline]] void index(const ntuple::TuplePlan& tuple, std::uint32_t* out) const {
    __m512i parts = part(tuple, 0);
    for (int r = 1; r < tuple.runs; ++r) parts = _mm512_or_si512(parts, part(tuple, r));
    parts = _mm512_or_si512(parts, _mm512_srl_epi64(parts, _mm_cvtsi32_si128(tuple.fold)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi64_epi32(parts));
  }
  [[gnu::always_inline]] __m512i part(const ntuple::TuplePlan& tuple, int r) const {
    return _mm512_and_si512(_mm512_srlv_epi64(word, _mm512_set1_epi64(static_cast<long long>(tuple.shift[r]))),
                            _mm512_set1_epi64(static_cast<long long>(tuple.mask[r])));
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

}  // namespace stackwright::lanes_avx512
