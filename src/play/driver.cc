// Drives a strict game: between two commands or rows of gravity nothing happens, so time goes from one to the next.
#include "play/driver.h"

#include <algorithm>
#include <cmath>

namespace stackwright::play {

Driver::Driver(StrictGame& game, Player& player) : game_(game), player_(player) { game_.attach(player_); }

Driver::~Driver() { game_.detach(player_); }

void Driver::ask() {
  while (const auto command = player_.poll(game_)) game_.command(*command);
}

/// The next tick after the present one at which something is due.
Tick Driver::next_due() const {
  const StrictState& state = game_.state();
  const Tick wakes = player_.wakes(game_);
  return std::min(state.next_fall, wakes > state.now ? wakes : kNever);
}

void Driver::run_to(Tick to) {
  while (!game_.state().over()) {
    ask();
    if (patient_ && player_.thinking()) {
      player_.wait();
      continue;
    }
    if (!game_.state().running() || game_.state().now >= to) return;
    game_.advance(std::min(next_due(), to));
  }
}

bool Driver::step() {
  while (!game_.state().over()) {
    if (const auto command = player_.poll(game_)) {
      game_.command(*command);
      return true;
    }
    if (player_.thinking()) {
      player_.wait();
      continue;
    }
    const Tick due = next_due();
    if (!game_.state().running() || due >= kNever) return false;
    const bool fall = due == game_.state().next_fall;
    game_.advance(due);
    if (fall) return true;
  }
  return false;
}

bool Driver::play_piece() {
  const std::uint64_t placed = game_.state().pieces;
  while (game_.state().pieces == placed) {
    if (!step()) return false;
  }
  return true;
}

void Driver::set_speed(double speed) { speed_ = std::clamp(speed, kSlowest, kFastest); }

void Driver::elapsed(std::chrono::microseconds wall) {
  constexpr std::chrono::microseconds kLongestGap{250'000};
  owed_ += static_cast<double>(std::clamp(wall, std::chrono::microseconds{0}, kLongestGap).count()) * speed_ / 1000;
  const double ticks = std::floor(owed_);
  owed_ -= ticks;
  run_to(game_.state().now + static_cast<Tick>(ticks));
}

}  // namespace stackwright::play
