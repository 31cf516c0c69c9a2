// An observer that counts what happens in a game.
#include "play/game_statistics.h"

#include <algorithm>

namespace stackwright::play {

void GameStatistics::on_event(const Event& event, const StrictGame& game) {
  const StrictState& state = game.state();
  score_ = state.score;
  if (std::holds_alternative<CommandGiven>(event)) ++commands_;
  if (std::holds_alternative<MoveBlocked>(event)) ++blocked_;
  if (std::holds_alternative<PieceAppeared>(event)) appeared_ = state.now;
  if (const auto* change = std::get_if<BoardChanged>(&event)) {
    by_piece_.resize(game.setup().setting.pieces->pieces.size());
    ++pieces_;
    ++by_piece_[change->locked.piece];
    lines_ += static_cast<std::uint64_t>(change->lines);
    if (change->lines > 0) ++clears_[static_cast<std::size_t>(std::min(change->lines, 4) - 1)];
    const Tick took = state.now - appeared_;
    ticks_ += took;
    longest_ = std::max(longest_, took);
  }
}

}  // namespace stackwright::play
