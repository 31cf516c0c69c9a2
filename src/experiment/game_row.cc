// One core's row of tables: seats games, plays them in step, counts what happens.
#include "experiment/game_row.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "core/hash.h"

namespace stackwright {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max() / 2;

/// One placement added to the hash of a game: a multiplication and a shift, since it is paid for every piece.
inline std::uint64_t with_placement(std::uint64_t hash, unsigned piece, tetris::Placement move, unsigned outcome) {
  const std::uint64_t word = std::uint64_t{piece} << 24 | static_cast<std::uint64_t>(move.orientation) << 16 |
                             static_cast<std::uint64_t>(move.column) << 8 | outcome;
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ hash >> 32;
}

tetris::Placement first_placement(const tetris::Setting& setting) {
  const tetris::Piece& piece = setting.pieces->pieces[0];
  std::int8_t o = 0;
  while (tetris::columns_for(piece.orientation[o], setting.width) == 0) ++o;
  return {o, 0};
}

}  // namespace

GameRow::GameRow(const PlayOptions& options, std::unique_ptr<Tables> tables, JobSource& source, const StopToken& stop,
                 Progress* progress)
    : options_(options),
      tables_(std::move(tables)),
      source_(source),
      stop_(stop),
      progress_(progress),
      size_(static_cast<std::size_t>(tables_->size())),
      pairs_(options.search.kind == SearchKind::two_ply),
      max_pieces_(options.max_pieces != 0 ? options.max_pieces : std::numeric_limits<std::uint64_t>::max()),
      idle_move_(first_placement(options.setting)),
      block_((kBlock + 1) * size_),
      job_(size_),
      controller_(size_),
      stream_(size_),
      chance_(size_),
      started_(size_),
      list_end_(size_, kNever),
      lines_left_(size_, kNoLimit),
      outcomes_(size_ * kOutcomes),
      hash_(size_),
      choice_(size_),
      single_(size_),
      move_(size_, idle_move_),
      lines_(size_) {}

void GameRow::play(std::size_t seats) {
  for (std::uint32_t t = 0; t < size_; ++t) {
    tables_->set_active(static_cast<int>(t), true);
    if (t < seats && seat(t)) {
      live_.push_back(t);
    } else {
      vacate(t);
    }
  }
  while (!live_.empty() && !stop_.requested()) {
    if (row_ == kBlock) refill();
    run(segment_end());
    std::erase_if(live_, [this](std::uint32_t t) {
      if (!finish_if_ended(t) || seat(t)) return false;
      vacate(t);
      return true;
    });
  }
  for (const std::uint32_t t : live_) source_.abandoned(job_[t], result(t, Ended::limit));
  if (progress_ != nullptr) progress_->placements += tables_->evaluated();
}

/// Begins the next job at a table, from the current row on; false when there is none left.
bool GameRow::seat(std::size_t t) {
  for (;;) {
    const std::optional<GameJob> job = stop_.requested() ? std::nullopt : source_.take();
    if (!job) return false;
    StreamKey key = job->key;
    key.purpose = Purpose::misdrop;
    chance_[t] = Stream(key);
    key.purpose = Purpose::pieces;
    stream_[t] = tetris::open_stream(options_.source, *options_.setting.pieces, options_.rng, key);

    const Controller* controller = job->controller;
    if (controller != evaluator_of_) evaluator_ = Linear(controller->terms, options_.setting);
    evaluator_of_ = controller;
    if (controller != controller_[t]) tables_->set_evaluator(static_cast<int>(t), evaluator_);
    controller_[t] = controller;

    tables_->set_board(static_cast<int>(t), tetris::empty_board(options_.setting.width, options_.setting.height));
    job_[t] = *job;
    started_[t] = steps_;
    lines_left_[t] = options_.max_lines != 0 ? static_cast<std::int64_t>(options_.max_lines) : kNoLimit;
    std::fill_n(outcomes_.begin() + static_cast<std::ptrdiff_t>(t * kOutcomes), kOutcomes, 0);
    hash_[t] = 0;
    lines_[t] = 0;
    list_end_[t] = kNever;
    read_pieces(t, 0, row_);
    if (list_end_[t] > row_) return true;
    finish(t, Ended::list);
  }
}

/// An empty table costs as little as the implementation can make it.
void GameRow::vacate(std::size_t t) {
  stream_[t].reset();
  move_[t] = idle_move_;
  for (int r = 0; r <= kBlock; ++r) row(r)[t] = 0;
  tables_->set_board(static_cast<int>(t), tetris::empty_board(options_.setting.width, options_.setting.height));
  tables_->set_active(static_cast<int>(t), false);
}

void GameRow::finish(std::size_t t, Ended ended) {
  source_.finished(job_[t], result(t, ended));
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
  result.score += options_.scoring.per_piece * static_cast<std::int64_t>(result.pieces);
  Hasher hasher;
  hasher.add(hash_[t]);
  const tetris::Board board = tables_->board(static_cast<int>(t));
  for (int x = 0; x < board.width; ++x) hasher.add(board.column[static_cast<std::size_t>(x)]);
  result.hash = hasher.value();
  return result;
}

/// Whether the game ended with the last step.
bool GameRow::finish_if_ended(std::size_t t) {
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
  std::array<std::uint8_t, kBlock + 1> pieces;
  const std::size_t wanted = static_cast<std::size_t>(kBlock + 1 - first);
  const std::size_t got = stream_[t]->read(start, {pieces.data(), wanted});
  if (got < wanted) list_end_[t] = first + static_cast<int>(got);
  for (std::size_t i = 0; i < got; ++i) block_[(static_cast<std::size_t>(first) + i) * size_ + t] = pieces[i];
}

/// The last row has been seen as next piece but not played: it becomes the first, and the others are read.
void GameRow::refill() {
  std::copy_n(row(kBlock).begin(), size_, row(0).begin());
  row_ = 0;
  for (const std::uint32_t t : live_) read_pieces(t, played(t) + 1, 1);
}

/// The row before which no game can end but by losing or by its number of lines.
int GameRow::segment_end() {
  int end = kBlock;
  last_of_list_ = false;
  for (const std::uint32_t t : live_) {
    const std::uint64_t left = max_pieces_ - played(t);
    end = std::min(end, row_ + static_cast<int>(std::min<std::uint64_t>(left, kBlock)));
    const bool last = list_end_[t] == row_ + 1;
    last_of_list_ |= last;
    end = std::min(end, pairs_ && !last ? list_end_[t] - 1 : list_end_[t]);
  }
  return end;
}

/// Steps until the end of the segment, until a game ends, or until a stop is asked for.
void GameRow::run(int end) {
  const int first = row_;
  bool ended = false;
  while (row_ < end && !ended && !stop_.requested()) {
    choose();
    if (options_.misdrop > 0) misdrop();
    tables_->apply(row(row_), move_, lines_);
    ended = count();
    ++row_;
    ++steps_;
  }
  if (progress_ != nullptr) {
    progress_->pieces.fetch_add(static_cast<std::uint64_t>(row_ - first) * live_.size(), std::memory_order_relaxed);
  }
}

void GameRow::choose() {
  if (pairs_) {
    tables_->choose_pairs(row(row_), row(row_ + 1), options_.search.pairs, choice_);
    if (last_of_list_) {
      tables_->choose(row(row_), single_);
      for (const std::uint32_t t : live_) {
        if (list_end_[t] == row_ + 1) choice_[t] = single_[t];
      }
    }
  } else {
    tables_->choose(row(row_), choice_);
  }
  // Bytes may alias everything: without local pointers the compiler would load them again for every table.
  const Choice* choice = choice_.data();
  tetris::Placement* move = move_.data();
  const std::span<const std::uint32_t> live = live_;
  for (const std::uint32_t t : live) move[t] = choice[t].move;
}

/// Piece i of a game goes astray when number 2i of its misdrop stream is below the probability; number 2i + 1 says
/// which of the other placements that do not lose is executed. Where there is none, the chosen one is.
void GameRow::misdrop() {
  for (const std::uint32_t t : live_) {
    const std::uint64_t index = 2 * played(t);
    if (chance_[t].unit(index) >= options_.misdrop) continue;
    const tetris::Board board = tables_->board(static_cast<int>(t));
    const int piece = row(row_)[t];
    std::vector<tetris::Placement> others;
    tetris::for_each_placement(options_.setting, piece, [&](tetris::Placement other) {
      if (other != move_[t] && !tetris::place(options_.setting, board, piece, other).lost) others.push_back(other);
    });
    if (!others.empty()) move_[t] = others[chance_[t].below(index + 1, static_cast<std::uint32_t>(others.size()))];
  }
}

/// Adds the step to the counters of every game; true when a game was lost or has its number of lines.
bool GameRow::count() {
  const std::uint8_t* pieces = row(row_).data();
  std::int64_t ended = 0;
  for (const std::uint32_t t : live_) {
    const int lines = lines_[t];
    const unsigned outcome = static_cast<unsigned>(lines) & 7u;
    ++outcomes_[t * kOutcomes + outcome];
    hash_[t] = with_placement(hash_[t], pieces[t], move_[t], outcome);
    lines_left_[t] -= lines;
    ended |= lines | (lines_left_[t] - 1);
  }
  return ended < 0;
}

}  // namespace stackwright
