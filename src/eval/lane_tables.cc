// Tables played by the fast kernels: groups of 32 games whose boards and weights lie side by side. Games change places so
// that low piles stand together (16-bit lanes serve them) and the last games of many fill as few groups as possible.
#include "eval/lane_tables.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <vector>

#include "eval/lanes/kernels.h"
#include "eval/lanes/planning.h"

namespace stackwright {
namespace {

using lanes::kGroup;
using lanes::kLost;
using tetris::Board;
using tetris::Placement;

/// With fewer games than this in a group, one after the other is quicker than side by side.
constexpr int kWorthAVector = 3;

const lanes::Kernels& kernels_of(Simd simd) {
  switch (simd) {
#if defined(__x86_64__)
    case Simd::avx2:
      return lanes_avx2::kKernels;
    case Simd::avx512:
      return lanes_avx512::kKernels;
#endif
    default:
      return lanes_plain::kKernels;
  }
}

Placement placement_of(int slot) { return {static_cast<std::int8_t>(slot >> 4), static_cast<std::int8_t>(slot & 15)}; }

/// A group of games.
struct Group {
  lanes::GroupBoards boards{};
  lanes::GroupWeights full{}, moves{};  // all terms; those that speak of the move
  std::vector<std::int32_t> full_curves, move_curves;
  std::uint32_t active = 0;  // places in use, as bits
  std::uint32_t high = 0;    // places with a high pile

  bool has(int place) const { return (active >> place & 1u) != 0; }
  int in_use() const { return std::popcount(active); }
  /// Places up to the last one in use.
  int used() const { return std::bit_width(active); }
};

constexpr int unpacked(int table) { return (table & 4) * 4 + (table >> 3) * 4 + (table & 3); }

void set_weights(lanes::GroupWeights& g, int table, const lanes::Weights& w) {
  for (int q = 0; q < lanes::kQuantities; ++q) g.change[q][table] = w.change[q];
  for (int q = 0; q < lanes::kBoardQuantities; ++q) g.base[q][table] = w.base[q];
  g.constant[table] = w.constant;
  for (int p = 0; p < lanes::kPairs; ++p) {
    const auto pair = [](std::int32_t a, std::int32_t b) {
      return static_cast<std::int32_t>((static_cast<std::uint32_t>(a) & 0xffffu) | static_cast<std::uint32_t>(b) << 16);
    };
    const std::int32_t a = w.change[2 * p], b = w.change[2 * p + 1];
    g.upper[p][table] = g.upper_unpacked[p][unpacked(table)] = pair(a >> 12, b >> 12);
    g.lower[p][table] = g.lower_unpacked[p][unpacked(table)] = pair(a & 4095, b & 4095);
  }
}

class LaneTables final : public Tables {
 public:
  LaneTables(Simd simd, const lanes::Plan& plan, const Linear& evaluator, int tables)
      : simd_(simd), kernels_(kernels_of(simd)), plan_(plan), size_(tables) {
    groups_.resize(static_cast<std::size_t>((tables + kGroup - 1) / kGroup));
    const auto places = groups_.size() * kGroup;
    weights_.resize(places);
    for (int i = 0; i < static_cast<int>(places); ++i) {
      place_of_.push_back(i);
      table_at_.push_back(i);
    }
    for (int piece = 0; piece < plan_.pieces; ++piece) {
      for (int o = 0; o < plan_.orientations[piece]; ++o) {
        placements_[piece] += static_cast<std::uint64_t>(plan_.width - plan_.shape[o].width[piece] + 1);
      }
    }
    for (Group& g : groups_) {
      const auto room = static_cast<std::size_t>(plan_.curve_size * kGroup);
      g.full_curves.resize(room);
      g.move_curves.resize(room);
      g.full.curves = g.full_curves.data();
      g.moves.curves = g.move_curves.data();
    }
    for (int t = 0; t < static_cast<int>(places); ++t) set_evaluator(t, evaluator);
    for (int t = 0; t < tables; ++t) set_active(t, true);
  }

  int size() const override { return size_; }
  Simd simd() const override { return simd_; }

  void set_board(int table, const Board& board) override {
    assert(board.width == plan_.width && board.height == plan_.height);
    const int place = place_of_[static_cast<std::size_t>(table)];
    Group& g = group_of(place);
    for (int x = 0; x < plan_.width; ++x)
      g.boards.column[x][place % kGroup] = board.column[static_cast<std::size_t>(x)];
  }

  Board board(int table) const override {
    Board b = tetris::empty_board(plan_.width, plan_.height);
    const int place = place_of_[static_cast<std::size_t>(table)];
    const Group& g = groups_[static_cast<std::size_t>(place / kGroup)];
    for (int x = 0; x < plan_.width; ++x) b.column[static_cast<std::size_t>(x)] = g.boards.column[x][place % kGroup];
    return b;
  }

  void set_evaluator(int table, const Linear& evaluator) override {
    TableWeights w;
    w.full = lanes::weights_of(plan_, evaluator, lanes::Part::all, w.full_curves);
    w.moves = lanes::weights_of(plan_, evaluator, lanes::Part::moves, w.move_curves);
    for (const std::int32_t change : w.full.change) {
      if ((change & 4095) != 0) plan_.needs.low_weights = true;
      if (std::abs(static_cast<std::int64_t>(change)) >= std::int64_t{1} << 27) plan_.needs.wide = true;
    }
    const int place = place_of_[static_cast<std::size_t>(table)];
    weights_[static_cast<std::size_t>(place)] = std::move(w);
    put_weights(place);
  }

  void set_active(int table, bool active) override {
    const int place = place_of_[static_cast<std::size_t>(table)];
    Group& g = group_of(place);
    const std::uint32_t bit = 1u << (place % kGroup);
    if (((g.active & bit) != 0) == active) return;
    g.active ^= bit;
    crowded_ = true;
    if (!active) set_board(table, tetris::empty_board(plan_.width, plan_.height));
  }

  void choose(std::span<const std::uint8_t> pieces, std::span<Choice> out) override {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Group& g = groups_[i];
      if (g.active == 0) continue;
      set_pieces(pieces, i);
      choose_in(g, g.full, nullptr);
      for (int p = 0; p < g.used(); ++p) {
        if (!g.has(p)) continue;
        Choice& c = out[table_at(i, p)];
        c.lost = choices_.score[p] == kLost;
        c.score = c.lost ? 0 : choices_.score[p];
        c.move = c.lost ? Placement{} : placement_of(choices_.slot[p]);
        evaluated_ += placements_[pieces_[p]];
      }
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
      for (int p = 0; p < g.used(); ++p) {
        if (!g.has(p)) continue;
        const Placement m = moves[table_at(i, p)];
        slots[p] = static_cast<std::uint8_t>(m.orientation * 16 + m.column);
      }
      if (one_by_one(g)) {
        for (int p = 0; p < g.used(); ++p) {
          if (g.has(p)) lanes_plain::kKernels.apply(plan_, g.boards, pieces_, slots, p, p + 1, removed);
        }
      } else {
        kernels_.apply(plan_, g.boards, pieces_, slots, 0, g.used(), removed);
      }
      for (int p = 0; p < g.used(); ++p) {
        if (g.has(p)) lines[table_at(i, p)] = removed[p];
      }
    }
    if (groups_.size() > 1) rearrange();
  }

  std::uint64_t evaluated() const override { return evaluated_; }

 private:
  /// Weights of one table, kept to move them with their game.
  struct TableWeights {
    lanes::Weights full, moves;
    std::vector<std::int32_t> full_curves, move_curves;

    bool same_as(const TableWeights& o) const {
      return std::memcmp(&full, &o.full, sizeof full) == 0 && full_curves == o.full_curves;
    }
  };

  Group& group_of(int place) { return groups_[static_cast<std::size_t>(place / kGroup)]; }
  std::size_t table_at(std::size_t group, int place) const {
    return static_cast<std::size_t>(table_at_[group * kGroup + static_cast<std::size_t>(place)]);
  }
  bool one_by_one(const Group& g) const { return simd_ == Simd::plain || g.in_use() < kWorthAVector; }

  void put_weights(int place) {
    Group& g = group_of(place);
    const int p = place % kGroup;
    const TableWeights& w = weights_[static_cast<std::size_t>(place)];
    set_weights(g.full, p, w.full);
    set_weights(g.moves, p, w.moves);
    std::ranges::copy(w.full_curves, g.full_curves.begin() + p * plan_.curve_size);
    std::ranges::copy(w.move_curves, g.move_curves.begin() + p * plan_.curve_size);
    const auto first = weights_.begin() + (place - p);
    g.full.same = std::all_of(first, first + kGroup, [&](const auto& other) { return first->same_as(other); });
    g.moves.same = g.full.same;
  }

  void set_pieces(std::span<const std::uint8_t> pieces, std::size_t group) {
    const Group& g = groups_[group];
    for (int p = 0; p < kGroup; ++p) pieces_[p] = g.has(p) ? pieces[table_at(group, p)] : std::uint8_t{0};
  }

  /// Two games change places.
  void swap(int a, int b) {
    Group &ga = group_of(a), &gb = group_of(b);
    const int pa = a % kGroup, pb = b % kGroup;
    for (int x = 0; x < plan_.width; ++x) std::swap(ga.boards.column[x][pa], gb.boards.column[x][pb]);
    const auto change = [&](std::uint32_t Group::*bits) {
      const std::uint32_t in_a = ga.*bits >> pa & 1u, in_b = gb.*bits >> pb & 1u;
      ga.*bits = (ga.*bits & ~(1u << pa)) | in_b << pa;
      gb.*bits = (gb.*bits & ~(1u << pb)) | in_a << pb;
    };
    change(&Group::active);
    change(&Group::high);
    const auto ia = static_cast<std::size_t>(a), ib = static_cast<std::size_t>(b);
    std::swap(table_at_[ia], table_at_[ib]);
    std::swap(place_of_[static_cast<std::size_t>(table_at_[ia])], place_of_[static_cast<std::size_t>(table_at_[ib])]);
    if (!weights_[ia].same_as(weights_[ib])) {
      std::swap(weights_[ia], weights_[ib]);
      put_weights(a);
      put_weights(b);
    }
  }

  /// Keeps low piles in the first groups and high ones after them; where games have ended, closes the gaps.
  void rearrange() {
    int low = 0, high = 0;
    for (Group& g : groups_) {
      g.high = g.active == 0 ? 0 : kernels_.high(plan_, g.boards) & g.active;
      high += std::popcount(g.high);
      low += g.in_use() - std::popcount(g.high);
    }
    const int low_groups = (low + kGroup - 1) / kGroup;
    if (crowded_) {  // close the gaps: games to the front
      crowded_ = false;
      int to = 0;
      for (int from = static_cast<int>(table_at_.size()) - 1; to < from;) {
        if (group_of(to).has(to % kGroup)) {
          ++to;
        } else if (!group_of(from).has(from % kGroup)) {
          --from;
        } else {
          swap(to, from);
        }
      }
    }
    if (high == 0) return;
    int to = static_cast<int>(table_at_.size()) - 1;  // high piles to the end, the last groups first
    for (int from = 0; from < low_groups * kGroup && from < to; ++from) {
      if ((group_of(from).high >> (from % kGroup) & 1u) == 0) continue;
      while (to > from && (!group_of(to).has(to % kGroup) || (group_of(to).high >> (to % kGroup) & 1u) != 0)) --to;
      if (to / kGroup <= from / kGroup) break;
      swap(from, to);
    }
  }

  void choose_in(const Group& g, const lanes::GroupWeights& weights, lanes::GroupScores* all) {
    if (one_by_one(g)) {
      for (int p = 0; p < g.used(); ++p) {
        if (g.has(p)) lanes_plain::kKernels.choose(plan_, g.boards, weights, pieces_, p, p + 1, choices_, all);
      }
    } else {
      kernels_.choose(plan_, g.boards, weights, pieces_, 0, g.used(), choices_, all);
    }
  }

  /// First moves with their scores, then for each next piece the best answers, a vector of first moves at a time.
  void choose_pairs_in(std::size_t group, std::span<const std::uint8_t> next, PairScore pairs, std::span<Choice> out) {
    const Group& g = groups_[group];
    for (auto& row : scores_.score) std::ranges::fill(row, kLost);
    choose_in(g, pairs == PairScore::sum ? g.full : g.moves, &scores_);
    std::int32_t best[kGroup], best_slot[kGroup];
    std::uint32_t found = 0, alive = 0;  // places with a pair that survives; with a first move that does
    for (int piece = 0; piece < plan_.pieces; ++piece) {
      int n = 0;
      for (int p = 0; p < g.used(); ++p) {
        if (!g.has(p) || next[table_at(group, p)] != piece) continue;
        evaluated_ += placements_[pieces_[p]];
        for (int slot = 0; slot < plan_.turns * 16; ++slot) {
          if (scores_.score[slot][p] == kLost) continue;
          first_place_[n] = static_cast<std::uint8_t>(p);
          first_slot_[n++] = static_cast<std::uint8_t>(slot);
        }
      }
      if (n == 0) continue;
      evaluated_ += static_cast<std::uint64_t>(n) * placements_[piece];
      for (int j = n; j % kGroup != 0; ++j) {
        first_place_[j] = first_place_[n - 1];
        first_slot_[j] = first_slot_[n - 1];
      }
      for (int j = 0; j < n; j += kGroup) {
        kernels_.second(plan_, g.boards, g.full, pieces_, first_place_ + j, first_slot_ + j, std::min(kGroup, n - j),
                        piece, second_ + j);
      }
      for (int j = 0; j < n; ++j) {
        const int p = first_place_[j], slot = first_slot_[j];
        alive |= 1u << p;
        if (second_[j] == kLost) continue;
        const std::int32_t sum = scores_.score[slot][p] + second_[j];
        if ((found >> p & 1u) == 0 || sum > best[p]) {
          found |= 1u << p;
          best[p] = sum;
          best_slot[p] = slot;
        }
      }
    }
    if ((alive & ~found) != 0) choose_in(g, g.full, nullptr);  // no second move survives: the first one's score decides
    for (int p = 0; p < g.used(); ++p) {
      if (!g.has(p)) continue;
      Choice& c = out[table_at(group, p)];
      c.lost = (alive >> p & 1u) == 0;
      const bool pair = (found >> p & 1u) != 0;
      c.score = c.lost ? 0 : pair ? best[p] : choices_.score[p];
      c.move = c.lost ? Placement{} : placement_of(pair ? best_slot[p] : choices_.slot[p]);
    }
  }

  Simd simd_;
  const lanes::Kernels& kernels_;
  lanes::Plan plan_;
  int size_;
  std::vector<Group> groups_;
  std::vector<TableWeights> weights_;     // by place
  std::vector<int> place_of_, table_at_;  // where a table's game is; whose game is at a place
  bool crowded_ = false;                  // games have come or gone since the last look
  std::uint64_t placements_[lanes::kMaxPieces] = {};
  std::uint64_t evaluated_ = 0;
  // Scratch for one group at a time.
  std::uint8_t pieces_[kGroup] = {};
  lanes::GroupChoices choices_{};
  lanes::GroupScores scores_{};
  std::uint8_t first_place_[lanes::kSlots * kGroup], first_slot_[lanes::kSlots * kGroup];
  std::int32_t second_[lanes::kSlots * kGroup];
};

}  // namespace

std::unique_ptr<Tables> make_lane_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                         int tables) {
  const auto plan = lanes::make_plan(setting, evaluator);
  if (!plan) return nullptr;
  return std::make_unique<LaneTables>(simd, *plan, evaluator, tables);
}

}  // namespace stackwright
