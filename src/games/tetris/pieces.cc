// Piece sets: tetrominoes from their drawings, larger sets by growing cells; all turns are computed.
#include "games/tetris/pieces.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <set>

#include "core/text.h"

namespace stackwright::tetris {
namespace {

using Shape = std::vector<std::string>;  // rows top to bottom, '#' filled

Shape turned_clockwise(const Shape& rows) {
  Shape turned(rows[0].size(), std::string(rows.size(), '.'));
  for (std::size_t r = 0; r < turned.size(); ++r) {
    for (std::size_t c = 0; c < rows.size(); ++c) turned[r][c] = rows[rows.size() - 1 - c][r];
  }
  return turned;
}

Shape mirrored(Shape rows) {
  for (std::string& row : rows) std::reverse(row.begin(), row.end());
  return rows;
}

/// Canonical order: fewer rows first, then the drawing as text ('#' before '.').
bool comes_before(const Shape& a, const Shape& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

/// The turn of a shape that comes first in canonical order: the flattest one.
Shape canonical(const Shape& rows) {
  Shape best = rows, turn = rows;
  for (int i = 0; i < 3; ++i) {
    turn = turned_clockwise(turn);
    if (comes_before(turn, best)) best = turn;
  }
  return best;
}

/// The smallest box around the filled cells.
Shape cropped(const Shape& rows) {
  std::size_t top = rows.size(), bottom = 0, left = rows[0].size(), right = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      if (rows[r][c] != '#') continue;
      top = std::min(top, r);
      bottom = std::max(bottom, r);
      left = std::min(left, c);
      right = std::max(right, c);
    }
  }
  Shape box;
  for (std::size_t r = top; r <= bottom; ++r) box.push_back(rows[r].substr(left, right - left + 1));
  return box;
}

/// All shapes that a shape becomes by one more cell beside it, in canonical form.
void grow(const Shape& rows, std::set<Shape, decltype(&comes_before)>& out) {
  const std::string blank(rows[0].size() + 2, '.');
  Shape wide{blank};
  for (const std::string& row : rows) wide.push_back('.' + row + '.');
  wide.push_back(blank);
  const auto is_filled = [&](std::size_t r, std::size_t c) {
    return r < wide.size() && c < blank.size() && wide[r][c] == '#';  // r - 1 wraps around to a large number
  };
  for (std::size_t r = 0; r < wide.size(); ++r) {
    for (std::size_t c = 0; c < blank.size(); ++c) {
      if (is_filled(r, c)) continue;
      if (!is_filled(r - 1, c) && !is_filled(r + 1, c) && !is_filled(r, c - 1) && !is_filled(r, c + 1)) continue;
      Shape grown = wide;
      grown[r][c] = '#';
      out.insert(canonical(cropped(grown)));
    }
  }
}

/// All one-sided polyominoes of so many cells, each in its flattest turn, in canonical order.
std::vector<Shape> all_shapes(int cells) {
  std::vector<Shape> shapes{{"#"}};
  for (int n = 2; n <= cells; ++n) {
    std::set<Shape, decltype(&comes_before)> next(&comes_before);
    for (const Shape& shape : shapes) grow(shape, next);
    shapes.assign(next.begin(), next.end());
  }
  return shapes;
}

/// The usual letter of a pentomino (Golomb); lower case for the mirror image of the drawing where they differ.
char pentomino_letter(const Shape& shape) {
  static const std::vector<std::pair<char, Shape>> kLetters = {
      {'F', {".##", "##.", ".#."}},    {'I', {"#####"}},
      {'L', {"#.", "#.", "#.", "##"}}, {'N', {".#", "##", "#.", "#."}},
      {'P', {"##", "##", "#."}},       {'T', {"###", ".#.", ".#."}},
      {'U', {"#.#", "###"}},           {'V', {"#..", "#..", "###"}},
      {'W', {"#..", "##.", ".##"}},    {'X', {".#.", "###", ".#."}},
      {'Y', {".#", "##", ".#", ".#"}}, {'Z', {"##.", ".#.", ".##"}}};
  for (const auto& [letter, drawing] : kLetters) {
    if (canonical(drawing) == shape) return letter;
    if (canonical(mirrored(drawing)) == shape) return static_cast<char>(std::tolower(letter));
  }
  assert(false && "a pentomino without a letter");
  return '?';
}

Orientation orientation_of(const Shape& rows) {
  Orientation o;
  o.width = static_cast<std::int8_t>(rows[0].size());
  o.height = static_cast<std::int8_t>(rows.size());
  for (int x = 0; x < o.width; ++x) {
    bool seen = false;
    for (int y = 0; y < o.height; ++y) {
      if (rows[o.height - 1 - y][x] != '#') continue;
      o.column[x] = static_cast<std::uint8_t>(o.column[x] | 1u << y);
      if (!seen) o.bottom[x] = static_cast<std::int8_t>(y);
      o.top[x] = static_cast<std::int8_t>(y + 1);
      seen = true;
    }
    assert(seen && "a shape must fill its box to all sides");
  }
  return o;
}

PieceSet make_tetrominoes() {
  PieceSet set{"tetromino", 4, {}};
  set.pieces = {piece_from_shape('I', {"####"}),       piece_from_shape('O', {"##", "##"}),
                piece_from_shape('S', {".##", "##."}), piece_from_shape('Z', {"##.", ".##"}),
                piece_from_shape('T', {".#.", "###"}), piece_from_shape('L', {"..#", "###"}),
                piece_from_shape('J', {"#..", "###"})};
  return set;
}

PieceSet make_pentominoes() {
  PieceSet set{"pentomino", 5, {}};
  for (const Shape& shape : all_shapes(5)) set.pieces.push_back(piece_from_shape(pentomino_letter(shape), shape));
  std::sort(set.pieces.begin(), set.pieces.end(), [](const Piece& a, const Piece& b) { return a.letter < b.letter; });
  return set;
}

PieceSet make_hexominoes() {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567";
  PieceSet set{"hexomino", 6, {}};
  for (const Shape& shape : all_shapes(6)) {
    assert(set.pieces.size() < kLetters.size());
    set.pieces.push_back(piece_from_shape(kLetters[set.pieces.size()], shape));
  }
  return set;
}

}  // namespace

int PieceSet::find(char letter) const {
  for (int i = 0; i < size(); ++i) {
    if (pieces[i].letter == letter) return i;
  }
  return -1;
}

Piece piece_from_shape(char letter, const std::vector<std::string>& rows) {
  assert(!rows.empty() && !rows[0].empty());
  Piece piece;
  piece.letter = letter;
  for (const std::string& row : rows) {
    assert(row.size() == rows[0].size());
    piece.cells = static_cast<std::int8_t>(piece.cells + std::count(row.begin(), row.end(), '#'));
  }
  assert(piece.cells >= 1 && piece.cells <= kMaxPieceCells);
  Shape turn = rows;
  for (int i = 0; i < kMaxOrientations; ++i, turn = turned_clockwise(turn)) {
    const Orientation o = orientation_of(turn);
    const auto end = piece.orientation.begin() + piece.orientations;
    if (std::find(piece.orientation.begin(), end, o) == end) piece.orientation[piece.orientations++] = o;
  }
  return piece;
}

const PieceSet& tetrominoes() {
  static const PieceSet kSet = make_tetrominoes();
  return kSet;
}

const PieceSet& pentominoes() {
  static const PieceSet kSet = make_pentominoes();
  return kSet;
}

const PieceSet& hexominoes() {
  static const PieceSet kSet = make_hexominoes();
  return kSet;
}

Result<const PieceSet*> piece_set(std::string_view name) {
  if (name == "tetromino") return &tetrominoes();
  if (name == "pentomino") return &pentominoes();
  if (name == "hexomino") return &hexominoes();
  constexpr std::string_view kNames[] = {"tetromino", "pentomino", "hexomino"};
  return unknown_name("piece set", name, kNames);
}

}  // namespace stackwright::tetris
