// Tetris as a problem, objective expected-lines: a rough look at every candidate, then closer looks at the best.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/distributions.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/math.h"
#include "experiment/expected_lines.h"
#include "experiment/splitting_run.h"
#include "experiment/tetris_problem.h"

namespace stackwright {
namespace {

constexpr std::uint64_t kHeldOutLooks = 4;  // independent ones at the champion
constexpr int kMostLooks = 5;               // at a candidate, the first included
constexpr std::size_t kFewest = 2;          // candidates worth another look
constexpr double kShareOfSpread = 0.3;      // errors this much smaller than the differences hardly change ranks

/// A wish for a further look: number of the look, its precision, then the measurement whose ladder is used again.
TaskResult wish(std::int64_t look, double precision, const TaskResult& before) {
  TaskResult order{look, std::bit_cast<std::int64_t>(precision)};
  order.insert(order.end(), before.begin(), before.end());
  return order;
}

TaskResult measurement_of(const TaskResult& wish) { return {wish.begin() + 2, wish.end()}; }

/// What is known of a candidate.
struct Known {
  std::size_t candidate = 0;
  MeasuredRate all;
  double lines = 0;
  std::size_t looks = 0;
  const TaskResult* last = nullptr;
};

std::vector<Known> known_of(std::span<const TaskResult> results, std::size_t candidates,
                            const tetris::Setting& setting) {
  std::vector<std::vector<MeasuredRate>> parts(candidates);
  std::vector<Known> known(candidates);
  for (const TaskResult& result : results) {
    const std::uint64_t c = candidate_of(result);
    if (c >= candidates) continue;
    parts[c].push_back(measured_from_task(result, setting));
    known[c].last = &result;
  }
  for (std::size_t c = 0; c < candidates; ++c) {
    known[c].candidate = c;
    known[c].all = together(parts[c]);
    known[c].lines = lines_of(known[c].all, setting);
    known[c].looks = parts[c].size();
  }
  return known;
}

}  // namespace

Result<Done> TetrisProblem::check_measuring() const {
  if (plan_) return optim::wrong_setting("plan", "empty with objective expected-lines", settings_.plan);
  if (settings_.max_pieces > 0) {
    return optim::wrong_setting("max_pieces", "0 with objective expected-lines", std::to_string(settings_.max_pieces));
  }
  const auto chance = tetris::PieceChance::make(options_.source, *options_.setting.pieces);
  if (!chance) return chance.error();
  return Done{};
}

/// Candidates share random numbers where `sequences` says so; every look has its own.
std::uint64_t TetrisProblem::measuring_seed(const Assignment& assignment, std::uint64_t candidate,
                                            std::uint64_t part) const {
  Hasher hasher;
  hasher.add(seed_);
  hasher.add(static_cast<std::uint64_t>(assignment.stage));
  hasher.add(part);
  if (assignment.stage == Stage::training) {
    hasher.add(settings_.renew ? assignment.batch.generation : 0);
    hasher.add(settings_.sequences == Sequences::fresh ? 1 + assignment.batch.first + candidate : 0);
    hasher.add(assignment.batch.round);
  }
  return hasher.value();
}

const tetris::Setting& TetrisProblem::setting_of(const Assignment& assignment) const {
  return assignment.stage == Stage::training ? options_.setting : final_setting_;
}

/// The first look at every candidate (several independent ones at the champion), then those wished for.
std::uint64_t TetrisProblem::measurements(const Assignment& assignment) const {
  const std::uint64_t each = assignment.stage == Stage::held_out ? kHeldOutLooks : 1;
  return each * assignment.batch.candidates.size() + assignment.further.size();
}

Result<std::optional<TaskResult>> TetrisProblem::measure_one(const Assignment& assignment, std::uint64_t task,
                                                             const StopToken& stop, Progress* progress) const {
  const std::size_t candidates = assignment.batch.candidates.size();
  const std::uint64_t first = measurements(assignment) - assignment.further.size();
  PlayOptions options = options_;
  options.setting = setting_of(assignment);
  options.threads = 1;
  Wanted wanted;
  wanted.precision = assignment.stage == Stage::training ? settings_.rough_precision : settings_.final_precision;
  wanted.most_pieces = static_cast<std::uint64_t>(settings_.most_simulated);
  std::uint64_t candidate = task % candidates;
  std::uint64_t part = task / candidates;
  MeasuredRate before;
  if (task >= first) {
    const TaskResult& order = assignment.further[task - first];
    const TaskResult measurement = measurement_of(order);
    candidate = std::min<std::uint64_t>(candidate_of(measurement), candidates - 1);
    part = static_cast<std::uint64_t>(order[0]);
    wanted.precision = std::bit_cast<double>(order[1]);
    before = measured_from_task(measurement, options.setting);
    wanted.before = &before;
  }
  wanted.seed = measuring_seed(assignment, candidate, part);
  const Controller controller = controller_of(assignment.batch.candidates[candidate]);
  const auto measured = measure(options, controller, wanted, stop, progress);
  if (!measured) return measured.error();
  if (!*measured) return std::optional<TaskResult>();
  return std::optional<TaskResult>(to_task(**measured, candidate));
}

Result<Done> TetrisProblem::measure_all(const Assignment& assignment, TaskSource& source, int threads,
                                        const StopToken& stop, Progress* progress) const {
  std::mutex mutex;
  Result<Done> state = Done{};
  std::atomic<bool> failed{false};
  const auto work = [&] {
    while (!failed && !stop.requested()) {
      const std::optional<std::uint64_t> task = source.take();
      if (!task) return;
      const auto result = measure_one(assignment, *task, stop, progress);
      if (!result) {
        const std::lock_guard lock(mutex);
        state = result.error();
        failed = true;
        return;
      }
      if (!*result) return;
      source.finished(*task, **result);
      if (progress != nullptr) progress->done.fetch_add(1, std::memory_order_relaxed);
    }
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const auto count = std::min<std::uint64_t>(threads > 0 ? static_cast<unsigned>(threads) : cores, source.left());
  {
    std::vector<std::jthread> workers;
    for (std::uint64_t i = 1; i < count; ++i) workers.emplace_back(work);
    work();
  }
  return state;
}

/// Successive halving (Karnin, Koren and Somekh 2013): of the candidates looked at last the better half is looked at
/// again, as closely as the differences between them need. While a population is far apart rough looks are enough; as
/// it comes together they get finer, down to `precision`.
std::vector<TaskResult> TetrisProblem::further(const Assignment& assignment,
                                               std::span<const TaskResult> results) const {
  if (!measures() || assignment.stage != Stage::training) return {};
  const std::size_t candidates = assignment.batch.candidates.size();
  std::vector<Known> known = known_of(results, candidates, options_.setting);
  std::int64_t look = 1;
  for (const TaskResult& order : assignment.further) look = std::max(look, order[0] + 1);
  if (look >= kMostLooks) return {};
  const std::size_t places = std::max(kFewest, candidates >> look);
  std::stable_sort(known.begin(), known.end(), [](const Known& a, const Known& b) { return a.lines > b.lines; });
  known.resize(std::min(places, known.size()));
  std::vector<double> logs;
  logs.reserve(known.size());
  for (const Known& one : known) logs.push_back(portable_log(1 + one.lines));
  const Summary spread = summarise(logs);
  const double deviation = spread.standard_error * std::sqrt(static_cast<double>(logs.size()));
  const double effort = std::sqrt(std::max(1.0, assignment.batch.effort));
  const double wanted = std::clamp(kShareOfSpread * deviation, settings_.precision / effort, settings_.rough_precision);
  std::vector<TaskResult> wishes;
  for (const Known& one : known) {
    const double error = one.all.relative_error();
    if (error <= 1.1 * wanted || one.last == nullptr || !(one.all.rate > 0)) continue;
    const double missing = 1 / (wanted * wanted) - 1 / (error * error);
    wishes.push_back(wish(look, std::max(1 / std::sqrt(missing), settings_.precision / effort), *one.last));
  }
  return wishes;
}

std::vector<Evaluation> TetrisProblem::judge(const Assignment& assignment, std::span<const TaskResult> results) const {
  std::vector<Evaluation> evaluations;
  for (const Known& one : known_of(results, assignment.batch.candidates.size(), setting_of(assignment))) {
    Evaluation evaluation;
    evaluation.fitness = one.lines;
    evaluation.games = {one.looks, one.lines, one.lines, one.lines, one.lines, one.lines * one.all.relative_error()};
    const Json details{{"lines", {one.lines}},     {"relative_error", one.all.relative_error()},
                       {"looks", one.looks},       {"sound", one.all.sound},
                       {"played", one.all.played}, {"simulated", one.all.pieces}};
    evaluation.details = json_text(details, -1);
    evaluations.push_back(std::move(evaluation));
  }
  return evaluations;
}

HeldOut TetrisProblem::measured_figure(std::span<const TaskResult> results) const {
  const Known known = known_of(results, 1, final_setting_)[0];
  HeldOut figure;
  figure.unit = "lines";
  figure.mean = known.lines;
  const double reach = normal_quantile(0.975) * known.all.error;
  const auto lines = [&](double rate) { return lines_at(std::max(0.0, rate), known.all.cells_left, final_setting_); };
  figure.ci95 = {lines(known.all.rate + reach), lines(known.all.rate - reach)};
  if (known.all.rate <= 0) figure.doubt = "no game over was seen";
  if (known.all.rate > 0 && !known.all.sound) figure.doubt = "few excursions hold much of it";
  return figure;
}

}  // namespace stackwright
