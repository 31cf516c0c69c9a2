// Tables that evaluate any feature of the registry, one placement after the other: what the kernels do not cover.
#include "eval/registry_tables.h"

#include <optional>
#include <vector>

namespace stackwright {
namespace {

using tetris::Board;
using tetris::Placement;
using tetris::Transition;

class RegistryTables final : public Tables {
 public:
  RegistryTables(const tetris::Setting& setting, const Linear& evaluator, int tables)
      : setting_(setting),
        boards_(static_cast<std::size_t>(tables), tetris::empty_board(setting.width, setting.height)),
        evaluators_(static_cast<std::size_t>(tables), evaluator),
        active_(static_cast<std::size_t>(tables), true) {}

  int size() const override { return static_cast<int>(boards_.size()); }
  Simd simd() const override { return Simd::plain; }
  void set_board(int table, const Board& board) override { boards_[static_cast<std::size_t>(table)] = board; }
  Board board(int table) const override { return boards_[static_cast<std::size_t>(table)]; }
  void set_evaluator(int table, const Linear& e) override { evaluators_[static_cast<std::size_t>(table)] = e; }
  void set_active(int table, bool active) override { active_[static_cast<std::size_t>(table)] = active; }
  std::uint64_t evaluated() const override { return evaluated_; }

  void choose(std::span<const std::uint8_t> pieces, std::span<Choice> out) override {
    for (std::size_t t = 0; t < boards_.size(); ++t) {
      if (active_[t]) out[t] = best_of(boards_[t], pieces[t], evaluators_[t]);
    }
  }

  void choose_pairs(std::span<const std::uint8_t> pieces, std::span<const std::uint8_t> next, PairScore pairs,
                    std::span<Choice> out) override {
    for (std::size_t t = 0; t < boards_.size(); ++t) {
      if (active_[t]) out[t] = best_pair(boards_[t], pieces[t], next[t], pairs, evaluators_[t]);
    }
  }

  void apply(std::span<const std::uint8_t> pieces, std::span<const Placement> moves,
             std::span<std::int8_t> lines) override {
    for (std::size_t t = 0; t < boards_.size(); ++t) {
      if (!active_[t]) continue;
      const Transition played = tetris::place(setting_, boards_[t], pieces[t], moves[t]);
      lines[t] = played.lost ? std::int8_t{-1} : static_cast<std::int8_t>(played.lines);
      if (!played.lost) boards_[t] = played.after;
    }
  }

 private:
  /// The first placement there is: what a lost choice names.
  Choice lost_choice(int piece) const {
    Choice first{Placement{}, true, 0};
    bool any = false;
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      if (!any) first.move = move;
      any = true;
    });
    return first;
  }

  Choice best_of(const Board& board, int piece, const Linear& evaluator) {
    Choice best = lost_choice(piece);
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      ++evaluated_;
      const Transition t = tetris::place(setting_, board, piece, move);
      if (t.lost) return;
      const std::int32_t score = evaluator.score(t);
      if (best.lost || score > best.score) best = {move, false, score};
    });
    return best;
  }

  Choice best_pair(const Board& board, int piece, int next, PairScore pairs, const Linear& evaluator) {
    std::optional<Choice> best;         // of first moves with a second one that does not lose
    Choice alone = lost_choice(piece);  // of the others
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      ++evaluated_;
      const Transition t = tetris::place(setting_, board, piece, move);
      if (t.lost) return;
      const Choice second = best_of(t.after, next, evaluator);
      if (second.lost) {
        const std::int32_t score = evaluator.score(t);
        if (alone.lost || score > alone.score) alone = {move, false, score};
        return;
      }
      const std::int32_t score =
          (pairs == PairScore::sum ? evaluator.score(t) : evaluator.move_score(t)) + second.score;
      if (!best || score > best->score) best = Choice{move, false, score};
    });
    return best ? *best : alone;
  }

  tetris::Setting setting_;
  std::vector<Board> boards_;
  std::vector<Linear> evaluators_;
  std::vector<bool> active_;
  std::uint64_t evaluated_ = 0;
};

}  // namespace

std::unique_ptr<Tables> make_registry_tables(const tetris::Setting& setting, const Linear& evaluator, int tables) {
  return std::make_unique<RegistryTables>(setting, evaluator, tables);
}

}  // namespace stackwright
