// Thinking about one question at a time, in a thread of its own or at once.
#include "play/thinker.h"

#include <utility>

#include "core/timer.h"

namespace stackwright::play {

Thinker::Thinker(std::unique_ptr<Decider> decider, bool own_thread)
    : decider_(std::move(decider)), own_thread_(own_thread) {
  if (own_thread_) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

Thought Thinker::think(const Question& question) {
  const Timer timer;
  Thought thought;
  thought.choice = decider_->choose(question.board, question.known);
  thought.seconds = timer.seconds();
  return thought;
}

void Thinker::ask(const tetris::Board& board, std::vector<std::uint8_t> known) {
  Question question{board, std::move(known), 0};
  if (!own_thread_) {
    answer_ = think(question);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    question.number = ++asked_;
    question_ = std::move(question);
    answer_.reset();
  }
  changed_.notify_all();
}

std::optional<Thought> Thinker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

bool Thinker::thinking() const {
  const std::lock_guard lock(mutex_);
  return asked_ != answered_;
}

void Thinker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return asked_ == answered_; });
}

void Thinker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return question_.has_value(); })) {
    const Question question = *std::exchange(question_, std::nullopt);
    lock.unlock();
    const Thought thought = think(question);
    lock.lock();
    if (question.number != asked_) continue;  // nobody wants to know any more
    answer_ = thought;
    answered_ = question.number;
    changed_.notify_all();
  }
}

}  // namespace stackwright::play
