// Batches of boards judged by evaluators that have units: what searches that look ahead ask.
#include "eval/units/unit_judge.h"

#include <algorithm>

#include "eval/units/unit_scorer.h"

namespace stackwright {
namespace {

class UnitJudge final : public Judge {
 public:
  UnitJudge(Simd simd, const tetris::Setting& setting, const Linear& evaluator)
      : setting_(setting), network_(evaluator, setting), scorer_(simd, setting) {}

  void placements(const Batch& batch, bool, std::vector<Scored>& out) override {
    for (int b = 0; b < batch.count; ++b) {
      scorer_.add(network_, batch.board(b, setting_), batch.pieces[b], static_cast<std::uint32_t>(b));
    }
    for (const units::PlacementScore& p : scorer_.finish()) {
      out.push_back({p.score, p.moves, static_cast<std::uint8_t>(p.owner), slot_of(p.move)});
    }
  }

  void answers(const Batch& batch, std::span<const std::uint8_t> pieces, std::int32_t (*best)[Batch::kSize]) override {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (int b = 0; b < batch.count; ++b) {
        best[i][b] = lanes::kLost;
        scorer_.add(network_, batch.board(b, setting_), pieces[i], static_cast<std::uint32_t>(b));
      }
      for (const units::PlacementScore& p : scorer_.finish()) best[i][p.owner] = std::max(best[i][p.owner], p.score);
    }
  }

  void place(Batch& batch, const std::uint8_t* slots) override {
    for (int b = 0; b < batch.count; ++b) {
      const tetris::Board after =
          tetris::place(setting_, batch.board(b, setting_), batch.pieces[b], placement_of(slots[b])).after;
      for (int x = 0; x < setting_.width; ++x) batch.boards.column[x][b] = after.column[static_cast<std::size_t>(x)];
    }
  }

  std::uint64_t evaluated() const override { return scorer_.evaluated(); }

 private:
  tetris::Setting setting_;
  units::Network network_;
  units::UnitScorer scorer_;
};

}  // namespace

std::unique_ptr<Judge> make_unit_judge(Simd simd, const tetris::Setting& setting, const Linear& evaluator) {
  return std::make_unique<UnitJudge>(simd, setting, evaluator);
}

}  // namespace stackwright
