// From a placement to moves and turns: breadth first over (column, row, orientation), a key per layer.
#include "play/path.h"

#include <algorithm>

#include "games/tetris/rules.h"

namespace stackwright::play {
namespace {

constexpr Command kKeys[] = {Command::left, Command::right, Command::rotate_clockwise,
                             Command::rotate_counter_clockwise};

/// Rows of gravity up to and including a time from now.
std::int64_t falls_until(const FallClock& clock, Tick time) {
  if (clock.delay == 0 || time < clock.fall) return 0;
  return (time - clock.fall) / clock.delay + 1;
}

}  // namespace

Reach::Reach(const StrictSetup& setup, const tetris::Board& board, const Falling& from, const FallClock& clock,
             bool thorough)
    : setup_(setup), board_(board) {
  goal_.fill(-1);
  nodes_.reserve(256);
  add(from, -1, Command::drop);
  std::size_t first = 0;
  for (Tick keys = 0; first < nodes_.size() && !(thorough && keys >= kMostKeys); ++keys) {
    if (thorough) seen_.reset();
    const std::int64_t rows = falls_until(clock, clock.key * (keys + 1)) - falls_until(clock, clock.key * keys);
    for (const std::size_t last = nodes_.size(); first < last; ++first) {
      if (nodes_[first].rests) continue;
      for (const Command key : kKeys) {
        const auto to = moved(setup_, board_, nodes_[first].at, key);
        if (to) arrive(*to, static_cast<std::int16_t>(first), key, rows);
      }
    }
  }
}

/// Gravity pulls between this key and the next; where it brings the piece to rest, no key follows.
void Reach::arrive(Falling at, std::int16_t before, Command by, std::int64_t rows) {
  bool rests = false;
  for (; rows > 0 && !rests; --rows) {
    const auto below = moved(setup_, board_, at, Command::down);
    if (below) at = *below;
    rests = !below;
  }
  add(at, before, by, rests);
}

/// A piece at rest is worth keeping only where it is wanted; its place may still be passed by another way.
void Reach::add(const Falling& at, std::int16_t before, Command by, bool rests) {
  const std::size_t place = (index(placement_of(at)) << 5) + static_cast<std::size_t>(at.row);
  std::int16_t& goal = goal_[index(placement_of(at))];
  const bool reached = goal < 0 && at.row >= tetris::drop_row(board_, shape_of(setup_.setting, at), at.column);
  if (rests ? !reached : seen_[place]) return;
  if (!rests) seen_[place] = true;
  if (reached) goal = static_cast<std::int16_t>(nodes_.size());
  nodes_.push_back({at, before, by, rests});
}

std::optional<std::vector<KeyStep>> Reach::path(tetris::Placement target) const {
  if (!has(target)) return std::nullopt;
  const Node* node = &nodes_[static_cast<std::size_t>(goal_[index(target)])];
  std::vector<KeyStep> keys{{Command::drop, node->at}};
  while (node->before >= 0) {
    const Node* before = &nodes_[static_cast<std::size_t>(node->before)];
    keys.push_back({node->by, before->at});
    node = before;
  }
  std::reverse(keys.begin(), keys.end());
  return keys;
}

}  // namespace stackwright::play
