// Tetris as a game of chance: a state is a board and the piece to place, chance is the next piece.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "games/tetris/rules.h"
#include "games/tetris/scoring.h"

namespace stackwright::tetris {

/// A hash of the filled cells and the size of a board.
inline std::uint64_t hash(const Board& b) {
  Hasher hasher;
  hasher.add(std::uint64_t{b.width} << 8 | b.height);
  for (int x = 0; x < b.width; x += 2) {
    hasher.add(std::uint64_t{b.column[x]} << 32 | (x + 1 < b.width ? b.column[x + 1] : 0));
  }
  return hasher.value();
}

/// Whether a placement ends the game, without playing it.
inline bool loses(const Setting& s, const Board& b, int piece, Placement move) {
  const Orientation& o = s.pieces->pieces[piece].orientation[move.orientation];
  return drop_row(b, o, move.column) + o.height > row_limit(s);
}

/// Satisfies ChanceGame. Actions are the placements that do not lose; a state without any is the end of the game.
/// Pieces are drawn independently, so bags and lists are not told to a search that uses this.
struct Tetris {
  struct State {
    Board board;
    std::uint8_t piece = 0;

    friend bool operator==(const State&, const State&) = default;
  };
  using Afterstate = Board;
  using Action = Placement;
  using Outcome = std::uint8_t;
  static constexpr std::size_t kMaxActions = kMaxOrientations * kMaxWidth;

  Setting setting;
  Scoring scoring;
  std::vector<double> probability;  // of each piece, summing to 1; empty: all alike

  Board start() const { return empty_board(setting.width, setting.height); }

  template <class F>
  void for_each_action(const State& state, F&& f) const {
    for_each_placement(setting, state.piece, [&](Placement move) {
      if (!loses(setting, state.board, state.piece, move)) f(move);
    });
  }

  bool over(const State& state) const { return count_actions(state) == 0; }

  Board apply(const State& state, Placement move) const {
    assert(!loses(setting, state.board, state.piece, move));
    return place(setting, state.board, state.piece, move).after;
  }

  std::int64_t gain(const State& state, Placement move) const {
    return scoring.points[place(setting, state.board, state.piece, move).lines] + scoring.per_piece;
  }

  template <class F>
  void for_each_outcome(const Board&, F&& f) const {
    const int pieces = setting.pieces->size();
    for (int p = 0; p < pieces; ++p) {
      const double share = probability.empty() ? 1.0 / pieces : probability[p];
      if (share > 0) f(static_cast<std::uint8_t>(p), share);
    }
  }

  State resolve(const Board& board, std::uint8_t piece) const { return State{board, piece}; }

  /// Number of placements that do not lose. No piece is higher than it has cells, so low boards need no look.
  std::uint64_t count_actions(const State& state) const {
    std::uint64_t count = 0;
    if (max_height(state.board) + setting.pieces->cells <= row_limit(setting)) {
      const Piece& piece = setting.pieces->pieces[state.piece];
      for (int o = 0; o < piece.orientations; ++o) count += columns_for(piece.orientation[o], setting.width);
    } else {
      for_each_action(state, [&](Placement) { ++count; });
    }
    return count;
  }

  std::uint64_t hash(const State& state) const { return hash_words({tetris::hash(state.board), state.piece}); }

  /// "T .........#/####.####." : the piece, then the rows from the highest filled one down.
  std::string to_text(const State& state) const;
  Result<State> from_text(std::string_view text) const;
};

/// The rows of a board from the highest filled one down, separated by '/'; "-" when empty.
std::string position_text(const Board& board);
Result<Board> parse_position(std::string_view text, const Setting& setting);

/// Sequences of placements that do not lose, for lengths 1 to depth: with every piece at each step, or with the pieces
/// of a list in order (no sequence is longer than the list).
std::vector<std::uint64_t> perft(const Setting& setting, const Board& board, int depth);
std::vector<std::uint64_t> perft(const Setting& setting, const Board& board, std::span<const std::uint8_t> list,
                                 int depth);

}  // namespace stackwright::tetris
