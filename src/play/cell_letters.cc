// Which piece every filled cell came from, and the board drawn with letters.
#include "play/cell_letters.h"

#include <algorithm>
#include <utility>

#include "games/tetris/text.h"

namespace stackwright::play {
namespace {

/// Calls f(column, row) for every cell of a piece.
template <class F>
void for_each_cell(const tetris::Setting& setting, const Falling& falling, F&& f) {
  const tetris::Orientation& shape = shape_of(setting, falling);
  for (int x = 0; x < shape.width; ++x) {
    for (int y = 0; y < shape.height; ++y) {
      if (shape.column[static_cast<std::size_t>(x)] >> y & 1) f(falling.column + x, falling.row + y);
    }
  }
}

}  // namespace

void CellLetters::on_event(const Event& event, const StrictGame& game) {
  const tetris::Setting& setting = game.setup().setting;
  const auto* change = std::get_if<BoardChanged>(&event);
  if (change == nullptr) return;
  if (rows_.empty()) {
    rows_ = tetris::rows_of(change->before);
    std::reverse(rows_.begin(), rows_.end());
  }
  const char letter = setting.pieces->pieces[change->locked.piece].letter;
  for_each_cell(setting, change->locked,
                [&](int x, int y) { rows_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = letter; });
  std::vector<std::string> left;
  for (std::size_t y = 0; y < rows_.size(); ++y) {
    if ((change->removed >> y & 1u) == 0) left.push_back(std::move(rows_[y]));
  }
  left.resize(rows_.size(), std::string(static_cast<std::size_t>(setting.width), '.'));
  rows_ = std::move(left);
}

std::vector<std::string> drawn_rows(const StrictGame& game, const CellLetters& letters, char shadow) {
  const tetris::Setting& setting = game.setup().setting;
  const StrictState& state = game.state();
  std::vector<std::string> rows = letters.rows();
  if (rows.empty()) {
    rows.assign(static_cast<std::size_t>(setting.height), std::string(static_cast<std::size_t>(setting.width), '.'));
  }
  const auto draw = [&](const Falling& piece, char letter) {
    for_each_cell(setting, piece,
                  [&](int x, int y) { rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = letter; });
  };
  if (state.phase == Phase::running || state.phase == Phase::paused) {
    if (shadow != 0) draw(dropped(setting, state.board, state.falling), shadow);
    draw(state.falling, setting.pieces->pieces[state.falling.piece].letter);
  }
  std::reverse(rows.begin(), rows.end());
  return rows;
}

}  // namespace stackwright::play
