// stackwright play: headless games and their results.
#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/play_options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "core/timer.h"
#include "experiment/play_summary.h"

namespace stackwright::cli {
namespace {

struct PlayCommandArguments : PlayArguments {
  bool json = false;
  bool quiet = false;
};

struct Played {
  std::vector<GameResult> games;
  PlaySummary summary;
  double pieces_per_second = 0;
  bool interrupted = false;
};

std::string_view name_of(Ended ended) {
  switch (ended) {
    case Ended::top:
      return "top";
    case Ended::limit:
      return "limit";
    case Ended::list:
      return "list";
  }
  return "";
}

Result<Played> play(const PlayCommandArguments& a, const Controller& controller, const PlayOptions& options,
                    const StopToken& stop) {
  std::vector<GameJob> jobs(static_cast<std::size_t>(a.games));
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].controller = &controller;
    jobs[i].key.seed = static_cast<std::uint64_t>(a.seed);
    jobs[i].key.game = i;
  }
  Progress progress;
  const Timer timer;
  auto games = [&] {
    const ProgressLine line(progress, "games", a.quiet);
    return play_games(options, jobs, stop, &progress);
  }();
  if (!games) return games.error();
  const double seconds = timer.seconds();
  Played played;
  played.interrupted = stop.requested();
  played.games = *std::move(games);
  if (played.interrupted) {  // games that never began tell nothing
    std::erase_if(played.games, [](const GameResult& g) { return g.ended == Ended::limit && g.pieces == 0; });
  }
  played.summary = summarise_games(played.games);
  played.pieces_per_second = rate(static_cast<double>(played.summary.pieces), seconds);
  return played;
}

void report_json(const PlayCommandArguments& a, const PlayOptions& options, const Played& played) {
  Json document = envelope("stackwright.play/1", static_cast<std::uint64_t>(a.seed), configuration(a, options));
  Json games = Json::array();
  for (const GameResult& g : played.games) {
    games.push_back(Json{{"pieces", g.pieces},
                         {"lines", g.lines},
                         {"score", g.score},
                         {"clears", g.clears},
                         {"ended", std::string(name_of(g.ended))},
                         {"hash", fmt::format("{:016x}", g.hash)}});
  }
  const PlaySummary& s = played.summary;
  document["games"] = std::move(games);
  document["mean_lines"] = s.mean_lines;
  document["mean_pieces"] = s.mean_pieces;
  document["mean_score"] = s.mean_score;
  document["censored"] = s.censored;
  document["ci95_lines"] = {s.ci95_lines.low, s.ci95_lines.high};  // an unknown end is null
  document["points_per_piece"] = s.points_per_piece;
  document["pieces_per_second"] = played.pieces_per_second;
  document["interrupted"] = played.interrupted;
  print_json(document);
}

void report_text(const PlayCommandArguments& a, const PlayOptions& options, const Controller& controller,
                 const Played& played) {
  constexpr std::size_t kShown = 20;
  const PlaySummary& s = played.summary;
  print_line(fmt::format("{} on {}, {} pieces, {} known, search {}, seed {}", controller.name, a.setting.board,
                         a.pieces, options.search.see, name_of(options.search.kind), a.seed));
  TextTable table({"game", "pieces", "lines", "score", "1", "2", "3", "4", "ended"});
  for (std::size_t i = 0; i < played.games.size() && i < kShown; ++i) {
    const GameResult& g = played.games[i];
    std::vector<std::string> row{std::to_string(i), grouped(static_cast<std::int64_t>(g.pieces)),
                                 grouped(static_cast<std::int64_t>(g.lines)), grouped(g.score)};
    for (const std::uint64_t n : g.clears) row.push_back(grouped(static_cast<std::int64_t>(n)));
    row.emplace_back(name_of(g.ended));
    table.add(std::move(row));
  }
  table.print();
  if (s.games > kShown) print_line(fmt::format("... and {} more (--json lists all)", s.games - kShown));
  print_line(fmt::format("{} games, {} ended at the top", s.games, s.tops));
  if (s.censored) {
    print_line(fmt::format("mean lines   {} so far: no game ended at the top; the true mean is above {} (95 %)",
                           shown(s.mean_lines), shown(s.ci95_lines.low)));
  } else {
    print_line(fmt::format("mean lines   {} (95 %: {} to {})", shown(s.mean_lines), shown(s.ci95_lines.low),
                           shown(s.ci95_lines.high)));
  }
  print_line(fmt::format("mean pieces  {}", shown(s.mean_pieces)));
  print_line(fmt::format("mean score   {} ({} per piece)", shown(s.mean_score), shown(s.points_per_piece)));
  print_line(fmt::format("speed        {} pieces per second", shown(played.pieces_per_second)));
}

Result<int> run_play(const PlayCommandArguments& a, const StopToken& stop) {
  const auto controller = for_option("--controller", load_controller(a.controller));
  if (!controller) return controller.error();
  const auto options = resolve(a, *controller);
  if (!options) return options.error();
  const auto played = play(a, *controller, *options, stop);
  if (!played) return played.error();
  if (a.json)
    report_json(a, *options, *played);
  else
    report_text(a, *options, *controller, *played);
  return played->interrupted ? kInterrupted : kDone;
}

}  // namespace

Run prepare_play(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<PlayCommandArguments>();
  add_text(app, "--controller", a->controller, "a shipped controller (see stackwright controllers) or a file");
  add_play_options(app, *a);
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_play(*a, stop); };
}

}  // namespace stackwright::cli
