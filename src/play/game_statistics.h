// An observer that counts: score, rows by kind, pieces by kind, time per decision.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "play/observer.h"
#include "play/strict_game.h"

namespace stackwright::play {

class GameStatistics final : public Observer {
 public:
  void on_event(const Event& event, const StrictGame& game) override;

  std::int64_t score() const { return score_; }
  std::uint64_t lines() const { return lines_; }
  std::uint64_t pieces() const { return pieces_; }
  /// Placements that removed 1, 2, 3, 4 (and more) rows.
  const std::array<std::uint64_t, 4>& clears() const { return clears_; }
  /// Placed pieces by their index in the set.
  const std::vector<std::uint64_t>& by_piece() const { return by_piece_; }
  std::uint64_t commands() const { return commands_; }
  std::uint64_t blocked() const { return blocked_; }
  /// Game time from the appearance of a piece to its rest: mean and longest, in ticks.
  double mean_ticks() const { return pieces_ > 0 ? static_cast<double>(ticks_) / static_cast<double>(pieces_) : 0; }
  Tick longest_ticks() const { return longest_; }

 private:
  std::int64_t score_ = 0;
  std::uint64_t lines_ = 0, pieces_ = 0, commands_ = 0, blocked_ = 0;
  std::array<std::uint64_t, 4> clears_{};
  std::vector<std::uint64_t> by_piece_;
  Tick appeared_ = 0, ticks_ = 0, longest_ = 0;
};

}  // namespace stackwright::play
