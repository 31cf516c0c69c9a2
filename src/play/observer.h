// Events of a strict game, each with its data, and who is told of them.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "games/tetris/board.h"
#include "play/strict_rules.h"

namespace stackwright::play {

class StrictGame;

enum class StrictEnd : std::uint8_t {
  none,     // still going on
  request,  // terminated
  height,   // a new piece could not appear
  limit,    // of pieces, lines or time
  list,     // the list of pieces is used up
};
std::string_view name_of(StrictEnd end);
Result<StrictEnd> strict_end_named(std::string_view name);

/// A command was accepted; what it does follows as events of their own. Commands that make no sense at the moment
/// (moves of a paused game, a second start) are refused and not told.
struct CommandGiven {
  Command command;
};
struct GameStarted {};
struct GameOver {
  StrictEnd reason;
};
/// At the start and with every new level.
struct GravityChanged {
  int level;
  Tick delay;  // ticks per row; 0: no gravity
};
struct NextDrawn {
  std::uint8_t piece;
  std::uint64_t index;  // of the game's pieces, from 0
};
struct PieceAppeared {
  Falling falling;
  std::uint64_t index;  // counts appearances, from 0
};
/// By a player: left, right, down, drop or a turn.
struct PieceMoved {
  Command command;
  Falling from, to;
};
struct MoveBlocked {
  Command command;
  Falling falling;
};
struct PieceFell {
  Falling from, to;
};
/// A piece locked and full rows were removed.
struct BoardChanged {
  Falling locked;  // where it came to rest
  tetris::Board before;
  tetris::Board placed;   // with the piece, before rows are removed
  std::uint32_t removed;  // rows of `placed`, as bits
  int lines;
  std::int64_t points;
};
struct PieceHeld {
  std::uint8_t piece;
};
struct GamePaused {};
struct GameResumed {};

using Event = std::variant<CommandGiven, GameStarted, GameOver, GravityChanged, NextDrawn, PieceAppeared, PieceMoved,
                           MoveBlocked, PieceFell, BoardChanged, PieceHeld, GamePaused, GameResumed>;

/// "piece-appeared" and the like.
std::string_view name_of(const Event& event);

/// Is told of everything and can change nothing. Called in the thread that drives the game; the game's state is already
/// what the event tells.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void on_event(const Event& event, const StrictGame& game) = 0;
};

}  // namespace stackwright::play
