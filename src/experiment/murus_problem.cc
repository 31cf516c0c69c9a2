// Murus Gallicus as a problem: tournaments among candidates, and what they amount to.
#include "experiment/murus_problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/binomial.h"
#include "core/hypothesis.h"
#include "core/json.h"
#include "core/math.h"
#include "experiment/gene_settings.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 2> kColourNames{"romans", "gauls"};

std::string tally_text(const murus::Tally& tally) {
  return fmt::format("{} won, {} lost, {} tied, p = {:.2g}", tally.wins, tally.losses, tally.ties,
                     sign_test(tally.wins, tally.losses));
}

}  // namespace

const std::vector<optim::SettingRow<MurusSettings>>& murus_settings() {
  using namespace optim;
  using S = MurusSettings;
  static const std::vector<SettingRow<S>> all = [] {
    std::vector<SettingRow<S>> rows{
        flag<S>("per_colour", &S::per_colour, "whether White's weights and Black's are bred apart"),
        whole<S>("depth", &S::depth, 0, 100, "plies that players look ahead; 0: as far as nodes allow"),
        whole<S>("nodes", &S::nodes, 0, 2'000'000'000, "positions that players look at for a move; 0: no limit"),
        whole<S>("games", &S::games, 1, 10'000, "games of every two candidates with each distribution of colours"),
        whole<S>("openings", &S::openings, 0, 40, "random plies before the players begin; 0: all games from the start"),
        whole<S>("max_plies", &S::max_plies, 1, 100'000, "a longer game is a tie, without a point for anybody"),
        flag<S>("renew", &S::renew, "whether every generation has new openings"),
        whole<S>("final_games", &S::final_games, 1, 10'000, "games of every two finalists with each distribution"),
        whole<S>("final_openings", &S::final_openings, 1, 40, "random plies of finals and held-out games"),
        whole<S>("held_out_games", &S::held_out_games, 1, 1'000'000, "games with each colour that judge the champion"),
        text<S>("opponent", &S::opponent, "weights", "whom the champion meets then: trained, hand-set or a file"),
    };
    add_gene_rows(rows, murus::kMaxWeight, murus::kMaxWeight);
    rows.push_back(
        text<S>("start", &S::start, "weights, or empty", "where the search starts, such as hand-set; empty: nowhere"));
    return rows;
  }();
  return all;
}

Result<std::unique_ptr<MurusProblem>> MurusProblem::make(const MurusSettings& settings, std::uint64_t seed) {
  std::unique_ptr<MurusProblem> problem(new MurusProblem);
  problem->settings_ = settings;
  problem->seed_ = seed;
  if (settings.depth == 0 && settings.nodes == 0) return Error{"depth: a limit of depth or nodes is needed"};
  if (settings.games > 1 && settings.openings == 0) {
    return optim::wrong_setting("openings", "above 0 where more than one game is played: they would be equal", "0");
  }
  Result<murus::Judgement> opponent = murus::load_judgement(settings.opponent);
  if (!opponent) return Error{"opponent: " + opponent.message()};
  problem->opponent_ = *std::move(opponent);
  if (auto fine = problem->set_up_genes(); !fine) return fine.error();
  return problem;
}

Result<Done> MurusProblem::set_up_genes() {
  murus::Weights start;
  if (!settings_.start.empty()) {
    const Result<murus::Judgement> judgement = murus::load_judgement(settings_.start);
    if (!judgement) return Error{"start: " + judgement.message()};
    const auto* weights = std::get_if<murus::Weights>(&*judgement);
    if (weights == nullptr) return Error{"start: " + settings_.start + " has no weights of heuristics"};
    start = *weights;
  }
  for (std::size_t part = 0; part < (settings_.per_colour ? 2u : 1u); ++part) {
    for (std::size_t i = 0; i < murus::kHeuristics; ++i) {
      std::string name(murus::heuristics()[i].name);
      if (settings_.per_colour) name = fmt::format("{}.{}", kColourNames[part], name);
      Result<optim::Gene> gene = make_gene(settings_, std::move(name));
      if (!gene) return gene.error();
      gene->part = part;
      if (!settings_.start.empty()) gene->start = start.of[part][i];
      space_.genes.push_back(*std::move(gene));
    }
  }
  if (auto own = set_single_genes(space_, settings_.frozen, settings_.gene); !own) return own;
  return optim::check_space(space_);
}

murus::Weights MurusProblem::weights_of(const optim::Genes& genes) const {
  murus::Weights weights;
  for (std::size_t colour = 0; colour < 2; ++colour) {
    const std::size_t first = settings_.per_colour ? colour * murus::kHeuristics : 0;
    for (std::size_t i = 0; i < murus::kHeuristics; ++i) weights.of[colour][i] = genes[first + i];
  }
  return weights;
}

murus::Tournament MurusProblem::tournament(const Assignment& assignment) const {
  murus::Tournament t;
  for (const optim::Genes& genes : assignment.batch.candidates) t.players.emplace_back(weights_of(genes));
  t.limits.depth = settings_.depth;
  t.limits.nodes = static_cast<std::uint64_t>(settings_.nodes);
  t.max_plies = settings_.max_plies;
  t.seed = seed_;
  t.games = settings_.games;
  t.opening_plies = settings_.openings;
  t.generation = generation_of(assignment, settings_.renew);
  if (assignment.stage == Stage::training) return t;
  t.opening_plies = settings_.final_openings;
  t.games = assignment.stage == Stage::finals ? settings_.final_games : settings_.held_out_games;
  if (assignment.stage == Stage::held_out) t.players.push_back(opponent_);
  return t;
}

std::uint64_t MurusProblem::tasks(const Assignment& assignment) const {
  return murus::games_of(tournament(assignment));
}

Result<Done> MurusProblem::play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                                Progress* progress) const {
  murus::play_tournament(tournament(assignment), source, threads, stop, progress);
  return Done{};
}

std::vector<Evaluation> MurusProblem::evaluate(const Assignment& assignment,
                                               std::span<const TaskResult> results) const {
  const std::vector<murus::TableRow> rows = murus::table_of(tournament(assignment), results);
  std::vector<Evaluation> evaluations;
  for (std::size_t i = 0; i < assignment.batch.candidates.size(); ++i) {
    const murus::TableRow& row = rows[i];
    Evaluation evaluation;
    evaluation.fitness = static_cast<double>(row.wins());
    std::vector<double> games(row.wins(), 1.0);
    games.resize(row.games(), 0.0);
    evaluation.games = summarise(games);
    if (settings_.per_colour) {
      evaluation.parts = {static_cast<double>(row.white.wins), static_cast<double>(row.black.wins)};
    }
    evaluation.details =
        json_text(Json{{"white", row.white.wins}, {"black", row.black.wins}, {"ties", row.ties()}}, -1);
    evaluations.push_back(std::move(evaluation));
  }
  return evaluations;
}

HeldOut MurusProblem::held_out(const Assignment& assignment, std::span<const TaskResult> results) const {
  const murus::TableRow row = murus::table_of(tournament(assignment), results)[0];
  HeldOut figure;
  figure.unit = "wins";
  figure.games = row.games();
  figure.censored = row.ties();
  figure.mean = static_cast<double>(row.wins()) / static_cast<double>(row.games());
  figure.ci95 = share_interval(row.wins(), row.games());
  figure.remark = fmt::format("against {}: as White {}; as Black {}", settings_.opponent, tally_text(row.white),
                              tally_text(row.black));
  return figure;
}

std::string MurusProblem::command(const std::string& path) const {
  return "stackwright murus play --white " + path + " --black " + settings_.opponent + " --games 100 --openings 6";
}

std::string MurusProblem::controller(const optim::Genes& genes, const std::string& name, const std::string& run,
                                     std::uint64_t seed, const std::string& result) const {
  murus::Weights weights = weights_of(genes);
  weights.name = name;
  weights.source = fmt::format("run {}, seed {}{}{}", run, seed, result.empty() ? "" : ": ", result);
  return murus::to_json(weights);
}

}  // namespace stackwright
