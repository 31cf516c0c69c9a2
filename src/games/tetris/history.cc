// The history of a game: undone move by move, replayed exactly, forked at any move.
#include "games/tetris/history.h"

#include <algorithm>
#include <cassert>

#include "games/tetris/game.h"

namespace stackwright::tetris {

History::History(HistoryStart start)
    : start_(std::move(start)), board_(empty_board(start_.setting.width, start_.setting.height)) {
  checkpoints_.push_back({board_, 0});
}

History::History(const History& other)
    : start_(other.start_),
      moves_(other.moves_),
      pieces_(other.pieces_),
      checkpoints_(other.checkpoints_),
      board_(other.board_),
      lines_(other.lines_) {}

History& History::operator=(const History& other) {
  if (this != &other) *this = History(other);
  return *this;
}

int History::piece(std::uint64_t index) {
  constexpr std::uint64_t kAhead = 64;  // pieces drawn at a time
  if (index >= pieces_.size()) {
    if (!stream_) stream_ = open_stream(start_.source, *start_.setting.pieces, start_.rng, start_.key);
    const std::size_t known = pieces_.size();
    pieces_.resize(index + kAhead);
    const std::size_t drawn = stream_->read(known, std::span(pieces_).subspan(known));
    pieces_.resize(known + drawn);
  }
  return index < pieces_.size() ? pieces_[index] : -1;
}

Result<Transition> History::play(Placement move) {
  const int next = piece(size());
  if (next < 0) return Error{"move " + std::to_string(size() + 1) + ": no piece left"};
  const Piece& shape = start_.setting.pieces->pieces[next];
  const auto refused = [&](const char* why) {
    return Error{"move " + std::to_string(size() + 1) + ": " + why + ": " + shape.letter + " in orientation " +
                 std::to_string(move.orientation) + " at column " + std::to_string(move.column)};
  };
  const bool exists = move.orientation >= 0 && move.orientation < shape.orientations && move.column >= 0 &&
                      move.column < columns_for(shape.orientation[move.orientation], start_.setting.width);
  if (!exists) return refused("no such placement");
  const Transition t = place(start_.setting, board_, next, move);
  if (t.lost) return refused("loses the game");
  moves_.push_back(move);
  board_ = t.after;
  lines_ += static_cast<std::uint64_t>(t.lines);
  if (size() % kCheckpointEvery == 0) checkpoints_.push_back({board_, lines_});
  return t;
}

History::Checkpoint History::replay(std::uint64_t moves) const {
  assert(moves <= size());
  Checkpoint at = checkpoints_[moves / kCheckpointEvery];
  for (std::uint64_t i = moves / kCheckpointEvery * kCheckpointEvery; i < moves; ++i) {
    const Transition t = place(start_.setting, at.board, pieces_[i], moves_[i]);
    at.board = t.after;
    at.lines += static_cast<std::uint64_t>(t.lines);
  }
  return at;
}

bool History::undo() {
  if (moves_.empty()) return false;
  const Checkpoint before = replay(size() - 1);
  moves_.pop_back();
  checkpoints_.resize(size() / kCheckpointEvery + 1);
  board_ = before.board;
  lines_ = before.lines;
  return true;
}

Board History::board_before(std::uint64_t index) const { return replay(index).board; }

History History::fork(std::uint64_t at) const {
  History other(*this);
  const Checkpoint before = replay(at);
  other.moves_.resize(at);
  other.checkpoints_.resize(at / kCheckpointEvery + 1);
  other.board_ = before.board;
  other.lines_ = before.lines;
  return other;
}

}  // namespace stackwright::tetris
