// 2048 as a game of chance: a state is a board to move on, an afterstate a board that waits for a tile.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "games/twenty48/board.h"
#include "games/twenty48/moves.h"

namespace stackwright::twenty48 {

/// Satisfies ChanceGame and ReadableGame. The empty board is the afterstate in which a game begins: there chance puts
/// two tiles, everywhere else one.
struct Twenty48 {
  using State = Board;
  using Afterstate = Board;
  using Action = Move;
  /// The tiles that appear, on a board of their own.
  struct Outcome {
    std::uint64_t tiles = 0;

    friend bool operator==(Outcome, Outcome) = default;
  };
  static constexpr std::size_t kMaxActions = kMoves;

  const RowTable* rows = &row_table();

  Board start() const { return {}; }

  /// Moves that change the board.
  template <class F>
  void for_each_action(Board state, F&& f) const {
    const AllSlid all = slide_all(*rows, state);
    for (int m = 0; m < kMoves; ++m) {
      if (all.move[m].board != state) f(static_cast<Move>(m));
    }
  }

  bool over(Board state) const {
    bool moves = false;
    for_each_action(state, [&](Move) { moves = true; });
    return !moves;
  }

  Board apply(Board state, Move move) const { return slide(*rows, state, move).board; }
  std::int64_t gain(Board state, Move move) const { return slide(*rows, state, move).gain; }

  /// A 2 and a 4 on every empty cell, cell by cell; on the empty board all pairs of tiles.
  template <class F>
  void for_each_outcome(Board after, F&& f) const {
    if (after.cells == 0) return for_each_start(f);
    const std::uint64_t empty = empty_bits(after);
    const double share = 1.0 / std::popcount(empty);
    for (std::uint64_t left = empty; left != 0; left &= left - 1) {
      const std::uint64_t two = left & -left;
      f(Outcome{two}, share * kProbabilityOfTwo);
      f(Outcome{two << 1}, share * kProbabilityOfFour);
    }
  }

  Board resolve(Board after, Outcome outcome) const {
    assert((empty_bits(after) & cells_of(outcome)) == cells_of(outcome));
    return {after.cells | outcome.tiles};
  }

  /// One bit, the lowest, in every cell where a tile appears.
  static constexpr std::uint64_t cells_of(Outcome outcome) {
    return ~empty_bits({outcome.tiles}) & 0x1111111111111111ULL;
  }

  std::uint64_t hash(Board state) const { return hash_words({state.cells}); }

  /// "2 . . 4/. . 8 ./. . . ./. . . 1024": rows top to bottom.
  std::string to_text(Board state) const;
  /// Reads the same; 0 also stands for an empty cell, and commas for blanks.
  Result<Board> from_text(std::string_view text) const;

 private:
  template <class F>
  void for_each_start(F&& f) const {
    constexpr double kPairs = kCells * (kCells - 1) / 2;
    for (int a = 0; a < kCells; ++a) {
      for (int b = a + 1; b < kCells; ++b) {
        for (int ranks = 0; ranks < 4; ++ranks) {  // bit 0: the first is a 4, bit 1: the second
          const std::uint64_t tiles = std::uint64_t{1} << (4 * a + (ranks & 1)) | std::uint64_t{1}
                                                                                      << (4 * b + (ranks >> 1));
          const double first = (ranks & 1) != 0 ? kProbabilityOfFour : kProbabilityOfTwo;
          const double second = ranks >= 2 ? kProbabilityOfFour : kProbabilityOfTwo;
          f(Outcome{tiles}, first * second / kPairs);
        }
      }
    }
  }
};

/// Rows of a board under each other, for people.
std::string draw(Board board);

/// Sequences of moves, each followed by every tile that can appear, for lengths 1 to depth: from a board, or from the
/// start, which counts them from every pair of tiles with which a game can begin.
std::vector<std::uint64_t> perft(Board board, int depth);
std::vector<std::uint64_t> perft_from_start(int depth);

}  // namespace stackwright::twenty48
