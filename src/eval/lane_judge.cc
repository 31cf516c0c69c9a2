// The judge on the fast kernels: boards of a batch side by side, few boards one after the other.
#include <algorithm>

#include "eval/judge.h"
#include "eval/lanes/groups.h"
#include "eval/lanes/kernels.h"
#include "eval/lanes/planning.h"

namespace stackwright {
namespace {

using lanes::kLost;
using lanes::kSlots;

class LaneJudge final : public Judge {
 public:
  /// The weights of a group of tables that all have the evaluator.
  LaneJudge(Simd simd, const lanes::Plan& plan, const Linear& evaluator)
      : kernels_(lanes::kernels_of(simd)),
        weights_(plan, evaluator, Batch::kSize),
        placements_(lanes::placements_of(plan)) {}

  void placements(const Batch& batch, bool with_moves, std::vector<Scored>& out) override {
    const lanes::Group& g = weights_[0];
    score(batch, g.full, full_);
    if (with_moves) score(batch, g.moves, moves_);
    for (int b = 0; b < batch.count; ++b) {
      evaluated_ += placements_[batch.pieces[b]];
      for (int slot = 0; slot < plan().turns * 16; ++slot) {
        if (full_[b][slot] == kLost) continue;
        out.push_back({full_[b][slot], with_moves ? moves_[b][slot] : 0, static_cast<std::uint8_t>(b),
                       static_cast<std::uint8_t>(slot)});
      }
    }
  }

  void answers(const Batch& batch, std::span<const std::uint8_t> pieces, std::int32_t (*best)[Batch::kSize]) override {
    kernels_.answers(plan(), batch.boards, weights_[0].full, pieces.data(), static_cast<int>(pieces.size()),
                     batch.count, best);
    for (const std::uint8_t piece : pieces) evaluated_ += placements_[piece] * static_cast<std::uint64_t>(batch.count);
  }

  void place(Batch& batch, const std::uint8_t* slots) override {
    std::uint8_t at[Batch::kSize] = {};
    std::int8_t lines[Batch::kSize];
    std::copy_n(slots, batch.count, at);
    if (batch.count <= kernels_.few) {
      lanes_plain::kKernels.apply(plan(), batch.boards, batch.pieces, at, 0, batch.count, lines);
      return;
    }
    kernels_.apply(plan(), batch.boards, batch.pieces, at, 0, batch.count, lines);
    if (batch.count == Batch::kSize) return;
    for (int x = 0; x < plan().width; ++x) {  // what the first piece came to on empty boards
      std::fill(batch.boards.column[x] + batch.count, batch.boards.column[x] + Batch::kSize, 0u);
    }
  }

  std::uint64_t evaluated() const override { return evaluated_; }

 private:
  using Table = std::int32_t[Batch::kSize][kSlots];

  const lanes::Plan& plan() const { return weights_.plan(); }

  /// Scores of all placements of every board, by slot.
  void score(const Batch& batch, const lanes::GroupWeights& weights, Table& out) {
    if (batch.count <= kernels_.few) {
      for (int b = 0; b < batch.count; ++b) {
        kernels_.alone(plan(), batch.boards, weights, batch.pieces[b], b, out[b]);
      }
      return;
    }
    for (auto& row : side_by_side_.score) std::ranges::fill(row, kLost);
    kernels_.choose(plan(), batch.boards, weights, batch.pieces, 0, batch.count, choices_, &side_by_side_);
    for (int slot = 0; slot < plan().turns * 16; ++slot) {
      for (int b = 0; b < batch.count; ++b) out[b][slot] = side_by_side_.score[slot][b];
    }
  }

  const lanes::Kernels& kernels_;
  lanes::Groups weights_;
  lanes::PlacementCounts placements_;
  std::uint64_t evaluated_ = 0;
  lanes::GroupChoices choices_{};
  lanes::GroupScores side_by_side_{};
  alignas(64) Table full_;
  alignas(64) Table moves_;
};

}  // namespace

std::unique_ptr<Judge> make_lane_judge(Simd simd, const tetris::Setting& setting, const Linear& evaluator) {
  const auto plan = lanes::make_plan(setting, evaluator);
  if (!plan) return nullptr;
  return std::make_unique<LaneJudge>(simd, *plan, evaluator);
}

}  // namespace stackwright
