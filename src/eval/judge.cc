// Batches of boards, and judges that take one placement after the other: on the registry's functions, and cell by cell.
#include "eval/judge.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "eval/boolean_cells.h"
#include "eval/units/unit_judge.h"

namespace stackwright {
namespace {

using tetris::Board;
using tetris::Placement;

/// What a placement that does not lose comes to.
struct Judged {
  std::int32_t score;
  std::int32_t moves;
  Board after;
};

class RegistryRules {
 public:
  RegistryRules(const tetris::Setting& setting, const Linear& evaluator) : setting_(setting), evaluator_(evaluator) {}

  std::optional<Judged> judge(const Board& board, int piece, Placement move) const {
    const tetris::Transition t = tetris::place(setting_, board, piece, move);
    if (t.lost) return std::nullopt;
    return Judged{evaluator_.score(t), evaluator_.move_score(t), t.after};
  }

 private:
  tetris::Setting setting_;
  Linear evaluator_;
};

class BooleanRules {
 public:
  BooleanRules(const tetris::Setting& setting, const Linear& evaluator) : setting_(setting), evaluator_(evaluator) {
    for (const Term& term : evaluator.terms()) {
      const auto& feature = tetris::features()[static_cast<std::size_t>(term.feature)];
      functions_.push_back(boolean::cell_feature(feature.name));
      assert(functions_.back() != nullptr);
      about_move_.push_back(feature.about == tetris::About::move);
    }
  }

  std::optional<Judged> judge(const Board& board, int piece, Placement move) const {
    const auto& shape = setting_.pieces->pieces[static_cast<std::size_t>(piece)]
                            .orientation[static_cast<std::size_t>(move.orientation)];
    const boolean::Move m = boolean::drop(setting_, boolean::cells_of(board), shape, move.column);
    if (m.lost) return std::nullopt;
    Judged judged{0, 0, boolean::board_of(m.after)};
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const std::int32_t score = evaluator_.term_score(i, functions_[i](m, evaluator_.terms()[i].index));
      judged.score += score;
      if (about_move_[i]) judged.moves += score;
    }
    return judged;
  }

 private:
  tetris::Setting setting_;
  Linear evaluator_;
  std::vector<boolean::CellFeature> functions_;
  std::vector<bool> about_move_;
};

template <class Rules>
class OneByOne final : public Judge {
 public:
  OneByOne(const tetris::Setting& setting, const Linear& evaluator) : setting_(setting), rules_(setting, evaluator) {}

  void placements(const Batch& batch, bool, std::vector<Scored>& out) override {
    for (int b = 0; b < batch.count; ++b) {
      each(batch.board(b, setting_), batch.pieces[b], [&](Placement move, const Judged& judged) {
        out.push_back({judged.score, judged.moves, static_cast<std::uint8_t>(b), slot_of(move)});
      });
    }
  }

  void answers(const Batch& batch, std::span<const std::uint8_t> pieces, std::int32_t (*best)[Batch::kSize]) override {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (int b = 0; b < batch.count; ++b) {
        best[i][b] = lanes::kLost;
        each(batch.board(b, setting_), pieces[i],
             [&](Placement, const Judged& judged) { best[i][b] = std::max(best[i][b], judged.score); });
      }
    }
  }

  void place(Batch& batch, const std::uint8_t* slots) override {
    for (int b = 0; b < batch.count; ++b) {
      const auto judged = rules_.judge(batch.board(b, setting_), batch.pieces[b], placement_of(slots[b]));
      assert(judged);
      for (int x = 0; x < setting_.width; ++x) {
        batch.boards.column[x][b] = judged->after.column[static_cast<std::size_t>(x)];
      }
    }
  }

  std::uint64_t evaluated() const override { return evaluated_; }

 private:
  template <class F>
  void each(const Board& board, int piece, const F& f) {
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      ++evaluated_;
      if (const auto judged = rules_.judge(board, piece, move)) f(move, *judged);
    });
  }

  tetris::Setting setting_;
  Rules rules_;
  std::uint64_t evaluated_ = 0;
};

}  // namespace

void Batch::add(const Board& board, std::uint8_t piece) {
  assert(count < kSize);
  for (int x = 0; x < board.width; ++x) boards.column[x][count] = board.column[static_cast<std::size_t>(x)];
  pieces[count++] = piece;
}

void Batch::add(const Batch& other, int from, int width, std::uint8_t piece) {
  assert(count < kSize);
  for (int x = 0; x < width; ++x) boards.column[x][count] = other.boards.column[x][from];
  pieces[count++] = piece;
}

Board Batch::board(int number, const tetris::Setting& setting) const {
  Board out = tetris::empty_board(setting.width, setting.height);
  for (int x = 0; x < setting.width; ++x) out.column[static_cast<std::size_t>(x)] = boards.column[x][number];
  return out;
}

std::unique_ptr<Judge> make_judge(Simd simd, const tetris::Setting& setting, const Linear& evaluator) {
  assert(simd != Simd::automatic);
  if (has_units(evaluator.terms())) return make_unit_judge(simd, setting, evaluator);
  if (simd == Simd::boolean) return std::make_unique<OneByOne<BooleanRules>>(setting, evaluator);
  if (auto fast = make_lane_judge(simd, setting, evaluator)) return fast;
  return std::make_unique<OneByOne<RegistryRules>>(setting, evaluator);
}

}  // namespace stackwright
