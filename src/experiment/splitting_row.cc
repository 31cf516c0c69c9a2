// One core's row of particles: a step of all of them, and what it changes.
#include "experiment/splitting_row.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "experiment/astray.h"

namespace stackwright {
namespace {

/// Copies that wait: far more than any sound ladder makes, far less than memory holds.
constexpr std::size_t kMostWaiting = std::size_t{1} << 20;

int cells_of(const tetris::Board& board) {
  int cells = 0;
  for (int x = 0; x < board.width; ++x) cells += std::popcount(board.column[static_cast<std::size_t>(x)]);
  return cells;
}

}  // namespace

bool SplittingRow::run(ParticleBatch& batch, const Ladder& ladder, std::uint64_t steps, std::uint64_t most_steps,
                       const Limit& limit, Survey* survey, Progress* progress) {
  begin(batch, ladder, steps, survey);
  const std::uint64_t most = batch.tally.steps + most_steps;
  for (fill_tables(); !live_.empty(); fill_tables()) {
    if (limit.over()) {
      abandon();
      return false;
    }
    if (batch.tally.steps > most || waiting_.size() > kMostWaiting) {
      batch.tally.cut_off = true;
      ++batch.waves;  // what comes next has other random numbers
      abandon();
      return true;
    }
    if (progress != nullptr) progress->pieces.fetch_add(live_.size(), std::memory_order_relaxed);
    step();
  }
  finish(steps);
  return true;
}

void SplittingRow::step() {
  batch_->tally.steps += live_.size();
  draw();
  decider_->choose(Preview{pieces_.data(), size_, {}}, live_, choice_);
  for (const std::uint32_t t : live_) move_[t] = choice_[t].move;
  if (game_.options.misdrop > 0) misdrop();
  tables_->apply(known(0), move_, lines_);
  tables_->heights(heights_);
  std::copy(pieces_.begin() + static_cast<std::ptrdiff_t>(size_), pieces_.end(), pieces_.begin());
  ++step_;
  look();
}

/// The newest known piece of every game.
void SplittingRow::draw() {
  std::uint8_t* newest = known(see_ - 1).data();
  for (const std::uint32_t t : live_) newest[t] = game_.chance.draw(memory_[t], stream_[t].at(step_));
}

void SplittingRow::misdrop() {
  for (const std::uint32_t t : live_) {
    if (static_cast<double>(random() >> 11) * 0x1p-53 >= game_.options.misdrop) continue;
    move_[t] = astray(game_.options.setting, tables_->board(static_cast<int>(t)), known(0)[t], move_[t], random());
  }
}

/// What the step has changed: ends, levels, main paths that have gone as far as they should.
void SplittingRow::look() {
  std::uint64_t* visits = batch_->tally.visits.data();
  const LevelScale& scale = ladder_->scale;
  for (const std::uint32_t t : live_) {
    ++visits[level_[t]];
    if (lines_[t] < 0) {
      died(t);
    } else if (const int level = scale.level(heights_[t], choice_[t].score); level != level_[t]) {
      changed(t, level);
    }
    if (step_ == until_[t]) {
      save_main(t);
      free_.push_back(t);
    }
  }
  if (survey_ == nullptr) return;
  for (const std::uint32_t t : live_) {
    if (lines_[t] < 0) continue;
    const auto score = static_cast<double>(choice_[t].score);
    ++survey_->highest[heights_[t].highest];
    survey_->scores += score;
    survey_->squares += score * score;
    ++survey_->count;
  }
}

void SplittingRow::changed(std::uint32_t t, int level) {
  const int before = level_[t];
  if (main_[t] == kCopy && level < birth_[t]) {
    free_.push_back(t);
    return;
  }
  level_[t] = static_cast<std::uint8_t>(level);
  if (level > before) {
    split(t, before, level);
  } else if (level == 0) {
    ++excursion_[t];  // only main paths get there: copies are born above
  }
}

void SplittingRow::died(std::uint32_t t) {
  Tally& tally = batch_->tally;
  ++tally.deaths[level_[t]];
  tally.cells[level_[t]] += static_cast<std::uint64_t>(cells_of(tables_->board(static_cast<int>(t))));
  excursions_[excursion_[t]] += weight_[level_[t]];
  if (main_[t] == kCopy) {
    free_.push_back(t);
    return;
  }
  ++excursion_[t];
  Position position;
  new_game(position);
  sit_down(t, position);
}

/// Copies for every level between, each born at the level it crossed; their numbers are rounded at random.
void SplittingRow::split(std::uint32_t t, int from, int to) {
  const std::vector<double>& factor = ladder_->factor;
  if (factor[static_cast<std::size_t>(to)] == factor[static_cast<std::size_t>(from)]) return;
  Particle copy;
  copy.position = position_at(t);
  copy.excursion = excursion_[t];
  double particles = 1;
  for (int level = from + 1; level <= to; ++level) {
    const auto l = static_cast<std::size_t>(level);
    const double expected = particles * (factor[l] / factor[l - 1]);
    const double whole = std::floor(expected);
    const double now = whole + (static_cast<double>(random() >> 11) * 0x1p-53 < expected - whole ? 1 : 0);
    copy.birth = static_cast<std::uint8_t>(level);
    for (double i = particles; i < now; ++i) waiting_.push_back(copy);
    particles = now;
  }
}

}  // namespace stackwright
