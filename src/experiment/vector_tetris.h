// Many games of Tetris stepped at once into arrays that stay where they are: the environment that learners play in.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/crew.h"
#include "core/random.h"
#include "core/result.h"
#include "eval/afterstates.h"
#include "games/tetris/scoring.h"
#include "games/tetris/slots.h"
#include "games/tetris/sources.h"

namespace stackwright {

/// What happens to a game that has ended, as in Gymnasium: the next step begins a new one and ignores its action; the same
/// step begins it, and what the old one came to lies in arrays of its own; or nothing until somebody resets it.
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };
Result<Autoreset> autoreset_named(std::string_view name);
std::string_view name_of(Autoreset autoreset);

struct VectorOptions {
  int games = 1;
  tetris::Setting setting;
  tetris::Source source;
  tetris::Rng rng = tetris::Rng::fast;
  tetris::Scoring scoring;
  std::uint64_t max_pieces = 0;              // 0: none; a game cut off by it is truncated
  int preview = 0;                           // pieces told after the current one
  bool boards = true;                        // whether boards are written
  std::vector<FeatureValue> board_features;  // of the board as it lies
  std::vector<FeatureValue> after_features;  // of every placement
  bool after_boards = false;                 // whether the boards of every placement are written
  Autoreset autoreset = Autoreset::next_step;
  bool illegal_ends =
      false;        // an action that is not allowed ends its game; otherwise it is an error and nothing happens
  int threads = 0;  // 0: one per core
};

/// What a learner sees, game by game. Actions are slots of placements (games/tetris/slots.h).
struct VectorArrays {
  std::vector<std::uint8_t> boards;        // games x height x width, rows top to bottom
  std::vector<std::int64_t> pieces;        // games x (1 + preview); the number of kinds where a list has ended
  std::vector<std::uint8_t> masks;         // games x slots: placements that do not lose
  std::vector<float> board_features;       // games x features
  std::vector<float> after_features;       // games x slots x features
  std::vector<std::uint8_t> after_boards;  // games x slots x height x width
  std::vector<double> rewards;             // points of the last step
  std::vector<std::uint8_t> terminated, truncated;
  std::vector<std::int64_t> placed, lines, score;  // of the game that goes on, or has just ended
  std::vector<std::uint8_t> final_boards;          // same-step: the last sight of games that have just ended
  std::vector<std::int64_t> final_pieces;
  std::vector<float> final_features;
};

/// Which pieces a game has: game number `game` of a seed is the one that `play --seed` plays; its episodes follow each other.
struct VectorSeed {
  std::uint64_t seed = 1;
  std::uint64_t game = 0;
};

/// Games are independent of each other, of how many there are and of the number of threads. A game is over when no placement
/// of the next piece fits under the top (terminated), or when a limit or the end of a list cuts it off (truncated).
class VectorTetris {
 public:
  /// Errors name the option.
  static Result<std::unique_ptr<VectorTetris>> make(const VectorOptions& options);

  const VectorOptions& options() const { return options_; }
  const VectorArrays& arrays() const { return arrays_; }
  int games() const { return options_.games; }
  int slots() const { return slots_; }

  /// Begins new games: with seeds, the first episode of each; without, the next one. `which` chooses some; empty: all.
  Result<Done> reset(std::span<const VectorSeed> seeds, std::span<const std::uint8_t> which = {});
  /// One action per game. An error names the first wrong one, and then no game has moved.
  Result<Done> step(std::span<const std::int64_t> actions);
  /// A random action of each game that is allowed, from a stream of the game's own; 0 where there is none.
  Result<Done> sample(std::span<std::int64_t> out);
  /// Puts a board and a piece into a game that goes on.
  Result<Done> set_position(int game, const tetris::Board& board, int piece);
  /// Puts a board into every game, beside the pieces it has: cells as bytes, rows top to bottom. A game in which no placement
  /// of its piece fits then is over.
  Result<Done> set_boards(std::span<const std::uint8_t> cells);
  const tetris::Board& board(int game) const { return games_[static_cast<std::size_t>(game)].board; }

 private:
  struct Game {
    tetris::Board board;
    tetris::Slots allowed = 0;
    std::unique_ptr<tetris::PieceStream> stream;
    Stream exploring;
    VectorSeed seed;
    std::uint64_t episode = 0;
    std::uint64_t placed = 0;
    std::int64_t lines = 0;
    std::int64_t score = 0;
    std::uint8_t piece = 0;
    bool over = true;
  };
  /// Keeps out a second thread.
  class Turn;

  explicit VectorTetris(const VectorOptions& options);

  Result<Done> check_actions(std::span<const std::int64_t> actions) const;
  template <class F>
  void for_all(F&& f);
  void begin(Game& game) const;
  bool read_pieces(std::size_t i, Game& game);
  void step_game(std::size_t i, std::int64_t action);
  void write_state(std::size_t i, Game& game);
  void keep_final(std::size_t i);
  void forget_final(std::size_t i);

  VectorOptions options_;
  tetris::SlotTable table_;
  AfterstateFeatures features_;
  int slots_;
  std::size_t cells_;
  std::vector<Game> games_;
  VectorArrays arrays_;
  bool began_ = false;
  Crew crew_;
  std::atomic<bool> in_use_{false};
};

}  // namespace stackwright
