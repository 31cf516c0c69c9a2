// Training moves per second of n-tuple networks: every kernel, and the twin that reads cell by cell, in the same run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "../tests/eval/ntuple_twin.h"
#include "eval/ntuple_network.h"

namespace stackwright {
namespace {

constexpr std::uint64_t kWarmUpGames = 3000;  // empty tables are quick: real games touch far more of them

LearnSettings settings_of(ntuple::Method method) {
  LearnSettings settings;
  settings.method = method;
  settings.alpha = method == ntuple::Method::tc ? 1 : 0.1;
  return settings;
}

void train(benchmark::State& state, const char* shape, ntuple::Method method, Simd simd) {
  if (!has_simd(simd)) {
    state.SkipWithError("this processor lacks it");
    return;
  }
  NTupleLearner learner(NTupleNetwork(NTupleForm{*shape_named(shape), {}}, simd), settings_of(method));
  while (learner.games_done() < kWarmUpGames) learner.train_round(UINT64_MAX);
  std::uint64_t moves = 0;
  for (auto _ : state) {
    for (const auto& game : learner.train_round(UINT64_MAX)) moves += game.moves;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(moves));
}

void twin_train(benchmark::State& state, const char* shape, ntuple::Method method) {
  twin::Network network(NTupleForm{*shape_named(shape), {}});
  std::uint64_t moves = 0, games = 0;
  for (auto _ : state) {
    for (const auto& game : twin::train(network, settings_of(method), games, 20)) moves += game.moves;
    games += 20;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(moves));
}

using ntuple::Method;
BENCHMARK_CAPTURE(train, 4x6_td_avx512, "4x6", Method::td, Simd::avx512)->Iterations(12);
BENCHMARK_CAPTURE(train, 4x6_td_avx2, "4x6", Method::td, Simd::avx2)->Iterations(12);
BENCHMARK_CAPTURE(train, 4x6_td_plain, "4x6", Method::td, Simd::plain)->Iterations(12);
BENCHMARK_CAPTURE(twin_train, 4x6_td, "4x6", Method::td)->Iterations(3);
BENCHMARK_CAPTURE(train, 4x6_tc_avx512, "4x6", Method::tc, Simd::avx512)->Iterations(6);
BENCHMARK_CAPTURE(train, 4x6_tc_avx2, "4x6", Method::tc, Simd::avx2)->Iterations(6);
BENCHMARK_CAPTURE(train, 4x6_tc_plain, "4x6", Method::tc, Simd::plain)->Iterations(6);
BENCHMARK_CAPTURE(twin_train, 4x6_tc, "4x6", Method::tc)->Iterations(3);
BENCHMARK_CAPTURE(train, 8x6_tc_avx512, "8x6", Method::tc, Simd::avx512)->Iterations(6);

}  // namespace
}  // namespace stackwright

BENCHMARK_MAIN();
