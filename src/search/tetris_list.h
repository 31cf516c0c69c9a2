// Tetris with a known list of pieces as a search problem (Lisbon).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/result.h"
#include "eval/linear.h"
#include "games/tetris/game.h"
#include "games/tetris/scoring.h"
#include "search/exact_bound.h"
#include "search/problem.h"

namespace stackwright {

/// quality: minus the points. opportunity-cost: the most that the placed pieces could have earned, minus the points.
enum class PathCost : std::uint8_t { quality, opportunity_cost };
Result<PathCost> path_cost_named(std::string_view name);
std::string_view name_of(PathCost cost);

/// How a board looks: nothing, an evaluator (more is better), or the exact solver's bound, which never overestimates cost.
struct ListHeuristic {
  enum class Kind : std::uint8_t { none, evaluator, bound };
  Kind kind = Kind::none;
  Linear evaluator;
};

/// One feature as an evaluator: features of removed rows are wanted, all others are costs.
Result<ListHeuristic> feature_heuristic(std::string_view name, const tetris::Setting& setting);

/// Satisfies SearchProblem. Actions are the placements that do not lose, in the game's order; the goal is that no pieces
/// are left. Of an evaluator, what speaks of moves is summed over the plan and what speaks of the board is the last one's.
class TetrisList {
 public:
  struct State {
    tetris::Board board;
    std::uint16_t placed = 0;
    std::int64_t points = 0;
    std::int64_t moves = 0;  // sum of the evaluator's scores of the moves
    double look = 0;         // what estimate() gives

    friend bool operator==(const State&, const State&) = default;
  };
  using Action = tetris::Placement;

  TetrisList(const tetris::Setting& setting, const tetris::Scoring& scoring, const tetris::Board& board,
             std::vector<std::uint8_t> list, PathCost cost, ListHeuristic heuristic);

  State initial() const;
  template <class F>
  void for_each_action(const State& state, F&& f) const {
    if (goal(state)) return;
    game_.for_each_action({state.board, list_[state.placed]}, f);
  }
  State result(const State& state, Action action) const;
  bool goal(const State& state) const { return state.placed == list_.size(); }
  double cost(const State& state) const;
  double estimate(const State& state) const { return state.look; }
  bool has_estimate() const { return heuristic_.kind != ListHeuristic::Kind::none; }
  /// No cost is overestimated: A* then finds an optimum.
  bool admissible() const;

 private:
  double bound_look(const State& state) const;

  tetris::Tetris game_;
  tetris::Board start_;
  std::vector<std::uint8_t> list_;
  PathCost cost_;
  ListHeuristic heuristic_;
  std::vector<std::int64_t> chances_;  // by pieces placed: the most that they alone could earn
  exact::Course course_;
  std::shared_ptr<exact::Bound> bound_;  // has a memory: one search at a time
};

static_assert(SearchProblem<TetrisList>);

}  // namespace stackwright
