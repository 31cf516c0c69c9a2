// stackwright compare: any number of controllers on the same sequences, and which differences are real.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/play_options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "experiment/compare.h"
#include "experiment/numbers.h"
#include "experiment/step_settings.h"

namespace stackwright::cli {
namespace {

struct CompareArguments : PlayArguments {
  std::vector<std::string> controllers;
  std::string by = "lines";
  std::string store;
  std::string name;
  bool json = false;
  bool quiet = false;
};

Json compare_configuration(const CompareArguments& a, const PlayOptions& options) {
  Json json = configuration(a, options);
  json.erase("controller");
  json.erase("see");
  json.erase("search");
  json.erase("pairs");
  json.erase("beam_width");
  json["controllers"] = a.controllers;
  json["by"] = a.by;
  if (!a.search.empty()) json["search"] = a.search;
  if (!a.pairs.empty()) json["pairs"] = a.pairs;
  if (a.see) json["see"] = *a.see;
  return json;
}

Result<std::vector<MatchPlayer>> players_of(const CompareArguments& a) {
  std::vector<MatchPlayer> players;
  for (const std::string& name : a.controllers) {
    Result<Controller> controller = changed_controller(name);
    if (!controller) return controller.error();
    controller->name = name;
    Result<PlayOptions> options = resolve(a, *controller);
    if (!options) return Error{name + ": " + options.message()};
    if (const auto fits = check_terms(*controller, options->setting); !fits) return fits.error();
    players.push_back({*std::move(controller), *std::move(options)});
  }
  return players;
}

/// A run of the store that keeps the match: a new one, or one of the same name and settings that was stopped.
struct Kept {
  Store store;
  RunRow run;
  RunLock lock;
};

Result<Kept> keep(const CompareArguments& a, const Json& configuration) {
  Result<Store> store = Store::open(a.store.empty() ? Store::default_path() : a.store, Store::Access::write);
  if (!store) return store.error();
  const std::string text = json_text(configuration, -1);
  const Result<std::vector<RunRow>> all = store->list();
  if (!all) return all.error();
  for (const RunRow& row : *all) {
    if (a.name.empty() || row.name != a.name) continue;
    if (row.kind != "compare" || row.configuration != text || row.seed != static_cast<std::uint64_t>(a.seed)) {
      return Error{"--name: the store has a run " + a.name + " with other settings"};
    }
    Result<RunLock> lock = store->lock(row.id);
    if (!lock) return lock.error();
    return Kept{std::move(store).value(), row, std::move(lock).value()};
  }
  Result<RunRow> run = store->create({a.name, "compare", static_cast<std::uint64_t>(a.seed), text});
  if (!run) return run.error();
  Result<RunLock> lock = store->lock(run->id);
  if (!lock) return lock.error();
  return Kept{std::move(store).value(), *std::move(run), std::move(lock).value()};
}

void report_text(const Comparison& c) {
  TextTable table({"controller", "wins", "shared", "best", "mean " + std::string(unit_of(c.by)), "95 % interval",
                   "median", "ended", "points/piece"});
  for (const Standing& s : c.standings) {
    table.add({s.name, std::to_string(s.wins), std::to_string(s.shared), number_text(s.best),
               mean_text(s.mean.mean, s.mean.interval), interval_text(s.mean.interval),
               s.median ? number_text(*s.median) : "beyond", fmt::format("{} of {}", s.ends, s.games),
               fmt::format("{:.4g}", s.points_per_piece)});
  }
  table.print();
  if (!c.pairs.empty()) {
    TextTable pairs({"a", "b", "a / b", "95 % interval", "p", "p (all pairs)", "better"});
    for (const PairVerdict& p : c.pairs) {
      pairs.add({c.standings[p.a].name, c.standings[p.b].name, number_text(p.ratio), interval_text(p.ratio_ci95),
                 fmt::format("{:.2g}", p.p), fmt::format("{:.2g}", p.p_adjusted),
                 p.better ? c.standings[*p.better].name : "-"});
    }
    print_line("");
    pairs.print();
  }
  print_line("");
  print_line(c.summary);
}

Result<int> run_compare(const CompareArguments& a, const StopToken& stop) {
  if (a.controllers.empty()) return Error{"at least one controller is needed, such as: compare dt-20 bcts"};
  const auto by = for_option("--by", measure_named(a.by));
  if (!by) return by.error();
  const Result<std::vector<MatchPlayer>> players = players_of(a);
  if (!players) return players.error();
  const Json configuration = compare_configuration(a, (*players)[0].options);
  std::unique_ptr<Kept> kept;
  if (!a.store.empty() || !a.name.empty()) {
    Result<Kept> opened = keep(a, configuration);
    if (!opened) return opened.error();
    kept = std::make_unique<Kept>(std::move(opened).value());
    if (auto marked = kept->store.set_state(kept->run.id, RunState::running); !marked) return marked.error();
  }
  const MatchKeeping keeping = kept ? MatchKeeping{&kept->store, kept->run.id} : MatchKeeping{};
  Progress progress;
  const Result<MatchOutcome> outcome = [&] {
    const ProgressLine line(progress, "games", a.quiet);
    return play_match(*players, static_cast<std::uint64_t>(a.games), static_cast<std::uint64_t>(a.seed), keeping, stop,
                      &progress);
  }();
  if (!outcome || outcome->interrupted) {
    if (kept) (void)kept->store.set_state(kept->run.id, RunState::stopped);
    if (!outcome) return outcome.error();
    fmt::print(stderr, "{}\n",
               kept ? "stopped and saved; the same command with --name " + kept->run.name + " goes on"
                    : "stopped; nothing was kept (--name NAME keeps a match in the store)");
    return kInterrupted;
  }
  const Comparison comparison = compare_games(outcome->players, *by);
  if (kept) {
    const std::string text = json_text(to_json(comparison), -1);
    if (auto marked = kept->store.set_state(kept->run.id, RunState::finished, text); !marked) return marked.error();
  }
  if (!a.json) {
    report_text(comparison);
    return kDone;
  }
  Json document = envelope("stackwright.compare/1", static_cast<std::uint64_t>(a.seed), configuration);
  document.update(to_json(comparison));
  if (kept) document["run"] = kept->run.name;
  print_json(document);
  return kDone;
}

}  // namespace

Run prepare_compare(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<CompareArguments>();
  a->games = 10;
  add_list(app, "controllers", a->controllers, "CONTROLLER ...",
           "shipped controllers or files; NAME{term=weight; ...} has other weights");
  add_play_options(app, *a);
  add_text(app, "--by", a->by,
           "what players are measured by: lines or pieces (lives, cut off by limits), score (points of a game)");
  add_text(app, "--store", a->store, "keep the match in this experiment store");
  add_text(app, "--name", a->name, "keep the match under this name; a stopped one of the same name goes on");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_compare(*a, stop); };
}

}  // namespace stackwright::cli
