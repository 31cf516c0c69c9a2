// An evolution that is followed live.
#include "web/evolve_session.h"

#include <algorithm>
#include <condition_variable>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "web/message.h"

namespace stackwright::web {
namespace {

constexpr std::chrono::milliseconds kRunPicture{250};

Result<optim::Settings> settings_of(const Fields& fields, const std::string& preset) {
  const auto names = preset_names();
  if (std::ranges::find(names, preset) == names.end()) {  // never a path
    const std::vector<std::string_view> known(names.begin(), names.end());
    return unknown_name("preset", preset, known);
  }
  auto pairs = read_preset(preset);
  if (!pairs || !fields.has("set")) return pairs;
  const auto set = fields.text("set");
  if (!set) return set.error();
  for (const std::string_view line : split(*set, '\n')) {
    if (trim(line).empty()) continue;
    auto pair = parse_setting(trim(line));
    if (!pair) return pair.error();
    pairs->push_back(*std::move(pair));
  }
  return pairs;
}

}  // namespace

Result<OpenedRun> new_run(const Json& message, Store& store) {
  const Fields fields(message);
  const auto preset = fields.text("preset");
  if (!preset) return preset.error();
  const auto name = text_or(fields, "name", "", 60);
  if (!name) return name.error();
  const auto seed = whole_or(fields, "seed", 1, 0, std::int64_t{1} << 53);
  if (!seed) return seed.error();
  const auto pairs = settings_of(fields, *preset);
  if (!pairs) return pairs.error();
  auto config = evolve_config(*pairs);
  if (!config) return config.error();
  const auto word = static_cast<std::uint64_t>(*seed);
  const auto problem = make_problem(*config, word);
  if (!problem) return problem.error();
  if (const auto optimiser = make_optimiser(*config, (*problem)->space(), word); !optimiser) return optimiser.error();
  NewRun fresh{*name, "evolve", word, json_text(to_json(*config), -1)};
  if (fresh.name.empty()) {
    const auto all = store.list();
    if (!all) return all.error();
    fresh.name = *preset + "-" + std::to_string(all->empty() ? 1 : all->back().id + 1);
    for (const RunRow& row : *all) fresh.name += row.name == fresh.name ? "x" : "";
  }
  auto run = store.create(fresh);
  if (!run) return run.error();
  return OpenedRun{*std::move(run), *std::move(config)};
}

Result<OpenedRun> old_run(const Json& message, const Store& store) {
  const auto name = Fields(message).text("run");
  if (!name) return name.error();
  auto run = store.find(*name);
  if (!run) return run.error();
  if (run->kind != "evolve") return Error{"run " + run->name + " is not an evolution but: " + run->kind};
  auto config = evolve_config_from_json(run->configuration);
  if (!config) return config.error();
  return OpenedRun{*std::move(run), *std::move(config)};
}

EvolveSession::EvolveSession(std::string name, Store store, RunLock lock, OpenedRun opened, int threads)
    : Session(std::move(name)),
      store_(std::move(store)),
      lock_(std::move(lock)),
      opened_(std::move(opened)),
      threads_(threads),
      generation_(opened_.run.generation),
      generations_(opened_.run.generation) {
  begin();
}

EvolveSession::~EvolveSession() { finish(); }

void EvolveSession::batch(const Assignment& assignment, std::uint64_t tasks, std::uint64_t known) {
  const std::lock_guard lock(mutex_);
  stage_ = assignment.stage;
  if (stage_ == Stage::training) generation_ = assignment.batch.generation;
  tasks_ = tasks;
  known_ = known;
  done_before_ = progress_.done.load(std::memory_order_relaxed);
}

void EvolveSession::generation(const GenerationRow& row) {
  const std::lock_guard lock(mutex_);
  generations_ = row.generation + 1;
}

void EvolveSession::show(bool last) {
  const std::lock_guard lock(mutex_);
  const auto done = known_ + progress_.done.load(std::memory_order_relaxed) - done_before_;
  const auto pieces = progress_.pieces.load(std::memory_order_relaxed);
  constexpr std::string_view kStages[] = {"training", "finals", "held-out games"};
  Json state{{"kind", "evolve"},
             {"run", opened_.run.name},
             {"id", opened_.run.id},
             {"state", state_},
             {"stage", std::string(kStages[static_cast<std::size_t>(stage_)])},
             {"generation", generation_},
             {"generations", generations_},  // finished: so many rows are in the store
             {"of", opened_.config.run.generations},
             {"share", tasks_ > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(tasks_)) : 0},
             {"pieces", pieces},
             {"rate", rate(static_cast<double>(pieces), timer_.seconds())},
             {"seconds", timer_.seconds()},
             {"reason", reason_}};
  feed()->publish(json_text(state, -1), last);
}

Result<Done> EvolveSession::conclude(const EvolveOutcome& outcome) {
  std::string result;
  if (!outcome.interrupted) {
    const std::string path = free_champion_path(store_, opened_.run, outcome.controller);
    if (auto written = write_file(path, outcome.controller); !written) return written;
    result = json_text(champion_json(outcome, path), -1);
  }
  return store_.set_state(opened_.run.id, outcome.interrupted ? RunState::stopped : RunState::finished, result);
}

void EvolveSession::run() {
  std::mutex waiting;
  std::condition_variable_any woken;
  std::jthread display([&](const std::stop_token& over) {
    while (!over.stop_requested()) {
      show(false);
      std::unique_lock lock(waiting);
      woken.wait_for(lock, over, kRunPicture, [] { return false; });
    }
  });
  LocalExecutor executor(threads_);
  Result<Done> fine = store_.set_state(opened_.run.id, RunState::running);
  if (fine) {
    const auto outcome = evolve(store_, opened_.run, opened_.config, executor, stop(), &progress_, *this);
    fine = outcome ? conclude(*outcome) : Result<Done>(outcome.error());
    if (!outcome) (void)store_.set_state(opened_.run.id, RunState::stopped);
    const std::lock_guard lock(mutex_);
    state_ = !fine ? "failed" : outcome->interrupted ? "stopped" : "finished";
    reason_ = !fine ? fine.message() : outcome->interrupted ? "" : outcome->reason;
  } else {
    const std::lock_guard lock(mutex_);
    state_ = "failed";
    reason_ = fine.message();
  }
  display.request_stop();
  display.join();
  lock_.reset();  // others may go on with the run, or delete it, as soon as the last frame is out
  show(true);
}

}  // namespace stackwright::web
