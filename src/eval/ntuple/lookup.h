// Looking boards up in the tables of n-tuple networks, written once against a vector of a board's eight symmetric forms.
//
// Included by one .cc per instruction set: nothing may be shared between them, so everything here and in what builds on it
// is a member of a template. `Forms` gives
//   Forms::of(split)                  the eight forms of a split board
//   index(tuple, out)                 eight indices of a tuple
//   steps(table, index, add, out)     eight steps of temporal coherence
//   add(coherence, error, size)       one more error
#pragma once

#include <cstddef>
#include <cstdint>

#include "eval/ntuple/plan.h"

namespace stackwright::ntuple {

template <class Forms>
struct Lookup {
  using Board = twenty48::Board;
  using Word = std::uint64_t;

  /// The lookups of one board: eight indices for each tuple, within the tuple's table.
  struct alignas(64) Lookups {
    std::uint32_t index[kMaxLookups];
  };

  [[gnu::always_inline]] static Word delta_swap(Word x, int shift, Word mask) {
    const Word t = (x ^ x >> shift) & mask;
    return x ^ t ^ t << shift;
  }
  [[gnu::always_inline]] static Word transpose(Word x) {
    return delta_swap(delta_swap(x, 12, 0x0000f0f00000f0f0ULL), 24, 0x00000000ff00ff00ULL);
  }
  /// Low pairs of bits to the low half, high pairs to the high half.
  [[gnu::always_inline]] static Word split(Word x) {
    x = delta_swap(x, 2, 0x0c0c0c0c0c0c0c0cULL);
    x = delta_swap(x, 4, 0x00f000f000f000f0ULL);
    x = delta_swap(x, 8, 0x0000ff000000ff00ULL);
    return delta_swap(x, 16, 0x00000000ffff0000ULL);
  }
  /// Whether a cell holds `rank` (1 to 15) or more: adding 16 - rank carries into the next four bits.
  [[gnu::always_inline]] static bool reaches(Word cells, int rank) {
    constexpr Word kLow = 0x0f0f0f0f0f0f0f0fULL, kOnes = 0x0101010101010101ULL;
    const Word add = kOnes * static_cast<Word>(16 - rank);
    return ((((cells & kLow) + add) | ((cells >> 4 & kLow) + add)) & kOnes << 4) != 0;
  }
  [[gnu::always_inline]] static int stage_of(const Plan& plan, Word cells) {
    int stage = 0;
    for (int s = 1; s < plan.stages; ++s) stage += reaches(cells, plan.stage_rank[s]) ? 1 : 0;
    return stage;
  }

  /// The number of tuples as a constant where it is a common one.
  template <int kTuples>
  [[gnu::always_inline]] static int tuples_of(const Plan& plan) {
    return kTuples > 0 ? kTuples : plan.tuples;
  }

  template <int kTuples>
  [[gnu::always_inline]] static void look_up(const Plan& plan, Word split_board, Lookups& out) {
    const Forms forms = Forms::of(split_board);
    for (int t = 0; t < tuples_of<kTuples>(plan); ++t) forms.index(plan.tuple[t], out.index + t * kForms);
  }

  template <int kTuples>
  [[gnu::always_inline]] static float value_of(const Plan& plan, const float* weights, const Lookups& at) {
    const float* table = weights + plan.tuple[0].offset;
    float sum[kForms];
    for (int s = 0; s < kForms; ++s) sum[s] = table[at.index[s]];
    for (int t = 1; t < tuples_of<kTuples>(plan); ++t) {
      table = weights + plan.tuple[t].offset;
      for (int s = 0; s < kForms; ++s) sum[s] += table[at.index[t * kForms + s]];
    }
    return total(sum);
  }

  /// The order of this sum is part of the definition of a network's value. It begins with pairs of transposed forms, so
  /// that a board and its transposed one have the same value bit for bit.
  [[gnu::always_inline]] static float total(const float* sum) {
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
  }

  template <int kTuples>
  [[gnu::always_inline]] static void prefetch(const Plan& plan, const float* weights, const Lookups& at) {
    for (int t = 0; t < tuples_of<kTuples>(plan); ++t) {
      const float* table = weights + plan.tuple[t].offset;
      for (int s = 0; s < kForms; ++s) __builtin_prefetch(table + at.index[t * kForms + s]);
    }
  }

  template <int kTuples>
  static void values(const Plan& plan, const float* weights, const Board* boards, std::size_t count, float* out) {
    constexpr std::size_t kAhead = 4;
    Lookups lookups[kAhead];
    const float* tables[kAhead];
    for (std::size_t i = 0; i < count + kAhead; ++i) {
      const std::size_t slot = i % kAhead;
      if (i >= kAhead) out[i - kAhead] = value_of<kTuples>(plan, tables[slot], lookups[slot]);
      if (i >= count) continue;
      tables[slot] = weights + static_cast<std::size_t>(stage_of(plan, boards[i].cells)) * plan.entries;
      look_up<kTuples>(plan, split(boards[i].cells), lookups[slot]);
      prefetch<kTuples>(plan, tables[slot], lookups[slot]);
    }
  }
};

}  // namespace stackwright::ntuple
