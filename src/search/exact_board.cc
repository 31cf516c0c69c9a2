// The board as the exact solver sees it: from and to other forms, and removing rows.
#include "search/exact_board.h"

#include <algorithm>

namespace stackwright::exact {
namespace {

Turn turn_of(const tetris::Orientation& o) {
  Turn t;
  t.width = o.width;
  t.height = o.height;
  t.bottom = o.bottom;
  t.top = o.top;
  for (int x = 0; x < o.width; ++x) {
    for (int y = 0; y < o.height; ++y) {
      if (o.column[static_cast<std::size_t>(x)] >> y & 1) {
        auto& row = t.row[static_cast<std::size_t>(y)];
        row = static_cast<std::uint16_t>(row | 1u << x);
      }
    }
  }
  return t;
}

/// Rows of the turn that one drop can fill up, as bits. A row above a cell of the piece cannot be filled beside it: what
/// fills it would have stopped the piece.
unsigned removable(const Turn& t) {
  unsigned rows = 0;
  for (int y = 0; y < t.height; ++y) {
    bool possible = true;
    for (int x = 0; x < t.width; ++x) {
      const bool own = (t.row[static_cast<std::size_t>(y)] >> x & 1) != 0;
      possible = possible && (own || t.bottom[static_cast<std::size_t>(x)] > y);
    }
    if (possible) rows |= 1u << y;
  }
  return rows;
}

bool is_one_run(std::uint16_t row) {
  const unsigned lowest = row & (0u - row);
  return ((row + lowest) & row) == 0;
}

void find_heights(RowBoard& b) {
  b.height.fill(0);
  unsigned seen = 0;
  for (int r = b.top - 1; r >= 0; --r) {
    unsigned fresh = b.row[static_cast<std::size_t>(r)] & ~seen;
    seen |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      b.height[static_cast<std::size_t>(std::countr_zero(fresh))] = static_cast<std::uint8_t>(r + 1);
    }
  }
}

}  // namespace

Course make_course(const tetris::Setting& setting, const tetris::Scoring& scoring, std::span<const std::uint8_t> list) {
  Course c;
  c.setting = setting;
  c.scoring = scoring;
  c.list.assign(list.begin(), list.end());
  c.limit = tetris::row_limit(setting);
  c.full = static_cast<std::uint16_t>((1u << setting.width) - 1);
  c.words = (c.limit * setting.width + 63) / 64;
  for (const tetris::Piece& piece : setting.pieces->pieces) {
    std::vector<Turn> turns;
    int tallest = 0, span = 0, widest = 0;
    for (int o = 0; o < piece.orientations; ++o) {
      turns.push_back(turn_of(piece.orientation[static_cast<std::size_t>(o)]));
      const unsigned rows = removable(turns.back());
      tallest = std::max(tallest, std::popcount(rows));
      span = std::max(span, static_cast<int>(std::bit_width(rows)) - std::countr_zero(rows));
      for (const std::uint16_t row : turns.back().row) {
        widest = std::max(widest, std::popcount(row));
        c.whole_rows = c.whole_rows && is_one_run(row);
      }
    }
    c.turns.push_back(std::move(turns));
    c.tallest.push_back(tallest);
    c.span.push_back(span);
    c.widest.push_back(widest);
  }
  return c;
}

RowBoard rows_from(const tetris::Board& board) {
  RowBoard b;
  for (int x = 0; x < board.width; ++x) {
    for (int r = 0; r < board.height; ++r) {
      if (!tetris::filled(board, x, r)) continue;
      auto& row = b.row[static_cast<std::size_t>(r)];
      row = static_cast<std::uint16_t>(row | 1u << x);
    }
  }
  b.top = tetris::max_height(board);
  find_heights(b);
  return b;
}

Packed pack(const Course& c, const RowBoard& b) {
  Packed words{};
  const int width = c.setting.width;
  for (int r = 0, bit = 0; r < b.top; ++r, bit += width) {
    const std::uint64_t row = b.row[static_cast<std::size_t>(r)];
    const auto word = static_cast<std::size_t>(bit / 64);
    words[word] |= row << bit % 64;
    if (bit % 64 + width > 64) words[word + 1] |= row >> (64 - bit % 64);
  }
  return words;
}

RowBoard unpack(const Course& c, const std::uint64_t* words) {
  RowBoard b;
  const int width = c.setting.width;
  for (int r = 0, bit = 0; r < c.limit; ++r, bit += width) {
    std::uint64_t row = words[bit / 64] >> bit % 64;
    if (bit % 64 + width > 64) row |= words[bit / 64 + 1] << (64 - bit % 64);
    b.row[static_cast<std::size_t>(r)] = static_cast<std::uint16_t>(row & c.full);
    if ((row & c.full) != 0) b.top = r + 1;
  }
  find_heights(b);
  return b;
}

void remove(RowBoard& b, std::uint32_t rows) {
  int to = 0;
  for (int r = 0; r < b.top; ++r) {
    if (rows >> r & 1) continue;
    b.row[static_cast<std::size_t>(to++)] = b.row[static_cast<std::size_t>(r)];
  }
  for (int r = to; r < b.top; ++r) b.row[static_cast<std::size_t>(r)] = 0;
  b.top = to;
  while (b.top > 0 && b.row[static_cast<std::size_t>(b.top - 1)] == 0) --b.top;
  find_heights(b);
}

}  // namespace stackwright::exact
