// Tables played by the fast kernels: many games of a group side by side, few games one after the other with their
// placements side by side.
#include "eval/lane_tables.h"

#include <algorithm>
#include <bit>

#include "eval/lanes/groups.h"
#include "eval/lanes/kernels.h"
#include "eval/lanes/planning.h"

namespace stackwright {
namespace {

using lanes::Group;
using lanes::kGroup;
using lanes::kLost;
using lanes::kSlots;
using tetris::Board;
using tetris::Placement;

Placement placement_of(int slot) { return {static_cast<std::int8_t>(slot >> 4), static_cast<std::int8_t>(slot & 15)}; }

class LaneTables final : public Tables {
 public:
  LaneTables(Simd simd, const lanes::Plan& plan, const Linear& evaluator, int tables)
      : simd_(simd),
        kernels_(lanes::kernels_of(simd)),
        size_(tables),
        groups_(plan, evaluator, tables),
        placements_(lanes::placements_of(plan)),
        bounded_(kernels_.promising != nullptr) {}

  int size() const override { return size_; }
  Simd simd() const override { return simd_; }
  void set_board(int table, const Board& board) override { groups_.set_board(table, board); }
  Board board(int table) const override { return groups_.board(table); }
  void set_evaluator(int table, const Linear& evaluator) override { groups_.set_evaluator(table, evaluator); }
  void set_active(int table, bool active) override { groups_.set_active(table, active); }
  std::uint64_t evaluated() const override { return evaluated_; }

  void choose(std::span<const std::uint8_t> pieces, std::span<Choice> out) override {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Group& g = groups_[i];
      if (g.active == 0) continue;
      set_pieces(pieces, i);
      choose_in(g);
      g.for_each([&](int p) {
        evaluated_ += placements_[pieces_[p]];
        out[groups_.table_at(i, p)] = choice_of(choices_.score[p] == kLost, choices_.score[p], choices_.slot[p]);
      });
    }
  }

  void choose_pairs(std::span<const std::uint8_t> pieces, std::span<const std::uint8_t> next, PairScore pairs,
                    std::span<Choice> out) override {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].active == 0) continue;
      set_pieces(pieces, i);
      choose_pairs_in(i, next, pairs, out);
    }
  }

  void apply(std::span<const std::uint8_t> pieces, std::span<const Placement> moves,
             std::span<std::int8_t> lines) override {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Group& g = groups_[i];
      if (g.active == 0) continue;
      set_pieces(pieces, i);
      std::uint8_t slots[kGroup] = {};
      std::int8_t removed[kGroup];
      g.for_each([&](int p) {
        const Placement m = moves[groups_.table_at(i, p)];
        slots[p] = static_cast<std::uint8_t>(m.orientation * 16 + m.column);
      });
      if (few(g)) {
        g.for_each([&](int p) { lanes_plain::kKernels.apply(plan(), g.boards, pieces_, slots, p, p + 1, removed); });
      } else {
        kernels_.apply(plan(), g.boards, pieces_, slots, 0, g.used(), removed);
      }
      g.for_each([&](int p) { lines[groups_.table_at(i, p)] = removed[p]; });
    }
    if (groups_.size() == 1) return;
    for (Group& g : groups_.all()) g.high = g.active == 0 ? 0 : kernels_.high(plan(), g.boards) & g.active;
    groups_.rearrange();
  }

  void heights(std::span<Heights> out) const override {
    alignas(64) std::uint32_t highest[kGroup], sum[kGroup];
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Group& g = groups_[i];
      if (g.active == 0) continue;
      kernels_.heights(plan(), g.boards, highest, sum);
      g.for_each([&](int p) {
        out[groups_.table_at(i, p)] = {static_cast<std::uint16_t>(highest[p]), static_cast<std::uint16_t>(sum[p])};
      });
    }
  }

 private:
  const lanes::Plan& plan() const { return groups_.plan(); }

  /// Whether the games of a group are quicker one after the other than side by side.
  bool few(const Group& g) const { return g.in_use() <= kernels_.few; }

  static Choice choice_of(bool lost, std::int32_t score, int slot) {
    Choice c;
    c.lost = lost;
    c.score = lost ? 0 : score;
    c.move = lost ? Placement{} : placement_of(slot);
    return c;
  }

  void set_pieces(std::span<const std::uint8_t> pieces, std::size_t group) {
    std::ranges::fill(pieces_, std::uint8_t{0});
    groups_[group].for_each([&](int p) { pieces_[p] = pieces[groups_.table_at(group, p)]; });
  }

  /// Calls f with every slot that a piece has.
  template <class F>
  void for_each_slot(int piece, const F& f) const {
    for (int o = 0; o < plan().orientations[piece]; ++o) {
      const int slots = plan().width - plan().outline[piece][o].width + 1;
      for (int slot = o * 16; slot < o * 16 + slots; ++slot) f(slot);
    }
  }

  /// The best placement at every place.
  void choose_in(const Group& g) {
    if (few(g)) {
      alignas(64) std::int32_t score[kSlots];
      g.for_each([&](int p) {
        choices_.slot[p] = kernels_.alone(plan(), g.boards, g.full, pieces_[p], p, score);
        choices_.score[p] = score[choices_.slot[p]];
      });
    } else {
      kernels_.choose(plan(), g.boards, g.full, pieces_, 0, g.used(), choices_, nullptr);
    }
  }

  /// Scores of all placements at every place, into scores_[place]: the best one is the leader, those that do not lose are open.
  void score_in(const Group& g, const lanes::GroupWeights& weights) {
    if (few(g)) {
      g.for_each([&](int p) {
        leader_[p] = static_cast<std::uint8_t>(kernels_.alone(plan(), g.boards, weights, pieces_[p], p, scores_[p]));
        open_[p] = 0;
        for_each_slot(pieces_[p], [&](int slot) { open_[p] |= std::uint64_t{scores_[p][slot] != kLost} << slot; });
      });
      return;
    }
    for (auto& row : side_by_side_.score) std::ranges::fill(row, kLost);
    kernels_.choose(plan(), g.boards, weights, pieces_, 0, g.used(), choices_, &side_by_side_);
    g.for_each([&](int p) {
      leader_[p] = static_cast<std::uint8_t>(choices_.slot[p]);
      std::uint64_t open = 0;
      for_each_slot(pieces_[p], [&](int slot) {
        const std::int32_t score = side_by_side_.score[slot][p];
        scores_[p][slot] = score;
        open |= std::uint64_t{score != kLost} << slot;
      });
      open_[p] = open;
    });
  }

  /// The best pair at every place, as far as it is known.
  struct Best {
    std::int32_t score[kGroup], slot[kGroup];
    std::uint32_t found = 0, alive = 0;  // places with a pair that survives; with a first move that does

    /// Of equal pairs the first one counts.
    void take(int place, int first_slot, std::int32_t sum) {
      const bool known = (found >> place & 1u) != 0;
      if (known && (sum < score[place] || (sum == score[place] && first_slot > slot[place]))) return;
      found |= 1u << place;
      score[place] = sum;
      slot[place] = first_slot;
    }
  };

  /// First moves with their scores, then for each next piece the best answers, a vector of first moves at a time. Where a
  /// bound is known, the best first move is answered before, and others only if they can reach that.
  void choose_pairs_in(std::size_t group, std::span<const std::uint8_t> next, PairScore pairs, std::span<Choice> out) {
    const Group& g = groups_[group];
    std::ranges::fill(leader_, std::uint8_t{0});  // a slot that every piece has, also where there is no game or no move
    score_in(g, pairs == PairScore::sum ? g.full : g.moves);
    Best best;
    g.for_each([&](int p) {
      evaluated_ += placements_[pieces_[p]];
      next_[p] = next[groups_.table_at(group, p)];
      if (open_[p] != 0) {
        best.alive |= 1u << p;
      } else {
        leader_[p] = 0;
      }
    });
    if (bounded_) answer_leaders(group, best);
    for (int piece = 0; piece < plan().pieces; ++piece) {
      const int n = first_moves(g, piece);
      if (n == 0) continue;
      evaluated_ += static_cast<std::uint64_t>(n) * placements_[piece];
      for (int j = 0; j < n; j += kGroup) {
        kernels_.second(plan(), g.boards, g.full, pieces_, first_place_ + j, first_slot_ + j, std::min(kGroup, n - j),
                        piece, second_ + j);
      }
      for (int j = 0; j < n; ++j) {
        const int p = first_place_[j], slot = first_slot_[j];
        if (second_[j] != kLost) best.take(p, slot, scores_[p][slot] + second_[j]);
      }
    }
    if ((best.alive & ~best.found) != 0) choose_in(g);  // no second move survives: the first one's score decides
    g.for_each([&](int p) {
      const bool pair = (best.found >> p & 1u) != 0;
      out[groups_.table_at(group, p)] = choice_of((best.alive >> p & 1u) == 0, pair ? best.score[p] : choices_.score[p],
                                                  pair ? best.slot[p] : choices_.slot[p]);
    });
  }

  /// Answers the best first move at each place where a bound is known, and leaves only those open that can do as well.
  void answer_leaders(std::size_t group, Best& best) {
    const Group& g = groups_[group];
    std::uint32_t led = 0;
    g.for_each([&](int p) {
      if (groups_.limits_at(group, p).usable && std::popcount(open_[p]) >= kWorthABound) led |= 1u << p;
    });
    if (led == 0) return;
    ahead_ = g.boards;
    std::int8_t removed[kGroup];
    if (few(g)) {
      alignas(64) std::int32_t score[kSlots];
      g.for_each([&](int p) {
        if ((led >> p & 1u) == 0) return;
        lanes_plain::kKernels.apply(plan(), ahead_, pieces_, leader_, p, p + 1, removed);
        const int slot = kernels_.alone(plan(), ahead_, g.full, next_[p], p, score);
        choices_.score[p] = score[slot];
      });
    } else {
      kernels_.apply(plan(), ahead_, pieces_, leader_, 0, g.used(), removed);
      kernels_.choose(plan(), ahead_, g.full, next_, 0, g.used(), choices_, nullptr);
    }
    g.for_each([&](int p) {
      if ((led >> p & 1u) == 0) return;
      evaluated_ += placements_[next_[p]];
      if (choices_.score[p] != kLost) {
        best.take(p, leader_[p], scores_[p][leader_[p]] + choices_.score[p]);
        open_[p] &= kernels_.promising(plan(), g.boards, groups_.limits_at(group, p), p, pieces_[p], next_[p],
                                       scores_[p], best.score[p]);
      }
      open_[p] &= ~(std::uint64_t{1} << leader_[p]);
    });
  }

  /// Lists the open first moves of all places whose next piece is `piece`, filled up to whole vectors.
  int first_moves(const Group& g, int piece) {
    int n = 0;
    g.for_each([&](int p) {
      if (next_[p] != piece) return;
      for (std::uint64_t left = open_[p]; left != 0; left &= left - 1) {
        first_place_[n] = static_cast<std::uint8_t>(p);
        first_slot_[n++] = static_cast<std::uint8_t>(std::countr_zero(left));
      }
    });
    for (int j = n; j % kGroup != 0; ++j) {
      first_place_[j] = first_place_[n - 1];
      first_slot_[j] = first_slot_[n - 1];
    }
    return n;
  }

  static constexpr int kWorthABound = 4;  // first moves

  Simd simd_;
  const lanes::Kernels& kernels_;
  int size_;
  lanes::Groups groups_;
  lanes::PlacementCounts placements_;
  bool bounded_;  // answers are bounded
  std::uint64_t evaluated_ = 0;
  // Scratch for one group at a time.
  std::uint8_t pieces_[kGroup] = {}, next_[kGroup] = {};
  std::uint8_t leader_[kGroup] = {};  // the best first move
  std::uint64_t open_[kGroup] = {};   // first moves to be answered, as bits
  lanes::GroupBoards ahead_{};
  lanes::GroupChoices choices_{};
  lanes::GroupScores side_by_side_{};
  alignas(64) std::int32_t scores_[kGroup][kSlots];
  std::uint8_t first_place_[kSlots * kGroup], first_slot_[kSlots * kGroup];
  std::int32_t second_[kSlots * kGroup];
};

}  // namespace

std::unique_ptr<Tables> make_lane_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                         int tables) {
  const auto plan = lanes::make_plan(setting, evaluator);
  if (!plan) return nullptr;
  return std::make_unique<LaneTables>(simd, *plan, evaluator, tables);
}

}  // namespace stackwright
