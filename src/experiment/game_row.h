// One core's row of tables: games side by side, each followed by the next job when it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "experiment/game_queue.h"
#include "experiment/play_games.h"
#include "search/decider.h"

namespace stackwright {

/// Plays jobs until there are none left or a stop is asked for. All tables move in step; their pieces lie in a block of
/// rows (one row per step, one column per table) that is refilled for all when it is used up. Whether a game has ended
/// is looked at only in steps where a table reports it, and at the ends of segments within which none can end otherwise.
/// When another row has run out of games, half of this one's go over.
class GameRow {
 public:
  GameRow(const PlayOptions& options, std::unique_ptr<Decider> decider, GameQueue& queue, const StopToken& stop,
          Progress* progress);

  /// Starts with at most `seats` games, so that a few jobs are shared by all cores.
  void play(std::size_t seats);

 private:
  static constexpr int kBlock = 64;       // pieces read at a time; short games should not pay for many more
  static constexpr int kNever = 1 << 30;  // no end of the list in sight

  void play_on();
  bool seat(std::size_t table);
  void sit_down(std::size_t table, PausedGame game);
  PausedGame leave(std::size_t table);
  bool should_give() const;
  void give_half();
  bool receive();
  void vacate(std::size_t table);
  bool finish_if_ended(std::size_t table);
  void begin_again(std::size_t table);
  void finish(std::size_t table, Ended ended);
  GameResult result(std::size_t table, Ended ended) const;
  void refill();
  void read_pieces(std::size_t table, std::uint64_t start, int row);
  int segment_end();
  void run(int end);
  void choose();
  void misdrop();
  bool count();

  std::span<std::uint8_t> row(int r) { return {block_.data() + static_cast<std::size_t>(r) * size_, size_}; }
  std::uint64_t played(std::size_t t) const { return steps_ - started_[t]; }

  const PlayOptions& options_;
  const std::unique_ptr<Decider> decider_;
  Tables* const tables_;
  GameQueue& queue_;
  const StopToken& stop_;
  Progress* const progress_;
  const std::size_t size_;
  const int see_;    // pieces that the search looks at
  const int ahead_;  // rows after a block: what its last row sees as next pieces
  const std::uint64_t max_pieces_;
  tetris::Placement idle_move_;  // of piece 0, for tables without a game

  std::vector<std::uint8_t> block_;  // kBlock + ahead rows of pieces
  int row_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t given_ = 0;          // the step at which games were last given away
  std::vector<std::uint32_t> live_;  // tables with a game, ascending
  bool few_known_ = false;           // in this step some game knows fewer pieces than the search looks at

  // One entry per table.
  std::vector<GameJob> job_;
  std::vector<const Controller*> controller_;
  std::vector<std::unique_ptr<tetris::PieceStream>> stream_;
  std::vector<Stream> chance_;          // of misdrops
  std::vector<std::uint64_t> started_;  // the step at which the game began
  std::vector<int> list_end_;           // the row after the last piece of the list, or kNever
  std::vector<std::int64_t> lines_left_;
  std::vector<std::uint64_t> outcomes_;  // kOutcomes per table
  std::vector<std::uint64_t> hash_;
  std::vector<Choice> choice_;
  std::vector<std::uint8_t> known_;
  std::vector<tetris::Placement> move_;
  std::vector<std::int8_t> lines_;

  const Controller* evaluator_of_ = nullptr;
  Linear evaluator_, safe_;
};

}  // namespace stackwright
