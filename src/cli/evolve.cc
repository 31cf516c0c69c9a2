// stackwright evolve: runs an optimiser, or goes on with a run that was stopped.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/evolve_progress.h"
#include "cli/evolve_report.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "core/text.h"
#include "experiment/cluster.h"
#include "experiment/evolve.h"

namespace stackwright::cli {
namespace {

struct EvolveArguments {
  std::string preset;
  std::vector<std::string> set;
  std::optional<std::int64_t> seed;
  std::int64_t threads = 0;
  std::string store;
  std::string name;
  std::string resume;
  std::string out;
  bool keys = false;
  bool json = false;
  bool quiet = false;
};

Result<optim::Settings> settings_of(const EvolveArguments& a) {
  Result<optim::Settings> pairs = read_preset(a.preset);
  if (!pairs) return pairs;
  for (const std::string& text : a.set) {
    auto pair = for_option("--set", parse_setting(text));
    if (!pair) return pair.error();
    pairs->push_back(*std::move(pair));
  }
  return pairs;
}

Result<OpenedEvolution> begin_run(const EvolveArguments& a, Store& store) {
  const Result<optim::Settings> pairs = settings_of(a);
  if (!pairs) return pairs.error();
  Result<EvolveConfig> config = evolve_config(*pairs);
  if (!config) return Error{a.preset + ": " + config.message()};
  const auto seed = static_cast<std::uint64_t>(a.seed.value_or(1));
  // Everything that can be wrong is looked at before anything is stored.
  const Result<std::unique_ptr<Problem>> problem = make_problem(*config, seed);
  if (!problem) return Error{a.preset + ": " + problem.message()};
  const Result<optim::Optimiser> optimiser = make_optimiser(*config, (*problem)->space(), seed);
  if (!optimiser) return Error{a.preset + ": " + optimiser.message()};
  const bool shipped = a.preset.find('/') == std::string::npos && !a.preset.ends_with(".toml");
  NewRun fresh{a.name, "evolve", seed, json_text(to_json(*config), -1)};
  if (fresh.name.empty() && shipped) {
    const Result<std::vector<RunRow>> all = store.list();
    if (!all) return all.error();
    fresh.name = fmt::format("{}-{}", a.preset, all->empty() ? 1 : all->back().id + 1);
    for (const RunRow& row : *all) fresh.name += row.name == fresh.name ? "x" : "";
  }
  Result<RunRow> run = store.create(fresh);
  if (!run) return run.error();
  return OpenedEvolution{*std::move(run), *std::move(config)};
}

Result<OpenedEvolution> resume_run(const EvolveArguments& a, const Store& store) {
  Result<RunRow> run = for_option("--resume", store.find(a.resume));
  if (!run) return run.error();
  if (run->kind != "evolve") return Error{"--resume: run " + run->name + " is not an evolution but: " + run->kind};
  if (run->parent != 0) return Error{"--resume: run " + run->name + " is a step: experiment --resume goes on with it"};
  Result<EvolveConfig> config = evolve_config_from_json(run->configuration);
  if (!config) return Error::fault("store '" + store.path() + "': run " + run->name + ": " + config.message());
  if (a.out.empty()) {
    if (auto fine = check_out(free_champion_path(store, *run, "")); !fine) return fine.error();
  }
  return OpenedEvolution{*std::move(run), *std::move(config)};
}

/// This machine's cores, or the workers that mpirun started.
std::unique_ptr<Executor> make_executor(const EvolveArguments& a, Transport* cluster, const RunRow& run) {
  if (cluster == nullptr) return std::make_unique<LocalExecutor>(static_cast<int>(a.threads));
  return std::make_unique<ClusterExecutor>(*cluster, run.configuration, run.seed);
}

/// The way of a run from where it stands to its end, with what people see of it.
Result<int> go(const EvolveArguments& a, Store& store, const OpenedEvolution& opened, Transport* cluster,
               const StopToken& stop) {
  const Result<RunLock> lock = store.lock(opened.run.id);
  if (!lock) return lock.error();
  if (auto marked = store.set_state(opened.run.id, RunState::running); !marked) return marked.error();
  const std::unique_ptr<Executor> executor = make_executor(a, cluster, opened.run);
  Progress progress;
  Result<EvolveOutcome> outcome = [&] {
    EvolveProgress seen(opened.config, progress, a.quiet);
    seen.began(opened.run);
    return evolve(store, opened.run, opened.config, *executor, stop, &progress, seen);
  }();
  if (!outcome) {
    (void)store.set_state(opened.run.id, RunState::stopped);
    return outcome.error();
  }
  std::string path = a.out;
  if (!outcome->interrupted) {
    if (path.empty()) path = free_champion_path(store, opened.run, outcome->controller);
    if (auto written = write_file(path, outcome->controller); !written) {
      (void)store.set_state(opened.run.id, RunState::stopped);
      return Error::fault(written.message());
    }
  }
  const std::string result = outcome->interrupted ? "" : json_text(champion_json(*outcome, path), -1);
  if (auto marked =
          store.set_state(opened.run.id, outcome->interrupted ? RunState::stopped : RunState::finished, result);
      !marked) {
    return marked.error();
  }
  if (outcome->interrupted) {
    fmt::print(stderr, "stopped and saved{}; go on with: stackwright evolve --resume {}{}\n",
               cluster == nullptr ? "" : " (a signal, or a worker that died)", opened.run.name,
               a.store.empty() ? "" : " --store " + a.store);
  }
  if (a.json) {
    if (auto reported = report_evolution_json(store, opened, *outcome, path); !reported) return reported.error();
  } else if (!outcome->interrupted) {
    if (auto reported = report_evolution_text(opened, *outcome, path); !reported) return reported.error();
  }
  return outcome->interrupted ? kInterrupted : kDone;
}

/// A worker of several machines: its share of the cores, until the owner of the run is done.
Result<int> work(const EvolveArguments& a, Transport& cluster, const StopToken& stop) {
  const auto make = [](std::string_view configuration, std::uint64_t seed) -> Result<std::unique_ptr<Problem>> {
    const Result<EvolveConfig> config = evolve_config_from_json(configuration);
    if (!config) return config.error();
    return make_problem(*config, seed);
  };
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int threads = a.threads > 0 ? static_cast<int>(a.threads) : std::max(1, cores / cluster.size_here());
  if (auto worked = work_for_cluster(cluster, make, threads, stop); !worked) return worked.error();
  return stop.requested() ? kInterrupted : kDone;
}

/// The run itself; with a cluster this is its owner.
Result<int> own(const EvolveArguments& a, Transport* cluster, const StopToken& stop) {
  if (a.preset.empty() == a.resume.empty()) {
    return Error{"give either a preset or a file, or --resume RUN; presets: " +
                 fmt::format("{}", fmt::join(preset_names(), ", "))};
  }
  if (!a.resume.empty() && (!a.set.empty() || a.seed || !a.name.empty())) {
    return Error{"--resume goes on with the settings of the run; --set, --seed and --name are for new runs"};
  }
  if (!a.out.empty()) {
    if (auto fine = for_option("--out", check_out(a.out)); !fine) return fine.error();
  }
  Result<Store> store = Store::open(a.store.empty() ? Store::default_path() : a.store, Store::Access::write);
  if (!store) return store.error();
  const Result<OpenedEvolution> opened = a.resume.empty() ? begin_run(a, *store) : resume_run(a, *store);
  if (!opened) return opened.error();
  return go(a, *store, *opened, cluster, stop);
}

Result<int> run_with_cluster(const EvolveArguments& a, const StopToken& stop) {
  const Result<std::unique_ptr<Transport>> cluster = load_mpi();
  if (!cluster) return cluster.error();
  Transport& transport = **cluster;
  Result<int> code = transport.rank() == 0 ? own(a, &transport, stop) : work(a, transport, stop);
  if (transport.rank() == 0 && !code) {  // nobody told the workers yet
    ClusterMessage end;
    for (int to = 1; to < transport.size(); ++to) transport.send(to, to_bytes(end));
  }
  if (!stop.requested()) transport.finish();  // after a stop some may be dead: mpirun cleans up
  return code;
}

Result<int> run_evolve(const EvolveArguments& a, const StopToken& stop) {
  if (a.keys) {
    std::string game = "tetris";
    std::string optimiser = "ga";
    if (!a.preset.empty()) {
      const Result<optim::Settings> pairs = settings_of(a);
      if (!pairs) return pairs.error();
      for (const auto& [key, text] : *pairs) {
        if (key == "optimiser") optimiser = text;
        if (key == "game") game = text;
      }
    }
    report_evolve_keys(game, optimiser, a.json);
    return kDone;
  }
  return started_by_mpi() ? run_with_cluster(a, stop) : own(a, nullptr, stop);
}

}  // namespace

Run prepare_evolve(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<EvolveArguments>();
  add_text(app, "preset", a->preset, fmt::format("a preset ({}) or a TOML file", fmt::join(preset_names(), ", ")));
  add_texts(app, "--set", a->set, "KEY=VALUE", "change a key, such as --set games=20; may be given more than once");
  add_whole(app, "--seed", a->seed, 0, std::numeric_limits<std::int64_t>::max(),
            "everything random follows from it (default: 1)");
  add_whole(app, "--threads", a->threads, 0, 4096, "0: one per core");
  add_text(app, "--store", a->store, "the experiment store (default: " + Store::default_path() + ")");
  add_text(app, "--name", a->name, "name of the run, without '/' (default: the preset and a number)");
  add_text(app, "--resume", a->resume, "go on with a run of the store, by name or number");
  add_text(app, "--out", a->out,
           "the champion's controller file, replaced if it is there (default: beside the store, named as the run, with "
           "a number where that name is taken)");
  add_flag(app, "--keys", a->keys, "list all keys with their defaults and end");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_evolve(*a, stop); };
}

}  // namespace stackwright::cli
