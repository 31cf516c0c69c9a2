// Python: whole evolutions that are stored as they go and can be resumed.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common.h"
#include "core/text.h"
#include "experiment/evolve.h"

namespace stackwright::python {
namespace {

struct Opened {
  RunRow run;
  EvolveConfig config;
};

Result<Opened> begin_run(const std::string& preset, const optim::Settings& changes, std::uint64_t seed,
                         const std::string& name, Store& store) {
  Result<optim::Settings> pairs = read_preset(preset);
  if (!pairs) return pairs.error();
  pairs->insert(pairs->end(), changes.begin(), changes.end());
  Result<EvolveConfig> config = evolve_config(*pairs);
  if (!config) return Error{preset + ": " + config.message()};
  const auto problem = make_problem(*config, seed);
  if (!problem) return Error{preset + ": " + problem.message()};
  const auto optimiser = make_optimiser(*config, (*problem)->space(), seed);
  if (!optimiser) return Error{preset + ": " + optimiser.message()};
  Result<RunRow> run = store.create({name, "evolve", seed, json_text(to_json(*config), -1)});
  if (!run) return run.error();
  return Opened{*std::move(run), *std::move(config)};
}

Result<Opened> reopen_run(const std::string& name, const Store& store) {
  Result<RunRow> run = store.find(name);
  if (!run) return run.error();
  if (run->kind != "evolve") return Error{"run " + run->name + " is not an evolution but: " + run->kind};
  Result<EvolveConfig> config = evolve_config_from_json(run->configuration);
  if (!config) return Error{"run " + run->name + ": " + config.message()};
  return Opened{*std::move(run), *std::move(config)};
}

/// Tells Python of every generation; an exception there stops the run, which stays resumable.
class PythonObserver final : public EvolveObserver {
 public:
  PythonObserver(const py::object& callback, StopToken& stop) : callback_(callback), stop_(stop) {}

  void generation(const GenerationRow& row) override {
    const py::gil_scoped_acquire gil;
    if (callback_.is_none() || thrown_) return;
    try {
      callback_(row.generation, row.best, row.mean, array_of(row.genes));
    } catch (...) {
      thrown_ = std::current_exception();
      stop_.request();
    }
  }
  std::exception_ptr thrown() const { return thrown_; }

 private:
  const py::object& callback_;
  StopToken& stop_;
  std::exception_ptr thrown_;
};

Result<EvolveOutcome> go_on(Store& store, const Opened& opened, int threads, const StopToken& stop,
                            EvolveObserver& observer) {
  const Result<RunLock> lock = store.lock(opened.run.id);
  if (!lock) return lock.error();
  if (auto marked = store.set_state(opened.run.id, RunState::running); !marked) return marked.error();
  LocalExecutor executor(threads);
  Result<EvolveOutcome> outcome = evolve(store, opened.run, opened.config, executor, stop, nullptr, observer);
  const bool finished = outcome && !outcome->interrupted;
  const std::string result = finished ? json_text(champion_json(*outcome, ""), -1) : "";
  if (auto marked = store.set_state(opened.run.id, finished ? RunState::finished : RunState::stopped, result);
      outcome && !marked) {
    return marked.error();
  }
  return outcome;
}

py::dict outcome_dict(const Opened& opened, const EvolveOutcome& o) {
  py::dict d("run"_a = opened.run.name, "id"_a = opened.run.id, "reason"_a = o.reason, "genes"_a = array_of(o.champion),
             "fitness"_a = o.fitness, "controller"_a = o.controller, "held_out"_a = py::none());
  if (o.held_out) {
    d["held_out"] =
        py::dict("mean"_a = o.held_out->mean, "ci95"_a = py::make_tuple(o.held_out->ci95.low, o.held_out->ci95.high),
                 "games"_a = o.held_out->games, "unit"_a = o.held_out->unit);
  }
  return d;
}

py::dict run_evolution(const std::string& preset, const py::dict& settings, std::uint64_t seed, int threads,
                       const std::string& path, const std::string& name, const std::string& resume,
                       const py::object& on_generation) {
  optim::Settings changes;
  for (const auto& [key, value] : settings) {
    const bool flag = py::isinstance<py::bool_>(value);
    changes.emplace_back(key.cast<std::string>(),
                         flag ? (value.cast<bool>() ? "true" : "false") : py::cast<std::string>(py::str(value)));
  }
  Store store = take(Store::open(path.empty() ? Store::default_path() : path, Store::Access::write));
  const Opened opened =
      take(resume.empty() ? begin_run(preset, changes, seed, name, store) : reopen_run(resume, store));
  StopToken both;  // Ctrl-C, or an exception in the callback
  PythonObserver observer(on_generation, both);
  auto outcome = stoppable([&](const StopToken& stop) {
    std::jthread watch([&](const std::stop_token& end) {
      while (!end.stop_requested() && !both.requested()) {
        if (stop.requested()) both.request();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
    return go_on(store, opened, threads, both, observer);
  });
  if (observer.thrown()) std::rethrow_exception(observer.thrown());
  return outcome_dict(opened, take(std::move(outcome)));
}

}  // namespace

void bind_evolve(py::module_& m) {
  m.def("run_evolution", &run_evolution, "preset"_a, "settings"_a, "seed"_a, "threads"_a, "store"_a, "name"_a,
        "resume"_a, "on_generation"_a);
  m.def("presets", &preset_names, "Names of the evolutions that ship.");
}

}  // namespace stackwright::python
