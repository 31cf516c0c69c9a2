// 2048 as a problem: candidates' games on random tiles of their own stage.
#include "experiment/twenty48_problem.h"

#include <algorithm>
#include <span>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/math.h"
#include "core/text.h"
#include "experiment/twenty48_play.h"
#include "experiment/unit_file.h"
#include "experiment/unit_genes.h"

namespace stackwright {

const std::vector<optim::SettingRow<Twenty48Settings>>& twenty48_settings() {
  using namespace optim;
  using S = Twenty48Settings;
  static const std::vector<SettingRow<S>> all = [] {
    std::vector<SettingRow<S>> rows{
        whole<S>("games", &S::games, 1, 1'000'000, "games of an evaluation"),
        whole<S>("depth", &S::depth, 1, 6, "moves that players look ahead: 1 is greedy"),
        flag<S>("renew", &S::renew, "whether every generation has new tiles"),
        whole<S>("final_games", &S::final_games, 1, 1'000'000, "games of a finalist"),
        whole<S>("held_out_games", &S::held_out_games, 1, 1'000'000, "games that judge the champion"),
        whole<S>("units", &S::units, 0, static_cast<int>(kMaxUnits),
                 "so many generic units instead of features: 21 genes each, all from 0 to 1"),
        choice<S, units::Decoding>("decoding", &S::decoding, units::kDecodingNames, "what a unit's genes mean"),
        text<S>("free", &S::free, "genes of a unit, or empty",
                "units: only these are searched, such as bias,weight; the others stay as they start"),
        text<S>("genes", &S::genes, "features, or empty", "one gene per feature of 2048; empty: all of them"),
    };
    add_gene_rows(rows, kInfinity, 1e100);
    rows.push_back(text<S>("start", &S::start, "a controller",
                           "whose weights or units are the start of the search; empty: none, or for units all 0.5"));
    return rows;
  }();
  return all;
}

Result<std::unique_ptr<Twenty48Problem>> Twenty48Problem::make(const Twenty48Settings& settings, std::uint64_t seed) {
  std::unique_ptr<Twenty48Problem> problem(new Twenty48Problem);
  problem->settings_ = settings;
  problem->seed_ = seed;
  if (auto fine = settings.units > 0 ? problem->set_up_units() : problem->set_up_features(); !fine) return fine.error();
  return problem;
}

Result<Done> Twenty48Problem::set_up_units() {
  if (!trim(settings_.genes).empty()) return optim::wrong_setting("genes", "empty with units", settings_.genes);
  UnitGenes how{settings_.units, units::kTwenty48Filter, settings_.decoding};
  how.free = settings_.free;
  if (!settings_.start.empty()) {
    const auto player = load_twenty48_player(settings_.start);
    if (!player) return Error{"start: " + player.message()};
    if (player->controller.kind != Twenty48Kind::units) return Error{"start: " + settings_.start + " has no units"};
    how.start = player->controller.units;
  }
  Result<optim::Space> space = unit_space(how);
  if (!space) return space.error();
  space_ = *std::move(space);
  return Done{};
}

Result<Done> Twenty48Problem::set_up_features() {
  if (trim(settings_.genes).empty()) {
    for (std::size_t i = 0; i < twenty48_features().size(); ++i) terms_.push_back({static_cast<int>(i), 0});
  } else {
    for (const std::string_view part : split(settings_.genes, ',')) {
      const Result<int> feature = twenty48_feature_named(trim(part));
      if (!feature) return Error{"genes: " + feature.message()};
      const auto same = [&](const Twenty48Term& term) { return term.feature == *feature; };
      if (std::ranges::any_of(terms_, same)) return Error{"genes: " + in_quotes(trim(part)) + " is there twice"};
      terms_.push_back({*feature, 0});
    }
  }
  for (const Twenty48Term& term : terms_) {
    const auto& feature = twenty48_features()[static_cast<std::size_t>(term.feature)];
    Result<optim::Gene> gene = make_gene(settings_, std::string(feature.name));
    if (!gene) return gene.error();
    if (!settings_.start.empty()) gene->start = 0;
    space_.genes.push_back(*std::move(gene));
  }
  if (!settings_.start.empty()) {
    const auto player = load_twenty48_player(settings_.start);
    if (!player) return Error{"start: " + player.message()};
    if (player->controller.kind != Twenty48Kind::linear) return Error{"start: " + settings_.start + " has no weights"};
    for (const Twenty48Term& term : player->controller.terms) {
      const auto& feature = twenty48_features()[static_cast<std::size_t>(term.feature)];
      const Result<optim::Gene*> gene = gene_named(space_, feature.name);
      if (!gene) return Error{"start: " + gene.message()};
      (*gene)->start = term.weight;
    }
  }
  if (auto own = set_single_genes(space_, settings_.frozen, settings_.gene); !own) return own;
  return optim::check_space(space_);
}

std::uint64_t Twenty48Problem::games(const Assignment& assignment) const {
  return games_of(assignment, settings_.games, settings_.final_games, settings_.held_out_games);
}

std::uint64_t Twenty48Problem::tasks(const Assignment& assignment) const {
  return games(assignment) * assignment.batch.candidates.size();
}

Result<Done> Twenty48Problem::play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                                   Progress* progress) const {
  const std::uint64_t each = games(assignment);
  std::vector<Twenty48Player> players;
  players.reserve(assignment.batch.candidates.size());
  for (const optim::Genes& genes : assignment.batch.candidates) players.push_back(player_of(controller_of(genes)));
  if (progress != nullptr) progress->total += source.left();
  ChanceLimits limits;
  limits.depth = settings_.depth;
  const auto work = [&] {
    while (!stop.requested()) {
      const auto task = source.take();
      if (!task) return;
      StreamKey key{.seed = seed_, .purpose = Purpose::pieces};
      key.generation = generation_of(assignment, settings_.renew);
      key.game = number_of(assignment, *task % each);
      const Twenty48Result game = play_twenty48_game(players[*task / each], Stream(key), limits, stop);
      if (!game.finished) return;
      source.finished(*task, {static_cast<std::int64_t>(game.moves), game.score, twenty48::max_rank(game.last)});
      if (progress == nullptr) continue;
      progress->done.fetch_add(1, std::memory_order_relaxed);
      progress->pieces.fetch_add(game.moves, std::memory_order_relaxed);
    }
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < (threads > 0 ? static_cast<unsigned>(threads) : cores); ++i) helpers.emplace_back(work);
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
    evaluation.details = json_text(Json{{"moves", moves}, {"score", points}, {"highest_rank", ranks}}, -1);
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
  return figure;
}

Twenty48Controller Twenty48Problem::controller_of(const optim::Genes& genes) const {
  Twenty48Controller c;
  c.depth = settings_.depth;
  if (settings_.units > 0) {
    c.kind = Twenty48Kind::units;
    c.units = network_of(genes, units::kTwenty48Filter, twenty48::kSide, twenty48::kSide, settings_.decoding);
    return c;
  }
  c.kind = Twenty48Kind::linear;
  c.terms = terms_;
  for (std::size_t i = 0; i < terms_.size(); ++i) c.terms[i].weight = genes[i];
  return c;
}

std::string Twenty48Problem::command(const std::string& path) const {
  return "stackwright 2048 play --network " + path + " --games 100";
}

std::string Twenty48Problem::controller(const optim::Genes& genes, const std::string& name, const std::string& run,
                                        std::uint64_t seed, const std::string& result) const {
  Twenty48Controller c = controller_of(genes);
  c.name = name;
  c.provenance = {run, std::to_string(seed), result};
  return to_json(c);
}

}  // namespace stackwright
