// Learning by temporal differences from a game that was played, from its end to its beginning.
#pragma once

#include <cmath>
#include <cstddef>

#include "eval/ntuple/lookup.h"

namespace stackwright::ntuple {

template <class Forms>
struct Learning {
  using Look = Lookup<Forms>;
  using Lookups = typename Look::Lookups;

  /// Temporal differences from the end of a game to its beginning: each afterstate moves towards the gain of the next
  /// move and the value that the next afterstate has by then. Addresses are known ahead, so nothing is waited for.
  template <int kTuples, bool kCoherent>
  static void learn(const Round& round, const Step* episode, std::size_t n) {
    constexpr int kAhead = 4;
    const Plan& plan = *round.plan;
    const int tuples = Look::template tuples_of<kTuples>(plan);
    Lookups ring[kAhead];
    const auto fetch = [&](std::size_t i) __attribute__((always_inline)) {
      const Step& step = episode[i];
      const std::size_t base = static_cast<std::size_t>(step.stage) * plan.entries;
      Lookups& at = ring[i % kAhead];
      Look::template look_up<kTuples>(plan, step.split, at);
      for (int t = 0; t < tuples; ++t) {
        const float* table = round.weights + base + plan.tuple[t].offset;
        for (int s = 0; s < kForms; ++s) {
          __builtin_prefetch(table + at.index[t * kForms + s], 1);
          if (kCoherent) {
            __builtin_prefetch(round.coherence + base + plan.tuple[t].offset + at.index[t * kForms + s], 1);
          }
        }
      }
    };
    for (std::size_t i = n; i + kAhead > n && i > 0; --i) fetch(i - 1);
    float target = 0;  // after the last move nothing follows
    const float share = round.alpha / static_cast<float>(plan.lookups());
    for (std::size_t i = n; i-- > 0;) {
      const Step& step = episode[i];
      const std::size_t base = static_cast<std::size_t>(step.stage) * plan.entries;
      const Lookups& at = ring[i % kAhead];
      const float before = Look::template value_of<kTuples>(plan, round.weights + base, at);
      const float error = target - before;
      const float after = before + (kCoherent ? adjust_coherent<kTuples>(round, base, at, error, share * error)
                                              : adjust<kTuples>(round, base, at, share * error));
      target = static_cast<float>(step.gain) + after;
      if (i >= kAhead) fetch(i - kAhead);
    }
  }

  /// Adds the same to every entry; gives what that adds to the value (an entry that is met twice counts once here).
  template <int kTuples>
  [[gnu::always_inline]] static float adjust(const Round& round, std::size_t base, const Lookups& at, float add) {
    const Plan& plan = *round.plan;
    for (int t = 0; t < Look::template tuples_of<kTuples>(plan); ++t) {
      float* table = round.weights + base + plan.tuple[t].offset;
      for (int s = 0; s < kForms; ++s) table[at.index[t * kForms + s]] += add;
    }
    return add * static_cast<float>(plan.lookups());
  }

  /// Temporal coherence (Beal and Smith 1999; Jaskowski 2018): each entry has a step size of its own, |sum of its errors|
  /// / sum of their sizes, 1 at first.
  template <int kTuples>
  [[gnu::always_inline]] static float adjust_coherent(const Round& round, std::size_t base, const Lookups& at,
                                                      float error, float add) {
    const Plan& plan = *round.plan;
    const int tuples = Look::template tuples_of<kTuples>(plan);
    alignas(64) float step[kMaxLookups];
    for (int t = 0; t < tuples; ++t) {
      Forms::steps(round.coherence + base + plan.tuple[t].offset, at.index + t * kForms, add, step + t * kForms);
    }
    float sum[kForms] = {};
    const float size = std::fabs(error);
    for (int t = 0; t < tuples; ++t) {
      float* table = round.weights + base + plan.tuple[t].offset;
      Coherence* coherence = round.coherence + base + plan.tuple[t].offset;
      for (int s = 0; s < kForms; ++s) {
        const std::uint32_t i = at.index[t * kForms + s];
        sum[s] += step[t * kForms + s];
        table[i] += step[t * kForms + s];
        Forms::add(coherence[i], error, size);
      }
    }
    return Look::total(sum);
  }
};

}  // namespace stackwright::ntuple
