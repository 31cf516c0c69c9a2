// 2048 as a game of chance: text of positions, perft.
#include "games/twenty48/game.h"

#include <algorithm>

#include "core/text.h"
#include "games/game.h"
#include "games/perft.h"

namespace stackwright::twenty48 {

static_assert(ChanceGame<Twenty48> && ReadableGame<Twenty48>);

namespace {

std::string tile_text(int rank) { return rank == 0 ? "." : std::to_string(1 << rank); }

/// The rank of a tile's text, -1 where it is none.
int rank_of(std::string_view text) {
  if (text == "." || text == "0") return 0;
  for (int rank = 1; rank <= kMaxRank; ++rank) {
    if (text == tile_text(rank)) return rank;
  }
  return -1;
}

/// The words between blanks and commas.
std::vector<std::string_view> words_of(std::string_view row) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = row.find_first_not_of(" ,\t", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(row.find_first_of(" ,\t", at), row.size());
    words.push_back(row.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

std::string Twenty48::to_text(Board state) const {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    text += tile_text(rank_at(state, cell));
    if (cell + 1 < kCells) text += cell % kSide == kSide - 1 ? '/' : ' ';
  }
  return text;
}

Result<Board> Twenty48::from_text(std::string_view text) const {
  const std::vector<std::string_view> lines = split(text, '/');
  if (lines.size() != kSide) {
    return Error{"position: 4 rows separated by / expected, got " + std::to_string(lines.size()) + " in " +
                 in_quotes(text)};
  }
  Board board;
  for (int row = 0; row < kSide; ++row) {
    const std::vector<std::string_view> words = words_of(lines[static_cast<std::size_t>(row)]);
    if (words.size() != kSide) {
      return Error{"position: row " + std::to_string(row + 1) + " must have 4 tiles, got " +
                   in_quotes(lines[static_cast<std::size_t>(row)])};
    }
    for (int column = 0; column < kSide; ++column) {
      const std::string_view word = words[static_cast<std::size_t>(column)];
      const int rank = rank_of(word);
      if (rank < 0) {
        return Error{"position: row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1) +
                     ": a tile is '.', 0 or a power of two from 2 to 32768, got " + in_quotes(word)};
      }
      board = with_rank(board, row * kSide + column, rank);
    }
  }
  return board;
}

std::string draw(Board board) {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    const std::string tile = tile_text(rank_at(board, cell));
    text += std::string(6 - tile.size(), ' ') + tile;
    if (cell % kSide == kSide - 1) text += '\n';
  }
  return text;
}

std::vector<std::uint64_t> perft(Board board, int depth) { return perft_from_state(Twenty48{}, board, depth); }

std::vector<std::uint64_t> perft_from_start(int depth) {
  const Twenty48 game;
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(std::max(depth, 0)));
  game.for_each_outcome(game.start(), [&](Twenty48::Outcome outcome, double) {
    const auto from_here = perft(game.resolve(game.start(), outcome), depth);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += from_here[i];
  });
  return counts;
}

}  // namespace stackwright::twenty48
