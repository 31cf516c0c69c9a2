// One core's row of particles: how particles come to tables and leave them, and how a batch begins and ends.
#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include "experiment/splitting_row.h"

namespace stackwright {
namespace {

/// An excursion is named by its main path and its number there.
constexpr int kExcursionBits = 40;
constexpr std::uint64_t kExcursionMask = (std::uint64_t{1} << kExcursionBits) - 1;

std::uint64_t excursion_name(std::size_t main, std::uint64_t number) {
  return static_cast<std::uint64_t>(main) << kExcursionBits | (number & kExcursionMask);
}

}  // namespace

int SplittingRow::tables_for(const SearchSpec& search) {
  const bool quick = search.kind == SearchKind::greedy || search.kind == SearchKind::two_ply;
  return quick ? 256 : 64;
}

SplittingRow::SplittingRow(const SplittingGame& game, std::unique_ptr<Decider> decider)
    : game_(game),
      decider_(std::move(decider)),
      tables_(&decider_->tables()),
      size_(static_cast<std::size_t>(tables_->size())),
      see_(static_cast<std::size_t>(game.options.search.see)),
      pieces_(see_ * size_),
      stream_(size_),
      memory_(size_),
      level_(size_),
      birth_(size_),
      main_(size_),
      until_(size_),
      excursion_(size_),
      choice_(size_),
      move_(size_),
      lines_(size_),
      heights_(size_) {
  for (int t = 0; t < tables_->size(); ++t) tables_->set_active(t, false);
}

void SplittingRow::begin(ParticleBatch& batch, const Ladder& ladder, std::uint64_t steps, Survey* survey) {
  assert(batch.tally.visits.size() == ladder.factor.size());  // use_ladder comes first
  batch_ = &batch;
  ladder_ = &ladder;
  survey_ = survey;
  weight_.clear();
  for (const double factor : ladder.factor) weight_.push_back(1 / factor);
  StreamKey key = game_.key;
  key.candidate = batch.number << 32 | batch.waves;
  for (std::uint32_t t = 0; t < size_; ++t) {
    key.purpose = Purpose::splitting;
    key.game = t;
    stream_[t] = Stream(key);
  }
  key.purpose = Purpose::rounding;
  key.game = 0;
  extra_ = Stream(key);
  extra_used_ = 0;
  step_ = 0;
  waiting_.clear();
  excursions_.clear();
  live_.clear();
  free_.clear();
  idle_.clear();
  for (std::size_t t = size_; t-- > 0;) idle_.push_back(static_cast<std::uint32_t>(t));
  left_.assign(batch.mains.size(), steps);
  waiting_mains_.clear();
  for (std::size_t m = 0; m < batch.mains.size(); ++m) {
    MainPath& main = batch.mains[m];
    if (batch.waves == 0) new_game(main.position);
    if (main.open_sum > 0) excursions_[excursion_name(m, main.excursion)] = main.open_sum;
    if (steps > 0) waiting_mains_.push_back(static_cast<std::uint32_t>(m));
  }
}

void SplittingRow::finish(std::uint64_t steps) {
  Tally& tally = batch_->tally;
  tally.main_steps += steps * batch_->mains.size();
  for (MainPath& main : batch_->mains) main.open_sum = 0;
  for (const auto& [name, sum] : excursions_) {
    MainPath& main = batch_->mains[name >> kExcursionBits];
    tally.largest = std::max(tally.largest, sum);
    if ((name & kExcursionMask) == main.excursion) {
      main.open_sum = sum;
    } else {
      ++tally.excursions;
    }
  }
  ++batch_->waves;
}

/// Leaves all tables in the middle of something.
void SplittingRow::abandon() {
  for (const std::uint32_t t : live_) tables_->set_active(static_cast<int>(t), false);
  live_.clear();
  waiting_.clear();
  waiting_mains_.clear();
}

/// Copies first, then main paths; where copies wait for a table, main paths get up for them.
void SplittingRow::fill_tables() {
  const auto somebody_waits = [this] { return !waiting_.empty() || !waiting_mains_.empty(); };
  const auto seat = [this](std::uint32_t t) { waiting_.empty() ? seat_main(t) : seat_copy(t); };
  bool left = false;
  for (const std::uint32_t t : free_) {
    if (somebody_waits()) {
      seat(t);
      continue;
    }
    tables_->set_active(static_cast<int>(t), false);
    level_[t] = 255;  // nobody
    idle_.push_back(t);
    left = true;
  }
  free_.clear();
  if (left) std::erase_if(live_, [this](std::uint32_t t) { return level_[t] == 255; });
  while (somebody_waits() && !idle_.empty()) {
    const std::uint32_t t = idle_.back();
    idle_.pop_back();
    tables_->set_active(static_cast<int>(t), true);
    live_.push_back(t);
    seat(t);
  }
  for (std::size_t i = 0; i < live_.size() && !waiting_.empty(); ++i) {
    const std::uint32_t t = live_[i];
    if (main_[t] == kCopy) continue;
    waiting_mains_.push_back(main_[t]);
    save_main(t);
    seat_copy(t);
  }
}

void SplittingRow::sit_down(std::uint32_t t, const Position& position) {
  tables_->set_board(static_cast<int>(t), position.board);
  for (std::size_t i = 0; i + 1 < see_; ++i) known(i)[t] = position.known[i];
  memory_[t] = position.memory;
  level_[t] = position.level;
  lines_[t] = 0;
}

void SplittingRow::seat_copy(std::uint32_t t) {
  const Particle& copy = waiting_.back();
  sit_down(t, copy.position);
  birth_[t] = copy.birth;
  excursion_[t] = copy.excursion;
  main_[t] = kCopy;
  until_[t] = kNever;
  waiting_.pop_back();
}

void SplittingRow::seat_main(std::uint32_t t) {
  const std::uint32_t m = waiting_mains_.front();
  waiting_mains_.pop_front();
  const MainPath& main = batch_->mains[m];
  sit_down(t, main.position);
  birth_[t] = 0;
  excursion_[t] = excursion_name(m, main.excursion);
  main_[t] = m;
  until_[t] = step_ + left_[m];
}

void SplittingRow::save_main(std::uint32_t t) {
  MainPath& main = batch_->mains[main_[t]];
  main.position = position_at(t);
  main.excursion = excursion_[t] & kExcursionMask;
  left_[main_[t]] = until_[t] - step_;
}

Position SplittingRow::position_at(std::uint32_t t) const {
  Position position;
  position.board = tables_->board(static_cast<int>(t));
  for (std::size_t i = 0; i + 1 < see_; ++i) position.known[i] = pieces_[i * size_ + t];
  position.memory = memory_[t];
  position.level = level_[t];
  return position;
}

/// The start of a game: an empty board and the pieces that are known before the first is placed.
void SplittingRow::new_game(Position& position) {
  const tetris::Setting& setting = game_.options.setting;
  position = Position{};
  position.board = tetris::empty_board(setting.width, setting.height);
  position.memory = game_.chance.fresh();
  for (std::size_t i = 0; i + 1 < see_; ++i) position.known[i] = game_.chance.draw(position.memory, random());
}

}  // namespace stackwright
