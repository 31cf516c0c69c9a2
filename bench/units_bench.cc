// Pieces per second of the six hand-made units: the kernels, one placement after the other, and the cell-by-cell twin, on the
// same boards in the same run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "../tests/eval/units/slow_unit.h"
#include "core/random.h"
#include "eval/tables.h"
#include "experiment/controller.h"

namespace stackwright {
namespace {

const std::vector<Term>& hand() {
  static const std::vector<Term> kTerms = load_controller("units-hand")->terms;
  return kTerms;
}

/// Plays on for ever; a table whose game ends starts anew. Range 0: games side by side, 0 for as many as usual.
void kernels(benchmark::State& state, Simd simd) {
  const tetris::Setting setting;
  auto made = make_tables(simd, setting, Linear(hand(), setting), static_cast<int>(state.range(0)));
  if (!made) {
    state.SkipWithError(made.message().c_str());
    return;
  }
  Tables& tables = **made;
  const auto size = static_cast<std::size_t>(tables.size());
  const Stream random(StreamKey{.seed = 1, .purpose = Purpose::test});
  std::vector<std::uint8_t> piece(size);
  std::vector<Choice> choice(size);
  std::vector<tetris::Placement> move(size);
  std::vector<std::int8_t> lines(size);
  std::uint64_t at = 0;
  const auto step = [&] {
    for (auto& p : piece) p = static_cast<std::uint8_t>(random.below(at++, 7));
    tables.choose(piece, choice);
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

/// One game, every placement scored by `output`.
void one_by_one(benchmark::State& state, double (*output)(const units::Unit&, const tetris::Transition&)) {
  const tetris::Setting setting;
  const Stream random(StreamKey{.seed = 1, .purpose = Purpose::test});
  tetris::Board board = tetris::empty_board(setting.width, setting.height);
  std::uint64_t at = 0;
  for (auto _ : state) {
    const int piece = static_cast<int>(random.below(at++, 7));
    double best = 0;
    tetris::Transition chosen;
    chosen.lost = true;
    tetris::for_each_placement(setting, piece, [&](tetris::Placement move) {
      const tetris::Transition t = tetris::place(setting, board, piece, move);
      if (t.lost) return;
      double score = 0;
      for (const Term& term : hand()) score += term.weight * output(*term.unit, t);
      if (!chosen.lost && score <= best) return;
      best = score;
      chosen = t;
    });
    board = chosen.lost ? tetris::empty_board(setting.width, setting.height) : chosen.after;
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(one_by_one, cells, units::slow_output);
BENCHMARK_CAPTURE(one_by_one, words, units::output);
BENCHMARK_CAPTURE(kernels, plain, Simd::plain)->Arg(0);
BENCHMARK_CAPTURE(kernels, avx2, Simd::avx2)->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(kernels, avx512, Simd::avx512)->Arg(0)->Arg(1);

}  // namespace
}  // namespace stackwright

BENCHMARK_MAIN();
