// Games in groups: boards and weights arranged for the kernels, and who sits where.
#include "eval/lanes/groups.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace stackwright::lanes {
namespace {

/// Where lane `place` of a vector stands among unpacked words.
constexpr int unpacked(int place) { return (place & 4) * 4 + (place >> 3) * 4 + (place & 3); }

void set_weights(GroupWeights& g, int place, const Weights& w) {
  for (int q = 0; q < kQuantities; ++q) g.change[q][place] = w.change[q];
  for (int q = 0; q < kBoardQuantities; ++q) g.base[q][place] = w.base[q];
  g.constant[place] = w.constant;
  for (int p = 0; p < kPairs; ++p) {
    const auto pair = [](std::int32_t a, std::int32_t b) {
      return static_cast<std::int32_t>((static_cast<std::uint32_t>(a) & 0xffffu) | static_cast<std::uint32_t>(b) << 16);
    };
    const std::int32_t a = w.change[2 * p], b = w.change[2 * p + 1];
    g.upper[p][place] = g.upper_unpacked[p][unpacked(place)] = pair(a >> 12, b >> 12);
    g.lower[p][place] = g.lower_unpacked[p][unpacked(place)] = pair(a & 4095, b & 4095);
  }
}

}  // namespace

bool Groups::TableWeights::same_as(const TableWeights& other) const {
  return std::memcmp(&full, &other.full, sizeof full) == 0 && full_curves == other.full_curves;
}

Groups::Groups(const Plan& plan, const Linear& evaluator, int tables) : plan_(plan) {
  groups_.resize(static_cast<std::size_t>((tables + kGroup - 1) / kGroup));
  const auto places = groups_.size() * kGroup;
  weights_.resize(places);
  for (int i = 0; i < static_cast<int>(places); ++i) {
    place_of_.push_back(i);
    table_at_.push_back(i);
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

void Groups::set_board(int table, const tetris::Board& board) {
  assert(board.width == plan_.width && board.height == plan_.height);
  const int place = place_of(table);
  Group& g = group_of(place);
  for (int x = 0; x < plan_.width; ++x) g.boards.column[x][place % kGroup] = board.column[static_cast<std::size_t>(x)];
}

tetris::Board Groups::board(int table) const {
  tetris::Board b = tetris::empty_board(plan_.width, plan_.height);
  const int place = place_of(table);
  const Group& g = groups_[static_cast<std::size_t>(place / kGroup)];
  for (int x = 0; x < plan_.width; ++x) b.column[static_cast<std::size_t>(x)] = g.boards.column[x][place % kGroup];
  return b;
}

void Groups::set_evaluator(int table, const Linear& evaluator) {
  TableWeights w;
  w.full = weights_of(plan_, evaluator, Part::all, w.full_curves);
  w.moves = weights_of(plan_, evaluator, Part::moves, w.move_curves);
  w.limits = limits_of(plan_, w.full);
  for (const std::int32_t change : w.full.change) {
    if ((change & 4095) != 0) plan_.needs.low_weights = true;
    if (std::abs(static_cast<std::int64_t>(change)) >= std::int64_t{1} << 27) plan_.needs.wide = true;
  }
  const int place = place_of(table);
  weights_[static_cast<std::size_t>(place)] = std::move(w);
  put_weights(place);
}

void Groups::set_active(int table, bool active) {
  const int place = place_of(table);
  Group& g = group_of(place);
  const std::uint32_t bit = 1u << (place % kGroup);
  if (((g.active & bit) != 0) == active) return;
  g.active ^= bit;
  crowded_ = true;
  if (!active) set_board(table, tetris::empty_board(plan_.width, plan_.height));
}

void Groups::put_weights(int place) {
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

/// Two games change places.
void Groups::swap(int a, int b) {
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

/// Games to the front.
void Groups::close_gaps() {
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

void Groups::rearrange() {
  int low = 0, high = 0;
  for (const Group& g : groups_) {
    high += std::popcount(g.high);
    low += g.in_use() - std::popcount(g.high);
  }
  if (crowded_) close_gaps();
  crowded_ = false;
  if (high == 0) return;
  const int low_groups = (low + kGroup - 1) / kGroup;
  int to = static_cast<int>(table_at_.size()) - 1;  // high piles to the end, the last groups first
  for (int from = 0; from < low_groups * kGroup && from < to; ++from) {
    if ((group_of(from).high >> (from % kGroup) & 1u) == 0) continue;
    while (to > from && (!group_of(to).has(to % kGroup) || (group_of(to).high >> (to % kGroup) & 1u) != 0)) --to;
    if (to / kGroup <= from / kGroup) break;
    swap(from, to);
  }
}

}  // namespace stackwright::lanes
