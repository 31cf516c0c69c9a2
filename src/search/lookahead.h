// Looking ahead in play: a beam over the known pieces and, if wanted, the expectation over the unknown one after them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "eval/judge.h"

namespace stackwright {

struct LookaheadOptions {
  /// Plans that are followed after each placement: the best by their own score, the first among equals. 0: all.
  int width = 0;
  /// Whether board features count after every move or only after the last one.
  PairScore pairs = PairScore::final;
  /// How often each piece comes, in any unit; empty where nothing is expected of unknown pieces.
  std::vector<std::uint32_t> odds;
};

/// A game that asks for a decision, and where the answer goes.
struct Question {
  tetris::Board board;
  std::vector<std::uint8_t> pieces;  // known ones, the current one first
  Choice* answer = nullptr;
};

/// Chooses the first placement of the best plan. Plans that place more pieces come before all others; then
///  - without odds, the largest score of a plan that places all known pieces;
///  - with odds, the least chance that the unknown piece can only lose; then the largest expected score of a plan that also
///    places the unknown piece as well as it can be placed.
/// Among equals, the first plan in the order of placements. A plan's score: `sum`, all its moves' scores; `final`, the move
/// features of all and the board features of the last. With two pieces known and all plans followed this is
/// Tables::choose_pairs; with the unknown piece certain, too.
class Lookahead {
 public:
  Lookahead(const tetris::Setting& setting, LookaheadOptions options);

  /// All questions are judged by one evaluator.
  void choose(std::span<Question> questions, Judge& judge);

 private:
  /// A plan that has not ended: its board is in a batch.
  struct Plan {
    std::int64_t sum = 0;  // of what counts for good
    std::uint32_t game = 0;
    std::uint8_t first = 0;  // slot of its first placement
  };
  /// A placement that continues a plan.
  struct Step {
    std::int64_t rank = 0;  // the plan's score if it ended here
    std::int64_t sum = 0;
    std::uint32_t plan = 0;
    std::uint8_t slot = 0;
  };
  /// The best leaf of a game so far.
  struct Best {
    std::int64_t score = 0;
    std::uint64_t loss = 0;
    std::uint8_t first = 0;
    bool found = false;
  };

  void choose_together(std::span<Question> questions, Judge& judge);
  bool extend(std::span<const Question> questions, std::size_t level, Judge& judge);
  void follow(std::span<Step> steps, std::uint32_t game, bool first_level);
  void add_plan(const Plan& plan, const Step& step, const Batch& parents);
  void weigh_known(std::span<const Question> questions, Judge& judge);
  void weigh_unknown(Judge& judge);
  void offer(const Plan& plan, std::uint64_t loss, std::int64_t score);
  std::size_t games_at_once(std::size_t levels) const;

  tetris::Setting setting_;
  LookaheadOptions options_;
  std::uint64_t total_odds_ = 0;
  std::vector<std::uint8_t> unknown_;  // pieces that can come

  // Plans of the current level, 32 to a batch; those of the next one with their last placements.
  std::vector<Plan> plans_, next_plans_;
  std::vector<Batch> batches_, next_batches_;
  std::vector<std::uint8_t> next_slots_;
  std::vector<Step> steps_;
  std::vector<Scored> scored_;
  std::vector<Best> best_;
};

}  // namespace stackwright
