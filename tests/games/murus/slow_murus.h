// A slow Murus Gallicus on rows of text that shares nothing with the program, for comparison.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stackwright::murus::slow {

/// Rows from the Gauls' home row, '.' empty; `side` 'r' or 'g'.
struct Board {
  std::vector<std::string> rows;
  char side = 'r';
};

/// "tt/2/TT r" with every empty cell spelled out.
inline Board read(const std::string& text) {
  Board b;
  b.rows.emplace_back();
  const std::size_t space = text.find(' ');
  for (const char c : text.substr(0, space)) {
    if (c == '/') {
      b.rows.emplace_back();
    } else if (c >= '1' && c <= '8') {
      b.rows.back() += std::string(static_cast<std::size_t>(c - '0'), '.');
    } else {
      b.rows.back() += c;
    }
  }
  b.side = text[space + 1];
  return b;
}

inline std::string write(const Board& b) {
  std::string text;
  for (const std::string& row : b.rows) {
    if (!text.empty()) text += '/';
    int empty = 0;
    for (const char c : row + "|") {
      if (c == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      if (c != '|') text += c;
    }
  }
  return text + " " + b.side;
}

inline char at(const Board& b, int row, int column) {
  const bool on =
      row >= 0 && row < static_cast<int>(b.rows.size()) && column >= 0 && column < static_cast<int>(b.rows[0].size());
  return on ? b.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] : '#';
}

/// Has the player who moved last a stone on the other's home row?
inline bool won(const Board& b) {
  const bool romans_moved = b.side == 'g';
  const std::string& goal = romans_moved ? b.rows.front() : b.rows.back();
  return goal.find_first_of(romans_moved ? "TW" : "tw") != std::string::npos;
}

inline void put(Board& b, int row, int column, char c) {
  b.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = c;
}

/// Every move by its protocol text, with the position it leads to.
inline std::map<std::string, std::string> moves(const Board& b) {
  std::map<std::string, std::string> all;
  if (won(b)) return all;
  const bool romans = b.side == 'r';
  const char tower = romans ? 'T' : 't', wall = romans ? 'W' : 'w', enemy_wall = romans ? 'w' : 'W';
  const std::vector<std::pair<std::string, std::pair<int, int>>> directions{
      {"N", {-1, 0}}, {"NE", {-1, 1}}, {"E", {0, 1}},  {"SE", {1, 1}},
      {"S", {1, 0}},  {"SW", {1, -1}}, {"W", {0, -1}}, {"NW", {-1, -1}}};
  for (int row = 0; row < static_cast<int>(b.rows.size()); ++row) {
    for (int column = 0; column < static_cast<int>(b.rows[0].size()); ++column) {
      if (at(b, row, column) != tower) continue;
      for (const auto& [name, step] : directions) {
        const int r1 = row + step.first, c1 = column + step.second, r2 = r1 + step.first, c2 = c1 + step.second;
        const char one = at(b, r1, c1), two = at(b, r2, c2);
        Board next = b;
        next.side = romans ? 'g' : 'r';
        if (one == enemy_wall) {
          put(next, row, column, wall);
          put(next, r1, c1, '.');
        } else if ((one == '.' || one == wall) && (two == '.' || two == wall)) {
          put(next, row, column, '.');
          put(next, r1, c1, one == wall ? tower : wall);
          put(next, r2, c2, two == wall ? tower : wall);
        } else {
          continue;
        }
        all[std::string(1, static_cast<char>('A' + row)) + std::to_string(column + 1) + "," + name] = write(next);
      }
    }
  }
  return all;
}

}  // namespace stackwright::murus::slow
