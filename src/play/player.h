// Players: who gives commands to a strict game, asked by whoever drives it.
#pragma once

#include <deque>
#include <mutex>
#include <optional>

#include "play/observer.h"
#include "play/strict_game.h"

namespace stackwright::play {

/// Asked for commands by a Driver, in the thread of the game; told of all events like an observer.
class Player : public Observer {
 public:
  void on_event(const Event&, const StrictGame&) override {}

  /// A command to give at the game's present tick, or nothing. Asked again until there is nothing.
  virtual std::optional<Command> poll(const StrictGame& game) = 0;
  /// The next tick at which poll() will have something to say if nothing else happens; kNever when it cannot know.
  virtual Tick wakes(const StrictGame&) const { return kNever; }
  /// Whether it is thinking in another thread.
  virtual bool thinking() const { return false; }
  /// Returns when it is not thinking any more.
  virtual void wait() {}
};

/// A person (or a program) whose commands come from outside, from any thread, and are given as soon as possible.
class PersonPlayer final : public Player {
 public:
  /// Commands that come faster than they are given wait; beyond kMostWaiting they are dropped and false is returned.
  bool push(Command command);
  std::optional<Command> poll(const StrictGame& game) override;

  static constexpr std::size_t kMostWaiting = 64;

 private:
  std::mutex mutex_;
  std::deque<Command> waiting_;
};

}  // namespace stackwright::play
