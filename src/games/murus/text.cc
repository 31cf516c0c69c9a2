// Murus Gallicus: text of positions and moves.
#include <algorithm>

#include "core/text.h"
#include "games/game.h"
#include "games/murus/game.h"
#include "games/perft.h"

namespace stackwright::murus {
namespace {

static_assert(TwoPlayerGame<Murus> && ReadableGame<Murus> && CountsActions<Murus>);

constexpr std::string_view kLetters = "TtWw";  // tower of Romans and Gauls, wall of Romans and Gauls

Error wrong_position(const std::string& what) { return Error{"position: " + what}; }

Cells& cells_of(Position& p, std::size_t letter) { return letter < 2 ? p.towers[letter] : p.walls[letter - 2]; }

/// One row into the position; an error tells what is wrong with it.
Result<Done> read_row(std::string_view text, int row, const Rules& rules, Position& p) {
  const std::string where = "row " + std::string(1, static_cast<char>('A' + row));
  int column = 0;
  for (const char c : text) {
    if (c >= '1' && c <= '8') {
      column += c - '0';
    } else if (const std::size_t letter = kLetters.find(c); letter != std::string_view::npos) {
      if (column < rules.columns) cells_of(p, letter) |= bit(cell_at(row, column));
      ++column;
    } else {
      return wrong_position(where + ": " + in_quotes(std::string_view(&c, 1)) + " is none of T W t w 1 to 8");
    }
    if (column > rules.columns) break;
  }
  if (column != rules.columns) {
    return wrong_position(where + " must have " + std::to_string(rules.columns) + " cells, got " + in_quotes(text));
  }
  return Done{};
}

/// What no game can reach: too many stones, or a move after somebody has won.
Result<Done> check_reachable(const Position& p, const Rules& rules) {
  for (const int player : {kRomans, kGauls}) {
    const std::string name = player == kRomans ? "Romans" : "Gauls";
    const int stones = 2 * count(p.towers[player]) + count(p.walls[player]);
    if (stones > rules.stones()) {
      return wrong_position(name + " have " + std::to_string(stones) + " stones; at most " +
                            std::to_string(rules.stones()));
    }
    if (p.side == player && (stones_of(p, player) & rules.goal[player]) != 0) {
      return wrong_position(name + " have already arrived, so it cannot be their turn");
    }
  }
  return Done{};
}

}  // namespace

std::string Murus::to_text(const Position& p) const {
  std::string text;
  for (int row = 0; row < rules.rows; ++row) {
    int empty = 0;
    for (int column = 0; column < rules.columns; ++column) {
      const Cells here = bit(cell_at(row, column));
      const std::array<Cells, 4> kinds{p.towers[0], p.towers[1], p.walls[0], p.walls[1]};
      const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](Cells cells) { return (cells & here) != 0; });
      if (kind == kinds.end()) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      text += kLetters[static_cast<std::size_t>(kind - kinds.begin())];
    }
    if (empty > 0) text += std::to_string(empty);
    text += row + 1 < rules.rows ? '/' : ' ';
  }
  return text + (p.side == kRomans ? 'r' : 'g');
}

Result<Position> Murus::from_text(std::string_view text) const {
  const std::vector<std::string_view> parts = split(trim(text), ' ');
  if (parts.size() != 2 || (parts[1] != "r" && parts[1] != "g")) {
    return wrong_position("rows, a space, then r or g to move expected, got " + in_quotes(text));
  }
  const std::vector<std::string_view> rows = split(parts[0], '/');
  if (rows.size() != static_cast<std::size_t>(rules.rows)) {
    return wrong_position(std::to_string(rules.rows) + " rows separated by / expected, got " +
                          std::to_string(rows.size()));
  }
  Position p;
  for (int row = 0; row < rules.rows; ++row) {
    if (auto r = read_row(rows[static_cast<std::size_t>(row)], row, rules, p); !r) return r.error();
  }
  p.side = parts[1] == "r" ? kRomans : kGauls;
  if (auto r = check_reachable(p, rules); !r) return r.error();
  return p;
}

std::string Murus::move_text(Move m) const {
  return std::string(1, static_cast<char>('A' + row_of(m.cell))) + static_cast<char>('1' + column_of(m.cell)) + "," +
         std::string(kDirectionNames[static_cast<std::size_t>(m.direction)]);
}

Result<Move> Murus::move_from_text(std::string_view text) const {
  if (text.size() < 4 || text[2] != ',') {
    return Error{"move: a row, a column, a comma and a direction expected, such as G1,NE; got " + in_quotes(text)};
  }
  const int row = text[0] - 'A', column = text[1] - '1';
  if (row < 0 || row >= rules.rows || column < 0 || column >= rules.columns) {
    return Error{"move: no cell " + in_quotes(text.substr(0, 2)) + " on this board; rows A to " +
                 std::string(1, static_cast<char>('A' + rules.rows - 1)) + ", columns 1 to " +
                 std::to_string(rules.columns)};
  }
  const auto name = std::find(kDirectionNames.begin(), kDirectionNames.end(), text.substr(3));
  if (name == kDirectionNames.end()) {
    return Error{"move: direction must be N, NE, E, SE, S, SW, W or NW, got " + in_quotes(text.substr(3))};
  }
  return Move{static_cast<std::uint8_t>(cell_at(row, column)), static_cast<Direction>(name - kDirectionNames.begin())};
}

}  // namespace stackwright::murus
