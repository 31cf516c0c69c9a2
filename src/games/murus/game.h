// Murus Gallicus as a game of two players: positions, moves by bit operations, arrival wins, no move loses.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/random.h"
#include "core/result.h"
#include "games/murus/board.h"
#include "games/murus/rules.h"

namespace stackwright::murus {

/// A tower is two stones of a player on a cell, a wall is one.
struct Position {
  Cells towers[2] = {0, 0};
  Cells walls[2] = {0, 0};
  std::uint8_t side = kRomans;  // who moves

  friend bool operator==(const Position&, const Position&) = default;
};

/// A tower and where it goes. Whether it distributes or sacrifices follows from the position.
struct Move {
  std::uint8_t cell = 0;
  Direction direction = Direction::n;

  friend bool operator==(const Move&, const Move&) = default;
};

/// The towers of the side to move that can move, for each direction.
using Movers = std::array<Cells, kDirections>;

inline Cells stones_of(const Position& p, int player) { return p.towers[player] | p.walls[player]; }

/// Satisfies TwoPlayerGame, ReadableGame, CountsActions, IndexedActions and SeesWins.
struct Murus {
  using State = Position;
  using Action = Move;
  static constexpr std::size_t kMaxActions = kMaxColumns * kDirections;  // as many towers as columns
  static constexpr std::size_t kActionIndices = kStride * kMaxRows * kDirections;

  Rules rules = base_rules();

  Position start() const {
    Position p;
    for (const int player : {kRomans, kGauls}) p.towers[player] = rules.goal[1 - player];
    return p;
  }

  /// The player who moved last has arrived.
  bool arrived(const Position& p) const { return (stones_of(p, 1 - p.side) & rules.goal[1 - p.side]) != 0; }

  Movers movers(const Position& p) const {
    const Cells own = p.towers[p.side], enemy_walls = p.walls[1 - p.side];
    const Cells open = rules.cells & ~(own | stones_of(p, 1 - p.side));  // empty, or an own wall
    return movers_of(own, open, enemy_walls, std::make_index_sequence<kDirections>());
  }

  /// Moves by direction clockwise from N; within a direction by cell, row A first, columns ascending.
  template <class F>
  void for_each_action(const Position& p, F&& f) const {
    if (arrived(p)) return;
    const Movers all = movers(p);
    for (const Direction d : kAllDirections) {
      for (Cells left = all[static_cast<std::size_t>(d)]; left != 0; left &= left - 1) {
        f(Move{static_cast<std::uint8_t>(first_cell(left)), d});
      }
    }
  }

  std::uint64_t count_actions(const Position& p) const {
    if (arrived(p)) return 0;
    const Movers all = movers(p);
    int sum = 0;
    for (const Cells cells : all) sum += count(cells);
    return static_cast<std::uint64_t>(sum);
  }

  bool stuck(const Position& p) const {
    Cells any = 0;
    for (const Cells cells : movers(p)) any |= cells;
    return any == 0;
  }
  bool over(const Position& p) const { return arrived(p) || stuck(p); }
  int side(const Position& p) const { return p.side; }
  std::optional<int> winner(const Position& p) const { return over(p) ? std::optional(1 - p.side) : std::nullopt; }
  int value(const Position& p) const { return over(p) ? -1 : 0; }

  bool legal(const Position& p, Move m) const {
    return !arrived(p) && m.cell < kStride * kMaxRows && static_cast<int>(m.direction) < kDirections &&
           (movers(p)[static_cast<std::size_t>(m.direction)] & bit(m.cell)) != 0;
  }

  /// If the next cell holds an enemy wall the move is a sacrifice, else a distribution. The move must be legal.
  Position apply(Position p, Move m) const {
    const int own = p.side, enemy = 1 - own;
    const int step = step_of(m.direction);
    const Cells first = bit(m.cell + step);
    p.towers[own] ^= bit(m.cell);
    if ((p.walls[enemy] & first) != 0) {
      p.walls[enemy] ^= first;
      p.walls[own] |= bit(m.cell);
    } else {
      const Cells both = first | bit(m.cell + 2 * step);
      p.towers[own] |= both & p.walls[own];
      p.walls[own] ^= both;
    }
    p.side = static_cast<std::uint8_t>(enemy);
    return p;
  }

  /// The side to move has a move that arrives.
  bool wins_now(const Position& p) const { return can_arrive(p, p.side) && !arrived(p); }
  /// The opponent would have one if it were its turn.
  bool threatened(const Position& p) const { return can_arrive(p, 1 - p.side); }

  /// A tower two rows before the goal with two open cells ahead, straight or diagonally; whoever's turn it is.
  bool can_arrive(const Position& p, int player) const {
    const Cells ready = p.towers[player] & rules.launch[player];
    const Cells open = rules.cells & ~(p.towers[player] | stones_of(p, 1 - player));
    if (player == kRomans) return (ready & (ahead<-10>(open) | ahead<-9>(open) | ahead<-8>(open))) != 0;
    return (ready & (ahead<10>(open) | ahead<9>(open) | ahead<8>(open))) != 0;
  }

  std::size_t index(Move m) const { return std::size_t{m.cell} * kDirections + static_cast<std::size_t>(m.direction); }

  std::uint64_t hash(const Position& p) const {
    return mix(p.towers[0] ^ 0x9e3779b97f4a7c15ULL) ^ mix(p.walls[0] ^ 0xd1342543de82ef95ULL) ^
           mix(p.towers[1] ^ 0x8cb92ba72f3d8dd7ULL) ^ mix(p.walls[1] ^ 0x5851f42d4c957f2dULL) ^
           (p.side == kRomans ? 0 : 0x2545f4914f6cdd1dULL);
  }

  /// "tttttttt/8/8/8/8/8/TTTTTTTT r": rows from the Gauls' home row, T/W Roman, t/w Gallic, digits empty; who moves.
  std::string to_text(const Position& p) const;
  Result<Position> from_text(std::string_view text) const;

  /// "G1,NE": row A (top) to G, column from 1, direction with N towards A.
  std::string move_text(Move m) const;
  /// The form and the cell only; legal() tells whether it can be played.
  Result<Move> move_from_text(std::string_view text) const;

 private:
  /// Cells with two open cells ahead.
  template <int Step>
  static constexpr Cells ahead(Cells open) {
    return before<Step>(open & before<Step>(open));
  }
  template <std::size_t... D>
  static constexpr Movers movers_of(Cells own, Cells open, Cells enemy_walls, std::index_sequence<D...>) {
    return Movers{(own & before<kSteps[D]>((open & before<kSteps[D]>(open)) | enemy_walls))...};
  }
};

}  // namespace stackwright::murus
