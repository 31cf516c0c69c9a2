// The step of an experiment that is a tournament of Murus Gallicus: who plays, and the play itself.
#include "experiment/tournament_step.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "experiment/executor.h"
#include "experiment/step_settings.h"
#include "experiment/task_keeper.h"

namespace stackwright {
namespace {

/// "evolve{gauls=romans}" is the name before the braces and what stands in them.
std::pair<std::string, std::string> name_and_changes(const std::string& text) {
  const auto brace = text.find('{');
  if (brace == std::string::npos) return {text, ""};
  return {text.substr(0, brace), text.substr(brace)};
}

murus::Tournament tournament_of(const TournamentSettings& s, const std::vector<Entrant>& entrants, std::uint64_t seed) {
  murus::Tournament t;
  for (const Entrant& entrant : entrants) t.players.push_back(entrant.judgement);
  t.limits.depth = s.depth;
  t.limits.nodes = static_cast<std::uint64_t>(s.nodes);
  t.games = s.games;
  t.opening_plies = s.openings;
  t.max_plies = s.max_plies;
  t.seed = seed;
  return t;
}

/// The results of all games; some are missing where a stop came in between.
Result<std::vector<std::optional<TaskResult>>> play_missing_games(const murus::Tournament& tournament,
                                                                  const StepWork& w) {
  const Result<Checkpoint> point = w.store.checkpoint(w.run.id);
  if (!point) return point.error();
  auto results = TaskKeeper::read(murus::games_of(tournament), point->tasks);
  if (!results) return results.error();
  std::vector<std::uint64_t> todo;
  for (std::uint64_t i = 0; i < results->size(); ++i) {
    if (!(*results)[i]) todo.push_back(i);
  }
  if (w.progress != nullptr) w.progress->total = todo.size();
  StopToken halt;
  if (w.stop.requested()) halt.request();
  TaskKeeper keeper(w.store, w.run.id, point->batch, *results, w.stop, halt);
  const OnFinished finished = [&](std::uint64_t game, const TaskResult& result) { keeper.finished(game, result); };
  ListOfTasks tasks(todo, finished);
  murus::play_tournament(tournament, tasks, w.threads, halt, w.progress);
  if (auto kept = keeper.close(true); !kept) return kept.error();
  return results;
}

}  // namespace

const std::vector<optim::SettingRow<TournamentSettings>>& tournament_settings() {
  using namespace optim;
  using S = TournamentSettings;
  static const std::vector<SettingRow<S>> rows{
      text<S>(
          "controllers", &S::controllers, "weights",
          "names, files, @STEP for the champions of an evolution, NAME{gauls=romans} for weights of the other colour"),
      whole<S>("depth", &S::depth, 0, 100, "plies that players look ahead; 0: as far as nodes allow"),
      whole<S>("nodes", &S::nodes, 0, 2'000'000'000, "positions that players look at for a move; 0: no limit"),
      whole<S>("games", &S::games, 1, 1'000'000, "games of every pair with each distribution of colours"),
      whole<S>("openings", &S::openings, 0, 40, "random plies before the players begin"),
      whole<S>("max_plies", &S::max_plies, 1, 100'000, "a longer game is a tie"),
  };
  return rows;
}

Result<murus::Judgement> changed_judgement(murus::Judgement judgement, std::string_view changes) {
  if (changes.empty()) return judgement;
  auto* weights = std::get_if<murus::Weights>(&judgement);
  if (weights == nullptr) return Error{"only weights of heuristics can be changed by " + in_quotes(changes)};
  if (changes == "{gauls=romans}") {
    weights->of[murus::kGauls] = weights->of[murus::kRomans];
  } else if (changes == "{romans=gauls}") {
    weights->of[murus::kRomans] = weights->of[murus::kGauls];
  } else {
    return Error{"expected {gauls=romans} or {romans=gauls}, got " + in_quotes(changes)};
  }
  return judgement;
}

Result<std::vector<Entrant>> entrants_of(const std::string& controllers, const std::vector<StepRecord>& before) {
  std::vector<Entrant> entrants;
  for (const std::string& text : names_in(controllers)) {
    const auto [name, changes] = name_and_changes(text);
    if (!name.starts_with("@")) {
      Result<murus::Judgement> judgement = murus::load_judgement(name);
      if (judgement) judgement = changed_judgement(*std::move(judgement), changes);
      if (!judgement) return judgement.error();
      entrants.push_back({text, *std::move(judgement)});
      continue;
    }
    for (const StepRecord& record : before) {
      if (record.step.kind != "evolve" || !is_of(record.step, name.substr(1))) continue;
      Result<murus::Weights> weights = murus::weights_from_json(json_text(record.result->at("controller"), -1));
      if (!weights) return Error{"the champion of " + record.step.name + ": " + weights.message()};
      Result<murus::Judgement> judgement = changed_judgement(murus::Judgement(*std::move(weights)), changes);
      if (!judgement) return judgement.error();
      entrants.push_back({record.step.name + changes, *std::move(judgement)});
    }
  }
  return entrants;
}

Result<Done> check_tournament(const PlannedStep& step, const std::vector<const PlannedStep*>& before) {
  const Result<TournamentSettings> settings = optim::read_settings(step.kind, tournament_settings(), step.settings);
  if (!settings) return settings.error();
  if (settings->depth == 0 && settings->nodes == 0) return Error{"depth: a limit of depth or nodes is needed"};
  std::size_t players = 0;
  for (const std::string& text : names_in(settings->controllers)) {
    const auto [name, changes] = name_and_changes(text);
    const bool champion = name.starts_with("@");
    Result<murus::Judgement> judgement =
        champion ? Result<murus::Judgement>(murus::hand_set_weights()) : murus::load_judgement(name);
    if (judgement) judgement = changed_judgement(*std::move(judgement), changes);
    if (!judgement) return Error{"controllers: " + judgement.message()};
    players += champion ? 0 : 1;
    if (!champion) continue;
    const std::string wanted = name.substr(1);
    const auto found = std::count_if(before.begin(), before.end(),
                                     [&](const PlannedStep* s) { return s->kind == "evolve" && is_of(*s, wanted); });
    if (found == 0) return Error{"controllers: no evolve step " + in_quotes(wanted) + " comes before"};
    players += static_cast<std::size_t>(found);
  }
  if (players < 2) return Error{"controllers: at least two are needed"};
  return Done{};
}

Result<StepResult> do_tournament(const StepWork& w) {
  const Result<TournamentSettings> settings = optim::read_settings(w.step.kind, tournament_settings(), w.step.settings);
  if (!settings) return settings.error();
  const Result<std::vector<Entrant>> entrants = entrants_of(settings->controllers, w.before);
  if (!entrants) return entrants.error();
  const murus::Tournament tournament = tournament_of(*settings, *entrants, w.run.seed);
  const auto results = play_missing_games(tournament, w);
  if (!results) return results.error();
  std::vector<TaskResult> all;
  for (const auto& result : *results) {
    if (!result) return StepResult{};
    all.push_back(*result);
  }
  return StepResult(std::make_shared<const Json>(tournament_json(*entrants, tournament, all)));
}

}  // namespace stackwright
