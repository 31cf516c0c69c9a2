// stackwright murus play: engine against engine.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/murus.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "experiment/murus_match.h"

namespace stackwright::cli {
namespace {

constexpr int kDefaultDepth = 6;

struct MatchArguments {
  std::string white = "trained";
  std::string black = "trained";
  LimitArguments both, white_only, black_only;
  std::int64_t games = 1;
  std::int64_t openings = 0;
  std::int64_t max_plies = 200;
  std::int64_t seed = 1;
  std::int64_t parallel = 1;
  bool fixed_colours = false;
  bool moves = false;
  SearchArguments search;
  std::int64_t white_threads = 0, black_threads = 0;  // 0: as for both
  bool json = false;
  bool quiet = false;
};

Result<murus::Contender> contender_of(const MatchArguments& a, const std::string& option, const std::string& weights,
                                      const LimitArguments& own, std::int64_t threads) {
  const auto judgement = for_option(option, murus::load_judgement(weights));
  if (!judgement) return judgement.error();
  murus::Limits limits = limits_of(own.any() ? own : a.both);
  if (!own.any() && !a.both.any()) limits.depth = kDefaultDepth;
  SearchArguments search = a.search;
  if (threads > 0) search.threads = threads;
  return murus::Contender{*judgement, limits, search_of(search)};
}

Json match_configuration(const MatchArguments& a, const murus::Contender& first, const murus::Contender& second) {
  const auto engine = [](const std::string& weights, const murus::Contender& c) {
    return Json{{"weights", weights}, {"limits", limits_json(c.limits)}, {"threads", c.search.threads}};
  };
  return Json{{"white", engine(a.white, first)}, {"black", engine(a.black, second)}, {"games", a.games},
              {"openings", a.openings},          {"max_plies", a.max_plies},         {"fixed_colours", a.fixed_colours},
              {"plain", a.search.plain},         {"table_mb", a.search.table_mb}};
}

const char* result_text(const murus::MatchGame& g) { return g.first_won() ? "win" : g.second_won() ? "loss" : "draw"; }

Json score_json(const murus::MatchScore& score) {
  return Json{{"wins", score.wins}, {"losses", score.losses}, {"draws", score.ties}, {"p", score.p}};
}

void report_match_json(const MatchArguments& a, const Json& configuration, const murus::Murus& game,
                       const std::vector<murus::MatchGame>& games, bool interrupted) {
  Json document = envelope("stackwright.murus.play/1", static_cast<std::uint64_t>(a.seed), configuration);
  const murus::MatchScore score = murus::score_of(games);
  document.update(score_json(score));
  document["as_white"] = score_json(murus::score_of(games, murus::kRomans));
  document["as_black"] = score_json(murus::score_of(games, murus::kGauls));
  Json list = Json::array();
  for (const murus::MatchGame& g : games) {
    if (!g.finished) continue;
    Json row{{"first_plays", g.first_plays == murus::kRomans ? "white" : "black"},
             {"result", result_text(g)},
             {"winner", !g.winner ? Json(nullptr) : Json(*g.winner == murus::kRomans ? "white" : "black")},
             {"plies", g.plies}};
    if (a.moves) {
      Json moves = Json::array();
      for (const murus::Move& m : g.moves) moves.push_back(game.move_text(m));
      row["moves"] = std::move(moves);
    }
    list.push_back(std::move(row));
  }
  document["games"] = std::move(list);
  document["interrupted"] = interrupted;
  print_json(document);
}

void report_match_text(const MatchArguments& a, const std::vector<murus::MatchGame>& games) {
  const murus::MatchScore score = murus::score_of(games);
  int romans = 0, plies = 0, finished = 0;
  for (const murus::MatchGame& g : games) {
    if (!g.finished) continue;
    ++finished;
    romans += g.winner && *g.winner == murus::kRomans;
    plies += g.plies;
  }
  print_line(fmt::format("{} (first) against {}: {} wins, {} losses, {} draws", a.white, a.black, score.wins,
                         score.losses, score.ties));
  for (const int colour : {murus::kRomans, murus::kGauls}) {
    const murus::MatchScore part = murus::score_of(games, colour);
    if (part.wins + part.losses + part.ties == 0) continue;
    print_line(fmt::format("  as {}: {} wins, {} losses, {} draws, p = {:.4g}",
                           colour == murus::kRomans ? "White" : "Black", part.wins, part.losses, part.ties, part.p));
  }
  print_line(fmt::format("p = {:.4g} (sign test, two-sided); White won {} of {}; {:.1f} plies a game", score.p, romans,
                         finished, finished > 0 ? static_cast<double>(plies) / finished : 0));
}

Result<int> run_match(const MatchArguments& a, const StopToken& stop) {
  const auto first = contender_of(a, "--white", a.white, a.white_only, a.white_threads);
  if (!first) return first.error();
  const auto second = contender_of(a, "--black", a.black, a.black_only, a.black_threads);
  if (!second) return second.error();
  murus::MatchOptions options;
  options.games = static_cast<int>(a.games);
  options.opening_plies = static_cast<int>(a.openings);
  options.max_plies = static_cast<int>(a.max_plies);
  options.seed = static_cast<std::uint64_t>(a.seed);
  options.alternate = !a.fixed_colours;
  options.threads = static_cast<int>(a.parallel);
  heed_clock(first->limits);
  heed_clock(second->limits);
  Progress progress;
  const auto games = [&] {
    const ProgressLine line(progress, "games", a.quiet);
    return murus::play_match(*first, *second, options, stop, &progress);
  }();
  if (a.json) {
    report_match_json(a, match_configuration(a, *first, *second), options.game, games, stop.requested());
  } else {
    report_match_text(a, games);
  }
  return stop.requested() ? kInterrupted : kDone;
}

}  // namespace

Run prepare_murus_play(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<MatchArguments>();
  add_text(app, "--white", a->white, fmt::format("the first engine's weights: {}", murus::kJudgementNames));
  add_text(app, "--black", a->black, "the second engine's weights");
  add_limits(app, "", a->both, " of both engines (default: depth 6)");
  add_limits(app, "white-", a->white_only, " of the first engine");
  add_limits(app, "black-", a->black_only, " of the second engine");
  add_whole(app, "--games", a->games, 1, 1'000'000, "how many games; colours alternate, the first engine begins White");
  add_flag(app, "--fixed-colours", a->fixed_colours, "the first engine is always White");
  add_whole(app, "--openings", a->openings, 0, 40,
            "random plies before the engines begin, alike for both games of a pair");
  add_whole(app, "--max-plies", a->max_plies, 1, 100'000, "a longer game is a draw");
  add_whole(app, "--seed", a->seed, 0, INT64_MAX, "the openings follow from it");
  add_whole(app, "--parallel", a->parallel, 1, 256, "games at the same time");
  add_flag(app, "--moves", a->moves, "JSON: the moves of every game");
  add_search(app, a->search);
  add_whole(app, "--white-threads", a->white_threads, 0, 256, "threads of the first engine's search; 0: as --threads");
  add_whole(app, "--black-threads", a->black_threads, 0, 256, "threads of the second engine's search; 0: as --threads");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_match(*a, stop); };
}

}  // namespace stackwright::cli
