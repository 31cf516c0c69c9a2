// Tetris as a problem: candidates' games on random pieces of their own stage, and what they amount to.
#include "experiment/tetris_problem.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "experiment/list_games.h"
#include "experiment/unit_genes.h"

namespace stackwright {
namespace {

constexpr std::uint64_t kBootstrapResamples = 2000;

TaskResult to_task(const GameResult& game, bool restart) {
  TaskResult result{static_cast<std::int64_t>(game.pieces), static_cast<std::int64_t>(game.lines), game.score,
                    static_cast<std::int64_t>(game.ended)};
  if (restart) result.push_back(static_cast<std::int64_t>(game.losses));
  return result;
}

/// Piles lost in a game that went on after that.
std::int64_t losses(const TaskResult& result) { return result.size() > 4 ? result[4] : 0; }

bool was_cut_off(const TaskResult& result) { return static_cast<Ended>(result[3]) != Ended::top; }

}  // namespace

Result<std::unique_ptr<TetrisProblem>> TetrisProblem::make(const TetrisSettings& settings, std::uint64_t seed) {
  std::unique_ptr<TetrisProblem> problem(new TetrisProblem);
  problem->settings_ = settings;
  problem->seed_ = seed;
  if (auto fine = problem->set_up_play(); !fine) return fine.error();
  if (auto fine = problem->set_up_genes(); !fine) return fine.error();
  return problem;
}

std::uint64_t TetrisProblem::games(const Assignment& assignment) const {
  const int finals = settings_.final_games > 0 ? settings_.final_games : 10 * settings_.games;
  return games_of(assignment, settings_.games, finals, settings_.held_out_games);
}

std::uint64_t TetrisProblem::tasks(const Assignment& assignment) const {
  if (measures()) return measurements(assignment);
  return games(assignment) * assignment.batch.candidates.size();
}

StreamKey TetrisProblem::key(const Assignment& assignment, std::uint64_t candidate, std::uint64_t game) const {
  StreamKey key;
  key.seed = seed_;
  key.generation = generation_of(assignment, settings_.renew);
  key.game = number_of(assignment, game);
  const bool own = assignment.stage == Stage::training && settings_.sequences == Sequences::fresh;
  key.candidate = own ? 1 + assignment.batch.first + candidate : 0;
  return key;
}

Result<Done> TetrisProblem::play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                                 Progress* progress) const {
  if (measures()) return measure_all(assignment, source, threads, stop, progress);
  PlayOptions options = options_;
  options.threads = threads;
  options.max_pieces = static_cast<std::uint64_t>(settings_.max_pieces);
  options.restart = settings_.restart && assignment.stage == Stage::training;
  if (assignment.stage != Stage::training) {
    options.setting = final_setting_;
    if (settings_.held_out_pieces > 0) options.max_pieces = static_cast<std::uint64_t>(settings_.held_out_pieces);
  }
  std::vector<Controller> controllers;
  controllers.reserve(assignment.batch.candidates.size());
  for (const optim::Genes& genes : assignment.batch.candidates) controllers.push_back(controller_of(genes));
  const std::uint64_t games_each = games(assignment);

  /// Tasks as games: candidate after candidate.
  class Jobs final : public JobSource {
   public:
    Jobs(const TetrisProblem& problem, const Assignment& assignment, const std::vector<Controller>& controllers,
         std::uint64_t games_each, TaskSource& source)
        : problem_(problem), assignment_(assignment), controllers_(controllers), games_(games_each), source_(source) {}

    std::optional<GameJob> take() override {
      const std::optional<std::uint64_t> task = source_.take();
      if (!task) return std::nullopt;
      const std::uint64_t candidate = *task / games_;
      return GameJob{&controllers_[candidate], problem_.key(assignment_, candidate, *task % games_), *task};
    }
    void finished(const GameJob& job, const GameResult& result) override {
      source_.finished(job.number, to_task(result, problem_.settings_.restart));
    }
    std::uint64_t left() const override { return source_.left(); }

   private:
    const TetrisProblem& problem_;
    const Assignment& assignment_;
    const std::vector<Controller>& controllers_;
    const std::uint64_t games_;
    TaskSource& source_;
  };
  Jobs jobs(*this, assignment, controllers, games_each, source);
  if (plan_) return play_lists(options, *plan_, jobs, stop, progress);
  return play_games(options, controllers[0], jobs, stop, progress);
}

/// A pile lost in training costs more from generation to generation: first to find out what earns points, then to survive.
double TetrisProblem::value(const Assignment& assignment, const TaskResult& result) const {
  const double penalty =
      settings_.loss_penalty + settings_.loss_penalty_rise * static_cast<double>(assignment.batch.generation);
  return static_cast<double>(result[static_cast<std::size_t>(settings_.objective)]) -
         penalty * static_cast<double>(losses(result));
}

std::vector<Evaluation> TetrisProblem::evaluate(const Assignment& assignment,
                                                std::span<const TaskResult> results) const {
  if (measures()) return judge(assignment, results);
  const std::uint64_t each = games(assignment);
  assert(results.size() == tasks(assignment));
  std::vector<Evaluation> evaluations;
  for (std::size_t c = 0; c < assignment.batch.candidates.size(); ++c) {
    std::vector<double> values;
    Json pieces = Json::array();
    Json lines = Json::array();
    Json scores = Json::array();
    std::uint64_t cut_off = 0;
    std::int64_t lost = 0;
    for (const TaskResult& result : results.subspan(c * each, each)) {
      values.push_back(value(assignment, result));
      pieces.push_back(result[0]);
      lines.push_back(result[1]);
      scores.push_back(result[2]);
      cut_off += was_cut_off(result) ? 1 : 0;
      lost += losses(result);
    }
    Evaluation evaluation;
    evaluation.games = summarise(values);
    switch (settings_.fitness) {
      case Average::mean:
        evaluation.fitness = evaluation.games.mean;
        break;
      case Average::median:
        evaluation.fitness = evaluation.games.median;
        break;
      case Average::min:
        evaluation.fitness = evaluation.games.min;
        break;
      case Average::max:
        evaluation.fitness = evaluation.games.max;
        break;
    }
    Json details{{"pieces", pieces}, {"lines", lines}, {"score", scores}, {"cut_off", cut_off}};
    if (settings_.restart) details["losses"] = lost;
    evaluation.details = json_text(details, -1);
    evaluations.push_back(std::move(evaluation));
  }
  return evaluations;
}

/// Lengths of games are exponential, so that games cut off by a limit are counted fairly; points are not.
HeldOut TetrisProblem::held_out(const Assignment& assignment, std::span<const TaskResult> results) const {
  if (measures()) return measured_figure(results);
  const std::vector<Evaluation> all = evaluate(assignment, results);
  HeldOut figure;
  figure.games = results.size();
  double sum = 0;
  double pieces = 0;
  double points = 0;
  std::vector<double> values;
  for (const TaskResult& result : results) {
    figure.censored += was_cut_off(result) ? 1 : 0;
    values.push_back(value(assignment, result));
    sum += values.back();
    pieces += static_cast<double>(result[0]);
    points += static_cast<double>(result[2]);
  }
  figure.points_per_piece = pieces > 0 ? points / pieces : 0;
  if (settings_.objective == Objective::score) {
    figure.unit = "points";
    figure.mean = all[0].games.mean;
    const Stream stream({seed_, Purpose::bootstrap, generation_of(assignment, true), 0, 0});
    figure.ci95 = bootstrap_mean(values, stream, kBootstrapResamples);
    return figure;
  }
  figure.unit = settings_.objective == Objective::lines ? "lines" : "pieces";
  const std::uint64_t ends = figure.games - figure.censored;
  const MeanEstimate estimate =
      exponential_mean(sum, ends, figure.censored > 0 ? Observed::to_a_limit : Observed::to_the_end);
  figure.mean = ends > 0 ? estimate.mean : all[0].games.mean;
  figure.ci95 = estimate.interval;
  return figure;
}

Controller TetrisProblem::controller_of(const optim::Genes& genes) const {
  Controller controller;
  controller.terms = terms_;
  if (settings_.units > 0) {
    controller.kind = "units";
    const auto [width, height] = unit_board_;
    const int filter = units::filter_genes(width, height);
    for (const units::WeightedUnit& one : network_of(genes, filter, width, height, settings_.decoding)) {
      Term term;
      term.weight = one.weight;
      term.unit = one.unit;
      controller.terms.push_back(term);
    }
  }
  for (std::size_t i = 0; i < terms_.size(); ++i) controller.terms[i].weight = genes[i];
  controller.search = options_.search;
  controller.safe = safe_;
  return controller;
}

std::string TetrisProblem::command(const std::string& path) const {
  return "stackwright play --controller " + path + " --games 10 --max-pieces 1000000";
}

std::string TetrisProblem::controller(const optim::Genes& genes, const std::string& name, const std::string& run,
                                      std::uint64_t seed, const std::string& result) const {
  Controller controller = controller_of(genes);
  controller.name = name;
  controller.provenance = {run, std::to_string(seed), result};
  return to_json(controller);
}

}  // namespace stackwright
