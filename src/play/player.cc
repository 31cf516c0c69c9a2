// A person's commands, waiting for the game.
#include "play/player.h"

namespace stackwright::play {

bool PersonPlayer::push(Command command) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= kMostWaiting) return false;
  waiting_.push_back(command);
  return true;
}

std::optional<Command> PersonPlayer::poll(const StrictGame&) {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) return std::nullopt;
  const Command command = waiting_.front();
  waiting_.pop_front();
  return command;
}

}  // namespace stackwright::play
