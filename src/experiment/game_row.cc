// One core's row of tables: plays games in step, counts what happens, gives games away and receives them.
#include "experiment/game_row.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "experiment/astray.h"

namespace stackwright {
namespace {

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

GameRow::GameRow(const PlayOptions& options, std::unique_ptr<Decider> decider, GameQueue& queue, const StopToken& stop,
                 Progress* progress)
    : options_(options),
      decider_(std::move(decider)),
      tables_(&decider_->tables()),
      queue_(queue),
      stop_(stop),
      progress_(progress),
      size_(static_cast<std::size_t>(tables_->size())),
      see_(pieces_used(options.search)),
      ahead_(std::max(1, see_ - 1)),
      max_pieces_(options.max_pieces != 0 ? options.max_pieces : std::numeric_limits<std::uint64_t>::max()),
      idle_move_(first_placement(options.setting)),
      block_(static_cast<std::size_t>(kBlock + ahead_) * size_),
      job_(size_),
      controller_(size_),
      stream_(size_),
      chance_(size_),
      started_(size_),
      list_end_(size_, kNever),
      lines_left_(size_),
      outcomes_(size_ * kOutcomes),
      hash_(size_),
      choice_(size_),
      known_(size_),
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
  do {
    play_on();
  } while (receive());
  if (progress_ != nullptr) progress_->placements += decider_->evaluated();
}

/// Until there is no game left here, or a stop is asked for.
void GameRow::play_on() {
  while (!live_.empty() && !stop_.requested()) {
    if (row_ == kBlock) refill();
    run(segment_end());
    std::erase_if(live_, [this](std::uint32_t t) {
      if (!finish_if_ended(t) || seat(t)) return false;
      vacate(t);
      return true;
    });
    if (should_give()) give_half();
  }
  for (const std::uint32_t t : live_) {
    queue_.source().abandoned(job_[t], result(t, Ended::limit));
    vacate(t);
  }
  live_.clear();
}

/// A row keeps its last game.
bool GameRow::should_give() const {
  if (live_.size() < 2) return false;
  const std::uint64_t every = static_cast<std::uint64_t>(options_.move_every);
  return queue_.wanted() || (every != 0 && steps_ - given_ >= every);
}

/// Lays every second game on the shelf.
void GameRow::give_half() {
  std::vector<PausedGame> games;
  std::vector<std::uint32_t> staying;
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (i % 2 == 0) {
      staying.push_back(live_[i]);
    } else {
      games.push_back(leave(live_[i]));
    }
  }
  live_ = std::move(staying);
  given_ = steps_;
  queue_.give(std::move(games));
}

/// Waits for games that others give away; false when there are none any more.
bool GameRow::receive() {
  std::vector<PausedGame> games = queue_.receive(size_);
  for (std::uint32_t t = 0; t < games.size(); ++t) {
    sit_down(t, std::move(games[t]));
    live_.push_back(t);
  }
  given_ = steps_;
  return !games.empty();
}

/// The last rows have been seen as next pieces but not played: they become the first, and the others are read.
void GameRow::refill() {
  std::copy_n(row(kBlock).begin(), static_cast<std::size_t>(ahead_) * size_, row(0).begin());
  row_ = 0;
  for (const std::uint32_t t : live_) {
    if (list_end_[t] == kNever) {
      read_pieces(t, played(t) + static_cast<std::uint64_t>(ahead_), ahead_);
    } else {
      list_end_[t] -= kBlock;
    }
  }
}

/// The row before which no game can end but by losing or by its number of lines, and none begins to know fewer pieces.
int GameRow::segment_end() {
  int end = kBlock;
  few_known_ = false;
  for (const std::uint32_t t : live_) {
    const std::uint64_t left = max_pieces_ - played(t);
    end = std::min(end, row_ + static_cast<int>(std::min<std::uint64_t>(left, kBlock)));
    const bool few = list_end_[t] - row_ < see_;
    few_known_ |= few;
    end = std::min(end, few ? row_ + 1 : list_end_[t] - (see_ - 1));
  }
  return end;
}

/// Steps until the end of the segment, until a game ends, or until games or a stop are asked for.
void GameRow::run(int end) {
  const int first = row_;
  bool ended = false;
  while (row_ < end && !ended && !stop_.requested() && !should_give()) {
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
  Preview preview{row(row_).data(), size_, {}};
  if (few_known_) {
    for (const std::uint32_t t : live_) known_[t] = static_cast<std::uint8_t>(std::min(see_, list_end_[t] - row_));
    preview.known = known_;
  }
  decider_->choose(preview, live_, choice_);
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
    move_[t] =
        astray(options_.setting, tables_->board(static_cast<int>(t)), row(row_)[t], move_[t], chance_[t].at(index + 1));
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
