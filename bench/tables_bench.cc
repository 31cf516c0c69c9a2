// Pieces per second of every implementation, the boolean twin among them, on the same boards in the same run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
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

/// Plays on for ever; a table whose game ends starts anew. Range 0: games side by side, 0 for as many as usual.
void play(benchmark::State& state, Simd simd, bool pairs) {
  const tetris::Setting setting;
  auto made = make_tables(simd, setting, Linear(bcts(), setting), static_cast<int>(state.range(0)));
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

void one_piece(benchmark::State& state, Simd simd) { play(state, simd, false); }
void two_pieces(benchmark::State& state, Simd simd) { play(state, simd, true); }

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
