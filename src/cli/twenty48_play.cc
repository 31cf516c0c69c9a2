// stackwright 2048 play and best: games with a network, and one decision.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/twenty48.h"
#include "core/timer.h"
#include "experiment/twenty48_play.h"

namespace stackwright::cli {
namespace {

struct LimitArguments {
  std::string network = "features";
  std::optional<std::int64_t> depth;
  std::optional<std::int64_t> time_ms;
  std::optional<std::int64_t> nodes;
  double least_probability = 0.0001;
};

struct PlayArguments2048 : LimitArguments {
  std::int64_t games = 1;
  std::int64_t seed = 1;
  std::int64_t threads = 0;
  bool json = false;
  bool quiet = false;
};

struct BestArguments : LimitArguments {
  std::string position;
  bool json = false;
};

void add_limits(CLI::App& app, LimitArguments& a) {
  add_text(app, "--network", a.network,
           "features, small or units (what ships: weights, 4-tuples, generic units), or a controller file");
  add_whole(app, "--depth", a.depth, 1, kMaxChanceDepth,
            "moves looked ahead by expectimax; 1 is greedy (default: the file's; no limit with --time-ms or --nodes)");
  add_whole(app, "--time-ms", a.time_ms, 1, 3'600'000, "time for a move; deepens as far as it gets");
  add_whole(app, "--nodes", a.nodes, 1, INT64_MAX, "boards evaluated for a move; deepens as far as it gets");
  add_real(app, "--least-probability", a.least_probability, 0, 1, "less likely lines are not looked into further");
}

ChanceLimits limits_of(const LimitArguments& a, const Twenty48Controller& controller) {
  ChanceLimits limits;
  const bool deepens = a.time_ms || a.nodes;
  limits.depth = static_cast<int>(a.depth.value_or(deepens ? kMaxChanceDepth : controller.depth));
  limits.seconds = static_cast<double>(a.time_ms.value_or(0)) / 1000;
  limits.nodes = static_cast<std::uint64_t>(a.nodes.value_or(0));
  limits.least_probability = a.least_probability;
  return limits;
}

Json limits_json(const LimitArguments& a, const ChanceLimits& limits) {
  return Json{{"network", a.network},
              {"depth", limits.depth},
              {"time_ms", a.time_ms ? Json(*a.time_ms) : Json(nullptr)},
              {"nodes", a.nodes ? Json(*a.nodes) : Json(nullptr)},
              {"least_probability", limits.least_probability}};
}

void report_games(const PlayArguments2048& a, const Twenty48PlayOptions& options,
                  const std::vector<Twenty48Result>& games, const Twenty48Summary& s, double speed, double nodes,
                  bool interrupted) {
  if (a.json) {
    Json configuration = limits_json(a, options.limits);
    configuration["games"] = a.games;
    configuration["threads"] = a.threads;
    Json document = envelope("stackwright.2048.play/1", options.seed, configuration);
    Json list = Json::array();
    for (const Twenty48Result& g : games) {
      if (!g.finished) continue;
      list.push_back(Json{{"score", g.score}, {"moves", g.moves}, {"tile", 1 << max_rank(g.last)}});
    }
    document["games"] = std::move(list);
    document["mean"] = s.mean;
    document["ci95"] = {s.ci95.low, s.ci95.high};
    document["median"] = s.median;
    document["max"] = static_cast<std::int64_t>(s.max);
    document["reached"] = Json::object();
    for (int rank = 8; rank <= twenty48::kMaxRank; ++rank) {
      document["reached"][std::to_string(1 << rank)] = s.reached[static_cast<std::size_t>(rank)];
    }
    document["mean_moves"] = s.mean_moves;
    document["moves_per_second"] = speed;
    document["nodes_per_move"] = nodes;
    document["interrupted"] = interrupted;
    print_json(document);
    return;
  }
  print_line(fmt::format("{} games with {}, seed {}", s.games, a.network, a.seed));
  print_line(fmt::format("mean score   {} (95 %: {} to {}), median {}, best {}", shown(s.mean), shown(s.ci95.low),
                         shown(s.ci95.high), shown(s.median), shown(s.max)));
  for (int rank = 8; rank <= twenty48::kMaxRank; ++rank) {
    const double share = s.reached[static_cast<std::size_t>(rank)];
    if (share > 0) print_line(fmt::format("reached {:>5} {:7.2f} %", 1 << rank, 100 * share));
  }
  print_line(fmt::format("speed        {} moves per second, {} boards evaluated per move", shown(speed), shown(nodes)));
}

Result<int> run_play(const PlayArguments2048& a, const StopToken& stop) {
  const auto player = for_option("--network", load_twenty48_player(a.network));
  if (!player) return player.error();
  Twenty48PlayOptions options;
  options.games = static_cast<std::uint64_t>(a.games);
  options.seed = static_cast<std::uint64_t>(a.seed);
  options.threads = static_cast<int>(a.threads);
  options.limits = limits_of(a, player->controller);
  Progress progress;
  const Timer timer;
  const auto games = [&] {
    const ProgressLine line(progress, "games", a.quiet, "moves");
    return play_twenty48(*player, options, stop, &progress);
  }();
  const double seconds = timer.seconds();
  double moves = 0, nodes = 0;
  for (const Twenty48Result& g : games) {
    moves += static_cast<double>(g.moves);
    nodes += static_cast<double>(g.nodes);
  }
  report_games(a, options, games, summarise_twenty48(games), rate(moves, seconds), moves > 0 ? nodes / moves : 0,
               stop.requested());
  return stop.requested() ? kInterrupted : kDone;
}

Result<int> run_best(const BestArguments& a) {
  if (a.position.empty()) return Error{"--position: a board is needed, such as '2 4 8 16/. . 2 4/. . . 2/. . . .'"};
  const auto board = for_option("--position", twenty48::Twenty48{}.from_text(a.position));
  if (!board) return board.error();
  const auto player = for_option("--network", load_twenty48_player(a.network));
  if (!player) return player.error();
  const ChanceLimits limits = limits_of(a, player->controller);
  const auto best = best_move(*player, *board, limits);
  const std::string move = best ? std::string(name_of(best->action)) : "";
  if (a.json) {
    Json configuration = limits_json(a, limits);
    configuration["position"] = twenty48::Twenty48{}.to_text(*board);
    Json document = envelope("stackwright.2048.best/1", 0, configuration);
    document["move"] = best ? Json(move) : Json(nullptr);
    document["value"] = best ? Json(best->value) : Json(nullptr);
    document["depth"] = best ? best->depth : 0;
    document["nodes"] = best ? best->nodes : 0;
    document["over"] = !best;
    print_json(document);
    return kDone;
  }
  if (!best) {
    print_line("the game is over");
    return kDone;
  }
  print_line(
      fmt::format("{} (value {}, depth {}, {} boards evaluated)", move, shown(best->value), best->depth, best->nodes));
  return kDone;
}

}  // namespace

Run prepare_twenty48_play(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<PlayArguments2048>();
  add_limits(app, *a);
  add_whole(app, "--games", a->games, 1, 100'000'000, "games to play");
  add_whole(app, "--seed", a->seed, 0, INT64_MAX, "of the tiles; games of training have streams of their own");
  add_whole(app, "--threads", a->threads, 0, 1024, "0: all cores");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_play(*a, stop); };
}

Run prepare_twenty48_best(CLI::App& app, const StopToken&) {
  auto a = std::make_shared<BestArguments>();
  add_limits(app, *a);
  add_text(app, "--position", a->position, "rows top to bottom separated by /, tiles by blanks or commas");
  add_json(app, a->json);
  return [a] { return run_best(*a); };
}

}  // namespace stackwright::cli
