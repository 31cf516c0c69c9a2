// The strict game: commands and gravity become events; the board changes here and nowhere else.
#include "play/strict_game.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <utility>

#include "core/text.h"

namespace stackwright::play {
namespace {

constexpr std::string_view kEnds[] = {"none", "request", "height", "limit", "list"};
constexpr std::string_view kPhases[] = {"ready", "running", "paused", "over"};
constexpr std::string_view kEvents[] = {
    "command",      "game-started", "game-over",     "gravity-changed", "next-drawn",  "piece-appeared", "piece-moved",
    "move-blocked", "piece-fell",   "board-changed", "piece-held",      "game-paused", "game-resumed"};
static_assert(std::size(kEvents) == std::variant_size_v<Event>);

/// A list with nothing in it has no stream.
bool has_pieces(const tetris::Source& source) {
  using Kind = tetris::Source::Kind;
  return (source.kind != Kind::list && source.kind != Kind::cycle) || !source.pieces.empty();
}

}  // namespace

std::string_view name_of(StrictEnd end) { return kEnds[static_cast<std::size_t>(end)]; }
std::string_view name_of(Phase phase) { return kPhases[static_cast<std::size_t>(phase)]; }
std::string_view name_of(const Event& event) { return kEvents[event.index()]; }

Result<StrictEnd> strict_end_named(std::string_view name) {
  const auto found = std::find(std::begin(kEnds), std::end(kEnds), name);
  if (found != std::end(kEnds)) return static_cast<StrictEnd>(found - std::begin(kEnds));
  return unknown_name("end", name, kEnds);
}

StrictGame::StrictGame(StrictSetup setup) : setup_(std::move(setup)) {
  assert(check(setup_));
  state_.board = tetris::empty_board(setup_.setting.width, setup_.setting.height);
  state_.level = setup_.first_level;
  state_.delay = fall_delay(setup_, state_.level);
}

void StrictGame::attach(Observer& observer) { observers_.push_back(&observer); }

void StrictGame::detach(Observer& observer) { std::erase(observers_, &observer); }

void StrictGame::tell(const Event& event) {
  for (Observer* observer : observers_) observer->on_event(event, *this);
}

bool StrictGame::command(Command command) {
  const auto accepted = [&](Phase wanted) {
    if (state_.phase != wanted) return false;
    tell(CommandGiven{command});
    return true;
  };
  switch (command) {
    case Command::start:
      if (!accepted(Phase::ready)) return false;
      start();
      return true;
    case Command::pause:
      if (!accepted(Phase::running)) return false;
      state_.phase = Phase::paused;
      tell(GamePaused{});
      return true;
    case Command::resume:
      if (!accepted(Phase::paused)) return false;
      state_.phase = Phase::running;
      tell(GameResumed{});
      return true;
    case Command::terminate:
      if (state_.over()) return false;
      tell(CommandGiven{command});
      end(StrictEnd::request);
      return true;
    case Command::drop:
      if (!accepted(Phase::running)) return false;
      drop();
      return true;
    case Command::hold:
      return setup_.hold && accepted(Phase::running) && hold();
    default:
      return accepted(Phase::running) && move(command);
  }
}

void StrictGame::advance(Tick to) {
  const bool runs_out = setup_.max_ticks > 0 && to >= setup_.max_ticks;
  if (runs_out) to = setup_.max_ticks;
  while (state_.running() && state_.next_fall <= to) {
    state_.now = state_.next_fall;
    fall();
  }
  if (!state_.running()) return;
  state_.now = std::max(state_.now, to);
  if (runs_out) end(StrictEnd::limit);
}

void StrictGame::start() {
  state_.phase = Phase::running;
  if (has_pieces(setup_.source)) {
    stream_ = tetris::open_stream(setup_.source, *setup_.setting.pieces, setup_.rng, setup_.key);
  }
  tell(GameStarted{});
  tell(GravityChanged{state_.level, state_.delay});
  next_piece();
}

bool StrictGame::move(Command command) {
  const Falling from = state_.falling;
  const auto to = moved(setup_, state_.board, from, command);
  if (!to) {
    tell(MoveBlocked{command, from});
    if (command == Command::down) lock();
    return false;
  }
  state_.falling = *to;
  if (command == Command::down && state_.delay > 0) state_.next_fall = state_.now + state_.delay;
  tell(PieceMoved{command, from, *to});
  return true;
}

void StrictGame::drop() {
  const Falling from = state_.falling;
  state_.falling = dropped(setup_.setting, state_.board, from);
  state_.score += std::int64_t{setup_.drop_points} * (from.row - state_.falling.row);
  tell(PieceMoved{Command::drop, from, state_.falling});
  lock();
}

/// The held piece appears anew, or the next one where nothing was held.
bool StrictGame::hold() {
  if (state_.hold_used) {
    tell(MoveBlocked{Command::hold, state_.falling});
    return false;
  }
  state_.hold_used = true;
  const int back = std::exchange(state_.held, int{state_.falling.piece});
  tell(PieceHeld{state_.falling.piece});
  if (back >= 0) {
    appear(back);
  } else {
    next_piece();
  }
  return true;
}

void StrictGame::fall() {
  const Falling from = state_.falling;
  const auto to = moved(setup_, state_.board, from, Command::down);
  if (!to) {
    lock();
    return;
  }
  state_.falling = *to;
  state_.next_fall = state_.now + state_.delay;
  tell(PieceFell{from, *to});
}

void StrictGame::lock() {
  BoardChanged change{state_.falling, state_.board, locked(setup_.setting, state_.board, state_.falling), 0, 0, 0};
  change.removed = tetris::full_rows(change.placed);
  change.lines = std::popcount(change.removed);
  change.points = setup_.scoring.points[static_cast<std::size_t>(change.lines)];
  if (setup_.scoring.name == "nes") change.points *= state_.level;
  change.points += setup_.scoring.per_piece;
  state_.board = change.placed;
  tetris::remove_rows(state_.board, change.removed);
  ++state_.pieces;
  state_.lines += static_cast<std::uint64_t>(change.lines);
  state_.score += change.points;
  if (change.lines > 0) ++state_.clears[static_cast<std::size_t>(std::min(change.lines, 4) - 1)];
  state_.hold_used = false;
  tell(change);
  set_level();
  const bool limit = (setup_.max_pieces > 0 && state_.pieces >= setup_.max_pieces) ||
                     (setup_.max_lines > 0 && state_.lines >= setup_.max_lines);
  if (limit) {
    end(StrictEnd::limit);
  } else {
    next_piece();
  }
}

void StrictGame::set_level() {
  if (setup_.rows_per_level == 0) return;
  const std::uint64_t risen = state_.lines / static_cast<std::uint64_t>(setup_.rows_per_level);
  const int level = setup_.first_level + static_cast<int>(std::min<std::uint64_t>(risen, 1'000'000));
  if (level == state_.level) return;
  state_.level = level;
  state_.delay = fall_delay(setup_, level);
  tell(GravityChanged{level, state_.delay});
}

/// Draws one piece more than is shown, of which the first one is about to appear.
void StrictGame::fill_preview() {
  while (stream_ && state_.next_count < std::max(setup_.preview, 1)) {
    std::uint8_t piece = 0;
    if (stream_->read(drawn_, {&piece, 1}) == 0) return;
    state_.next[static_cast<std::size_t>(state_.next_count++)] = piece;
    tell(NextDrawn{piece, drawn_++});
  }
}

void StrictGame::next_piece() {
  fill_preview();
  if (state_.next_count == 0) {
    end(StrictEnd::list);
    return;
  }
  const int piece = state_.next[0];
  std::shift_left(state_.next.begin(), state_.next.begin() + state_.next_count, 1);
  --state_.next_count;
  if (setup_.preview > 0) fill_preview();
  appear(piece);
}

void StrictGame::appear(int piece) {
  state_.falling = appearance(setup_.setting, piece);
  if (!fits(setup_.setting, state_.board, state_.falling)) {
    end(StrictEnd::height);
    return;
  }
  state_.next_fall = state_.delay > 0 ? state_.now + state_.delay : kNever;
  ++state_.appeared;
  tell(PieceAppeared{state_.falling, state_.appeared - 1});
}

void StrictGame::end(StrictEnd reason) {
  state_.phase = Phase::over;
  state_.end = reason;
  state_.next_fall = kNever;
  tell(GameOver{reason});
}

}  // namespace stackwright::play
