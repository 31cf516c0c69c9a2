// stackwright watch: its arguments, and a game with a player and the observers that a display needs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/play_options.h"
#include "core/progress.h"
#include "play/agent_player.h"
#include "play/cell_letters.h"
#include "play/driver.h"
#include "play/game_file.h"
#include "play/game_statistics.h"

namespace stackwright::cli {

struct WatchArguments {
  PlayArguments play;  // of which controller, setting, pieces, seed, score and search are used
  bool person = false;
  std::string replay;
  std::string record;
  std::string speed = "1";
  std::int64_t level = 1;
  std::int64_t rows_per_level = 20;
  std::int64_t preview = 1;
  std::int64_t drop_points = 0;
  std::int64_t key_ms = 40;
  std::int64_t think_ms = 20;
  std::int64_t frames = 0;
  std::optional<std::int64_t> max_pieces;
  std::int64_t game = 0;
  bool hold = false;
  bool no_gravity = false;
  bool plain = false;
  bool no_color = false;
  bool json = false;
};

void add_watch_options(CLI::App& app, WatchArguments& out);
/// Infinite: as fast as it goes.
Result<double> resolve_speed(const std::string& text);
Result<play::StrictSetup> resolve_setup(const WatchArguments& arguments, const SearchSpec& search);

/// One game on show. `live` games go by a wall clock with the agent in its own thread; others are exactly repeatable.
class WatchSession {
 public:
  static Result<std::unique_ptr<WatchSession>> open(const WatchArguments& arguments, bool live);
  ~WatchSession();
  WatchSession(const WatchSession&) = delete;
  WatchSession& operator=(const WatchSession&) = delete;

  play::StrictGame& game() { return *game_; }
  const play::StrictGame& game() const { return *game_; }
  play::Driver& driver() { return *driver_; }
  const play::GameStatistics& statistics() const { return statistics_; }
  const play::CellLetters& letters() const { return letters_; }
  const play::GameFile* file() const { return file_.get(); }
  const play::AgentPlayer* agent() const { return agent_; }
  play::PersonPlayer* person() { return person_; }
  const std::string& title() const { return title_; }

  /// The game is over, or the file has nothing more.
  bool finished() const;
  /// Ends a recorded game if it is not over, and its file with it; an error where that could not be written.
  Result<Done> close();

 private:
  WatchSession() = default;
  Result<Done> open_file(const std::string& path);
  Result<Done> open_agent(const WatchArguments& arguments, bool live);
  Result<Done> open_person(const WatchArguments& arguments);
  Result<Done> open_record(const std::string& path);

  play::StrictSetup setup_;
  std::string title_;
  std::unique_ptr<play::GameFile> file_;
  std::unique_ptr<play::Player> player_;
  play::AgentPlayer* agent_ = nullptr;
  play::PersonPlayer* person_ = nullptr;
  play::ReplayPlayer* replay_ = nullptr;
  play::GameStatistics statistics_;
  play::CellLetters letters_;
  std::string record_path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> record_file_{nullptr, &std::fclose};
  std::unique_ptr<play::Recorder> recorder_;
  std::unique_ptr<play::StrictGame> game_;
  std::unique_ptr<play::Driver> driver_;  // the last one: lets go of the others first
};

/// What stands beside the board, most important first. `speed` is left out where empty.
std::vector<std::string> panel_lines(const WatchSession& session, const std::string& speed);
/// The next piece, drawn by its letter in two columns per cell.
std::vector<std::string> next_lines(const play::StrictGame& game);
/// Board and panel as plain text.
std::string text_frame(const WatchSession& session);

/// Without a terminal: as fast as it goes, with frames and a summary, or one JSON document.
Result<int> watch_plain(const WatchArguments& arguments, WatchSession& session, const StopToken& stop);
/// On a terminal, until the user leaves. An error where the terminal cannot be used.
Result<int> watch_on_screen(WatchArguments arguments, const StopToken& stop);

}  // namespace stackwright::cli
