// Piece sets of one's own: what may be drawn, and the set made of it.
#include "games/tetris/custom_pieces.h"

#include <algorithm>
#include <string_view>

#include "core/text.h"

namespace stackwright::tetris {
namespace {

using Rows = std::vector<std::string>;

/// Counts and takes away the cells that hang together with one.
int take_connected(Rows& rows, std::size_t row, std::size_t column) {
  if (row >= rows.size() || column >= rows[row].size() || rows[row][column] != '#') return 0;
  rows[row][column] = '.';
  return 1 + take_connected(rows, row + 1, column) + take_connected(rows, row - 1, column) +
         take_connected(rows, row, column + 1) + take_connected(rows, row, column - 1);
}

/// Without empty rows and columns at the edges.
Rows trimmed(Rows rows) {
  const auto empty = [](const std::string& row) { return row.find('#') == std::string::npos; };
  while (empty(rows.front())) rows.erase(rows.begin());
  while (empty(rows.back())) rows.pop_back();
  const auto empty_column = [&rows](std::size_t x) {
    return std::none_of(rows.begin(), rows.end(), [x](const std::string& row) { return row[x] == '#'; });
  };
  while (empty_column(rows[0].size() - 1)) {
    for (std::string& row : rows) row.pop_back();
  }
  while (empty_column(0)) {
    for (std::string& row : rows) row.erase(0, 1);
  }
  return rows;
}

Result<Rows> checked_shape(const DrawnPiece& drawn) {
  const auto wrong = [&drawn](const std::string& what) {
    return Error{"piece " + in_quotes(drawn.first) + ": " + what};
  };
  constexpr std::size_t kMostDrawn = 16;
  const Rows& rows = drawn.second;
  if (rows.empty() || rows.size() > kMostDrawn) return wrong("1 to 16 drawn rows expected");
  std::ptrdiff_t cells = 0;
  std::pair<std::size_t, std::size_t> some{};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != rows[0].size() || rows[r].empty() || rows[r].size() > kMostDrawn ||
        rows[r].find_first_not_of(".#") != std::string::npos) {
      return wrong("rows of '#' and '.', all of one length from 1 to 16, expected, got " + in_quotes(rows[r]));
    }
    cells += std::count(rows[r].begin(), rows[r].end(), '#');
    if (const std::size_t x = rows[r].find('#'); x != std::string::npos) some = {r, x};
  }
  if (cells < 1 || cells > kMaxPieceCells) return wrong("1 to 6 filled cells expected, got " + std::to_string(cells));
  Rows left = rows;
  if (take_connected(left, some.first, some.second) != cells)
    return wrong("its cells must hang together by their sides");
  return trimmed(rows);
}

}  // namespace

Result<PieceSet> custom_piece_set(const std::string& name, const std::vector<DrawnPiece>& drawn) {
  if (name.empty() || piece_set(name))
    return Error{"piece set: a name that no other set has expected, got " + in_quotes(name)};
  if (drawn.empty() || drawn.size() > kMostPieces) {
    return Error{"piece set " + in_quotes(name) + ": 1 to 60 pieces expected, got " + std::to_string(drawn.size())};
  }
  PieceSet set{name, 0, {}};
  for (const DrawnPiece& piece : drawn) {
    const std::string& letter = piece.first;
    if (letter.size() != 1 || letter[0] <= ' ' || letter[0] > '~' || set.find(letter[0]) >= 0) {
      return Error{"piece " + in_quotes(letter) + ": a letter that no other piece of the set has expected"};
    }
    const Result<Rows> rows = checked_shape(piece);
    if (!rows) return rows.error();
    set.pieces.push_back(piece_from_shape(letter[0], *rows));
    set.cells = std::max(set.cells, static_cast<int>(set.pieces.back().cells));
  }
  return set;
}

}  // namespace stackwright::tetris
