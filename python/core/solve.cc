// Python: searches of a known list of pieces.
#include "common.h"
#include "experiment/controller.h"
#include "games/tetris/scoring.h"
#include "games/tetris/sources.h"
#include "search/solve.h"

namespace stackwright::python {
namespace {

/// none, bound, a feature, or a controller.
ListHeuristic heuristic_of(const py::object& given, const tetris::Setting& setting) {
  if (py::isinstance<Controller>(given)) {
    const auto controller = given.cast<Controller>();
    take(check_terms(controller, setting));
    return {ListHeuristic::Kind::evaluator, Linear(controller.terms, setting)};
  }
  const auto name = given.cast<std::string>();
  if (name == "none") return {};
  if (name == "bound") return {ListHeuristic::Kind::bound, {}};
  return take(feature_heuristic(name, setting));
}

py::dict solve_list(const std::string& list, const PySetting& s, const py::object& board, const std::string& score,
                    const std::string& algorithm, const std::string& cost, const py::object& heuristic,
                    const py::dict& given) {
  ListTask task;
  task.setting = s.setting;
  task.scoring = take(tetris::scoring_named(score));
  task.list = take(tetris::parse_letters(list, *s.setting.pieces));
  task.board = board.is_none() ? tetris::empty_board(s.setting.width, s.setting.height) : board.cast<tetris::Board>();
  if (task.board.width != s.setting.width || task.board.height != s.setting.height) {
    throw py::value_error("a board of the setting's size expected");
  }
  if (task.list.empty()) throw py::value_error("list: the letters of the pieces expected, such as TTITI");
  take(check_task(task));
  SolveOptions o;
  o.algorithm = take(algorithm_named(algorithm));
  o.cost = take(path_cost_named(cost));
  o.heuristic = heuristic_of(heuristic, s.setting);
  o.limits.max_nodes = given["max_nodes"].cast<std::uint64_t>();
  o.limits.max_seconds = given["max_seconds"].cast<double>();
  o.width = given["width"].cast<std::size_t>();
  o.children = given["k"].cast<int>();
  o.depth = given["depth"].cast<int>();
  o.seed = given["seed"].cast<std::uint64_t>();
  o.threads = given["threads"].cast<int>();
  if (o.width < 1 || o.children < 1 || o.depth < 1) throw py::value_error("width, k and depth must be at least 1");
  const Solution found = stoppable([&](const StopToken& stop) {
    o.limits.stop = &stop;
    return solve(task, o);
  });
  return py::dict("points"_a = found.points, "bound"_a = found.bound, "proved"_a = found.proved, "lost"_a = found.lost,
                  "complete"_a = found.complete, "plan"_a = found.plan, "expanded"_a = found.expanded,
                  "generated"_a = found.generated, "ended"_a = std::string(name_of(found.end)));
}

}  // namespace

void bind_solve(py::module_& m) {
  m.def("solve_list", &solve_list, "list"_a, "setting"_a, "board"_a, "score"_a, "algorithm"_a, "cost"_a, "heuristic"_a,
        "options"_a);
  m.def(
      "algorithms",
      [] {
        py::dict all;
        for (const AlgorithmRow& row : algorithms()) all[py::str(std::string(row.name))] = std::string(row.definition);
        return all;
      },
      "Searches of known lists by name, with their definitions.");
}

}  // namespace stackwright::python
