// Tables whose evaluators have units: placements of all tables go through the lanes together.
#include "eval/units/unit_tables.h"

#include <optional>
#include <vector>

#include "eval/units/unit_scorer.h"

namespace stackwright {
namespace {

using tetris::Board;
using tetris::Placement;
using units::Network;
using units::PlacementScore;

constexpr int kUnitTables = 64;  // side by side by default: enough to fill lanes, few enough to stay in the cache

class UnitTables final : public Tables {
 public:
  UnitTables(Simd simd, const tetris::Setting& setting, const Linear& evaluator, int tables)
      : setting_(setting),
        scorer_(simd, setting),
        cache_(setting),
        boards_(static_cast<std::size_t>(tables), tetris::empty_board(setting.width, setting.height)),
        networks_(static_cast<std::size_t>(tables), cache_.get(evaluator)),
        active_(static_cast<std::size_t>(tables), true) {
    for (int piece = 0; piece < setting.pieces->size(); ++piece) lost_.push_back(first_placement(piece));
  }

  int size() const override { return static_cast<int>(boards_.size()); }
  Simd simd() const override { return scorer_.simd(); }
  void set_board(int table, const Board& board) override { boards_[static_cast<std::size_t>(table)] = board; }
  Board board(int table) const override { return boards_[static_cast<std::size_t>(table)]; }
  void set_evaluator(int table, const Linear& e) override {
    networks_[static_cast<std::size_t>(table)] = cache_.get(e);
  }
  void set_active(int table, bool active) override { active_[static_cast<std::size_t>(table)] = active; }
  std::uint64_t evaluated() const override { return scorer_.evaluated(); }

  void choose(std::span<const std::uint8_t> pieces, std::span<Choice> out) override {
    for (std::size_t t = 0; t < boards_.size(); ++t) {
      if (!active_[t]) continue;
      out[t] = {lost_[pieces[t]], true, 0};
      scorer_.add(*networks_[t], boards_[t], pieces[t], static_cast<std::uint32_t>(t));
    }
    for (const PlacementScore& p : scorer_.finish()) offer(out[p.owner], p.move, p.score);
  }

  void choose_pairs(std::span<const std::uint8_t> pieces, std::span<const std::uint8_t> next, PairScore pairs,
                    std::span<Choice> out) override {
    for (std::size_t t = 0; t < boards_.size(); ++t) {
      if (active_[t]) out[t] = best_pair(t, pieces[t], next[t], pairs);
    }
  }

  void apply(std::span<const std::uint8_t> pieces, std::span<const Placement> moves,
             std::span<std::int8_t> lines) override {
    for (std::size_t t = 0; t < boards_.size(); ++t) {
      if (!active_[t]) continue;
      const tetris::Transition played = tetris::place(setting_, boards_[t], pieces[t], moves[t]);
      lines[t] = played.lost ? std::int8_t{-1} : static_cast<std::int8_t>(played.lines);
      if (!played.lost) boards_[t] = played.after;
    }
  }

 private:
  static void offer(Choice& best, Placement move, std::int32_t score) {
    if (best.lost || score > best.score) best = {move, false, score};
  }

  /// What a lost choice names.
  Placement first_placement(int piece) const {
    std::optional<Placement> first;
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      if (!first) first = move;
    });
    return first.value_or(Placement{});
  }

  Choice best_pair(std::size_t t, std::uint8_t piece, std::uint8_t next, PairScore pairs) {
    scorer_.add(*networks_[t], boards_[t], piece, 0);
    firsts_ = scorer_.finish();
    for (std::uint32_t i = 0; i < firsts_.size(); ++i) {
      const Board after = tetris::place(setting_, boards_[t], piece, firsts_[i].move).after;
      scorer_.add(*networks_[t], after, next, i);
    }
    seconds_.assign(firsts_.size(), Choice{{}, true, 0});
    for (const PlacementScore& p : scorer_.finish()) offer(seconds_[p.owner], p.move, p.score);
    Choice best{lost_[piece], true, 0},
        alone = best;  // of first moves with a second one that does not lose; of the others
    for (std::size_t i = 0; i < firsts_.size(); ++i) {
      const PlacementScore& first = firsts_[i];
      if (seconds_[i].lost) {
        offer(alone, first.move, first.score);
      } else {
        offer(best, first.move, (pairs == PairScore::sum ? first.score : first.moves) + seconds_[i].score);
      }
    }
    return best.lost ? alone : best;
  }

  tetris::Setting setting_;
  units::UnitScorer scorer_;
  units::NetworkCache cache_;
  std::vector<Board> boards_;
  std::vector<std::shared_ptr<const Network>> networks_;
  std::vector<bool> active_;
  std::vector<Placement> lost_;  // by piece
  std::vector<PlacementScore> firsts_;
  std::vector<Choice> seconds_;
};

}  // namespace

std::unique_ptr<Tables> make_unit_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                         int tables) {
  return std::make_unique<UnitTables>(simd, setting, evaluator, tables > 0 ? tables : kUnitTables);
}

}  // namespace stackwright
