// A controller at one table, by the same searches that headless games are played with.
#include "play/decider.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "search/decider.h"

namespace stackwright::play {
namespace {

/// The game sits at table 0 of a row of tables.
class OneTable final : public Decider {
 public:
  OneTable(std::unique_ptr<stackwright::Decider> decider, const SearchSpec& search)
      : decider_(std::move(decider)),
        see_(static_cast<std::size_t>(pieces_used(search))),
        tables_(static_cast<std::size_t>(decider_->tables().size())),
        pieces_(see_ * tables_),
        known_(tables_, 1),
        choice_(tables_) {
    for (int t = 1; t < decider_->tables().size(); ++t) decider_->tables().set_active(t, false);
    decider_->tables().set_active(0, true);
  }

  int see() const override { return static_cast<int>(see_); }

  Choice choose(const tetris::Board& board, std::span<const std::uint8_t> known) override {
    assert(!known.empty());
    const std::size_t count = std::min(known.size(), see_);
    for (std::size_t i = 0; i < count; ++i) pieces_[i * tables_] = known[i];
    known_[0] = static_cast<std::uint8_t>(count);
    Preview preview{pieces_.data(), tables_, {}};
    if (count < see_) preview.known = known_;
    decider_->tables().set_board(0, board);
    constexpr std::uint32_t kLive[] = {0};
    decider_->choose(preview, kLive, choice_);
    return choice_[0];
  }

 private:
  std::unique_ptr<stackwright::Decider> decider_;
  std::size_t see_, tables_;
  std::vector<std::uint8_t> pieces_, known_;  // row after row; by table
  std::vector<Choice> choice_;
};

}  // namespace

Result<std::unique_ptr<Decider>> make_decider(const Controller& controller, const SearchSpec& search,
                                              const tetris::Setting& setting, const tetris::Source& source, Simd simd) {
  if (auto enough = check_search(search); !enough) return enough.error();
  if (auto fits = check_terms(controller, setting); !fits) return fits.error();
  const Linear evaluator(controller.terms, setting), safe(controller.safe.terms, setting);
  const DeciderOptions options{setting,
                               search,
                               piece_odds(source, *setting.pieces),
                               simd,
                               1,
                               controller.safe.above,
                               controller.safe.terms.empty() ? nullptr : &safe};
  auto decider = stackwright::make_decider(options, evaluator);
  if (!decider) return decider.error();
  return std::unique_ptr<Decider>(std::make_unique<OneTable>(*std::move(decider), search));
}

}  // namespace stackwright::play
