// The games that cores share: the shelf.
#include "experiment/game_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stackwright {

void GameQueue::give(std::vector<PausedGame> games) {
  {
    const std::lock_guard lock(mutex_);
    std::move(games.begin(), games.end(), std::back_inserter(shelf_));
    look();
  }
  changed_.notify_all();
}

std::vector<PausedGame> GameQueue::receive(std::size_t room) {
  std::unique_lock lock(mutex_);
  --playing_;
  ++waiting_;
  look();
  changed_.wait(lock, [this] { return !shelf_.empty() || playing_ == 0; });
  const std::size_t share = std::min(room, (shelf_.size() + waiting_ - 1) / waiting_);
  --waiting_;
  if (share > 0) ++playing_;
  const auto first = shelf_.end() - static_cast<std::ptrdiff_t>(share);
  std::vector<PausedGame> games(std::make_move_iterator(first), std::make_move_iterator(shelf_.end()));
  shelf_.erase(first, shelf_.end());
  look();
  lock.unlock();
  if (games.empty()) changed_.notify_all();  // nobody plays: the others need not wait either
  return games;
}

}  // namespace stackwright
