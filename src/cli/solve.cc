// stackwright solve: a known list of pieces as a search problem; the exact solver proves the most points.
#include <array>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "core/text.h"
#include "core/timer.h"
#include "experiment/controller.h"
#include "games/tetris/sources.h"
#include "games/tetris/text.h"
#include "search/solve.h"

namespace stackwright::cli {
namespace {

struct SolveArguments {
  std::string list;
  std::string board_file;
  SettingArguments setting{"10x18", "ia-tetris", "tetromino"};
  std::string score = "ia-tetris";
  std::string algorithm = "exact";
  std::string cost = "quality";
  std::string heuristic = "none";
  std::string ties = "random";
  std::int64_t width = 1000, k = 5, depth = 4;
  std::int64_t max_nodes = 0, max_memory = 2048, seed = 1, threads = 0;
  double max_seconds = 0;
  bool replan = false;
  bool json = false;
  bool quiet = false;
};

Result<ListTask> resolve_task(const SolveArguments& a) {
  ListTask task;
  const auto setting = resolve(a.setting);
  if (!setting) return setting.error();
  task.setting = *setting;
  const auto scoring = for_option("--score", tetris::scoring_named(a.score));
  if (!scoring) return scoring.error();
  task.scoring = *scoring;
  if (a.list.empty()) return Error{"--list: the letters of the pieces expected, such as TTITI"};
  const auto list = for_option("--list", tetris::parse_letters(a.list, *setting->pieces));
  if (!list) return list.error();
  task.list = *list;
  task.board = tetris::empty_board(setting->width, setting->height);
  if (!a.board_file.empty()) {
    const auto text = a.board_file == "-"
                          ? Result<std::string>(std::string(std::istreambuf_iterator<char>(std::cin), {}))
                          : read_file(a.board_file, std::size_t{1} << 20);
    if (!text) return Error{"--board-file: " + text.message()};
    const tetris::BoardSize size{setting->width, setting->height};
    const auto board = for_option("--board-file", tetris::parse_board(*text, size));
    if (!board) return board.error();
    task.board = *board;
  }
  if (const auto fine = check_task(task); !fine) return fine.error();
  return task;
}

/// none, bound, a feature, or a controller by name or file.
Result<ListHeuristic> resolve_heuristic(const std::string& name, const tetris::Setting& setting) {
  if (name == "none") return ListHeuristic{};
  if (name == "bound") return ListHeuristic{ListHeuristic::Kind::bound, {}};
  auto feature = feature_heuristic(name, setting);
  if (feature) return feature;
  const auto controller = load_controller(name);
  if (!controller) {
    const bool file = name.find('/') != std::string::npos || name.ends_with(".json");
    if (file) return controller.error();
    return Error{feature.message() + " (none, bound, a feature or a controller expected)"};
  }
  if (const auto fits = check_terms(*controller, setting); !fits) return fits.error();
  return ListHeuristic{ListHeuristic::Kind::evaluator, Linear(controller->terms, setting)};
}

Result<SolveOptions> resolve_options(const SolveArguments& a, const ListTask& task, const StopToken& stop) {
  SolveOptions o;
  const auto algorithm = for_option("--algorithm", algorithm_named(a.algorithm));
  if (!algorithm) return algorithm.error();
  o.algorithm = *algorithm;
  const auto cost = for_option("--cost", path_cost_named(a.cost));
  if (!cost) return cost.error();
  o.cost = *cost;
  const auto heuristic = for_option("--heuristic", resolve_heuristic(a.heuristic, task.setting));
  if (!heuristic) return heuristic.error();
  o.heuristic = *heuristic;
  if (a.ties != "random" && a.ties != "first") {
    constexpr std::array<std::string_view, 2> kTies{"random", "first"};
    return Error{"--ties: " + unknown_name("ties", a.ties, kTies).message};
  }
  o.ties = a.ties == "first" ? Ties::first : Ties::random;
  o.limits.max_nodes = static_cast<std::uint64_t>(a.max_nodes);
  o.limits.max_seconds = a.max_seconds;
  o.limits.stop = &stop;
  o.width = static_cast<std::size_t>(a.width);
  o.children = static_cast<int>(a.k);
  o.depth = static_cast<int>(a.depth);
  o.replan = a.replan;
  o.seed = static_cast<std::uint64_t>(a.seed);
  o.threads = static_cast<int>(a.threads);
  o.max_bytes = static_cast<std::uint64_t>(a.max_memory) << 20;
  return o;
}

Json configuration(const SolveArguments& a) {
  return Json{{"list", a.list},
              {"board", a.setting.board},
              {"rules", a.setting.rules},
              {"piece_set", a.setting.piece_set},
              {"board_file", a.board_file.empty() ? Json(nullptr) : Json(a.board_file)},
              {"score", a.score},
              {"algorithm", a.algorithm},
              {"cost", a.cost},
              {"heuristic", a.heuristic},
              {"ties", a.ties},
              {"width", a.width},
              {"k", a.k},
              {"depth", a.depth},
              {"replan", a.replan},
              {"max_seconds", a.max_seconds},
              {"max_nodes", a.max_nodes},
              {"max_memory", a.max_memory},
              {"threads", a.threads}};
}

void report_json(const SolveArguments& a, const ListTask& task, const Solution& s, double seconds) {
  Json document = envelope("stackwright.solve/1", static_cast<std::uint64_t>(a.seed), configuration(a));
  Json plan = Json::array(), boards = Json::array();
  tetris::Board board = task.board;
  for (std::size_t i = 0; i < s.plan.size(); ++i) {
    plan.push_back(Json{{"piece", std::string(1, task.setting.pieces->pieces[task.list[i]].letter)},
                        {"orientation", s.plan[i].orientation},
                        {"column", s.plan[i].column}});
    board = tetris::place(task.setting, board, task.list[i], s.plan[i]).after;
    boards.push_back(tetris::rows_of(board));
  }
  document["points"] = s.points;
  document["bound"] = s.bound;
  document["proved"] = s.proved;
  document["lost"] = s.lost;
  document["complete"] = s.complete;
  document["plan"] = std::move(plan);
  document["boards"] = std::move(boards);
  document["expanded"] = s.expanded;
  document["generated"] = s.generated;
  document["ended"] = std::string(name_of(s.end));
  document["seconds"] = seconds;
  print_json(document);
}

/// The lower rows of a drawing: one empty row above the pile is enough.
std::string cropped(const std::string& drawing) {
  const std::size_t filled = drawing.find_first_not_of(".\n");
  const std::size_t row = drawing.find('\n') + 1;
  if (filled == std::string::npos || filled < row) return drawing;
  return drawing.substr((filled / row - 1) * row);
}

void report_text(const SolveArguments& a, const ListTask& task, const Solution& s, double seconds) {
  tetris::Board board = task.board;
  std::int64_t points = 0;
  for (std::size_t i = 0; i < s.plan.size(); ++i) {
    const tetris::Transition t = tetris::place(task.setting, board, task.list[i], s.plan[i]);
    points += task.scoring.points[static_cast<std::size_t>(t.lines)] + task.scoring.per_piece;
    const char letter = task.setting.pieces->pieces[task.list[i]].letter;
    print_line(fmt::format("{:>3}. {} orientation {} column {}: {} rows, {} points", i + 1, letter,
                           s.plan[i].orientation, s.plan[i].column, t.lines, grouped(points)));
    print_line(cropped(tetris::draw(t, letter)));
    board = t.after;
  }
  if (!s.plan.empty()) print_line("in the end\n" + cropped(tetris::draw(board)));
  if (!s.complete) {
    print_line(s.lost ? fmt::format("lost: {} of {} pieces placed{}", s.plan.size(), task.list.size(),
                                    s.proved ? "; no plan places them all" : "")
                      : fmt::format("stopped by {} before a plan was found", name_of(s.end)));
  }
  const char* proof = s.proved && s.complete ? "the optimum, proved" : "not proved";
  print_line(
      fmt::format("points     {} ({}; no plan can earn more than {})", grouped(s.points), proof, grouped(s.bound)));
  print_line(
      fmt::format("algorithm  {}, cost {}, heuristic {}, ended: {}", a.algorithm, a.cost, a.heuristic, name_of(s.end)));
  print_line(fmt::format("nodes      {} generated, {} expanded, {} s", grouped(static_cast<std::int64_t>(s.generated)),
                         grouped(static_cast<std::int64_t>(s.expanded)), shown(seconds)));
}

Result<int> run_solve(const SolveArguments& a, const StopToken& stop) {
  const auto task = resolve_task(a);
  if (!task) return task.error();
  auto options = resolve_options(a, *task, stop);
  if (!options) return options.error();
  Progress progress;
  options->limits.progress = &progress;
  const Timer timer;
  const Solution solution = [&] {
    const ProgressLine line(progress, "lists", a.quiet);
    progress.total = 1;
    return solve(*task, *options);
  }();
  const double seconds = timer.seconds();
  if (a.json)
    report_json(a, *task, solution, seconds);
  else
    report_text(a, *task, solution, seconds);
  return solution.end == SearchEnd::stopped ? kInterrupted : kDone;
}

}  // namespace

Run prepare_solve(CLI::App& app, const StopToken& stop) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  auto a = std::make_shared<SolveArguments>();
  add_text(app, "--list", a->list, "the pieces in order, such as TTITI");
  add_setting(app, a->setting);
  add_text(app, "--board-file", a->board_file, "the board to begin with, drawn with . and #; - reads standard input");
  add_text(app, "--score", a->score, "lines, milan, nes, ia-tetris or pieces");
  add_text(app, "--algorithm", a->algorithm,
           "exact, dfs, astar, best-first, hill-climb, best-grandchild, k-best or beam");
  add_text(app, "--cost", a->cost, "path cost: quality or opportunity-cost");
  add_text(app, "--heuristic", a->heuristic,
           "none, a feature, a controller (name or file), or bound (never overestimates)");
  add_text(app, "--ties", a->ties, "local searches, between equal states: random (from the seed) or first");
  add_whole(app, "--width", a->width, 1, 100000, "beam: states kept of a level");
  add_whole(app, "--k", a->k, 1, 64, "k-best: children kept of each parent");
  add_whole(app, "--depth", a->depth, 1, 64, "k-best: levels");
  add_flag(app, "--replan", a->replan, "local searches: search again after every piece, not after a whole plan");
  add_real(app, "--max-seconds", a->max_seconds, 0, 1e9, "stop after so long; 0: no limit");
  add_whole(app, "--max-nodes", a->max_nodes, 0, kMost,
            "stop after so many generated nodes; 0: no limit (astar and best-first: 20 million, which they keep)");
  add_whole(app, "--max-memory", a->max_memory, 16, 1 << 20, "exact: MiB for its layers; with less it takes longer");
  add_whole(app, "--seed", a->seed, 0, std::numeric_limits<std::int64_t>::max(), "ties follow from it");
  add_whole(app, "--threads", a->threads, 0, 4096, "exact: 0: one per core; results do not depend on it");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_solve(*a, stop); };
}

}  // namespace stackwright::cli
