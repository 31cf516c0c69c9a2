// An observer that remembers which piece every filled cell came from, for colours and letters.
#pragma once

#include <string>
#include <vector>

#include "play/observer.h"
#include "play/strict_game.h"

namespace stackwright::play {

/// A grid of letters that follows the board by events. Attached late, it does not know older cells: they are '#'.
class CellLetters final : public Observer {
 public:
  void on_event(const Event& event, const StrictGame& game) override;

  /// The piece's letter, or '.' where the cell is empty.
  char at(int column, int row) const {
    return rows_.empty() ? '.' : rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  /// Rows from the bottom, each with a letter per column.
  const std::vector<std::string>& rows() const { return rows_; }

 private:
  std::vector<std::string> rows_;
};

/// The grid with the falling piece in it, rows top to bottom; what the piece would become by a drop is shown by `shadow`
/// where that is not 0.
std::vector<std::string> drawn_rows(const StrictGame& game, const CellLetters& letters, char shadow = 0);

}  // namespace stackwright::play
