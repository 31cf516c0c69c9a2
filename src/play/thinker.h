// Thinking about one question at a time, in a thread of its own or at once.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "play/decider.h"

namespace stackwright::play {

struct Thought {
  Choice choice;
  double seconds = 0;  // by the wall clock
};

/// A new question takes the place of one that was not answered yet.
class Thinker {
 public:
  Thinker(std::unique_ptr<Decider> decider, bool own_thread);

  int see() const { return decider_->see(); }
  void ask(const tetris::Board& board, std::vector<std::uint8_t> known);
  /// The answer to the last question, once.
  std::optional<Thought> take();
  bool thinking() const;
  /// Returns when there is an answer, or no question.
  void wait();

 private:
  struct Question {
    tetris::Board board;
    std::vector<std::uint8_t> known;
    std::uint64_t number = 0;
  };
  Thought think(const Question& question);
  void work(const std::stop_token& stop);

  std::unique_ptr<Decider> decider_;
  const bool own_thread_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t asked_ = 0;     // number of the last question
  std::uint64_t answered_ = 0;  // number of the question that was answered last
  std::optional<Question> question_;
  std::optional<Thought> answer_;
  std::jthread thread_;  // the last member: it ends before the others go
};

}  // namespace stackwright::play
