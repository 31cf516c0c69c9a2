// Headless games: many at once on all cores, side by side within a core, with identical results for any number of either.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "eval/tables.h"
#include "experiment/controller.h"
#include "games/tetris/rules.h"
#include "games/tetris/scoring.h"
#include "games/tetris/sources.h"

namespace stackwright {

enum class Ended : std::uint8_t { top, limit, list };

struct GameResult {
  std::uint64_t pieces = 0;  // the piece that ends the game at the top is not counted
  std::uint64_t lines = 0;
  std::int64_t score = 0;
  std::array<std::uint64_t, 4> clears{};  // placements that removed 1, 2, 3, 4 (and more) rows
  Ended ended = Ended::top;
  std::uint64_t losses = 0;  // piles lost, where games go on after that
  std::uint64_t hash = 0;    // over every placement; part of the bench signature
};

/// One game to play: whose weights, which pieces.
struct GameJob {
  const Controller* controller = nullptr;
  StreamKey key;             // purpose is set by the player of games
  std::uint64_t number = 0;  // the source's own
};

/// Hands out games and takes their results; both from any thread, in any order.
class JobSource {
 public:
  JobSource() = default;
  JobSource(const JobSource&) = delete;
  JobSource& operator=(const JobSource&) = delete;
  virtual ~JobSource() = default;

  /// The next game, or nothing when no more will come.
  virtual std::optional<GameJob> take() = 0;
  virtual void finished(const GameJob& job, const GameResult& result) = 0;
  /// A game that a stop cut off, with what it had reached.
  virtual void abandoned(const GameJob&, const GameResult&) {}
  /// About how many games are left to take: how many to seat at each core.
  virtual std::uint64_t left() const = 0;
};

struct PlayOptions {
  tetris::Setting setting;
  tetris::Source source;
  tetris::Rng rng = tetris::Rng::fast;
  tetris::Scoring scoring;
  SearchSpec search;             // the same for all jobs
  std::uint64_t max_pieces = 0;  // 0: none
  std::uint64_t max_lines = 0;
  bool restart = false;  // a lost pile is taken away and the game goes on with the next piece, to its limit
  double misdrop = 0;    // probability that another placement that does not lose is executed instead
  Simd simd = Simd::automatic;
  int threads = 0;  // 0: all cores
  int lanes = 0;    // games side by side on a core; 0: as many as the implementation likes
  /// Games move when a core has none left. With move_every, each core also lays half of its games aside for others after so
  /// many steps: results stay the same, which is what this is good for.
  int move_every = 0;
};

/// An error where a board, a search or a number of the request is out of range.
Result<Done> check_options(const PlayOptions& options);

/// Plays all jobs and returns their results in order. Controllers of all jobs must have the same terms up to weights.
/// Results never depend on threads, implementation, or which games share a core. Stops early when `stop` says so: games
/// not finished are then returned with ended = limit at the piece they had reached.
Result<std::vector<GameResult>> play_games(const PlayOptions& options, std::span<const GameJob> jobs,
                                           const StopToken& stop, Progress* progress);

/// The same for games that a source hands out; `pattern` has the terms that all their controllers must have.
Result<Done> play_games(const PlayOptions& options, const Controller& pattern, JobSource& source, const StopToken& stop,
                        Progress* progress);

}  // namespace stackwright
