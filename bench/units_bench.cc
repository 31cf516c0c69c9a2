// Pieces per second of the six hand-made units: the kernels, one placement after the other, and the cell-by-cell twin, on the
// same boards in the same run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "../tests/eval/units/slow_unit.h"
#include "core/random.h"
#include "endless_play.h"
#include "eval/tables.h"
#include "experiment/controller.h"

namespace stackwright {
namespace {

const std::vector<Term>& hand() {
  static const std::vector<Term> kTerms = load_controller("units-hand")->terms;
  return kTerms;
}

void kernels(benchmark::State& state, Simd simd) { play_for_ever(state, simd, hand(), false); }

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
