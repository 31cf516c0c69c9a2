// Boards as text: rows top to bottom, '.' empty, '#' filled.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "games/tetris/rules.h"

namespace stackwright::tetris {

struct BoardSize {
  int width = 10;
  int height = 20;

  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

/// "10x20": columns x rows, 4..16 x 4..30.
Result<BoardSize> parse_board_size(std::string_view text);
std::string to_text(BoardSize size);

/// Reads a drawn board of 4..16 columns and 4..30 rows. Blank lines at both ends and carriage returns are ignored, full
/// rows are allowed; an error names line and column. With `expected`, any other size is an error.
Result<Board> parse_board(std::string_view text, std::optional<BoardSize> expected = std::nullopt);

/// The rows of a board, top to bottom.
std::vector<std::string> rows_of(const Board& board);
/// The rows, each ended by a line feed; parse_board reads it back.
std::string draw(const Board& board);
/// The board before the move with the piece drawn in it by its letter; more rows where the piece stands out at the top.
std::string draw(const Transition& t, char letter);

}  // namespace stackwright::tetris
