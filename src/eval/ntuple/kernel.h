// Playing and learning with n-tuple networks, written once against a vector of the eight symmetric forms of a board.
//
// Included by one .cc per instruction set, inside its own namespace by way of the template argument: nothing here may be
// shared between them, so everything is a member of a template. `Forms` gives
//   Forms::of(split)                  the eight forms of a split board
//   index(tuple, out)                 eight indices of a tuple
//   steps(table, index, rate, out)    eight step sizes of temporal coherence
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "eval/ntuple/plan.h"

namespace stackwright::ntuple {

template <class Forms>
struct Kernel {
  using Board = twenty48::Board;
  using Word = std::uint64_t;

  /// The lookups of one board: eight indices for each tuple, within the tuple's table.
  struct alignas(64) Lookups {
    std::uint32_t index[kMaxLookups];
  };

  /// An afterstate whose lookups are on their way to the cache.
  struct Candidate {
    Lookups lookups;
    Word cells;  // of the board, or of the transposed board for moves up and down: the value is the same
    Word split;
    std::int32_t gain;
    std::int32_t stage;
    bool legal;
  };

  struct Lane {
    Candidate candidate[twenty48::kMoves];
    Stream tiles;
    std::uint64_t drawn;
    Board board;
    std::int64_t score;
    std::uint32_t game;
    std::uint32_t moves;
    bool live;
  };

  // --- Boards ---------------------------------------------------------------------------------------------------

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

  // --- Lookups --------------------------------------------------------------------------------------------------

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

  // --- Playing --------------------------------------------------------------------------------------------------

  [[gnu::always_inline]] static Word with_tile(Lane& lane, Word cells) {
    return twenty48::with_random_tile(Board{cells}, lane.tiles.at(lane.drawn++)).cells;
  }

  template <int kTuples>
  [[gnu::always_inline]] static void prepare(const Round& round, Lane& lane) {
    const Plan& plan = *round.plan;
    const Word straight = lane.board.cells, turned = transpose(straight);
    for (int half = 0; half < 2; ++half) {  // rows: left and right; columns: up and down
      const Word x = half == 0 ? straight : turned;
      Candidate& low = lane.candidate[2 * half];
      Candidate& high = lane.candidate[2 * half + 1];
      Word l = 0, h = 0;
      std::int32_t gain = 0;
      for (int r = 0; r < twenty48::kSide; ++r) {
        const twenty48::RowTable::Entry& e = round.rows->rows[x >> (16 * r) & 0xffffu];
        l |= Word{e.left} << (16 * r);
        h |= Word{e.right} << (16 * r);
        gain += e.gain;
      }
      low.cells = l;
      high.cells = h;
      low.legal = l != x;
      high.legal = h != x;
      low.gain = high.gain = gain;
    }
    for (Candidate& c : lane.candidate) {
      if (!c.legal) continue;
      c.split = split(c.cells);
      c.stage = stage_of(plan, c.cells);
      look_up<kTuples>(plan, c.split, c.lookups);
      prefetch<kTuples>(plan, round.weights + static_cast<std::size_t>(c.stage) * plan.entries, c.lookups);
    }
  }

  /// The best candidate, or none. Equal values: the first of left, right, up, down.
  template <int kTuples>
  [[gnu::always_inline]] static int choose(const Round& round, const Lane& lane) {
    int best = -1;
    float best_value = -std::numeric_limits<float>::infinity();
    for (int m = 0; m < twenty48::kMoves; ++m) {
      const Candidate& c = lane.candidate[m];
      if (!c.legal) continue;
      const float* weights = round.weights + static_cast<std::size_t>(c.stage) * round.plan->entries;
      const float v = static_cast<float>(c.gain) + value_of<kTuples>(*round.plan, weights, c.lookups);
      best = v > best_value ? m : best;
      best_value = v > best_value ? v : best_value;
    }
    return best;
  }

  template <int kTuples>
  static void begin(const Round& round, std::uint32_t game, Lane& lane) {
    lane.tiles = round.tiles[game];
    lane.drawn = 0;
    lane.score = 0;
    lane.game = game;
    lane.moves = 0;
    lane.board = {with_tile(lane, with_tile(lane, 0))};
    lane.live = true;
    prepare<kTuples>(round, lane);
  }

  // --- Learning -------------------------------------------------------------------------------------------------

  /// Temporal differences from the end of a game to its beginning: each afterstate moves towards the gain of the next
  /// move and the value that the next afterstate has by then. Addresses are known ahead, so nothing is waited for.
  template <int kTuples, bool kCoherent>
  static void learn(const Round& round, const Step* episode, std::size_t n) {
    constexpr int kAhead = 4;
    const Plan& plan = *round.plan;
    const int tuples = tuples_of<kTuples>(plan);
    Lookups ring[kAhead];
    const auto fetch = [&](std::size_t i) __attribute__((always_inline)) {
      const Step& step = episode[i];
      const std::size_t base = static_cast<std::size_t>(step.stage) * plan.entries;
      Lookups& at = ring[i % kAhead];
      look_up<kTuples>(plan, step.split, at);
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
      const float before = value_of<kTuples>(plan, round.weights + base, at);
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
    for (int t = 0; t < tuples_of<kTuples>(plan); ++t) {
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
    const int tuples = tuples_of<kTuples>(plan);
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
    return total(sum);
  }

  // --- A round --------------------------------------------------------------------------------------------------

  /// Two games go on in turn: while one waits for memory, the other is chosen for. Each is learned from when it ends.
  template <int kTuples, bool kCoherent>
  static void train_games(const Round& round) {
    Lane lanes[2];
    std::uint32_t begun = 0;
    const auto next = [&](Lane& lane) {
      lane.live = begun < round.games;
      if (lane.live) begin<kTuples>(round, begun++, lane);
    };
    next(lanes[0]);
    next(lanes[1]);
    while (lanes[0].live || lanes[1].live) {
      for (int i = 0; i < 2; ++i) {
        Lane& lane = lanes[i];
        if (!lane.live) continue;
        const int best = choose<kTuples>(round, lane);
        if (best >= 0) {
          const Candidate& c = lane.candidate[best];
          round.episode[i][lane.moves++] = {c.split, c.gain, c.stage};
          lane.score += c.gain;
          lane.board = {with_tile(lane, best < 2 ? c.cells : transpose(c.cells))};
          prepare<kTuples>(round, lane);
          continue;
        }
        learn<kTuples, kCoherent>(round, round.episode[i], lane.moves);
        round.records[lane.game] = {lane.score, lane.moves, lane.board};
        next(lane);
      }
    }
  }

  template <int kTuples>
  static void train_with(const Round& round) {
    if (round.method == Method::tc) {
      train_games<kTuples, true>(round);
    } else {
      train_games<kTuples, false>(round);
    }
  }

  static void train(const Round& round) {
    switch (round.plan->tuples) {
      case 4:
        return train_with<4>(round);
      case 8:
        return train_with<8>(round);
      default:
        return train_with<0>(round);
    }
  }

  static void values_of(const Plan& plan, const float* weights, const Board* boards, std::size_t count, float* out) {
    switch (plan.tuples) {
      case 4:
        return values<4>(plan, weights, boards, count, out);
      case 8:
        return values<8>(plan, weights, boards, count, out);
      default:
        return values<0>(plan, weights, boards, count, out);
    }
  }

  static constexpr Kernels kernels() { return {train, values_of}; }
};

}  // namespace stackwright::ntuple
