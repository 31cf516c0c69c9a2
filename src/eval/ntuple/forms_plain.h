// The eight symmetric forms of a board in plain words.
#pragma once

#include <cmath>
#include <cstdint>

#include "eval/ntuple/plan.h"

namespace stackwright::lanes_plain {

/// Forms in the order of twenty48::symmetric_forms.
struct Forms {
  std::uint64_t word[ntuple::kForms];

  static std::uint64_t delta_swap(std::uint64_t x, int shift, std::uint64_t mask) {
    const std::uint64_t t = (x ^ x >> shift) & mask;
    return x ^ t ^ t << shift;
  }
  static std::uint64_t transposed(std::uint64_t x) {
    return delta_swap(delta_swap(x, 6, 0x00cc00cc00cc00ccULL), 12, 0x0000f0f00000f0f0ULL);
  }
  static std::uint64_t mirrored(std::uint64_t x) {
    constexpr std::uint64_t kNibbles = 0x0f0f0f0f0f0f0f0fULL, kPairs = 0x3333333333333333ULL;
    x = (x >> 4 & kNibbles) | (x & kNibbles) << 4;
    return (x >> 2 & kPairs) | (x & kPairs) << 2;
  }
  static std::uint64_t flipped(std::uint64_t x) {
    const std::uint64_t reversed = __builtin_bswap64(x);
    return reversed >> 32 | reversed << 32;
  }

  static Forms of(std::uint64_t split) {
    const std::uint64_t t = transposed(split), m = mirrored(split), tm = mirrored(t);
    return {{split, m, flipped(split), flipped(m), t, tm, flipped(t), flipped(tm)}};
  }

  void index(const ntuple::TuplePlan& tuple, std::uint32_t* out) const {
    for (int s = 0; s < ntuple::kForms; ++s) {
      std::uint64_t parts = 0;
      for (int r = 0; r < tuple.runs; ++r) parts |= word[s] >> tuple.shift[r] & tuple.mask[r];
      out[s] = static_cast<std::uint32_t>(parts | parts >> tuple.fold);
    }
  }

  static void steps(const ntuple::Coherence* table, const std::uint32_t* index, float add, float* out) {
    for (int s = 0; s < ntuple::kForms; ++s) {
      const ntuple::Coherence& c = table[index[s]];
      out[s] = (c.size > 0 ? std::fabs(c.error) / c.size : 1.0f) * add;
    }
  }

  static void add(ntuple::Coherence& c, float error, float size) {
    c.error += error;
    c.size += size;
  }
};

}  // namespace stackwright::lanes_plain
