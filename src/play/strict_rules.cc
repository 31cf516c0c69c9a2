// The rules of strict Tetris: appearing, moving, turning, falling, locking; what a setup may hold.
#include "play/strict_rules.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <string>

#include "core/text.h"

namespace stackwright::play {
namespace {

using tetris::Board;
using tetris::Orientation;
using tetris::Setting;

constexpr std::array<std::string_view, kCommands> kNames = {
    "start", "left",  "right",  "down",     "drop", "rotate-clockwise", "rotate-counter-clockwise",
    "hold",  "pause", "resume", "terminate"};

struct Cell {
  int column = 0;
  int row = 0;
};

/// The cell of an orientation's box around which the piece turns: a quarter turn clockwise takes (x, y) to (y, width - 1 -
/// x), and distinct orientations are the first turns there are.
Cell pivot(const tetris::Piece& piece, int orientation) {
  Cell at{piece.orientation[0].width / 2, (piece.orientation[0].height - 1) / 2};
  for (int turn = 0; turn < orientation; ++turn) {
    at = {at.row, piece.orientation[static_cast<std::size_t>(turn)].width - 1 - at.column};
  }
  return at;
}

Falling shifted(Falling f, int columns, int rows) {
  f.column = static_cast<std::int8_t>(f.column + columns);
  f.row = static_cast<std::int8_t>(f.row + rows);
  return f;
}

std::optional<Falling> turned(const StrictSetup& setup, const Board& board, const Falling& from, int turns) {
  const tetris::Piece& piece = setup.setting.pieces->pieces[from.piece];
  Falling to = from;
  to.orientation = static_cast<std::int8_t>((from.orientation + turns + piece.orientations) % piece.orientations);
  const Cell before = pivot(piece, from.orientation), after = pivot(piece, to.orientation);
  to = shifted(to, before.column - after.column, before.row - after.row);
  to.row = static_cast<std::int8_t>(std::min<int>(to.row, board.height - shape_of(setup.setting, to).height));
  constexpr int kKicks[] = {0, -1, 1, -2, 2};
  for (const int kick : kKicks) {
    const Falling tried = shifted(to, kick, 0);
    if (fits(setup.setting, board, tried)) return tried;
    if (!setup.wall_kicks) break;
  }
  return std::nullopt;
}

Error out_of_range(std::string_view field, std::int64_t low, std::int64_t high, std::int64_t got) {
  return Error{std::string(field) + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", got " +
               std::to_string(got)};
}

}  // namespace

std::string_view name_of(Command command) { return kNames[static_cast<std::size_t>(command)]; }

Result<Command> command_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found != kNames.end()) return static_cast<Command>(found - kNames.begin());
  return unknown_name("command", name, kNames);
}

StrictSetup classic_setup() {
  StrictSetup setup;
  setup.scoring = *tetris::scoring_named("nes");
  return setup;
}

Result<Done> check(const StrictSetup& s) {
  struct Range {
    std::string_view field;
    std::int64_t value, low, high;
  };
  constexpr Tick kLongest = 1'000'000'000;  // eleven days
  const Range ranges[] = {
      {"board width", s.setting.width, tetris::kMinWidth, tetris::kMaxWidth},
      {"board height", s.setting.height, tetris::kMinHeight, tetris::kMaxHeight},
      {"level", s.first_level, 1, 1000},
      {"rows_per_level", s.rows_per_level, 0, 1'000'000},
      {"first_delay", s.first_delay, 0, kLongest},
      {"delay_step", s.delay_step, 0, kLongest},
      {"least_delay", s.least_delay, 1, kLongest},
      {"preview", s.preview, 0, kMaxPreview},
      {"drop_points", s.drop_points, 0, 1'000'000},
      {"max_ticks", s.max_ticks, 0, kNever - 1},
  };
  for (const Range& r : ranges) {
    if (r.value < r.low || r.value > r.high) return out_of_range(r.field, r.low, r.high, r.value);
  }
  return Done{};
}

Tick fall_delay(const StrictSetup& setup, int level) {
  if (setup.first_delay == 0) return 0;
  return std::max(setup.least_delay, setup.first_delay - setup.delay_step * (level - 1));
}

bool fits(const Setting& setting, const Board& board, const Falling& f) {
  const Orientation& shape = shape_of(setting, f);
  if (f.column < 0 || f.column + shape.width > board.width) return false;
  if (f.row < 0 || f.row + shape.height > board.height) return false;
  std::uint32_t hit = 0;
  for (int i = 0; i < shape.width; ++i) hit |= board.column[f.column + i] & std::uint32_t{shape.column[i]} << f.row;
  return hit == 0;
}

Falling appearance(const Setting& setting, int piece) {
  Falling f;
  f.piece = static_cast<std::uint8_t>(piece);
  const Orientation& shape = shape_of(setting, f);
  const int room = setting.width - shape.width;
  return shifted(f, room >= 0 ? room / 2 : -1, setting.height - shape.height);  // too wide: never fits
}

std::optional<Falling> moved(const StrictSetup& setup, const Board& board, Falling falling, Command command) {
  switch (command) {
    case Command::left:
      falling = shifted(falling, -1, 0);
      break;
    case Command::right:
      falling = shifted(falling, 1, 0);
      break;
    case Command::down:
      falling = shifted(falling, 0, -1);
      break;
    case Command::rotate_clockwise:
      return turned(setup, board, falling, 1);
    case Command::rotate_counter_clockwise:
      return turned(setup, board, falling, -1);
    default:
      assert(false && "not a move");
      return std::nullopt;
  }
  if (!fits(setup.setting, board, falling)) return std::nullopt;
  return falling;
}

Falling dropped(const Setting& setting, const Board& board, Falling falling) {
  for (Falling below = shifted(falling, 0, -1); fits(setting, board, below); below = shifted(below, 0, -1)) {
    falling = below;
  }
  return falling;
}

Board locked(const Setting& setting, const Board& board, const Falling& f) {
  const Orientation& shape = shape_of(setting, f);
  Board placed = board;
  for (int i = 0; i < shape.width; ++i) placed.column[f.column + i] |= std::uint32_t{shape.column[i]} << f.row;
  return placed;
}

}  // namespace stackwright::play
