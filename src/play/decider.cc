// A controller at one table, by the same tables that headless games are played at.
#include "play/decider.h"

#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace stackwright::play {
namespace {

/// Greedy and two-ply: what the tables themselves decide. The game sits at table 0.
class TableDecider final : public Decider {
 public:
  TableDecider(std::unique_ptr<Tables> tables, const SearchSpec& search)
      : tables_(std::move(tables)),
        search_(search),
        size_(static_cast<std::size_t>(tables_->size())),
        piece_(size_),
        next_(size_),
        choice_(size_) {
    for (int t = 1; t < tables_->size(); ++t) tables_->set_active(t, false);
    tables_->set_active(0, true);
  }

  int see() const override { return search_.kind == SearchKind::two_ply ? 2 : 1; }

  Choice choose(const tetris::Board& board, std::span<const std::uint8_t> known) override {
    assert(!known.empty());
    tables_->set_board(0, board);
    piece_[0] = known[0];
    if (see() == 2 && known.size() > 1) {
      next_[0] = known[1];
      tables_->choose_pairs(piece_, next_, search_.pairs, choice_);
    } else {
      tables_->choose(piece_, choice_);
    }
    return choice_[0];
  }

 private:
  std::unique_ptr<Tables> tables_;
  SearchSpec search_;
  std::size_t size_;
  std::vector<std::uint8_t> piece_, next_;
  std::vector<Choice> choice_;
};

}  // namespace

Result<std::unique_ptr<Decider>> make_decider(const Controller& controller, const SearchSpec& search,
                                              const tetris::Setting& setting, const tetris::Source&, Simd simd) {
  if (auto enough = check_search(search); !enough) return enough.error();
  if (auto fits = check_terms(controller, setting); !fits) return fits.error();
  if (search.kind != SearchKind::greedy && search.kind != SearchKind::two_ply) {
    return Error{"search " + std::string(name_of(search.kind)) + " is not available yet; use greedy or two-ply"};
  }
  auto tables = make_tables(simd, setting, Linear(controller.terms, setting), 1);
  if (!tables) return tables.error();
  return std::unique_ptr<Decider>(std::make_unique<TableDecider>(std::move(*tables), search));
}

}  // namespace stackwright::play
