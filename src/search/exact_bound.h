// Upper bounds of the exact solver: the most points that the pieces still to come can earn on a board.
#pragma once

#include <cstdint>
#include <vector>

#include "search/exact_board.h"
#include "search/exact_price.h"

namespace stackwright::exact {

/// Each bound drops some of the rules, so that none is ever below the truth (docs/search.md has the reasons).
/// A row that will be removed needs its empty cells filled; a covered cell needs the rows that cover it removed before.
/// So the rows that are ever removed form a set that is closed under "is covered by", and the pieces to come must hold
/// as many cells as such a set lacks. What a number of rows is worth follows from how many rows each piece can remove.
class Bound {
 public:
  explicit Bound(const Course& course);

  /// The most points that the pieces from index `placed` on can add.
  std::int64_t most(const RowBoard& board, int placed);

  /// Whether `wanted` more points may be possible. If so, cells that can never matter again are taken out of the board:
  /// cells of rows that cannot be among those removed, under another such cell of their column. Boards that differ
  /// only there become equal, and have the same future as long as `wanted` is to be reached.
  bool reachable(RowBoard& board, int placed, std::int64_t wanted, bool take_out = true);

  /// How promising a board is for a beam that wants so many points: cells to spare, then an even pile. More is better.
  std::int64_t looks(const RowBoard& board, int placed, std::int64_t wanted);

 private:
  struct Row {
    int index, need, turns, level;  // empty cells; pieces it takes at least; removals it takes, with those before it
    std::uint32_t covers;           // rows above that cover an empty cell of this one
  };
  /// A closed set of rows while it grows.
  struct Closed {
    std::uint32_t rows = 0;
    int count = 0, cost = 0, turns = 0, level = 0;  // rows, empty cells, and the most of turns and levels
  };
  /// Neighbouring rows of a closed set: what is empty in them, by regions that no piece joins without waste.
  struct Block {
    int residue = 0;          // cells beyond whole pieces, summed over regions
    int thin = 0;             // cells of regions one cell wide, which only straight pieces fill without waste
    int straights = 0;        // how many of those fit
    int cells = 0, deep = 0;  // all empty cells; the most in one column: rows that can go at once
    void operator+=(const Block& other);
  };
  /// A closed set that the pieces left can remove, with some rows that are empty now.
  struct Set {
    std::uint32_t rows;
    std::int64_t points;  // that this can be worth
    int spare;            // cells of the pieces left that it does not need
  };
  struct Entry {
    std::vector<std::uint16_t> key;
    std::vector<std::int64_t> best;
  };

  void look(const RowBoard& board, int placed);
  void find_rows(const RowBoard& board, int widest);
  void collect(const RowBoard& board, std::size_t from, const Closed& set);
  void note_set(const RowBoard& board, const Closed& set);
  Block block_of(const RowBoard& board, int first, int last) const;
  int pieces_for(const Block& block, int cells) const;
  void note(int rows, int pieces);
  void relax();
  const std::vector<std::int64_t>& worth(int placed);

  const Course& course_;
  int cells_, width_, most_rows_;
  std::vector<int> widest_;  // by index in the list: most cells of a row that one piece from there on can fill
  std::vector<Row> rows_;    // rows that can be afforded, top to bottom
  std::vector<int> needs_;   // of all occupied rows
  std::vector<Set> sets_;
  bool all_sets_ = true;
  int left_ = 0, straight_ = 0;         // pieces left, and straight ones among them
  int empty_turns_ = 0;                 // pieces that an empty row takes
  std::vector<int> straights_;          // by index in the list: straight pieces from there on
  std::vector<std::uint16_t> soonest_;  // pieces until so many rows can have been removed
  std::vector<Entry> cache_;
  Prices prices_;
};

}  // namespace stackwright::exact
