// A slow and obvious strict game: cells in a grid, turns by coordinates. The twin that the real one is tested against.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stackwright::play::test {

using Cells = std::vector<std::pair<int, int>>;  // (column, row)

/// How a piece appears: rows top to bottom, the cell it turns around written as 'o'.
inline const std::map<char, std::vector<std::string>>& drawings() {
  static const std::map<char, std::vector<std::string>> kDrawings = {
      {'I', {"##o#"}},       {'O', {"##", "##"}},   {'S', {".##", "#o."}}, {'Z', {"##.", ".o#"}},
      {'T', {".#.", "#o#"}}, {'L', {"..#", "#o#"}}, {'J', {"#..", "#o#"}}};
  return kDrawings;
}

class SlowStrict {
 public:
  SlowStrict(int width, int height, std::string pieces)
      : width_(width), height_(height), pieces_(std::move(pieces)), grid_(height, std::string(width, '.')) {
    appear();
  }

  bool over = false;
  int placed = 0, lines = 0, points = 0;
  int level() const { return 1 + lines / 20; }
  int delay() const { return std::max(50, 550 - 50 * level()); }
  int now = 0, next_fall = 0;
  /// Rows top to bottom, the falling piece as '@'.
  std::vector<std::string> picture() const {
    std::vector<std::string> rows = grid_;
    if (!over) {
      for (const auto& [x, y] : cells_) rows[y][x] = '@';
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
  }

  void advance(int to) {
    while (!over && next_fall <= to) {
      now = next_fall;
      down();
    }
    if (!over) now = to;
  }
  void left() { shift(-1, 0); }
  void right() { shift(1, 0); }
  void down() {
    if (shift(0, -1)) {
      next_fall = now + delay();
    } else {
      lock();
    }
  }
  void drop() {
    while (shift(0, -1)) {
    }
    lock();
  }
  void turn(bool clockwise) {
    if (piece_ == 'O') return;
    const bool two_ways = piece_ == 'I' || piece_ == 'S' || piece_ == 'Z';
    if (two_ways) clockwise = !turned_;
    Cells to;
    for (const auto& [x, y] : cells_) {
      const int dx = x - pivot_.first, dy = y - pivot_.second;
      to.emplace_back(pivot_.first + (clockwise ? dy : -dy), pivot_.second + (clockwise ? -dx : dx));
    }
    auto pivot = pivot_;
    while (std::any_of(to.begin(), to.end(), [&](const auto& c) { return c.second >= height_; })) {
      for (auto& c : to) --c.second;
      --pivot.second;
    }
    for (const int kick : {0, -1, 1, -2, 2}) {
      Cells tried = to;
      for (auto& c : tried) c.first += kick;
      if (!free(tried)) continue;
      cells_ = tried;
      pivot_ = {pivot.first + kick, pivot.second};
      turned_ = !turned_;
      return;
    }
  }

 private:
  bool free(const Cells& cells) const {
    return std::all_of(cells.begin(), cells.end(), [&](const auto& c) {
      return c.first >= 0 && c.first < width_ && c.second >= 0 && c.second < height_ && grid_[c.second][c.first] == '.';
    });
  }
  bool shift(int dx, int dy) {
    Cells to = cells_;
    for (auto& c : to) c = {c.first + dx, c.second + dy};
    if (!free(to)) return false;
    cells_ = to;
    pivot_ = {pivot_.first + dx, pivot_.second + dy};
    return true;
  }
  void appear() {
    if (next_ == pieces_.size()) {
      over = true;
      return;
    }
    piece_ = pieces_[next_++];
    const auto& rows = drawings().at(piece_);
    const int left = (width_ - static_cast<int>(rows[0].size())) / 2;
    cells_.clear();
    turned_ = false;
    for (int r = 0; r < static_cast<int>(rows.size()); ++r) {
      for (int x = 0; x < static_cast<int>(rows[r].size()); ++x) {
        if (rows[r][x] != '.') cells_.emplace_back(left + x, height_ - 1 - r);
        if (rows[r][x] == 'o') pivot_ = {left + x, height_ - 1 - r};
      }
    }
    over = !free(cells_);
    next_fall = now + delay();
  }
  void lock() {
    for (const auto& [x, y] : cells_) grid_[y][x] = '#';
    const auto full = std::remove(grid_.begin(), grid_.end(), std::string(width_, '#'));
    const int removed = static_cast<int>(grid_.end() - full);
    grid_.erase(full, grid_.end());
    grid_.resize(height_, std::string(width_, '.'));
    constexpr int kPoints[] = {0, 40, 100, 300, 1200};
    points += kPoints[removed] * level();
    lines += removed;
    ++placed;
    appear();
  }

  int width_, height_;
  std::string pieces_;
  std::size_t next_ = 0;
  std::vector<std::string> grid_;  // rows from the bottom
  char piece_ = '?';
  Cells cells_;
  std::pair<int, int> pivot_;
  bool turned_ = false;
};

}  // namespace stackwright::play::test
