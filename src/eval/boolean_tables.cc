// Decisions on boards of booleans: every placement is dropped, every feature counted, the first best one kept.
#include "eval/boolean_tables.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "eval/boolean_cells.h"

namespace stackwright {
namespace {

using boolean::CellFeature;
using boolean::Cells;
using boolean::Move;
using tetris::Placement;

class BooleanTables final : public Tables {
 public:
  BooleanTables(const tetris::Setting& setting, const Linear& evaluator, int tables)
      : setting_(setting), tables_(static_cast<std::size_t>(std::max(1, tables))) {
    for (const Term& term : evaluator.terms()) {
      functions_.push_back(boolean::cell_feature(tetris::features()[term.feature].name));
      assert(functions_.back() != nullptr);
    }
    for (Table& table : tables_) {
      table.cells = boolean::cells_of(tetris::empty_board(setting.width, setting.height));
      table.evaluator = evaluator;
    }
  }

  int size() const override { return static_cast<int>(tables_.size()); }
  Simd simd() const override { return Simd::boolean; }
  void set_board(int table, const tetris::Board& board) override { tables_[table].cells = boolean::cells_of(board); }
  tetris::Board board(int table) const override { return boolean::board_of(tables_[table].cells); }
  void set_evaluator(int table, const Linear& evaluator) override { tables_[table].evaluator = evaluator; }
  void set_active(int table, bool active) override { tables_[table].active = active; }
  std::uint64_t evaluated() const override { return evaluated_; }

  void choose(std::span<const std::uint8_t> pieces, std::span<Choice> out) override {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (tables_[t].active) out[t] = best(tables_[t], pieces[t]);
    }
  }

  void choose_pairs(std::span<const std::uint8_t> pieces, std::span<const std::uint8_t> next, PairScore pairs,
                    std::span<Choice> out) override {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (tables_[t].active) out[t] = best_pair(tables_[t], pieces[t], next[t], pairs);
    }
  }

  void apply(std::span<const std::uint8_t> pieces, std::span<const Placement> moves,
             std::span<std::int8_t> lines) override {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (!tables_[t].active) continue;
      const Move m = played(tables_[t].cells, pieces[t], moves[t]);
      lines[t] = static_cast<std::int8_t>(m.lost ? -1 : m.lines);
      if (!m.lost) tables_[t].cells = m.after;
    }
  }

 private:
  struct Table {
    Cells cells;
    Linear evaluator;
    bool active = true;
  };

  Move played(const Cells& cells, int piece, Placement move) const {
    return boolean::drop(setting_, cells, setting_.pieces->pieces[piece].orientation[move.orientation], move.column);
  }

  /// Sum of the terms; of those that speak of the move alone when `move_only`.
  std::int32_t score(const Linear& evaluator, const Move& m, bool move_only) const {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const Term& term = evaluator.terms()[i];
      if (move_only && tetris::features()[term.feature].about != tetris::About::move) continue;
      sum += evaluator.term_score(i, functions_[i](m, term.index));
    }
    return sum;
  }

  Choice best(const Table& table, int piece) {
    Choice choice;
    bool any = false, alive = false;
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      ++evaluated_;
      if (!any) choice.move = move;
      any = true;
      const Move m = played(table.cells, piece, move);
      if (m.lost) return;
      const std::int32_t s = score(table.evaluator, m, false);
      if (alive && s <= choice.score) return;
      alive = true;
      choice.move = move;
      choice.score = s;
    });
    choice.lost = !alive;
    return choice;
  }

  /// Three ranks of first moves: lost (0), next piece can only lose (1, its own score decides), both placed (2).
  Choice best_pair(const Table& table, int piece, int next, PairScore pairs) {
    Choice choice;
    bool any = false;
    int rank = 0;
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      if (!any) choice.move = move;
      any = true;
      ++evaluated_;
      const Move first = played(table.cells, piece, move);
      if (first.lost) return;
      const std::int32_t own = score(table.evaluator, first, false);
      const std::int32_t kept = pairs == PairScore::sum ? own : score(table.evaluator, first, true);
      Table then = table;
      then.cells = first.after;
      const Choice second = best(then, next);
      const int this_rank = second.lost ? 1 : 2;
      const std::int32_t s = second.lost ? own : kept + second.score;
      if (this_rank < rank || (this_rank == rank && s <= choice.score)) return;
      rank = this_rank;
      choice.move = move;
      choice.score = s;
    });
    choice.lost = rank == 0;
    return choice;
  }

  tetris::Setting setting_;
  std::vector<Table> tables_;
  std::vector<CellFeature> functions_;
  std::uint64_t evaluated_ = 0;
};

}  // namespace

std::unique_ptr<Tables> make_boolean_tables(const tetris::Setting& setting, const Linear& evaluator, int tables) {
  return std::make_unique<BooleanTables>(setting, evaluator, tables);
}

}  // namespace stackwright
