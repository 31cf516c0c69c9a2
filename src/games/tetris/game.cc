// Tetris as a game of chance: text of positions, perft.
#include "games/tetris/game.h"

#include <algorithm>

#include "core/text.h"
#include "games/game.h"
#include "games/perft.h"

namespace stackwright::tetris {

static_assert(ChanceGame<Tetris> && ReadableGame<Tetris> && CountsActions<Tetris>);

std::string position_text(const Board& board) {
  std::string text;
  for (int row = max_height(board) - 1; row >= 0; --row) {
    for (int x = 0; x < board.width; ++x) text += filled(board, x, row) ? '#' : '.';
    if (row > 0) text += '/';
  }
  return text.empty() ? "-" : text;
}

Result<Board> parse_position(std::string_view text, const Setting& setting) {
  Board board = empty_board(setting.width, setting.height);
  if (text == "-") return board;
  const std::vector<std::string_view> rows = split(text, '/');
  if (rows.size() > static_cast<std::size_t>(row_limit(setting))) {
    return Error{"position: at most " + std::to_string(row_limit(setting)) + " rows can be filled, got " +
                 std::to_string(rows.size())};
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int row = static_cast<int>(rows.size() - 1 - i);
    if (rows[i].size() != static_cast<std::size_t>(setting.width) ||
        rows[i].find_first_not_of(".#") != std::string_view::npos) {
      return Error{"position: row " + std::to_string(i + 1) + " must be " + std::to_string(setting.width) +
                   " cells '.' or '#', got " + in_quotes(rows[i])};
    }
    for (int x = 0; x < setting.width; ++x) {
      if (rows[i][x] == '#') fill(board, x, row);
    }
  }
  return board;
}

std::string Tetris::to_text(const State& state) const {
  return std::string(1, setting.pieces->pieces[state.piece].letter) + " " + position_text(state.board);
}

Result<Tetris::State> Tetris::from_text(std::string_view text) const {
  const int piece = text.size() > 2 && text[1] == ' ' ? setting.pieces->find(text[0]) : -1;
  if (piece < 0) return Error{"position: a piece letter, a space and rows expected, got " + in_quotes(text)};
  const Result<Board> board = parse_position(text.substr(2), setting);
  if (!board) return board.error();
  return State{*board, static_cast<std::uint8_t>(piece)};
}

std::vector<std::uint64_t> perft(const Setting& setting, const Board& board, int depth) {
  return perft_from_chance(Tetris{setting, {}, {}}, board, depth);
}

std::vector<std::uint64_t> perft(const Setting& setting, const Board& board, std::span<const std::uint8_t> list,
                                 int depth) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(depth > 0 ? depth : 0));
  const Tetris game{setting, {}, {}};
  const std::size_t plies = std::min(counts.size(), list.size());
  const auto walk = [&](const auto& self, const Board& at, std::size_t ply) -> void {
    const Tetris::State state{at, list[ply]};
    if (ply + 1 == plies) {
      counts[ply] += game.count_actions(state);
      return;
    }
    game.for_each_action(state, [&](Placement move) {
      ++counts[ply];
      self(self, game.apply(state, move), ply + 1);
    });
  };
  if (plies > 0) walk(walk, board, 0);
  return counts;
}

}  // namespace stackwright::tetris
