// stackwright experiment: runs a recipe, or goes on with one that was stopped, and writes its report.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "core/text.h"
#include "experiment/experiment.h"
#include "experiment/numbers.h"
#include "experiment/report.h"

namespace stackwright::cli {
namespace {

struct ExperimentArguments {
  std::string recipe;
  bool smoke = false;
  bool quick = false;
  bool resume = false;
  bool list = false;
  std::int64_t seed = 1;
  std::int64_t threads = 0;
  std::string store;
  std::string name;
  std::string report;
  bool json = false;
  bool quiet = false;
};

struct OpenedExperiment {
  RunRow run;
  Plan plan;
};

RecipeSize size_of(const ExperimentArguments& a) {
  return a.smoke ? RecipeSize::smoke : a.quick ? RecipeSize::quick : RecipeSize::full;
}

Result<OpenedExperiment> begin_run(const ExperimentArguments& a, Store& store) {
  const Result<Recipe> recipe = read_recipe(a.recipe);
  if (!recipe) return recipe.error();
  Result<Plan> plan = plan_recipe(*recipe, size_of(a), static_cast<std::uint64_t>(a.seed));
  if (!plan) return plan.error();
  if (auto fine = check_plan(*plan); !fine) return fine.error();
  if (auto fine = check_sizes(*recipe); !fine) return fine.error();
  NewRun fresh{a.name, "experiment", plan->seed, json_text(to_json(*plan), -1)};
  if (fresh.name.empty()) {
    const Result<std::vector<RunRow>> all = store.list();
    if (!all) return all.error();
    const std::string size = plan->size == RecipeSize::full ? "" : "-" + std::string(name_of(plan->size));
    fresh.name = fmt::format("{}{}-{}", plan->recipe, size, all->empty() ? 1 : all->back().id + 1);
    for (const RunRow& row : *all) fresh.name += row.name == fresh.name ? "x" : "";
  }
  Result<RunRow> run = store.create(fresh);
  if (!run) return run.error();
  return OpenedExperiment{*std::move(run), *std::move(plan)};
}

Error other_steps(const std::string& recipe, const std::string& run) {
  return Error{
      fmt::format("{} has other steps now than run {}, which was begun with it: go on with that one as it was "
                  "(experiment {} --resume), or begin anew without --resume",
                  recipe, run, run)};
}

/// The last run of the recipe in this size with the steps that it has now, or the run of that name; nothing where there is none.
Result<std::optional<OpenedExperiment>> find_run(const ExperimentArguments& a, const Store& store) {
  const Result<std::vector<RunRow>> all = store.list();
  if (!all) return all.error();
  const Result<Recipe> recipe = read_recipe(a.recipe);
  std::optional<OpenedExperiment> found;
  std::string changed;
  for (const RunRow& row : *all) {
    if (row.kind != "experiment") continue;
    const bool by_name = row.name == a.recipe || (!a.name.empty() && row.name == a.name);
    Result<Plan> plan = plan_from_json(row.configuration);
    if (!plan) {
      if (by_name) return Error{"run " + row.name + ": " + plan.message()};
      continue;
    }
    const bool by_recipe = a.name.empty() && recipe && plan->recipe == recipe->name && plan->size == size_of(a);
    if (!by_name && !by_recipe) continue;
    if (!by_name && !same_steps(*recipe, *plan)) {
      changed = row.name;
      continue;
    }
    const bool open = row.state != RunState::finished;
    if (by_name || open || !found || found->run.state == RunState::finished)
      found = OpenedExperiment{row, *std::move(plan)};
    if (by_name && row.name != a.recipe && recipe && !same_steps(*recipe, found->plan)) {
      return other_steps(a.recipe, row.name);
    }
    if (by_name) return found;
  }
  if (!found && !changed.empty()) return other_steps(a.recipe, changed);
  return found;
}

/// A run that goes on is judged by its recipe as it is now, where that still has the same steps.
Result<Done> judge_anew(const ExperimentArguments& a, Store& store, OpenedExperiment& opened) {
  Result<Recipe> recipe = read_recipe(a.recipe);
  if (!recipe) recipe = read_recipe(opened.plan.file.empty() ? opened.plan.recipe : opened.plan.file);
  if (!recipe) return Done{};  // a run outlives its recipe
  Plan plan = judged_by(*recipe, opened.plan);
  if (to_json(plan) == to_json(opened.plan)) return Done{};
  opened.plan = std::move(plan);
  return store.set_configuration(opened.run.id, json_text(to_json(opened.plan), -1));
}

/// Lines for people on standard error, and a line that moves.
class ExperimentProgress final : public ExperimentObserver {
 public:
  ExperimentProgress(const Progress& progress, bool quiet) : quiet_(quiet), line_(progress, "games", quiet) {}

  void step(const PlannedStep& step, std::size_t index, std::size_t count, bool known) override {
    if (quiet_) return;
    line_.print(
        fmt::format("step {} of {}: {} ({}){}", index + 1, count, step.name, step.kind, known ? ", done before" : ""));
  }
  void generation(const PlannedStep&, const GenerationRow& row) override {
    if (quiet_ || row.generation % 10 != 0) return;
    line_.print(
        fmt::format("  generation {}: best {}, mean {}", row.generation, number_text(row.best), number_text(row.mean)));
  }
  void finished(const PlannedStep&, const std::string& words) override {
    if (!quiet_) line_.print("  " + words);
  }

 private:
  const bool quiet_;
  ProgressLine line_;
};

Result<Done> write_report(const Store& store, const OpenedExperiment& opened, const std::string& path) {
  const RunRow runs[] = {opened.run};
  const Result<Json> document = report_document(store, runs);
  if (!document) return document.error();
  const Result<std::string> page = report_page(*document);
  if (!page) return page.error();
  return for_option("--report", write_file(path, *page));
}

void report_text(const OpenedExperiment& opened, const ExperimentOutcome& outcome, const std::string& path) {
  print_line(fmt::format("{} is finished: {}", opened.run.name, opened.plan.about));
  if (opened.plan.size != RecipeSize::full) {
    print_line(fmt::format("(the {} size shows that everything works; its figures are no evidence)",
                           name_of(opened.plan.size)));
  }
  for (const Finding& f : outcome.findings) {
    print_line("");
    print_line(fmt::format("{}: {}", f.verdict, f.claim));
    print_line(fmt::format("  published {}, measured {} ({}) {}", f.published.empty() ? "-" : f.published,
                           f.measured ? mean_text(*f.measured, f.ci95) : "nothing", interval_text(f.ci95), f.unit));
    if (!f.detail.empty()) print_line("  " + f.detail);
  }
  if (path.empty()) return;
  print_line("");
  print_line("its report: " + path);
}

Result<int> go(const ExperimentArguments& a, Store& store, OpenedExperiment& opened, const StopToken& stop) {
  const Result<RunLock> lock = store.lock(opened.run.id);
  if (!lock) return lock.error();
  if (a.resume) {
    if (auto judged = judge_anew(a, store, opened); !judged) return judged.error();
  }
  if (opened.run.state != RunState::finished) {
    if (auto marked = store.set_state(opened.run.id, RunState::running); !marked) return marked.error();
  }
  if (!a.quiet) fmt::print(stderr, "run {} ({}), seed {}\n", opened.run.name, opened.run.id, opened.run.seed);
  Progress progress;
  const Result<ExperimentOutcome> outcome = [&] {
    ExperimentProgress seen(progress, a.quiet);
    return run_experiment(store, opened.run, opened.plan, static_cast<int>(a.threads), stop, &progress, seen);
  }();
  if (!outcome || outcome->interrupted) {
    (void)store.set_state(opened.run.id, RunState::stopped);
    if (!outcome) return outcome.error();
    fmt::print(stderr, "stopped and saved; go on with: stackwright experiment {} --resume{}\n", opened.run.name,
               a.store.empty() ? "" : " --store " + a.store);
    return kInterrupted;
  }
  std::string path = a.report;
  if (path.empty()) path = (std::filesystem::path(store.path()).parent_path() / (opened.run.name + ".html")).string();
  if (auto written = write_report(store, opened, path); !written) {
    if (!a.report.empty()) return written.error();
    fmt::print(stderr, "no report: {}\n", written.message());
    path.clear();
  }
  if (!a.json) {
    report_text(opened, *outcome, path);
    return kDone;
  }
  Json document = envelope("stackwright.experiment/1", opened.run.seed, to_json(opened.plan));
  document["recipe"] = opened.plan.recipe;
  document["run"] = opened.run.name;
  Json runs = Json::array();
  for (const StepRecord& record : outcome->steps) {
    runs.push_back(Json{
        {"step", record.step.name}, {"kind", record.step.kind}, {"run", opened.run.name + "/" + record.step.name}});
  }
  document["runs"] = std::move(runs);
  document["findings"] = to_json(outcome->findings);
  document["report"] = path.empty() ? Json(nullptr) : Json(path);
  print_json(document);
  return kDone;
}

Result<int> list_recipes() {
  TextTable table({"recipe", "what", "source"});
  for (const std::string& name : recipe_names()) {
    const Result<Recipe> recipe = read_recipe(name);
    table.add({name, recipe ? recipe->about : recipe.message(), recipe ? recipe->source : ""});
  }
  table.print();
  return kDone;
}

Result<int> run_experiment(const ExperimentArguments& a, const StopToken& stop) {
  if (a.list) return list_recipes();
  if (a.recipe.empty())
    return Error{fmt::format("a recipe or a file is needed; recipes: {}", fmt::join(recipe_names(), ", "))};
  if (a.smoke && a.quick) return Error{"--smoke and --quick exclude each other"};
  if (!a.report.empty()) {
    if (auto fine = for_option("--report", check_out(a.report)); !fine) return fine.error();
  }
  Result<Store> store = Store::open(a.store.empty() ? Store::default_path() : a.store, Store::Access::write);
  if (!store) return store.error();
  if (a.resume) {
    Result<std::optional<OpenedExperiment>> found = find_run(a, *store);
    if (!found) return found.error();
    if (*found) return go(a, *store, **found, stop);
    if (!a.quiet) fmt::print(stderr, "there is no run of {} in this size to go on with: a new one begins\n", a.recipe);
  }
  Result<OpenedExperiment> opened = begin_run(a, *store);
  if (!opened) return opened.error();
  return go(a, *store, *opened, stop);
}

}  // namespace

Run prepare_experiment(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<ExperimentArguments>();
  add_text(app, "recipe", a->recipe, "a recipe (--list shows them) or a TOML file; with --resume also a run");
  add_flag(app, "--smoke", a->smoke, "seconds: to see that everything works");
  add_flag(app, "--quick", a->quick, "a minute at most on two cores: to see what comes out");
  add_flag(app, "--resume", a->resume,
           "go on with the last run of the recipe in this size that is not finished, or with the run named; a finished "
           "one is judged again by the recipe's claims as they are now; where there is none, a new one begins");
  add_whole(app, "--seed", a->seed, 0, std::numeric_limits<std::int64_t>::max(), "everything random follows from it");
  add_whole(app, "--threads", a->threads, 0, 4096, "0: one per core");
  add_text(app, "--store", a->store, "the experiment store (default: " + Store::default_path() + ")");
  add_text(app, "--name", a->name, "name of the run (default: the recipe and a number)");
  add_text(app, "--report", a->report, "the report's file (default: beside the store, named as the run)");
  add_flag(app, "--list", a->list, "list the recipes and end");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_experiment(*a, stop); };
}

}  // namespace stackwright::cli
