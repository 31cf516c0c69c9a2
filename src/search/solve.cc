// Searches of a known list of pieces by name.
#include "search/solve.h"

#include "core/text.h"
#include "games/tetris/game.h"
#include "search/astar.h"
#include "search/beam.h"
#include "search/best_first.h"
#include "search/best_grandchild.h"
#include "search/dfs.h"
#include "search/exact.h"
#include "search/hill_climb.h"
#include "search/k_best.h"

namespace stackwright {
namespace {

constexpr AlgorithmRow kAlgorithms[] = {
    {Algorithm::exact, "exact", "the optimum with a proof: totals from above, layers of distinct boards, upper bounds"},
    {Algorithm::dfs, "dfs", "depth-first, the last generated state first"},
    {Algorithm::astar, "astar", "A*: cost plus estimate; equal f: last in, first out"},
    {Algorithm::best_first, "best-first", "greedy best-first: the state that looks best"},
    {Algorithm::hill_climb, "hill-climb", "the best child, again and again"},
    {Algorithm::best_grandchild, "best-grandchild", "the best pair of placements, again and again"},
    {Algorithm::k_best, "k-best", "the k best children of each parent, some levels deep, again and again"},
    {Algorithm::beam, "beam", "level by level, the states that look best of the whole level"},
};

Solution solve_exact(const ListTask& task, const SolveOptions& options) {
  ExactOptions exact;
  exact.limits = options.limits;
  exact.threads = options.threads;
  exact.max_bytes = options.max_bytes;
  const ExactResult r = solve_exactly(task.setting, task.scoring, task.board, task.list, exact);
  return {r.points, r.bound, r.complete, r.proved, !r.complete && r.proved, r.plan, r.expanded, r.generated, r.end};
}

Found<TetrisList> run_search(const TetrisList& problem, const SolveOptions& options) {
  SearchLimits limits = options.limits;
  SearchLimits kept = limits;
  if (kept.max_nodes == 0) kept.max_nodes = kDefaultKeptNodes;
  LocalOptions local{1, 0, options.replan, options.ties, options.seed};
  switch (options.algorithm) {
    case Algorithm::dfs:
      return depth_first(problem, limits);
    case Algorithm::astar:
      return astar(problem, kept);
    case Algorithm::best_first:
      return best_first(problem, kept);
    case Algorithm::hill_climb:
      return hill_climb(problem, limits, local);
    case Algorithm::best_grandchild:
      return best_grandchild(problem, limits, local);
    case Algorithm::k_best:
      local.keep = static_cast<std::size_t>(options.children);
      local.depth = options.depth;
      return k_best(problem, limits, local);
    case Algorithm::beam:
      return beam_search(problem, limits, options.width);
    case Algorithm::exact:
      break;
  }
  return {};
}

/// Searches that give up nothing: when they end, what they did not find does not exist.
bool exhaustive(Algorithm algorithm) {
  return algorithm == Algorithm::dfs || algorithm == Algorithm::astar || algorithm == Algorithm::best_first;
}

}  // namespace

std::span<const AlgorithmRow> algorithms() { return kAlgorithms; }

Result<Algorithm> algorithm_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const AlgorithmRow& row : kAlgorithms) {
    if (row.name == name) return row.algorithm;
    names.push_back(row.name);
  }
  return unknown_name("algorithm", name, names);
}

std::string_view name_of(Algorithm algorithm) { return kAlgorithms[static_cast<std::size_t>(algorithm)].name; }

std::string_view name_of(SearchEnd end) {
  constexpr std::string_view kNames[] = {"done", "max-nodes", "max-seconds", "interrupted"};
  return kNames[static_cast<std::size_t>(end)];
}

Result<Done> check_task(const ListTask& task) {
  if (task.list.empty()) return Error{"list: at least one piece expected"};
  if (task.list.size() > kMaxList) {
    return Error{"list: at most " + std::to_string(kMaxList) + " pieces, got " + std::to_string(task.list.size())};
  }
  if (tetris::full_rows(task.board) != 0) {
    return Error{"board: row " + std::to_string(std::countr_zero(tetris::full_rows(task.board))) +
                 " from the bottom is full; full rows are removed before a piece comes"};
  }
  if (tetris::max_height(task.board) > tetris::row_limit(task.setting)) {
    return Error{"board: under these rules at most " + std::to_string(tetris::row_limit(task.setting)) +
                 " rows can be filled, got " + std::to_string(tetris::max_height(task.board))};
  }
  return Done{};
}

Solution solve(const ListTask& task, const SolveOptions& options) {
  if (options.algorithm == Algorithm::exact) return solve_exact(task, options);
  const TetrisList problem(task.setting, task.scoring, task.board, task.list, options.cost, options.heuristic);
  Found<TetrisList> found = run_search(problem, options);
  Solution s;
  s.complete = found.complete;
  s.plan = std::move(found.plan);
  s.points = s.plan.empty() ? 0 : found.last.points;
  s.expanded = found.expanded;
  s.generated = found.generated;
  s.end = found.end;
  s.bound = points_bound(task.setting, task.scoring, task.board, task.list);
  const bool ended = s.end == SearchEnd::done;
  const bool optimal = options.algorithm == Algorithm::astar && problem.admissible();
  s.lost = !s.complete && ended;
  s.proved = s.complete ? optimal || s.points == s.bound : ended && exhaustive(options.algorithm);
  if (s.proved) s.bound = s.points;
  return s;
}

}  // namespace stackwright
