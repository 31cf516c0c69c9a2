// Reading and drawing boards.
#include "games/tetris/text.h"

#include <algorithm>

#include "core/text.h"

namespace stackwright::tetris {
namespace {

struct Line {
  std::string_view text;
  int number = 0;  // in the given text, from 1
};

/// Lines without carriage returns, without the blank ones at both ends.
std::vector<Line> board_lines(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  for (std::string_view line : split(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back({line, ++number});
  }
  const auto blank = [](const Line& line) { return trim(line.text).empty(); };
  while (!lines.empty() && blank(lines.back())) lines.pop_back();
  lines.erase(lines.begin(), std::find_if_not(lines.begin(), lines.end(), blank));
  return lines;
}

Error wrong(const std::string& what) { return Error{"board: " + what}; }

std::string range(int low, int high) { return std::to_string(low) + " to " + std::to_string(high); }

}  // namespace

Result<BoardSize> parse_board_size(std::string_view text) {
  const std::size_t x = text.find('x');
  if (x == std::string_view::npos) {
    return wrong("size " + in_quotes(text) + " is not COLUMNSxROWS, for example 10x20");
  }
  const auto width = parse_int(text.substr(0, x), "board columns", kMinWidth, kMaxWidth);
  if (!width) return width.error();
  const auto height = parse_int(text.substr(x + 1), "board rows", kMinHeight, kMaxHeight);
  if (!height) return height.error();
  return BoardSize{static_cast<int>(*width), static_cast<int>(*height)};
}

std::string to_text(BoardSize size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

Result<Board> parse_board(std::string_view text, std::optional<BoardSize> expected) {
  const std::vector<Line> lines = board_lines(text);
  if (lines.empty()) return wrong("no rows; expected rows of '.' and '#', top to bottom");
  const std::size_t width = lines[0].text.size(), height = lines.size();
  for (const Line& line : lines) {
    const std::string where = "line " + std::to_string(line.number);
    for (std::size_t c = 0; c < line.text.size(); ++c) {
      if (line.text[c] == '.' || line.text[c] == '#') continue;
      return wrong(where + ", column " + std::to_string(c + 1) + ": " + in_quotes(line.text.substr(c, 1)) +
                   " is neither '.' nor '#'");
    }
    if (line.text.size() != width) {
      return wrong(where + " has " + std::to_string(line.text.size()) + " cells, the rows above it " +
                   std::to_string(width));
    }
  }
  if (width < kMinWidth || width > kMaxWidth) {
    return wrong(std::to_string(width) + " columns; expected " + range(kMinWidth, kMaxWidth));
  }
  if (height < kMinHeight || height > kMaxHeight) {
    return wrong(std::to_string(height) + " rows; expected " + range(kMinHeight, kMaxHeight));
  }
  const BoardSize size{static_cast<int>(width), static_cast<int>(height)};
  if (expected && size != *expected) return wrong("size is " + to_text(size) + "; expected " + to_text(*expected));
  Board board = empty_board(size.width, size.height);
  for (int row = 0; row < size.height; ++row) {
    for (int x = 0; x < size.width; ++x) {
      if (lines[height - 1 - row].text[x] == '#') fill(board, x, row);
    }
  }
  return board;
}

std::vector<std::string> rows_of(const Board& board) {
  std::vector<std::string> rows(board.height, std::string(board.width, '.'));
  for (int row = 0; row < board.height; ++row) {
    for (int x = 0; x < board.width; ++x) {
      if (filled(board, x, row)) rows[board.height - 1 - row][x] = '#';
    }
  }
  return rows;
}

std::string draw(const Board& board) {
  std::string text;
  for (const std::string& row : rows_of(board)) text += row + '\n';
  return text;
}

std::string draw(const Transition& t, char letter) {
  std::vector<std::string> rows = rows_of(t.before);
  const int above = t.landing_row + t.shape->height - t.before.height;
  if (above > 0) rows.insert(rows.begin(), above, std::string(t.before.width, '.'));
  for (int i = 0; i < t.shape->width; ++i) {
    for (int y = 0; y < t.shape->height; ++y) {
      if (t.shape->column[i] >> y & 1) rows[rows.size() - 1 - (t.landing_row + y)][t.move.column + i] = letter;
    }
  }
  std::string text;
  for (const std::string& row : rows) text += row + '\n';
  return text;
}

}  // namespace stackwright::tetris
