// Drives a strict game: lets time pass and asks the player, by simulated ticks or at the pace of a wall clock.
#pragma once

#include <chrono>
#include <cstdint>

#include "play/player.h"

namespace stackwright::play {

/// A game and its player on one clock. Has no thread and reads no clock: call it from a loop, a timer or a thread.
///
/// With a wall clock:   driver.elapsed(time since the last call);      every 5 to 20 ms
/// As fast as it goes:  driver.play_piece();                           in batches as long as a picture may take
/// In a test:           driver.run_to(60'000);
class Driver {
 public:
  /// Attaches the player to the game and detaches it in the end.
  Driver(StrictGame& game, Player& player);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  StrictGame& game() { return game_; }
  const StrictGame& game() const { return game_; }
  Player& player() { return player_; }

  /// Whether game time waits while the player thinks in another thread; otherwise gravity goes on.
  void set_patient(bool patient) { patient_ = patient; }

  /// Everything that happens up to and including a tick.
  void run_to(Tick to);
  /// The next thing that happens: a command, or a row of gravity. False when nothing can: over, paused, or the player
  /// waits for somebody outside and there is no gravity.
  bool step();
  /// Up to the end of the present piece, with the clock waiting for a thinking player. False as in step().
  bool play_piece();

  static constexpr double kSlowest = 0.05, kFastest = 1000;
  /// Game time per wall time; 1 is the real game.
  void set_speed(double speed);
  double speed() const { return speed_; }
  /// Lets game time pass for wall time that has passed. Long gaps (a sleeping machine) count as a quarter of a second.
  void elapsed(std::chrono::microseconds wall);

 private:
  void ask();
  Tick next_due() const;

  StrictGame& game_;
  Player& player_;
  bool patient_ = false;
  double speed_ = 1;
  double owed_ = 0;  // fractions of a tick that have not passed yet
};

}  // namespace stackwright::play
