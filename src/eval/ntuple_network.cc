// N-tuple networks for 2048: tables, the kernel that serves them, rounds of training.
#include "eval/ntuple_network.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "games/twenty48/moves.h"

namespace stackwright {
namespace {

const ntuple::Kernels& ntuple_kernels(Simd simd) {
  if (simd == Simd::automatic) simd = best_simd();
  switch (simd) {
#if defined(__x86_64__)
    case Simd::avx2:
      return lanes_avx2::kNTupleKernels;
    case Simd::avx512:
      return lanes_avx512::kNTupleKernels;
#endif
    default:
      return lanes_plain::kNTupleKernels;
  }
}

/// Games of training have streams of their own: no test game repeats one.
constexpr std::uint64_t kTrainingStreams = 1;

}  // namespace

std::size_t weight_bytes(const NTupleForm& form) {
  const ntuple::Plan plan = plan_of(form.shape, form.stage_tiles);
  return plan.entries * static_cast<std::size_t>(plan.stages) * sizeof(float);
}

NTupleNetwork::NTupleNetwork(NTupleForm form, Simd simd)
    : form_(std::move(form)),
      plan_(plan_of(form_.shape, form_.stage_tiles)),
      weights_(plan_.entries * static_cast<std::size_t>(plan_.stages)),
      kernels_(&ntuple_kernels(simd)) {}

NTupleLearner::NTupleLearner(NTupleNetwork network, const LearnSettings& settings)
    : network_(std::move(network)), settings_(settings) {
  if (settings_.method == ntuple::Method::tc) {
    coherence_ = LargeArray<ntuple::Coherence>(network_.weights().size());
  }
  if (settings_.optimism != 0) {
    const auto share = static_cast<float>(settings_.optimism / network_.plan().lookups());
    std::fill(network_.weights().begin(), network_.weights().end(), share);
  }
}

std::span<const ntuple::GameRecord> NTupleLearner::train_round(std::uint64_t last) {
  assert(games_done_ < last);
  const bool split = games_done_ >= settings_.split_at;
  std::uint64_t end = std::min(last, (games_done_ / kGamesPerRound + 1) * kGamesPerRound);
  if (!split) end = std::min(end, settings_.split_at);
  ntuple::Plan plan = network_.plan();
  if (!split) plan.stages = 1;
  ntuple::Round round;
  round.plan = &plan;
  round.rows = &twenty48::row_table();
  round.weights = network_.weights().data();
  round.coherence = coherence_.data();
  round.method = settings_.method;
  round.alpha = static_cast<float>(settings_.alpha);
  round.games = static_cast<std::uint32_t>(end - games_done_);
  tiles_.clear();
  for (std::uint64_t game = games_done_; game < end; ++game) {
    tiles_.emplace_back(StreamKey{settings_.seed, Purpose::pieces, kTrainingStreams, 0, game});
  }
  records_.assign(round.games, {});
  episodes_.resize(2 * ntuple::kMaxMoves);
  round.tiles = tiles_.data();
  round.records = records_.data();
  round.episode[0] = episodes_.data();
  round.episode[1] = episodes_.data() + ntuple::kMaxMoves;
  network_.kernels().train(round);
  games_done_ = end;
  if (!split && games_done_ == settings_.split_at) split_stages();
  return records_;
}

/// What was learned so far is where every stage goes on from.
void NTupleLearner::split_stages() {
  const ntuple::Plan& plan = network_.plan();
  for (std::size_t s = 1; s < static_cast<std::size_t>(plan.stages); ++s) {
    float* const weights = network_.weights().data();
    std::copy_n(weights, plan.entries, weights + s * plan.entries);
    if (!coherence_.empty()) std::copy_n(coherence_.data(), plan.entries, coherence_.data() + s * plan.entries);
  }
}

}  // namespace stackwright
