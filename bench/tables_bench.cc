// Pieces per second of every implementation, the boolean twin among them, on the same boards in the same run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "endless_play.h"
#include "eval/tables.h"

namespace stackwright {
namespace {

std::vector<Term> bcts() {
  const std::pair<const char*, double> weights[] = {{"landing_height", -12.629},    {"eroded_cells", 6.601974},
                                                    {"row_transitions", -9.215815}, {"column_transitions", -19.77356},
                                                    {"holes", -13.08335},           {"cumulative_wells", -10.48747},
                                                    {"hole_depth", -1.611863},      {"rows_with_holes", -24.04087}};
  std::vector<Term> terms;
  for (const auto& [name, weight] : weights)
    terms.push_back({*tetris::feature_named(name), 0, Transform::none, weight});
  return terms;
}

void one_piece(benchmark::State& state, Simd simd) { play_for_ever(state, simd, bcts(), false); }
void two_pieces(benchmark::State& state, Simd simd) { play_for_ever(state, simd, bcts(), true); }

/// Around the numbers at which implementations go another way.
void numbers(benchmark::internal::Benchmark* b) {
  for (const int games : {0, 1, 2, 4, 5, 7, 8, 16, 32}) b->Arg(games);
}

BENCHMARK_CAPTURE(one_piece, boolean, Simd::boolean)->Arg(0);
BENCHMARK_CAPTURE(one_piece, plain, Simd::plain)->Arg(0);
BENCHMARK_CAPTURE(one_piece, avx2, Simd::avx2)->Apply(numbers);
BENCHMARK_CAPTURE(one_piece, avx512, Simd::avx512)->Apply(numbers);
BENCHMARK_CAPTURE(two_pieces, boolean, Simd::boolean)->Arg(0)->Iterations(20);
BENCHMARK_CAPTURE(two_pieces, plain, Simd::plain)->Arg(0);
BENCHMARK_CAPTURE(two_pieces, avx2, Simd::avx2)->Apply(numbers);
BENCHMARK_CAPTURE(two_pieces, avx512, Simd::avx512)->Apply(numbers);

}  // namespace
}  // namespace stackwright

BENCHMARK_MAIN();
