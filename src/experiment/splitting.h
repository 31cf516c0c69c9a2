// Splitting: games that split into copies as they come nearer to their end, so that rare ends are seen often.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/controller.h"
#include "experiment/play_games.h"
#include "experiment/splitting_levels.h"
#include "games/tetris/piece_chance.h"

namespace stackwright {

/// When work must end before it is done.
struct Limit {
  const StopToken* stop = nullptr;
  std::optional<std::chrono::steady_clock::time_point> until;

  bool over() const {
    return (stop != nullptr && stop->requested()) || (until && std::chrono::steady_clock::now() >= *until);
  }
};

/// Everything the future of a game depends on.
struct Position {
  tetris::Board board;
  std::array<std::uint8_t, kMaxSee> known{};  // pieces that are known before the next one is drawn: see - 1
  tetris::PieceChance::Memory memory = 0;
  std::uint8_t level = 0;
};

/// The path that a game takes by itself; after a game over it goes on with a new game.
struct MainPath {
  Position position;
  std::uint64_t excursion = 0;  // how often it has left level 0
  double open_sum = 0;          // weights of the ends seen in an excursion that is not over
};

/// What was seen, in whole numbers that can be added in any order.
struct Tally {
  std::uint64_t main_steps = 0;
  std::uint64_t steps = 0;                           // of all particles, main paths included
  std::vector<std::uint64_t> visits, deaths, cells;  // by level: steps made there; ends; cells left on boards at ends
  std::uint64_t excursions = 0;                      // that held an end
  double largest = 0;                                // the most that an excursion added to the sum
  bool cut_off = false;                              // the limit of steps was reached: worthless

  explicit Tally(std::size_t levels = 0) : visits(levels), deaths(levels), cells(levels) {}
  void add(const Tally& other);
};

/// The weighted number of ends, and of the cells left on their boards.
double weighted(const std::vector<std::uint64_t>& by_level, const Ladder& ladder);

/// A batch: main paths that go on from wave to wave, with random numbers of their own. Batches are independent.
struct ParticleBatch {
  std::uint64_t number = 0;
  std::uint64_t waves = 0;  // run so far
  std::vector<MainPath> mains;
  Tally tally;
};

/// What is simulated, and from which random numbers.
struct SplittingGame {
  const PlayOptions& options;
  const Controller& controller;
  tetris::PieceChance chance;
  StreamKey key;  // purpose, candidate and game are set here; generation by whoever needs other numbers
};

/// How scores and heights of main paths are spread: what levels are made of.
struct Survey {
  std::vector<std::uint64_t> highest;  // how often the highest column was so high
  double scores = 0, squares = 0;      // sums over choices
  std::uint64_t count = 0;

  void add(const Survey& other);
};

/// Runs every batch `steps` pieces further on each of its main paths, with all copies, on the cores of options.threads.
/// A batch stops and is marked where it would need more than `most_steps` in all. False where the limit came first:
/// batches are then useless. Results do not depend on threads or instruction sets.
Result<bool> run_batches(const SplittingGame& game, const Ladder& ladder, std::vector<ParticleBatch>& batches,
                         std::uint64_t steps, std::uint64_t most_steps, const Limit& limit, Survey* survey,
                         Progress* progress);

/// Batches at the start of their games, with so many main paths each.
std::vector<ParticleBatch> new_batches(std::size_t batches, std::size_t mains);

/// Forgets what was seen and starts counting for the levels of a ladder; main paths stay where they are.
void use_ladder(const Ladder& ladder, std::vector<ParticleBatch>& batches);

}  // namespace stackwright
