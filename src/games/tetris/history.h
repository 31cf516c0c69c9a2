// The history of a game: undone move by move, replayed exactly, forked at any move, saved and loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "core/result.h"
#include "games/tetris/rules.h"
#include "games/tetris/sources.h"

namespace stackwright::tetris {

/// What a game is played with and where its pieces come from.
struct HistoryStart {
  Setting setting;
  Source source;
  Rng rng = Rng::fast;
  StreamKey key;
};

/// A game as its start and its placements. Pieces that were once seen stay as they are: undoing never draws anew.
class History {
 public:
  explicit History(HistoryStart start);
  History(const History& other);
  History& operator=(const History& other);
  History(History&&) noexcept = default;
  History& operator=(History&&) noexcept = default;
  ~History() = default;

  const HistoryStart& start() const { return start_; }
  std::uint64_t size() const { return moves_.size(); }
  const Placement& move(std::uint64_t index) const { return moves_[index]; }
  const Board& board() const { return board_; }
  std::uint64_t lines() const { return lines_; }

  /// The piece at an index, or -1 where a list has ended. size() is the index of the piece to place.
  int piece(std::uint64_t index);

  /// Plays the next piece. An error leaves the game as it was: no such placement, one that loses, no piece left.
  Result<Transition> play(Placement move);
  /// Takes back the last move; false at the start.
  bool undo();
  /// The board before a move, by replay.
  Board board_before(std::uint64_t index) const;
  /// The same game up to a move (at most size()), with the same pieces to come.
  History fork(std::uint64_t at) const;

  /// One JSON document ("stackwright.history/1"); load(save()) is the same game.
  std::string save() const;
  /// `what` names the text in errors. All placements are replayed, and the pieces compared with their source.
  static Result<History> load(std::string_view text, std::string_view what);

 private:
  struct Checkpoint {
    Board board;
    std::uint64_t lines = 0;
  };
  static constexpr std::uint64_t kCheckpointEvery = 256;  // undo replays at most this many moves

  Checkpoint replay(std::uint64_t moves) const;

  HistoryStart start_;
  std::vector<Placement> moves_;
  std::vector<std::uint8_t> pieces_;     // all that were seen, also those of undone moves
  std::vector<Checkpoint> checkpoints_;  // before move 0, 256, 512, ...
  Board board_;
  std::uint64_t lines_ = 0;
  std::unique_ptr<PieceStream> stream_;  // opened when first needed
};

}  // namespace stackwright::tetris
