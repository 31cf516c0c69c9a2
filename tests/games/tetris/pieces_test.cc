// Piece sets: counts, cells, orientations and placements.
#include "games/tetris/pieces.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <vector>

#include "games/tetris/rules.h"

namespace stackwright::tetris {
namespace pieces_test {

std::vector<std::string> drawing(const Orientation& o) {
  std::vector<std::string> rows;
  for (int y = o.height - 1; y >= 0; --y) {
    std::string row;
    for (int x = 0; x < o.width; ++x) row += o.column[x] >> y & 1 ? '#' : '.';
    rows.push_back(row);
  }
  return rows;
}

int placements(const PieceSet& set, int piece, int width) {
  Setting s;
  s.width = width;
  s.pieces = &set;
  int n = 0;
  for_each_placement(s, piece, [&](Placement) { ++n; });
  return n;
}

using Rows = std::vector<std::string>;

TEST(Tetrominoes, OrderOrientationsAndPlacements) {
  const PieceSet& set = tetrominoes();
  const std::string letters = "IOSZTLJ";
  const int orientations[] = {2, 1, 2, 2, 4, 4, 4};
  const int on_width_10[] = {17, 9, 17, 17, 34, 34, 34};
  ASSERT_EQ(set.size(), 7);
  EXPECT_EQ(set.name, "tetromino");
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(set.pieces[i].letter, letters[i]);
    EXPECT_EQ(set.find(letters[i]), i);
    EXPECT_EQ(set.pieces[i].orientations, orientations[i]);
    EXPECT_EQ(placements(set, i, 10), on_width_10[i]);
  }
  EXPECT_EQ(set.find('X'), -1);
  EXPECT_EQ(set.find('i'), -1);
}

TEST(Tetrominoes, TurnClockwise) {
  const auto turns = [](char letter) {
    std::vector<Rows> all;
    const Piece& p = tetrominoes().pieces[tetrominoes().find(letter)];
    for (int o = 0; o < p.orientations; ++o) all.push_back(drawing(p.orientation[o]));
    return all;
  };
  EXPECT_EQ(turns('I'), (std::vector<Rows>{{"####"}, {"#", "#", "#", "#"}}));
  EXPECT_EQ(turns('S'), (std::vector<Rows>{{".##", "##."}, {"#.", "##", ".#"}}));
  EXPECT_EQ(turns('Z'), (std::vector<Rows>{{"##.", ".##"}, {".#", "##", "#."}}));
  EXPECT_EQ(turns('T'), (std::vector<Rows>{{".#.", "###"}, {"#.", "##", "#."}, {"###", ".#."}, {".#", "##", ".#"}}));
  EXPECT_EQ(turns('L'), (std::vector<Rows>{{"..#", "###"}, {"#.", "#.", "##"}, {"###", "#.."}, {"##", ".#", ".#"}}));
  EXPECT_EQ(turns('J'), (std::vector<Rows>{{"#..", "###"}, {"##", "#.", "#."}, {"###", "..#"}, {".#", ".#", "##"}}));
}

TEST(PieceSets, SizesAndOrientationsInAll) {
  const auto turns = [](const PieceSet& set) {
    int n = 0;
    for (const Piece& p : set.pieces) n += p.orientations;
    return n;
  };
  EXPECT_EQ(tetrominoes().size(), 7);
  EXPECT_EQ(pentominoes().size(), 18);
  EXPECT_EQ(hexominoes().size(), 60);
  // Fixed polyominoes: 19, 63 and 216 (OEIS A001168).
  EXPECT_EQ(turns(tetrominoes()), 19);
  EXPECT_EQ(turns(pentominoes()), 63);
  EXPECT_EQ(turns(hexominoes()), 216);
}

TEST(PieceSets, LawsOfOrientations) {
  for (const PieceSet* set : {&tetrominoes(), &pentominoes(), &hexominoes()}) {
    std::set<std::vector<std::string>> seen;
    std::set<char> letters;
    for (const Piece& p : set->pieces) {
      EXPECT_EQ(p.cells, set->cells);
      EXPECT_TRUE(letters.insert(p.letter).second) << p.letter;
      for (int o = 0; o < p.orientations; ++o) {
        const Orientation& shape = p.orientation[o];
        EXPECT_TRUE(seen.insert(drawing(shape)).second) << set->name << ' ' << p.letter << o;
        int cells = 0;
        unsigned rows = 0;
        for (int x = 0; x < kMaxPieceCells; ++x) {
          const unsigned column = shape.column[x];
          if (x >= shape.width) {
            EXPECT_EQ(column, 0u);
            continue;
          }
          cells += std::popcount(column);
          rows |= column;
          EXPECT_EQ(shape.bottom[x], std::countr_zero(column));
          EXPECT_EQ(shape.top[x], static_cast<int>(std::bit_width(column)));
        }
        EXPECT_EQ(cells, set->cells);
        EXPECT_EQ(rows, (1u << shape.height) - 1);
      }
    }
  }
}

TEST(PieceSets, PentominoLettersAndMirrorImages) {
  const PieceSet& set = pentominoes();
  std::string letters;
  for (const Piece& p : set.pieces) letters += p.letter;
  EXPECT_EQ(letters, "FILNPTUVWXYZflnpyz");
  const Orientation& u = set.pieces[set.find('U')].orientation[1];  // columns need not be contiguous
  bool gap = false;
  for (int o = 0; o < 4; ++o) {
    for (int x = 0; x < 3; ++x) gap |= set.pieces[set.find('U')].orientation[o].column[x] == 0b101;
  }
  EXPECT_TRUE(gap) << drawing(u)[0];
  EXPECT_EQ(drawing(set.pieces[set.find('L')].orientation[0]).size(), 2u);
}

TEST(PieceSets, HexominoLettersInOrder) {
  std::string letters;
  for (const Piece& p : hexominoes().pieces) letters += p.letter;
  EXPECT_EQ(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567");
  EXPECT_EQ(drawing(hexominoes().pieces[0].orientation[0]), (Rows{"######"}));
}

TEST(PieceSets, ByName) {
  EXPECT_EQ(*piece_set("tetromino"), &tetrominoes());
  EXPECT_EQ(*piece_set("pentomino"), &pentominoes());
  EXPECT_EQ(*piece_set("hexomino"), &hexominoes());
  const auto wrong = piece_set("tetronimo");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.message().find("tetromino"), std::string::npos);
}

}  // namespace pieces_test
}  // namespace stackwright::tetris
