// Games that go on for ever, side by side: the loop that benchmarks of tables measure.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"
#include "eval/tables.h"

namespace stackwright {

/// A table whose game ends starts anew. Range 0: games side by side, 0 for as many as usual.
inline void play_for_ever(benchmark::State& state, Simd simd, const std::vector<Term>& terms, bool pairs) {
  const tetris::Setting setting;
  auto made = make_tables(simd, setting, Linear(terms, setting), static_cast<int>(state.range(0)));
  if (!made) {
    state.SkipWithError(made.message().c_str());
    return;
  }
  Tables& tables = **made;
  const auto size = static_cast<std::size_t>(tables.size());
  const Stream random(StreamKey{.seed = 1, .purpose = Purpose::test});
  std::vector<std::uint8_t> piece(size), next(size);
  std::vector<Choice> choice(size);
  std::vector<tetris::Placement> move(size);
  std::vector<std::int8_t> lines(size);
  std::uint64_t at = 0;
  const auto step = [&] {
    piece = next;
    for (auto& p : next) p = static_cast<std::uint8_t>(random.below(at++, 7));
    pairs ? tables.choose_pairs(piece, next, PairScore::final, choice) : tables.choose(piece, choice);
    for (std::size_t t = 0; t < size; ++t) move[t] = choice[t].move;
    tables.apply(piece, move, lines);
    for (std::size_t t = 0; t < size; ++t) {
      if (lines[t] < 0) tables.set_board(static_cast<int>(t), tetris::empty_board(setting.width, setting.height));
    }
  };
  for (int warm_up = 0; warm_up < 50; ++warm_up) step();
  for (auto _ : state) step();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

}  // namespace stackwright
