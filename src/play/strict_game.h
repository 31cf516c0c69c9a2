// The strict game: the subject that players and observers attach to, driven by commands and an explicit clock.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "play/observer.h"
#include "play/strict_rules.h"

namespace stackwright::play {

enum class Phase : std::uint8_t { ready, running, paused, over };
std::string_view name_of(Phase phase);

/// All that can be seen of a game, as a plain value.
struct StrictState {
  tetris::Board board;  // without the falling piece
  Falling falling;      // meaningful while running or paused; after an end by height, the piece that did not fit
  Phase phase = Phase::ready;
  StrictEnd end = StrictEnd::none;
  std::array<std::uint8_t, kMaxPreview> next{};  // the pieces to come, the first one first
  int next_count = 0;                            // at most the setup's preview; fewer where a list ends
  int held = -1;                                 // the piece put aside, or -1
  bool hold_used = false;                        // with this piece already
  Tick now = 0;                                  // stands still unless the game is running
  Tick next_fall = kNever;
  Tick delay = 0;  // ticks per row; 0: no gravity
  int level = 1;
  std::uint64_t appeared = 0;  // pieces that have appeared, the falling one included
  std::uint64_t pieces = 0;    // pieces placed
  std::uint64_t lines = 0;
  std::int64_t score = 0;
  std::array<std::uint64_t, 4> clears{};  // placements that removed 1, 2, 3, 4 (and more) rows

  std::span<const std::uint8_t> preview() const { return {next.data(), static_cast<std::size_t>(next_count)}; }
  bool running() const { return phase == Phase::running; }
  bool over() const { return phase == Phase::over; }
};

/// Nobody changes the board but the game: players give commands, observers look. Not for several threads at once.
class StrictGame {
 public:
  /// The setup must pass check().
  explicit StrictGame(StrictSetup setup);

  const StrictSetup& setup() const { return setup_; }
  const StrictState& state() const { return state_; }

  /// Observers are told in the order of attaching and must outlive the game or be detached; not from within an event.
  void attach(Observer& observer);
  void detach(Observer& observer);

  /// Does a command at the present tick. False where nothing came of it: refused, or the move was blocked.
  bool command(Command command);
  /// Lets time pass up to a tick: gravity that is due up to and including it happens first, commands given then come after
  /// it. Time does not pass unless the game is running.
  void advance(Tick to);

 private:
  void tell(const Event& event);
  void start();
  bool move(Command command);
  void drop();
  bool hold();
  void fall();
  void lock();
  void set_level();
  void fill_preview();
  void next_piece();
  void appear(int piece);
  void end(StrictEnd reason);

  StrictSetup setup_;
  StrictState state_;
  std::unique_ptr<tetris::PieceStream> stream_;
  std::uint64_t drawn_ = 0;  // pieces read from the stream
  std::vector<Observer*> observers_;
};

}  // namespace stackwright::play
