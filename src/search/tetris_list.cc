// Tetris with a known list of pieces as a search problem.
#include "search/tetris_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "games/tetris/features.h"

namespace stackwright {

Result<PathCost> path_cost_named(std::string_view name) {
  if (name == "quality") return PathCost::quality;
  if (name == "opportunity-cost") return PathCost::opportunity_cost;
  constexpr std::string_view kNames[] = {"quality", "opportunity-cost"};
  return unknown_name("cost", name, kNames);
}

std::string_view name_of(PathCost cost) { return cost == PathCost::quality ? "quality" : "opportunity-cost"; }

Result<ListHeuristic> feature_heuristic(std::string_view name, const tetris::Setting& setting) {
  constexpr std::array<std::string_view, 5> kWanted{"removed_rows", "lines", "lines_squared", "eroded_cells",
                                                    "removed_cells"};
  const Result<int> feature = tetris::feature_named(name);
  if (!feature) return feature.error();
  bool wanted = false;
  for (const std::string_view good : kWanted) wanted = wanted || good == name;
  std::vector<Term> terms;
  for (int i = 0; i < tetris::features()[static_cast<std::size_t>(*feature)].count(setting.width); ++i) {
    terms.push_back(Term{*feature, i, Transform::none, wanted ? 1.0 : -1.0});
  }
  return ListHeuristic{ListHeuristic::Kind::evaluator, Linear(std::move(terms), setting)};
}

TetrisList::TetrisList(const tetris::Setting& setting, const tetris::Scoring& scoring, const tetris::Board& board,
                       std::vector<std::uint8_t> list, PathCost cost, ListHeuristic heuristic)
    : game_{setting, scoring, {}},
      start_(board),
      list_(std::move(list)),
      cost_(cost),
      heuristic_(std::move(heuristic)),
      course_(exact::make_course(setting, scoring, list_)) {
  chances_.push_back(0);
  for (const std::uint8_t piece : list_) {
    std::int64_t most = 0;
    for (int rows = 0; rows <= course_.tallest[piece]; ++rows) {
      most = std::max<std::int64_t>(most, scoring.points[static_cast<std::size_t>(rows)]);
    }
    chances_.push_back(chances_.back() + most + scoring.per_piece);
  }
  if (heuristic_.kind == ListHeuristic::Kind::bound) bound_ = std::make_shared<exact::Bound>(course_);
}

TetrisList::State TetrisList::initial() const {
  State state;
  state.board = start_;
  if (bound_) state.look = bound_look(state);
  return state;
}

TetrisList::State TetrisList::result(const State& state, Action action) const {
  const tetris::Transition t = tetris::place(game_.setting, state.board, list_[state.placed], action);
  State next;
  next.board = t.after;
  next.placed = static_cast<std::uint16_t>(state.placed + 1);
  next.points = state.points + game_.scoring.points[static_cast<std::size_t>(t.lines)] + game_.scoring.per_piece;
  if (heuristic_.kind == ListHeuristic::Kind::evaluator) {
    const std::int64_t move = heuristic_.evaluator.move_score(t);
    const std::int64_t sum = state.moves + heuristic_.evaluator.score(t);
    next.moves = state.moves + move;
    next.look = -std::ldexp(static_cast<double>(sum), -heuristic_.evaluator.scale_bits());
  } else if (bound_) {
    next.look = bound_look(next);
  }
  return next;
}

double TetrisList::cost(const State& state) const {
  const std::int64_t chance = cost_ == PathCost::quality ? 0 : chances_[state.placed];
  return static_cast<double>(chance - state.points);
}

double TetrisList::bound_look(const State& state) const {
  const std::int64_t most = bound_->most(exact::rows_from(state.board), state.placed);
  const std::int64_t chance = cost_ == PathCost::quality ? 0 : chances_.back() - chances_[state.placed];
  return static_cast<double>(chance - most);
}

bool TetrisList::admissible() const {
  return heuristic_.kind == ListHeuristic::Kind::bound ||
         (heuristic_.kind == ListHeuristic::Kind::none && cost_ == PathCost::opportunity_cost);
}

}  // namespace stackwright
