// N-tuple networks for 2048: values of afterstates as sums of table entries, and learning by temporal differences.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.h"
#include "eval/ntuple/plan.h"
#include "eval/ntuple_shape.h"
#include "eval/tables.h"
#include "games/twenty48/board.h"

namespace stackwright {

/// What a network looks at: its shape, and the tiles at which later stages begin (each stage has tables of its own).
struct NTupleForm {
  NTupleShape shape;
  std::vector<int> stage_tiles;

  friend bool operator==(const NTupleForm&, const NTupleForm&) = default;
};

/// The bytes of a network's tables.
std::size_t weight_bytes(const NTupleForm& form);

/// Bits are the same with every instruction set.
class NTupleNetwork {
 public:
  NTupleNetwork() = default;
  explicit NTupleNetwork(NTupleForm form, Simd simd = Simd::automatic);

  const NTupleForm& form() const { return form_; }
  const ntuple::Plan& plan() const { return plan_; }
  /// All stages, one after the other; within a stage tuple by tuple.
  LargeArray<float>& weights() { return weights_; }
  const LargeArray<float>& weights() const { return weights_; }

  /// Expected points still to come after a move.
  float value(twenty48::Board after) const {
    float out = 0;
    values({&after, 1}, {&out, 1});
    return out;
  }
  void values(std::span<const twenty48::Board> after, std::span<float> out) const {
    kernels_->values(plan_, weights_.data(), after.data(), after.size(), out.data());
  }

  const ntuple::Kernels& kernels() const { return *kernels_; }

 private:
  NTupleForm form_;
  ntuple::Plan plan_;
  LargeArray<float> weights_;
  const ntuple::Kernels* kernels_ = &lanes_plain::kNTupleKernels;
};

struct LearnSettings {
  ntuple::Method method = ntuple::Method::tc;
  double alpha = 1;            // shared by all lookups of a board
  double optimism = 0;         // the value every board has at first (Guei, Chen and Wu 2021)
  std::uint64_t split_at = 0;  // games after which the stages, the same tables till then, go their own ways
  std::uint64_t seed = 1;

  friend bool operator==(const LearnSettings&, const LearnSettings&) = default;
};

/// Games are learned from in rounds of this many; a network depends on nothing else but its settings and the games done.
inline constexpr std::uint32_t kGamesPerRound = 200;

/// A network in training: TD(0) on afterstates from the end of each game to its beginning (Szubert and Jaskowski 2014),
/// with one step size or those of temporal coherence.
class NTupleLearner {
 public:
  NTupleLearner(NTupleNetwork network, const LearnSettings& settings);

  const NTupleNetwork& network() const { return network_; }
  NTupleNetwork& network() { return network_; }
  const LearnSettings& settings() const { return settings_; }
  LargeArray<ntuple::Coherence>& coherence() { return coherence_; }
  const LargeArray<ntuple::Coherence>& coherence() const { return coherence_; }
  std::uint64_t games_done() const { return games_done_; }
  void set_games_done(std::uint64_t games) { games_done_ = games; }

  /// Plays and learns to the end of the round, but not beyond game `last`; the records of these games are returned until
  /// the next call.
  std::span<const ntuple::GameRecord> train_round(std::uint64_t last);

 private:
  void split_stages();

  NTupleNetwork network_;
  LearnSettings settings_;
  LargeArray<ntuple::Coherence> coherence_;
  std::uint64_t games_done_ = 0;
  std::vector<ntuple::Step> episodes_;
  std::vector<Stream> tiles_;
  std::vector<ntuple::GameRecord> records_;
};

}  // namespace stackwright
