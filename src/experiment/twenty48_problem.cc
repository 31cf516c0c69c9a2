// 2048 as a problem: networks of units, whole games.
#include "experiment/twenty48_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "experiment/twenty48_play.h"
#include "experiment/unit_file.h"

namespace stackwright {
namespace {

// Generations of the random streams of finals and held-out games: no evolution gets there.
constexpr std::uint64_t kFinalTiles = std::numeric_limits<std::uint64_t>::max() - 1;
constexpr std::uint64_t kHeldOutTiles = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kTileRounds = std::uint64_t{1} << 32;  // games of a round have numbers from round * this on

}  // namespace

const std::vector<optim::SettingRow<Twenty48Settings>>& twenty48_settings() {
  using namespace optim;
  using S = Twenty48Settings;
  static const std::vector<SettingRow<S>> rows{
      whole<S>("units", &S::units, 1, static_cast<int>(kMaxUnits), "units of the network, 21 genes each from 0 to 1"),
      choice<S, units::Decoding>("decoding", &S::decoding, units::kDecodingNames, "how a unit's genes become its bias"),
      text<S>("start", &S::start, "a controller", "whose units are the start of the search; empty: all genes 0.5"),
      whole<S>("games", &S::games, 1, 1'000'000, "games of an evaluation"),
      whole<S>("depth", &S::depth, 1, 6, "of the search: 1 is greedy"),
      flag<S>("renew", &S::renew, "whether every generation has new tiles"),
      whole<S>("final_games", &S::final_games, 1, 1'000'000, "games of a finalist"),
      whole<S>("held_out_games", &S::held_out_games, 1, 1'000'000, "games that judge the champion"),
  };
  return rows;
}

Result<std::unique_ptr<Twenty48Problem>> Twenty48Problem::make(const Twenty48Settings& settings, std::uint64_t seed) {
  std::unique_ptr<Twenty48Problem> problem(new Twenty48Problem);
  problem->settings_ = settings;
  problem->seed_ = seed;
  const std::vector<std::string> names = units::gene_names(units::kTwenty48Filter);
  std::vector<double> start(names.size() * static_cast<std::size_t>(settings.units), 0.5);
  if (!settings.start.empty()) {
    const auto player = load_twenty48_player(settings.start);
    if (!player) return Error{"start: " + player.message()};
    const auto& network = player->controller.units;
    if (network.empty() || network.size() > static_cast<std::size_t>(settings.units)) {
      return Error{"start: expected a network of 1 to " + std::to_string(settings.units) + " units"};
    }
    std::size_t next = 0;
    for (const units::WeightedUnit& unit : network) {
      for (const double gene : units::encode(unit, units::kTwenty48Filter, settings.decoding)) start[next++] = gene;
    }
  }
  for (std::size_t i = 0; i < start.size(); ++i) {
    optim::Gene gene;
    gene.name = std::to_string(1 + i / names.size()) + "." + names[i % names.size()];
    gene.low = gene.init_low = 0;
    gene.high = gene.init_high = 1;
    gene.start = start[i];
    problem->space_.genes.push_back(std::move(gene));
  }
  if (auto fine = optim::check_space(problem->space_); !fine) return fine.error();
  return problem;
}

std::uint64_t Twenty48Problem::games(const Assignment& assignment) const {
  switch (assignment.stage) {
    case Stage::training:
      return static_cast<std::uint64_t>(std::max(1.0, std::floor(settings_.games * assignment.batch.effort + 0.5)));
    case Stage::finals:
      return static_cast<std::uint64_t>(settings_.final_games);
    case Stage::held_out:
      return static_cast<std::uint64_t>(settings_.held_out_games);
  }
  return 0;
}

std::uint64_t Twenty48Problem::tasks(const Assignment& assignment) const {
  return games(assignment) * assignment.batch.candidates.size();
}

Result<Done> Twenty48Problem::play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                                   Progress* progress) const {
  const std::uint64_t each = games(assignment);
  std::vector<Twenty48Player> players;
  players.reserve(assignment.batch.candidates.size());
  for (const optim::Genes& genes : assignment.batch.candidates) {
    Twenty48Controller c = controller_of(genes);
    units::Twenty48Units network(c.units);
    players.push_back({std::move(c), std::move(network)});
  }
  if (progress != nullptr) progress->total += source.left();
  ChanceLimits limits;
  limits.depth = settings_.depth;
  const auto work = [&] {
    while (!stop.requested()) {
      const auto task = source.take();
      if (!task) return;
      StreamKey key{.seed = seed_, .purpose = Purpose::pieces, .game = *task % each};
      if (assignment.stage == Stage::training) {
        key.generation = settings_.renew ? assignment.batch.generation : 0;
        key.game += assignment.batch.round * kTileRounds;
      } else {
        key.generation = assignment.stage == Stage::finals ? kFinalTiles : kHeldOutTiles;
      }
      const Twenty48Result game = play_twenty48_game(players[*task / each], Stream(key), limits, stop);
      if (!game.finished) return;
      source.finished(*task, {static_cast<std::int64_t>(game.moves), game.score, max_rank(game.last)});
      if (progress == nullptr) continue;
      progress->done.fetch_add(1, std::memory_order_relaxed);
      progress->pieces.fetch_add(game.moves, std::memory_order_relaxed);
    }
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < (threads > 0 ? static_cast<unsigned>(threads) : cores); ++i) workers.emplace_back(work);
  work();
  return Done{};
}

std::vector<Evaluation> Twenty48Problem::evaluate(const Assignment& assignment,
                                                  std::span<const TaskResult> results) const {
  const std::uint64_t each = games(assignment);
  std::vector<Evaluation> evaluations;
  for (std::size_t c = 0; c < assignment.batch.candidates.size(); ++c) {
    std::vector<double> scores;
    Json moves = Json::array(), points = Json::array(), ranks = Json::array();
    for (const TaskResult& result : results.subspan(c * each, each)) {
      scores.push_back(static_cast<double>(result[1]));
      moves.push_back(result[0]);
      points.push_back(result[1]);
      ranks.push_back(result[2]);
    }
    Evaluation evaluation;
    evaluation.games = summarise(scores);
    evaluation.fitness = evaluation.games.mean;
    evaluation.details = json_text(Json{{"pieces", moves}, {"score", points}, {"highest_rank", ranks}}, -1);
    evaluations.push_back(std::move(evaluation));
  }
  return evaluations;
}

HeldOut Twenty48Problem::held_out(const Assignment& assignment, std::span<const TaskResult> results) const {
  const Summary games = evaluate(assignment, results)[0].games;
  HeldOut figure;
  figure.games = results.size();
  figure.mean = games.mean;
  figure.ci95 = {games.mean - 1.96 * games.standard_error, games.mean + 1.96 * games.standard_error};
  figure.unit = "points";
  double moves = 0;
  for (const TaskResult& result : results) moves += static_cast<double>(result[0]);
  figure.points_per_piece = moves > 0 ? games.mean * static_cast<double>(results.size()) / moves : 0;
  return figure;
}

Twenty48Controller Twenty48Problem::controller_of(const optim::Genes& genes) const {
  Twenty48Controller c;
  c.kind = Twenty48Kind::units;
  c.depth = settings_.depth;
  const std::size_t each = units::genes_of_unit(units::kTwenty48Filter);
  for (std::size_t first = 0; first < genes.size(); first += each) {
    c.units.push_back(units::decode(std::span(genes).subspan(first, each), settings_.decoding));
  }
  return c;
}

std::string Twenty48Problem::controller(const optim::Genes& genes, const std::string& name, const std::string& run,
                                        std::uint64_t seed, const std::string& result) const {
  Twenty48Controller c = controller_of(genes);
  c.name = name;
  c.provenance = {run, std::to_string(seed), result};
  return to_json(c);
}

}  // namespace stackwright
