// The fast evaluator: one board per lane, or one board's placements side by side where there are few. Included inside a
// namespace of its own for every instruction set, after the vector types (docs/simulator.md tells how it works and why).
//
// A placement without removed rows is judged by what it changes: the piece lies on top of its columns, so covered runs,
// holes, hole depth and heights follow from the gaps under it, transitions from its contacts, and only wells are counted
// anew in the columns around it. Placements that complete rows (and the few for which that is not enough) are put aside and
// judged in full, a vector at a time.

// clang-format off: each builds on those before
#include "eval/lanes/cells.h"
#include "eval/lanes/pile.h"
#include "eval/lanes/surface.h"
#include "eval/lanes/boards.h"
#include "eval/lanes/drop.h"
#include "eval/lanes/look.h"
#include "eval/lanes/weigh.h"
#include "eval/lanes/waiting.h"
#include "eval/lanes/judge.h"
#include "eval/lanes/needs.h"
#include "eval/lanes/alone.h"
// clang-format on

/// Chooses for the V::kLanes tables from `first` on.
template <class V>
STACKWRIGHT_INLINE void choose_chunk(const Plan& plan, const Needs needs, const GroupBoards& boards,
                                     const GroupWeights& weights, const std::uint8_t* pieces, int first,
                                     GroupChoices& out, GroupScores* all) {
  Chunk<V> chunk;
  for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = V::load(boards.column[x] + first);
  for (int j = 0; j < V::kLanes; ++j) chunk.table[j] = first + j;
  chunk.in_order = true;
  chunk.weights = weights_from(weights, first);
  chunk.group = &weights;
  chunk.curves = weights.curves;
  const ScoresAt scores{all != nullptr ? all->score[0] : nullptr};
  if constexpr (V::kLanes == 1) {
    judge_all<V, false>(plan, needs, chunk, weights, V{}, pieces[first], scores);
  } else {
    alignas(64) std::uint32_t piece[V::kLanes];
    for (int j = 0; j < V::kLanes; ++j) piece[j] = pieces[first + j];
    judge_all<V, true>(plan, needs, chunk, weights, V::load(piece), 0, scores);
  }
  for (int j = 0; j < V::kLanes; ++j) {
    out.score[first + j] = with_base(chunk.best_score[j], chunk.base[j]);
    out.slot[first + j] = chunk.best_slot[j];
  }
  if (all != nullptr) {
    for (int slot = 0; slot < plan.turns * 16; ++slot) {
      for (int j = 0; j < V::kLanes; ++j) {
        all->score[slot][first + j] = with_base(all->score[slot][first + j], chunk.base[j]);
      }
    }
  }
}

/// The two halves of a judgement with one piece for all lanes, each a function per set of needs (kKnown, see needs.h).
template <class V, Needs kKnown>
[[gnu::noinline]] void prepare_with(const Plan& plan, const Needs needs, Chunk<V>& chunk, const GroupWeights& weights) {
  prepare_boards(plan, kKnown == Needs{} ? needs : kKnown, chunk, weights);
}
template <class V, Needs kKnown>
[[gnu::noinline]] void judge_piece_with(const Plan& plan, const Needs needs, Chunk<V>& chunk, int piece) {
  judge_placements<V, false>(plan, kKnown == Needs{} ? needs : kKnown, chunk, V{}, piece, {});
}

/// The best second placement after each of V::kLanes first ones; false when the boards are too high for these lanes.
template <class V, Needs kKnown>
STACKWRIGHT_INLINE bool second_chunk(const Plan& plan, const Needs needs, const GroupBoards& boards,
                                     const GroupWeights& weights, const std::uint8_t* pieces,
                                     const std::uint8_t* tables, const std::uint8_t* slots, int second,
                                     std::int32_t* best) {
  Chunk<V> chunk;
  alignas(64) std::uint32_t index[V::kLanes];
  std::uint8_t first_piece[V::kLanes];
  for (int j = 0; j < V::kLanes; ++j) {
    index[j] = tables[j];
    chunk.table[j] = tables[j];
    first_piece[j] = pieces[tables[j]];
  }
  const V lane = V::load(index);
  for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = pick_group(boards.column[x], lane);
  auto lost = no_lanes(lane);
  play_slots(plan, chunk.boards, first_piece, slots, lost);
  if constexpr (V::kBits == 16) {
    V cells = V::set(0);
    for (int x = 0; x < plan.width; ++x) cells = cells | chunk.boards.column(x);
    if (any(non_zero(shr<12>(cells)))) return false;
  }
  WeightsRoom<V> room;
  bool one_table = true;
  for (int j = 1; j < V::kLanes; ++j) one_table &= tables[j] == tables[0];
  chunk.weights = weights.same ? weights_from(weights, 0)
                  : one_table  ? weights_of_one<V>(needs, weights, tables[0], room)
                               : weights_of<V>(needs, weights, index, room);
  chunk.group = &weights;
  chunk.curves = weights.curves;
  prepare_with<V, kKnown>(plan, needs, chunk, weights);
  judge_piece_with<V, kKnown>(plan, needs, chunk, second);
  for (int j = 0; j < V::kLanes; ++j) best[j] = with_base(chunk.best_score[j], chunk.base[j]);
  return true;
}

std::uint32_t high(const Plan& plan, const GroupBoards& boards) {
  std::uint32_t tables = 0;
  for (int first = 0; first < kGroup; first += Wide::kLanes) {
    Wide cells = Wide::set(0);
    for (int x = 0; x < plan.width; ++x) cells = cells | Wide::load(boards.column[x] + first);
    tables |= bits(non_zero(shr<12>(cells))) << first;
  }
  return tables;
}

void heights(const Plan& plan, const GroupBoards& boards, std::uint32_t* highest, std::uint32_t* sum) {
  for (int first = 0; first < kGroup; first += Wide::kLanes) {
    Wide cells = Wide::set(0), all = Wide::set(0);
    for (int x = 0; x < plan.width; ++x) {
      const Wide column = Wide::load(boards.column[x] + first);
      cells = cells | column;
      all = all + population(smear(column));
    }
    store(highest + first, population(smear(cells)));
    store(sum + first, all);
  }
}

/// One function per set of needs; kKnown is the set, or empty where the needs are only known at run time.
template <class V, Needs kKnown>
[[gnu::noinline]] void choose_with(const Plan& plan, const Needs needs, const GroupBoards& boards,
                                   const GroupWeights& weights, const std::uint8_t* pieces, int first,
                                   GroupChoices& out, GroupScores* all) {
  choose_chunk<V>(plan, kKnown == Needs{} ? needs : kKnown, boards, weights, pieces, first, out, all);
}
template <class V, Needs kKnown>
[[gnu::noinline]] bool second_with(const Plan& plan, const Needs needs, const GroupBoards& boards,
                                   const GroupWeights& weights, const std::uint8_t* pieces, const std::uint8_t* tables,
                                   const std::uint8_t* slots, int second, std::int32_t* best) {
  return second_chunk<V, kKnown>(plan, kKnown == Needs{} ? needs : kKnown, boards, weights, pieces, tables, slots,
                                 second, best);
}

void choose(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, const std::uint8_t* pieces,
            int first, int last, GroupChoices& out, GroupScores* all) {
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
#ifdef STACKWRIGHT_NARROW
    if (!needs.wide && high(plan, boards) == 0) {
      for (int t = first; t < last; t += Narrow::kLanes) {
        choose_with<Narrow, kKnown>(plan, needs, boards, weights, pieces, t, out, all);
      }
      return;
    }
#endif
    for (int t = first; t < last; t += Wide::kLanes) {
      choose_with<Wide, kKnown>(plan, needs, boards, weights, pieces, t, out, all);
    }
  });
}

/// Best score of the second piece on one board.
std::int32_t second_alone(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, int table,
                          int piece, int slot, int second) {
  std::uint32_t column[16];
  for (int x = 0; x < plan.width; ++x) column[x] = boards.column[x][table];
  drop_alone(plan, column, 1, piece, slot);
  alignas(64) std::int32_t score[lanes::kSlots];
  return score[alone_on(plan, column, 1, weights, table, second, score)];
}

void second(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, const std::uint8_t* pieces,
            const std::uint8_t* tables, const std::uint8_t* slots, int count, int piece, std::int32_t* best) {
  int j = 0;
#ifdef STACKWRIGHT_NARROW
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
    bool narrow = !needs.wide && high(plan, boards) == 0;
    while (count - j > kFew) {
      narrow = narrow && second_with<Narrow, kKnown>(plan, needs, boards, weights, pieces, tables + j, slots + j, piece,
                                                     best + j);
      if (!narrow) {
        second_with<Wide, kKnown>(plan, needs, boards, weights, pieces, tables + j, slots + j, piece, best + j);
      }
      j += narrow ? Narrow::kLanes : Wide::kLanes;
    }
  });
#endif
  for (; j < count; ++j) {
    best[j] = second_alone(plan, boards, weights, tables[j], pieces[tables[j]], slots[j], piece);
  }
}

/// The best scores of several pieces on the V::kLanes boards from `first` on, which are looked at once.
template <class V, Needs kKnown>
[[gnu::noinline]] void answers_with(const Plan& plan, const Needs needs, const GroupBoards& boards,
                                    const GroupWeights& weights, const std::uint8_t* pieces, int count, int first,
                                    std::int32_t (*best)[kGroup]) {
  Chunk<V> chunk;
  for (int x = 0; x < plan.width; ++x) chunk.boards.column(x) = V::load(boards.column[x] + first);
  for (int j = 0; j < V::kLanes; ++j) chunk.table[j] = first + j;
  chunk.in_order = true;
  chunk.weights = weights_from(weights, first);
  chunk.group = &weights;
  chunk.curves = weights.curves;
  prepare_with<V, kKnown>(plan, needs, chunk, weights);
  for (int i = 0; i < count; ++i) {
    judge_piece_with<V, kKnown>(plan, needs, chunk, pieces[i]);
    for (int j = 0; j < V::kLanes; ++j) best[i][first + j] = with_base(chunk.best_score[j], chunk.base[j]);
  }
}

void answers(const Plan& plan, const GroupBoards& boards, const GroupWeights& weights, const std::uint8_t* pieces,
             int count, int last, std::int32_t (*best)[kGroup]) {
  with_needs(plan.needs, [&]<Needs kKnown>(const Needs needs) {
#ifdef STACKWRIGHT_NARROW
    if (last <= kFew) {
      alignas(64) std::int32_t score[lanes::kSlots];
      for (int t = 0; t < last; ++t) {
        for (int i = 0; i < count; ++i) {
          best[i][t] = score[alone_on(plan, boards.column[0] + t, kGroup, weights, t, pieces[i], score)];
        }
      }
      return;
    }
    if (!needs.wide && high(plan, boards) == 0) {
      for (int t = 0; t < last; t += Narrow::kLanes) {
        answers_with<Narrow, kKnown>(plan, needs, boards, weights, pieces, count, t, best);
      }
      return;
    }
#endif
    for (int t = 0; t < last; t += Wide::kLanes) {
      answers_with<Wide, kKnown>(plan, needs, boards, weights, pieces, count, t, best);
    }
  });
}

/// One after the other where lanes are single words.
void apply(const Plan& plan, GroupBoards& boards, const std::uint8_t* pieces, const std::uint8_t* slots, int first,
           int last, std::int8_t* lines) {
#ifdef STACKWRIGHT_NARROW
  if (high(plan, boards) == 0) {
    for (int t = first; t < last; t += Narrow::kLanes) apply_chunk<Narrow>(plan, boards, pieces, slots, t, lines);
    return;
  }
  for (int t = first; t < last; t += Wide::kLanes) apply_chunk<Wide>(plan, boards, pieces, slots, t, lines);
#else
  for (int t = first; t < last; ++t) {
    lines[t] = static_cast<std::int8_t>(drop_alone(plan, boards.column[0] + t, kGroup, pieces[t], slots[t]));
  }
#endif
}
