// The rules of strict Tetris as pure functions: where a piece appears, how it moves, turns, falls and locks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/random.h"
#include "core/result.h"
#include "games/tetris/rules.h"
#include "games/tetris/scoring.h"
#include "games/tetris/sources.h"

namespace stackwright::play {

/// A thousandth of a second of game time. Nothing here reads a clock: whoever drives a game says how late it is.
using Tick = std::int64_t;
inline constexpr Tick kNever = std::int64_t{1} << 60;

enum class Command : std::uint8_t {
  start,
  left,
  right,
  down,  // one row; a piece at rest locks
  drop,  // to the bottom, and locks
  rotate_clockwise,
  rotate_counter_clockwise,
  hold,  // where the setup allows it: the piece changes places with the held one, once per piece
  pause,
  resume,
  terminate,
};
inline constexpr int kCommands = 11;

/// "start", "left", ..., "rotate-clockwise": as files and messages name them.
std::string_view name_of(Command command);
Result<Command> command_named(std::string_view name);

inline constexpr int kMaxPreview = 63;

/// All that a strict game is played with. Equal setups and equal commands at equal ticks give equal games.
struct StrictSetup {
  tetris::Setting setting;  // its rules only tell agents what to avoid: a strict game ends by a blocked appearance
  tetris::Source source;
  tetris::Rng rng = tetris::Rng::fast;
  StreamKey key;                 // the pieces are those of the headless game with this key
  tetris::Scoring scoring;       // points of `nes` are multiplied by the level
  int first_level = 1;           // where the game begins
  int rows_per_level = 20;       // removed rows until the next level; 0: the level stays
  Tick first_delay = 500;        // ticks per row of fall at level 1; 0: no gravity
  Tick delay_step = 50;          // less per level
  Tick least_delay = 50;         // but never below this
  int preview = 1;               // next pieces that are shown
  bool hold = false;             // a piece can be put aside
  bool wall_kicks = true;        // a turn that does not fit is tried beside
  int drop_points = 0;           // for every row of a drop
  std::uint64_t max_pieces = 0;  // 0: none
  std::uint64_t max_lines = 0;
  Tick max_ticks = 0;
};

/// Classic strict play: points of `nes`, one next piece.
StrictSetup classic_setup();

/// An error names the first field that is out of range.
Result<Done> check(const StrictSetup& setup);

/// Ticks per row at a level; 0: no gravity.
Tick fall_delay(const StrictSetup& setup, int level);

/// A piece in the air: orientation, and the lower left corner of its box. All its cells are always inside the board.
struct Falling {
  std::uint8_t piece = 0;
  std::int8_t orientation = 0;
  std::int8_t column = 0;
  std::int8_t row = 0;

  friend bool operator==(const Falling&, const Falling&) = default;
};

inline const tetris::Orientation& shape_of(const tetris::Setting& setting, const Falling& f) {
  return setting.pieces->pieces[f.piece].orientation[f.orientation];
}

/// Whether all cells are inside the board and free.
bool fits(const tetris::Setting& setting, const tetris::Board& board, const Falling& falling);

/// Where a piece appears: orientation 0, as high as the board, in the middle (rounded to the left). It may not fit.
Falling appearance(const tetris::Setting& setting, int piece);

/// The piece after left, right, down or a turn; nothing where it does not fit. A turn keeps the piece's pivot cell where
/// it is; what would stand out at the top is pushed down, and with wall kicks the places 1 left, 1 right, 2 left and 2
/// right are tried after that. The pivot is the cell (width / 2, (height - 1) / 2) of the box of orientation 0.
std::optional<Falling> moved(const StrictSetup& setup, const tetris::Board& board, Falling falling, Command command);

/// The piece at the bottom of its fall.
Falling dropped(const tetris::Setting& setting, const tetris::Board& board, Falling falling);

/// The board with the piece in it, before full rows are removed.
tetris::Board locked(const tetris::Setting& setting, const tetris::Board& board, const Falling& falling);

}  // namespace stackwright::play
