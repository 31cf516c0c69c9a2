// What is wrong with a plan, looked at before anything is played.
#include <algorithm>
#include <set>

#include "core/text.h"
#include "experiment/evolve_config.h"
#include "experiment/findings.h"
#include "experiment/recipe.h"
#include "experiment/step_settings.h"
#include "experiment/tournament_step.h"

namespace stackwright {
namespace {

Result<Done> check_evolve(const PlannedStep& step) {
  const Result<EvolveConfig> config = evolve_config(step.settings);
  if (!config) return config.error();
  const Result<std::unique_ptr<Problem>> problem = make_problem(*config, step.seed);
  if (!problem) return problem.error();
  const Result<optim::Optimiser> optimiser = make_optimiser(*config, (*problem)->space(), step.seed);
  if (!optimiser) return optimiser.error();
  return Done{};
}

/// Champions come from evolutions before; everybody else must be there and fit the board.
Result<Done> check_match(const PlannedStep& step, const std::vector<const PlannedStep*>& before) {
  const Result<MatchSettings> settings = optim::read_settings(step.kind, match_settings(), step.settings);
  if (!settings) return settings.error();
  const std::vector<std::string> names = names_in(settings->controllers);
  if (names.empty()) return Error{"controllers: at least one is needed"};
  for (const std::string& name : names) {
    if (!name.starts_with("@")) {
      const Result<Controller> controller = changed_controller(name);
      if (!controller) return Error{"controllers: " + controller.message()};
      if (const auto options = match_options(*settings, *controller); !options) return options.error();
      continue;
    }
    const std::string wanted = name.substr(1, name.find('{') - 1);
    const bool there = std::any_of(before.begin(), before.end(),
                                   [&](const PlannedStep* s) { return s->kind == "evolve" && is_of(*s, wanted); });
    if (!there) return Error{"controllers: no evolve step " + in_quotes(wanted) + " comes before"};
    Controller any;
    any.name = name;
    if (const auto options = match_options(*settings, any); !options) return options.error();
  }
  return Done{};
}

Result<Done> check_bench(const PlannedStep& step) {
  const Result<SpeedSettings> settings = optim::read_settings(step.kind, speed_settings(), step.settings);
  if (!settings) return settings.error();
  const Result<Controller> controller = changed_controller(settings->controller);
  if (!controller) return Error{"controller: " + controller.message()};
  const Result<PlayOptions> options = speed_options(*settings, *controller);
  return options ? Result<Done>(Done{}) : options.error();
}

Result<Done> check_solve(const PlannedStep& step) {
  const Result<ListSettings> settings = optim::read_settings(step.kind, list_settings(), step.settings);
  if (!settings) return settings.error();
  const Result<std::vector<ListJob>> jobs = list_jobs(*settings);
  if (!jobs) return jobs.error();
  const StopToken none;
  const Result<SolveOptions> options = list_options(*settings, (*jobs)[0].task.setting, none);
  return options ? Result<Done>(Done{}) : options.error();
}

Result<Done> check_step(const PlannedStep& step, const std::vector<const PlannedStep*>& before) {
  if (step.kind == "evolve") return check_evolve(step);
  if (step.kind == "bench") return check_bench(step);
  if (step.kind == "solve") return check_solve(step);
  if (step.kind == "tournament") return check_tournament(step, before);
  return check_match(step, before);
}

Result<Done> check_steps(const Plan& plan) {
  std::vector<const PlannedStep*> before;
  std::set<std::string> names;
  for (const PlannedStep& step : plan.steps) {
    if (!names.insert(step.name).second) return Error{plan.recipe + ": two steps are named " + in_quotes(step.name)};
    if (auto fine = check_step(step, before); !fine) {
      return Error{plan.recipe + ": step " + in_quotes(step.name) + ": " + fine.message()};
    }
    before.push_back(&step);
  }
  return Done{};
}

}  // namespace

Result<Done> check_sizes(const Recipe& recipe) {
  for (const RecipeSize size : {RecipeSize::full, RecipeSize::quick, RecipeSize::smoke}) {
    const Result<Plan> plan = plan_recipe(recipe, size, 1);
    if (!plan) return plan.error();
    if (auto fine = check_steps(*plan); !fine) return fine;
  }
  return Done{};
}

Result<Done> check_plan(const Plan& plan) {
  if (auto fine = check_steps(plan); !fine) return fine;
  for (const Claim& claim : plan.claims) {
    for (const std::string& measure : {claim.measure, claim.against}) {
      if (measure.empty()) continue;
      if (auto fine = check_measure(plan, measure); !fine) {
        return Error{plan.recipe + ": finding " + in_quotes(claim.claim) + ": " + fine.message()};
      }
    }
  }
  for (const GenePair& pair : plan.pairs) {
    for (const std::string& name : {pair.a, pair.b}) {
      const bool there = std::any_of(plan.steps.begin(), plan.steps.end(),
                                     [&](const PlannedStep& s) { return s.kind == "evolve" && is_of(s, name); });
      const bool all_repeats = plan.size == RecipeSize::full;  // smaller sizes may lack the one that is meant
      if (!there && all_repeats) return Error{plan.recipe + ": pair: there is no evolve step " + in_quotes(name)};
    }
    for (const std::string& name : {pair.published_a, pair.published_b}) {
      if (name.empty()) continue;
      if (const auto controller = load_controller(name); !controller) {
        return Error{plan.recipe + ": pair: " + controller.message()};
      }
    }
  }
  return Done{};
}

}  // namespace stackwright
