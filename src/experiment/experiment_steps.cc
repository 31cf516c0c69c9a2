// The steps of an experiment: an evolution, a match, a measurement of speed, known lists; tournaments are beside.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "core/timer.h"
#include "experiment/evolve.h"
#include "experiment/evolve_state.h"
#include "experiment/experiment.h"
#include "experiment/numbers.h"
#include "experiment/speed.h"
#include "experiment/step_settings.h"
#include "experiment/tournament_step.h"

namespace stackwright {
namespace {

StepResult kept(Json json) { return std::make_shared<const Json>(std::move(json)); }

/// Hands generations on.
class Generations final : public EvolveObserver {
 public:
  explicit Generations(const StepWork& work) : work_(work) {}
  void generation(const GenerationRow& row) override { work_.observer.generation(work_.step, row); }

 private:
  const StepWork& work_;
};

Result<StepResult> do_evolve(const StepWork& w) {
  const Result<EvolveConfig> config = evolve_config_from_json(w.run.configuration);
  if (!config) return config.error();
  const Result<std::unique_ptr<Problem>> problem = make_problem(*config, w.run.seed);
  if (!problem) return problem.error();
  LocalExecutor executor(w.threads);
  Generations observer(w);
  const Result<EvolveOutcome> outcome = evolve(w.store, w.run, *config, executor, w.stop, w.progress, observer);
  if (!outcome) return outcome.error();
  if (outcome->interrupted) return StepResult{};
  const Result<std::vector<GenerationRow>> rows = w.store.generations(w.run.id);
  if (!rows) return rows.error();
  double seconds = 0;
  double pieces = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    seconds += (*rows)[i].seconds;
    pieces += static_cast<double>((*rows)[i].pieces);
    if ((*rows)[i].best > (*rows)[best].best) best = i;
  }
  Json names = Json::array();
  for (const optim::Gene& gene : (*problem)->space().genes) names.push_back(gene.name);
  const Result<Json> controller = parse_json(outcome->controller, "controller");
  if (!controller) return controller.error();
  return kept(Json{{"gene_names", names},
                   {"genes", outcome->champion},
                   {"fitness", number_json(outcome->fitness)},
                   {"held_out", held_out_json(*outcome->held_out)},
                   {"reason", outcome->reason},
                   {"generations", rows->size()},
                   {"best", rows->empty() ? Json(nullptr) : number_json((*rows)[best].best)},
                   {"best_generation", best},
                   {"seconds", seconds},
                   {"pieces", pieces},
                   {"controller", *controller}});
}

Result<StepResult> do_match(const StepWork& w) {
  const Result<MatchSettings> settings = optim::read_settings(w.step.kind, match_settings(), w.step.settings);
  if (!settings) return settings.error();
  Result<std::vector<Controller>> controllers = players_of(settings->controllers, w.before);
  if (!controllers) return controllers.error();
  std::vector<MatchPlayer> players;
  for (Controller& controller : *controllers) {
    Result<PlayOptions> options = match_options(*settings, controller);
    if (!options) return options.error();
    options->threads = w.threads;
    players.push_back({std::move(controller), *std::move(options)});
  }
  const Result<MatchOutcome> outcome = play_match(players, static_cast<std::uint64_t>(settings->games), w.run.seed,
                                                  {&w.store, w.run.id}, w.stop, w.progress);
  if (!outcome) return outcome.error();
  if (outcome->interrupted) return StepResult{};
  Json result = to_json(compare_games(outcome->players, settings->by));
  if (w.step.kind == "play") {
    result.erase("pairs");
    result.erase("summary");
  }
  Json genomes = Json::array();
  for (const MatchPlayer& player : players) {
    Json weights = Json::object();
    for (const Term& term : player.controller.terms) weights[name_of(term)] = term.weight;
    genomes.push_back(Json{{"name", player.controller.name}, {"weights", weights}});
  }
  result["genomes"] = std::move(genomes);
  return kept(std::move(result));
}

Result<StepResult> do_bench(const StepWork& w) {
  const Result<SpeedSettings> settings = optim::read_settings(w.step.kind, speed_settings(), w.step.settings);
  if (!settings) return settings.error();
  const Result<Controller> controller = changed_controller(settings->controller);
  if (!controller) return controller.error();
  const Result<PlayOptions> options = speed_options(*settings, *controller);
  if (!options) return options.error();
  Json result{{"available", true}};
  if (options->simd != Simd::automatic && !has_simd(options->simd)) {
    result["available"] = false;
    return kept(std::move(result));
  }
  Json tries = Json::array();
  Speed sum;
  for (int i = 0; i < settings->tries; ++i) {
    const Result<Speed> speed = measure_speed(*controller, *options, settings->seconds, w.stop);
    if (!speed) return speed.error();
    if (w.stop.requested()) return StepResult{};
    sum.pieces += speed->pieces;
    sum.placements += speed->placements;
    tries.push_back(Json{{"pieces_per_second", speed->pieces}, {"placements_per_second", speed->placements}});
  }
  result["pieces_per_second"] = sum.pieces / settings->tries;
  result["placements_per_second"] = sum.placements / settings->tries;
  result["tries"] = std::move(tries);
  return kept(std::move(result));
}

/// One list: the mean over the seeds of ties, where there are several.
Json solve_list(const ListJob& job, SolveOptions options, const ListSettings& settings, std::uint64_t seed) {
  double points = 0;
  double best = 0;
  int lost = 0;
  Solution last;
  const Timer timer;
  for (int i = 0; i < settings.tries; ++i) {
    options.seed = settings.tries == 1 ? seed : mix(seed + static_cast<std::uint64_t>(i)) >> 33;
    last = solve(job.task, options);
    points += static_cast<double>(last.points);
    best = std::max(best, static_cast<double>(last.points));
    lost += last.complete ? 0 : 1;
  }
  return Json{{"list", job.letters},
              {"points", points / settings.tries},
              {"best", best},
              {"bound", last.bound},
              {"proved", last.proved},
              {"not_placed", lost},
              {"tries", settings.tries},
              {"expanded", last.expanded},
              {"generated", last.generated},
              {"end", std::string(name_of(last.end))},
              {"seconds", timer.seconds() / settings.tries}};
}

Result<StepResult> do_solve(const StepWork& w) {
  const Result<ListSettings> settings = optim::read_settings(w.step.kind, list_settings(), w.step.settings);
  if (!settings) return settings.error();
  const Result<std::vector<ListJob>> jobs = list_jobs(*settings);
  if (!jobs) return jobs.error();
  Json rows = Json::array();
  double points = 0;
  double seconds = 0;
  double proved = 0;
  for (const ListJob& job : *jobs) {
    Result<SolveOptions> options = list_options(*settings, job.task.setting, w.stop);
    if (!options) return options.error();
    options->threads = w.threads;
    rows.push_back(solve_list(job, *std::move(options), *settings, w.run.seed));
    if (w.stop.requested()) return StepResult{};
    points += number_at(rows.back(), "points");
    seconds += number_at(rows.back(), "seconds");
    proved += rows.back()["proved"].get<bool>() ? 1 : 0;
  }
  return kept(Json{{"rows", rows}, {"points", points}, {"seconds", seconds}, {"proved", proved}});
}

}  // namespace

Result<std::vector<Controller>> players_of(const std::string& controllers, const std::vector<StepRecord>& before) {
  std::vector<Controller> players;
  for (const std::string& name : names_in(controllers)) {
    if (!name.starts_with("@")) {
      Result<Controller> one = changed_controller(name);
      if (!one) return one.error();
      players.push_back(*std::move(one));
      players.back().name = name;
      continue;
    }
    const auto brace = name.find('{');
    const std::string changes = brace == std::string::npos ? "" : name.substr(brace + 1, name.size() - brace - 2);
    for (const StepRecord& record : before) {
      if (record.step.kind != "evolve" || !is_of(record.step, name.substr(1, brace - 1))) continue;
      Result<Controller> champion = controller_from_json(json_text(record.result->at("controller"), -1));
      if (champion) champion = changed_controller(*std::move(champion), changes);
      if (!champion) return Error{"the champion of " + record.step.name + ": " + champion.message()};
      champion->name = record.step.name + (brace == std::string::npos ? "" : name.substr(brace));
      players.push_back(*std::move(champion));
    }
  }
  return players;
}

Result<std::string> step_configuration(const PlannedStep& step) {
  if (step.kind == "evolve") {
    const Result<EvolveConfig> config = evolve_config(step.settings);
    if (!config) return config.error();
    return json_text(to_json(*config), -1);
  }
  Json settings = Json::object();
  for (const auto& [key, text] : step.settings) settings[key] = text;
  return json_text(settings, -1);
}

Result<StepResult> do_step(const StepWork& work) {
  if (work.step.kind == "evolve") return do_evolve(work);
  if (work.step.kind == "bench") return do_bench(work);
  if (work.step.kind == "solve") return do_solve(work);
  if (work.step.kind == "tournament") return do_tournament(work);
  return do_match(work);
}

std::string step_in_words(const StepRecord& record) {
  const Json& r = *record.result;
  if (record.step.kind == "evolve") {
    const Json& h = r.at("held_out");
    const std::string rest = h.contains("remark")
                                 ? h.value("remark", "")
                                 : fmt::format("{:.4g} points a piece", number_at(h, "points_per_piece"));
    const Interval ci95 = interval_at(h, "ci95");
    return fmt::format("{} {} on new games ({}), {}, {} generations", mean_text(number_at(h, "mean"), ci95),
                       h.value("unit", ""), interval_text(ci95), rest, r.value("generations", 0));
  }
  if (record.step.kind == "bench") {
    return r.value("available", false) ? number_text(number_at(r, "pieces_per_second")) + " pieces a second"
                                       : "not on this processor";
  }
  if (record.step.kind == "solve") {
    return fmt::format("{} points on {} lists, {:.3g} s", number_text(number_at(r, "points")), r.at("rows").size(),
                       number_at(r, "seconds"));
  }
  if (r.contains("summary")) return r.at("summary").get<std::string>();
  std::string text;
  for (const Json& player : r.at("controllers")) {
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", player.value("name", ""),
                        mean_text(number_at(player, "mean"), interval_at(player, "ci95")),
                        interval_text(interval_at(player, "ci95")));
  }
  return text;
}

}  // namespace stackwright
