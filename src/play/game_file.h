// The game file: a strict game as its setup, its pieces and its commands, which replays exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play/player.h"

namespace stackwright::play {

struct TimedCommand {
  Tick tick = 0;
  Command command = Command::start;

  friend bool operator==(const TimedCommand&, const TimedCommand&) = default;
};

/// The last line: how the game ended.
struct GameFileEnd {
  Tick tick = 0;
  StrictEnd reason = StrictEnd::none;
  std::uint64_t pieces = 0;
  std::uint64_t lines = 0;
  std::int64_t score = 0;
  std::string board;  // as position_text()

  friend bool operator==(const GameFileEnd&, const GameFileEnd&) = default;
};

/// A recorded game ("stackwright.game/1"): JSON lines, described in docs/playing.md. A file cut off in the middle of a
/// game still replays up to its last command; it then has no end.
struct GameFile {
  StrictSetup setup;   // its source is the list of recorded pieces, whatever they were drawn from; text as written
  std::string player;  // who played, in words
  std::vector<TimedCommand> commands;
  std::optional<GameFileEnd> end;
};

/// Errors name the line; `what` names the text.
Result<GameFile> parse_game_file(std::string_view text, std::string_view what);

/// Plays the commands of a file. The game must have the file's setup.
class ReplayPlayer final : public Player {
 public:
  explicit ReplayPlayer(const GameFile& file) : file_(file) {}

  std::optional<Command> poll(const StrictGame& game) override;
  Tick wakes(const StrictGame& game) const override;
  /// All commands given, and the tick of the end reached.
  bool done(const StrictGame& game) const;

 private:
  const GameFile& file_;
  std::size_t next_ = 0;
};

/// How a game stands now, as the last line of a file tells it.
GameFileEnd end_of(const StrictGame& game);

/// Writes a game file line by line as it is played, the last line when the game is over. Attach it before the start.
class Recorder final : public Observer {
 public:
  /// Each line ends with a line feed.
  using Sink = std::function<void(std::string_view line)>;
  /// Writes the first line.
  Recorder(const StrictSetup& setup, const std::string& player, Sink sink);

  void on_event(const Event& event, const StrictGame& game) override;

 private:
  Sink sink_;
};

/// Replays a whole file at once and compares with its end: an error tells the difference. Gives the text of the game as
/// it was recorded anew, which for an unchanged file is the file.
Result<std::string> replay(const GameFile& file);

}  // namespace stackwright::play
