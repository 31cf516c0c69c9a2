// A round of training: games played greedily, two at a time, each learned from when it ends.
#pragma once

#include <limits>

#include "eval/ntuple/learning.h"
#include "eval/ntuple/lookup.h"

namespace stackwright::ntuple {

template <class Forms>
struct Kernel {
  using Look = Lookup<Forms>;
  using Lookups = typename Look::Lookups;
  using Board = twenty48::Board;
  using Word = std::uint64_t;

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

  [[gnu::always_inline]] static Word with_tile(Lane& lane, Word cells) {
    return twenty48::with_random_tile(Board{cells}, lane.tiles.at(lane.drawn++)).cells;
  }

  template <int kTuples>
  [[gnu::always_inline]] static void prepare(const Round& round, Lane& lane) {
    const Plan& plan = *round.plan;
    const Word straight = lane.board.cells, turned = Look::transpose(straight);
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
      c.split = Look::split(c.cells);
      c.stage = Look::stage_of(plan, c.cells);
      Look::template look_up<kTuples>(plan, c.split, c.lookups);
      Look::template prefetch<kTuples>(plan, round.weights + static_cast<std::size_t>(c.stage) * plan.entries,
                                       c.lookups);
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
      const float v = static_cast<float>(c.gain) + Look::template value_of<kTuples>(*round.plan, weights, c.lookups);
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
          lane.board = {with_tile(lane, best < 2 ? c.cells : Look::transpose(c.cells))};
          prepare<kTuples>(round, lane);
          continue;
        }
        Learning<Forms>::template learn<kTuples, kCoherent>(round, round.episode[i], lane.moves);
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
        return Look::template values<4>(plan, weights, boards, count, out);
      case 8:
        return Look::template values<8>(plan, weights, boards, count, out);
      default:
        return Look::template values<0>(plan, weights, boards, count, out);
    }
  }

  static constexpr Kernels kernels() { return {train, values_of}; }
};

}  // namespace stackwright::ntuple
