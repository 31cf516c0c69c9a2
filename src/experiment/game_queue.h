// The games that the cores of a run share: those not begun, and those that one core left for another.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/random.h"
#include "experiment/play_games.h"

namespace stackwright {

/// What a placement came to: 0 to 6 rows removed, 7 = lost (-1 in three bits).
inline constexpr std::size_t kOutcomes = 8;

/// A game between two pieces, away from any table.
struct PausedGame {
  GameJob job;
  std::uint64_t played = 0;  // pieces
  std::int64_t lines_left = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
  std::uint64_t hash = 0;
  tetris::Board board;
  std::unique_ptr<tetris::PieceStream> stream;
  Stream chance;  // of misdrops
};

/// Jobs of a source, and a shelf of paused games. Neither the order of asking nor who plays a game ever matters.
class GameQueue {
 public:
  GameQueue(JobSource& source, std::size_t rows) : source_(source), playing_(rows) {}

  JobSource& source() { return source_; }

  /// Whether a row waits for games and none is on the shelf. Looked at in every step.
  bool wanted() const { return wanted_.load(std::memory_order_relaxed); }
  /// Lays games on the shelf.
  void give(std::vector<PausedGame> games);
  /// Called by a row without games: waits until there are some on the shelf and takes its share of them, at most `room`.
  /// None when no row has games any more.
  std::vector<PausedGame> receive(std::size_t room);

 private:
  void look() { wanted_.store(waiting_ > 0 && shelf_.empty(), std::memory_order_relaxed); }

  JobSource& source_;
  std::atomic<bool> wanted_{false};

  std::mutex mutex_;  // guards the shelf and the counts of rows
  std::condition_variable changed_;
  std::vector<PausedGame> shelf_;
  std::size_t playing_;
  std::size_t waiting_ = 0;
};

}  // namespace stackwright
