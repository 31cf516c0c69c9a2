// One question of the exact solver: is there a plan with at least so many points?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/exact.h"
#include "search/exact_bound.h"
#include "search/exact_layer.h"

namespace stackwright::exact {

/// A plan and what it earns; points are of the plan replayed by the rules.
struct Plan {
  std::vector<tetris::Placement> moves;
  std::int64_t points = 0;
};

/// Searches layer by layer on several threads, with the same answer and the same plan for any number of them.
class Question {
 public:
  Question(const Course& course, const tetris::Board& board, const ExactOptions& options, Meter& meter);

  /// A plan with at least `target` points. None was found: there is none if meter.end() is `done` and width is 0.
  /// With a width only the boards that look best are kept of every layer.
  std::optional<Plan> ask(std::int64_t target, std::size_t width);

  Bound& bound() { return workers_[0]; }

 private:
  struct Children {  // of a block of boards
    std::vector<std::uint64_t> words, hashes;
    std::vector<Mark> marks;
    std::uint64_t generated = 0;
    std::optional<Mark> last;  // the best whole plan: points and the board before its last piece
  };

  bool descend(int placed, const Boards& layer, std::uint64_t bytes);
  std::size_t expand(int placed, const Boards& layer, std::size_t from, std::size_t most, Boards& next);
  void expand_block(Bound& bound, int placed, const Boards& layer, std::size_t from, std::size_t to, Children& out);
  void gather(const std::vector<Children>& blocks, std::vector<DistinctBoards>& shards);
  void keep_best(int placed, Boards& boards);
  std::optional<Plan> trace(std::uint32_t index);
  std::optional<tetris::Placement> step(int placed, const Boards& layer, std::uint32_t from, std::uint32_t to);
  template <class F>
  void in_parallel(std::size_t jobs, F&& f);

  const Course& course_;
  tetris::Board start_;
  ExactOptions options_;
  Meter& meter_;
  std::vector<Bound> workers_;  // one per thread
  std::int64_t target_ = 0;
  std::size_t width_ = 0;
  bool take_out_ = true;             // boards that differ only in what can never matter count as one
  std::vector<const Boards*> path_;  // the layers that led to the one being expanded
  std::optional<Mark> found_;
  std::optional<Plan> plan_;
};

}  // namespace stackwright::exact
