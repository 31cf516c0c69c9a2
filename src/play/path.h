// From a placement to moves and turns: a search over (column, row, orientation) in the time that gravity leaves.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "play/strict_rules.h"

namespace stackwright::play {

/// The placement that a resting piece stands for.
inline tetris::Placement placement_of(const Falling& f) { return {f.orientation, f.column}; }

/// When keys are pressed and when gravity pulls, from the present tick (0) on.
struct FallClock {
  Tick key = 0;        // ticks from one key to the next; 0: all at once
  Tick fall = kNever;  // ticks until the next row of gravity
  Tick delay = 0;      // ticks per row after that; 0: no gravity
};

/// A key to press, and where the piece is at that moment.
struct KeyStep {
  Command key = Command::drop;
  Falling at;
};

/// Everything that can be reached from where a piece is: breadth first, a key per layer, with gravity between the keys.
class Reach {
 public:
  /// A place is gone on from when it is first reached. Very rarely it is better to be there at another time, between other
  /// rows of gravity: a thorough search looks at all times up to kMostKeys keys, and takes a hundred times as long.
  Reach(const StrictSetup& setup, const tetris::Board& board, const Falling& from, const FallClock& clock,
        bool thorough = false);

  static constexpr int kMostKeys = 64;

  /// Whether the piece can be dropped straight down as this placement wants it.
  bool has(tetris::Placement target) const { return goal_[index(target)] >= 0; }
  /// The fewest keys to it, the drop included, if they are pressed when the clock says; nothing where there are none.
  std::optional<std::vector<KeyStep>> path(tetris::Placement target) const;

 private:
  struct Node {
    Falling at;  // before the next key, gravity included
    std::int16_t before = -1;
    Command by = Command::drop;
    bool rests = false;  // gravity has locked it here
  };
  static std::size_t index(tetris::Placement p) {
    return static_cast<std::size_t>(p.orientation) * tetris::kMaxWidth + static_cast<std::size_t>(p.column);
  }
  void arrive(Falling at, std::int16_t before, Command by, std::int64_t rows);
  void add(const Falling& at, std::int16_t before, Command by, bool rests = false);

  static constexpr std::size_t kPlacements = tetris::kMaxOrientations * tetris::kMaxWidth;

  const StrictSetup& setup_;
  const tetris::Board& board_;
  std::vector<Node> nodes_;
  std::bitset<kPlacements * 32> seen_;  // by placement and row
  std::array<std::int16_t, kPlacements> goal_;
};

}  // namespace stackwright::play
