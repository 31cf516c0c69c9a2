// One core's row of tables: how games begin, end, leave and come.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "core/hash.h"
#include "experiment/game_row.h"

namespace stackwright {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max() / 2;

}  // namespace

/// Begins the next job at a table, from the current row on; false when there is none left.
bool GameRow::seat(std::size_t t) {
  for (;;) {
    const std::optional<GameJob> job = stop_.requested() ? std::nullopt : queue_.source().take();
    if (!job) return false;
    PausedGame game;
    game.job = *job;
    StreamKey key = job->key;
    key.purpose = Purpose::misdrop;
    game.chance = Stream(key);
    key.purpose = Purpose::pieces;
    game.stream = tetris::open_stream(options_.source, *options_.setting.pieces, options_.rng, key);
    game.lines_left = options_.max_lines != 0 ? static_cast<std::int64_t>(options_.max_lines) : kNoLimit;
    game.board = tetris::empty_board(options_.setting.width, options_.setting.height);
    sit_down(t, std::move(game));
    if (list_end_[t] > row_) return true;
    finish(t, Ended::list);
  }
}

/// Goes on with a game at a table, from the current row on.
void GameRow::sit_down(std::size_t t, PausedGame game) {
  const Controller* controller = game.job.controller;
  if (controller != evaluator_of_) {
    evaluator_ = Linear(controller->terms, options_.setting);
    safe_ = Linear(controller->safe.terms, options_.setting);
  }
  evaluator_of_ = controller;
  if (controller != controller_[t]) {
    decider_->set_evaluator(static_cast<int>(t), evaluator_, controller->safe.terms.empty() ? nullptr : &safe_);
  }
  controller_[t] = controller;

  tables_->set_active(static_cast<int>(t), true);
  tables_->set_board(static_cast<int>(t), game.board);
  job_[t] = game.job;
  stream_[t] = std::move(game.stream);
  chance_[t] = game.chance;
  started_[t] = steps_ - game.played;  // before the first step of this row, perhaps: differences are what counts
  lines_left_[t] = game.lines_left;
  std::ranges::copy(game.outcomes, outcomes_.begin() + static_cast<std::ptrdiff_t>(t * kOutcomes));
  hash_[t] = game.hash;
  lines_[t] = 0;
  list_end_[t] = kNever;
  read_pieces(t, game.played, row_);
}

/// Takes a game that has not ended from its table.
PausedGame GameRow::leave(std::size_t t) {
  PausedGame game;
  game.job = job_[t];
  game.played = played(t);
  game.lines_left = lines_left_[t];
  std::copy_n(outcomes_.begin() + static_cast<std::ptrdiff_t>(t * kOutcomes), kOutcomes, game.outcomes.begin());
  game.hash = hash_[t];
  game.board = tables_->board(static_cast<int>(t));
  game.stream = std::move(stream_[t]);
  game.chance = chance_[t];
  vacate(t);
  return game;
}

/// An empty table costs as little as the implementation can make it.
void GameRow::vacate(std::size_t t) {
  stream_[t].reset();
  move_[t] = idle_move_;
  for (int r = 0; r < kBlock + ahead_; ++r) row(r)[t] = 0;
  tables_->set_board(static_cast<int>(t), tetris::empty_board(options_.setting.width, options_.setting.height));
  tables_->set_active(static_cast<int>(t), false);
}

void GameRow::finish(std::size_t t, Ended ended) {
  queue_.source().finished(job_[t], result(t, ended));
  if (progress_ != nullptr) progress_->done.fetch_add(1, std::memory_order_relaxed);
}

GameResult GameRow::result(std::size_t t, Ended ended) const {
  const std::uint64_t* outcomes = &outcomes_[t * kOutcomes];
  GameResult result;
  result.ended = ended;
  for (std::size_t rows = 0; rows < kOutcomes - 1; ++rows) {
    result.pieces += outcomes[rows];
    result.lines += rows * outcomes[rows];
    if (rows > 0) result.clears[std::min<std::size_t>(rows, 4) - 1] += outcomes[rows];
    result.score += options_.scoring.points[rows] * static_cast<std::int64_t>(outcomes[rows]);
  }
  result.losses = outcomes[kOutcomes - 1];
  result.score += options_.scoring.per_piece * static_cast<std::int64_t>(result.pieces);
  Hasher hasher;
  hasher.add(hash_[t]);
  const tetris::Board board = tables_->board(static_cast<int>(t));
  for (int x = 0; x < board.width; ++x) hasher.add(board.column[static_cast<std::size_t>(x)]);
  result.hash = hasher.value();
  return result;
}

/// Takes a lost pile away.
void GameRow::begin_again(std::size_t t) {
  tables_->set_board(static_cast<int>(t), tetris::empty_board(options_.setting.width, options_.setting.height));
  lines_left_[t] += lines_[t];  // a loss was counted as a line more
  lines_[t] = 0;
}

/// Whether the game ended with the last step.
bool GameRow::finish_if_ended(std::size_t t) {
  if (options_.restart && lines_[t] < 0) begin_again(t);
  if (lines_[t] < 0) {
    finish(t, Ended::top);
  } else if (lines_left_[t] <= 0 || played(t) == max_pieces_) {
    finish(t, Ended::limit);
  } else if (row_ == list_end_[t]) {
    finish(t, Ended::list);
  } else {
    return false;
  }
  return true;
}

/// Reads the pieces from index `start` on into the rows from `row` to the last one.
void GameRow::read_pieces(std::size_t t, std::uint64_t start, int first) {
  std::array<std::uint8_t, kBlock + kMaxSee> pieces;
  const std::size_t wanted = static_cast<std::size_t>(kBlock + ahead_ - first);
  const std::size_t got = stream_[t]->read(start, {pieces.data(), wanted});
  if (got < wanted) list_end_[t] = first + static_cast<int>(got);
  for (std::size_t i = 0; i < got; ++i) block_[(static_cast<std::size_t>(first) + i) * size_ + t] = pieces[i];
}

}  // namespace stackwright
