// Games in groups of 32 whose boards and weights lie side by side as the kernels want them. Games change places so that low
// piles stand together (16-bit lanes serve them) and the last games of many fill as few groups as possible.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/lanes/limits.h"
#include "eval/lanes/plan.h"
#include "eval/lanes/planning.h"

namespace stackwright::lanes {

/// A group of games. Places are 0 to 31.
struct Group {
  GroupBoards boards{};
  GroupWeights full{}, moves{};  // all terms; those that speak of the move
  std::vector<std::int32_t> full_curves, move_curves;
  std::uint32_t active = 0;  // places in use, as bits
  std::uint32_t high = 0;    // places with a high pile

  bool has(int place) const { return (active >> place & 1u) != 0; }
  int in_use() const { return std::popcount(active); }
  /// Places up to the last one in use.
  int used() const { return std::bit_width(active); }
  /// Calls f with every place in use.
  template <class F>
  void for_each(const F& f) const {
    for (std::uint32_t left = active; left != 0; left &= left - 1) f(std::countr_zero(left));
  }
};

class Groups {
 public:
  Groups(const Plan& plan, const Linear& evaluator, int tables);

  const Plan& plan() const { return plan_; }
  std::size_t size() const { return groups_.size(); }
  Group& operator[](std::size_t i) { return groups_[i]; }
  const Group& operator[](std::size_t i) const { return groups_[i]; }
  std::span<Group> all() { return groups_; }
  /// The table whose game is at a place of a group.
  std::size_t table_at(std::size_t group, int place) const {
    return static_cast<std::size_t>(table_at_[group * kGroup + static_cast<std::size_t>(place)]);
  }

  /// Bounds by the weights of the game there.
  const Limits& limits_at(std::size_t group, int place) const {
    return weights_[group * kGroup + static_cast<std::size_t>(place)].limits;
  }

  void set_board(int table, const tetris::Board& board);
  tetris::Board board(int table) const;
  void set_evaluator(int table, const Linear& evaluator);
  void set_active(int table, bool active);
  /// Keeps low piles in the first groups and high ones after them (every group's `high` is set); where games have ended,
  /// closes the gaps.
  void rearrange();

 private:
  /// Weights of one table, kept to move them with their game.
  struct TableWeights {
    Weights full, moves;
    Limits limits;
    std::vector<std::int32_t> full_curves, move_curves;

    bool same_as(const TableWeights& other) const;
  };

  Group& group_of(int place) { return groups_[static_cast<std::size_t>(place / kGroup)]; }
  int place_of(int table) const { return place_of_[static_cast<std::size_t>(table)]; }
  void put_weights(int place);
  void swap(int a, int b);
  void close_gaps();

  Plan plan_;
  std::vector<Group> groups_;
  std::vector<TableWeights> weights_;     // by place
  std::vector<int> place_of_, table_at_;  // where a table's game is; whose game is at a place
  bool crowded_ = false;                  // games have come or gone since the last look
};

}  // namespace stackwright::lanes
