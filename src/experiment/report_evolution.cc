// A report's section about one evolution: curves, genes, ranks, the whole population.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve_config.h"
#include "experiment/numbers.h"
#include "experiment/report_blocks.h"

namespace stackwright {
namespace {

constexpr std::size_t kMostPoints = 1000;     // of a curve
constexpr std::size_t kMostGenePoints = 400;  // of each of many curves
constexpr std::size_t kMostColumns = 120;     // of a heat map
constexpr std::size_t kMostRows = 100;        // ranks of a curve
constexpr std::size_t kMostCells = 50;        // ranks of a heat map

using Rows = std::vector<GenerationRow>;
using Population = std::vector<EvaluationRow>;

Json fitness_picture(const std::string& id, const Rows& rows) {
  Json picture = picture_block(id + "-fitness", "lines", "Fitness by generation");
  picture["x"] = Json{{"name", "generation"}};
  picture["y"] = Json{{"name", "fitness"}};
  Json series = Json::array();
  for (const auto& [name, field] :
       {std::pair{"best", &GenerationRow::best}, {"mean", &GenerationRow::mean}, {"worst", &GenerationRow::worst}}) {
    Json data = Json::array();
    for (const std::size_t i : thinned(rows.size(), kMostPoints)) {
      data.push_back(point(static_cast<double>(rows[i].generation), rows[i].*field));
    }
    series.push_back(Json{{"name", name}, {"data", std::move(data)}});
  }
  picture["series"] = std::move(series);
  return picture;
}

Json genes_picture(const std::string& id, const Rows& rows, const std::vector<std::string>& names) {
  Json picture =
      picture_block(id + "-best-genes", "lines", "Genes of the best by generation", "as shares of the largest gene");
  picture["x"] = Json{{"name", "generation"}};
  picture["y"] = Json{{"name", "share of the largest gene"}};
  Json series = Json::array();
  for (std::size_t gene = 0; gene < names.size(); ++gene) {
    Json data = Json::array();
    for (const std::size_t i : thinned(rows.size(), kMostGenePoints)) {
      const std::vector<double> scaled = scaled_to_largest(rows[i].genes);
      if (gene < scaled.size()) data.push_back(point(static_cast<double>(rows[i].generation), scaled[gene]));
    }
    series.push_back(Json{{"name", names[gene]}, {"data", std::move(data)}});
  }
  picture["series"] = std::move(series);
  return picture;
}

/// The best first; candidates that a method plays again count once.
Population by_rank(Population population) {
  std::erase_if(population, [](const EvaluationRow& row) { return row.round != 0; });
  std::stable_sort(population.begin(), population.end(),
                   [](const EvaluationRow& a, const EvaluationRow& b) { return a.fitness > b.fitness; });
  return population;
}

Json rank_picture(const std::string& id, const std::string& title, const std::string& axis, Json series) {
  Json picture = picture_block(id, "lines", title);
  picture["x"] = Json{{"name", "rank"}};
  picture["y"] = Json{{"name", axis}};
  picture["series"] = std::move(series);
  return picture;
}

Json genes_by_rank(const std::string& id, const Population& population, const std::vector<std::string>& names) {
  Json series = Json::array();
  for (std::size_t gene = 0; gene < names.size(); ++gene) {
    Json data = Json::array();
    for (const std::size_t i : thinned(population.size(), kMostRows)) {
      const std::vector<double> scaled = scaled_to_largest(population[i].genes);
      if (gene < scaled.size()) data.push_back(point(static_cast<double>(i + 1), scaled[gene]));
    }
    series.push_back(Json{{"name", names[gene]}, {"data", std::move(data)}});
  }
  const std::string title = fmt::format("Genes by rank in generation {}", population[0].generation);
  return rank_picture(id + "-rank-genes", title, "share of the largest gene", std::move(series));
}

Json fitness_by_rank(const std::string& id, const Population& population) {
  Json series = Json::array();
  for (const auto& [name, field] :
       {std::pair{"maximum", &EvaluationRow::max}, {"mean", &EvaluationRow::mean}, {"minimum", &EvaluationRow::min}}) {
    Json data = Json::array();
    for (const std::size_t i : thinned(population.size(), kMostRows)) {
      data.push_back(point(static_cast<double>(i + 1), population[i].*field));
    }
    series.push_back(Json{{"name", name}, {"data", std::move(data)}});
  }
  const std::string title = fmt::format("Games by rank in generation {}", population[0].generation);
  return rank_picture(id + "-rank-fitness", title, "worth of a game", std::move(series));
}

/// All points over all pieces of a candidate's games; not a number where the problem keeps no such details.
double points_per_piece(const EvaluationRow& row) {
  const Result<Json> details = parse_json(row.details, "details");
  if (!details || !details->is_object() || !details->contains("score") || !details->contains("pieces")) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double points = 0;
  double pieces = 0;
  for (const Json& n : (*details)["score"]) points += n.is_number() ? n.get<double>() : 0;
  for (const Json& n : (*details)["pieces"]) pieces += n.is_number() ? n.get<double>() : 0;
  return pieces > 0 ? points / pieces : std::numeric_limits<double>::quiet_NaN();
}

Json points_by_rank(const std::string& id, const Population& first, const Population& last) {
  Json series = Json::array();
  for (const Population* population : {&first, &last}) {
    if (population == &last && first[0].generation == last[0].generation) break;
    Json data = Json::array();
    for (const std::size_t i : thinned(population->size(), kMostRows)) {
      const double value = points_per_piece((*population)[i]);
      if (!std::isnan(value)) data.push_back(point(static_cast<double>(i + 1), value));
    }
    if (data.empty()) return nullptr;
    series.push_back(
        Json{{"name", fmt::format("generation {}", (*population)[0].generation)}, {"data", std::move(data)}});
  }
  return rank_picture(id + "-rank-points", "Points per piece by rank", "points per piece", std::move(series));
}

/// Fitness of whole populations: generations across, ranks down, both thinned.
Json population_picture(const std::string& id, const std::map<std::uint64_t, std::vector<double>>& populations) {
  Json picture = picture_block(id + "-population", "heat", "Whole populations over the generations",
                               "fitness by generation and rank; darker (lighter in dark mode) is fitter");
  std::vector<const std::pair<const std::uint64_t, std::vector<double>>*> all;
  all.reserve(populations.size());
  for (const auto& entry : populations) all.push_back(&entry);
  const std::size_t ranks = all.back()->second.size();  // the first population may be chosen from many more
  const std::vector<std::size_t> columns = thinned(all.size(), kMostColumns);
  const std::vector<std::size_t> rows = thinned(ranks, kMostCells);
  Json x = Json::array();
  Json y = Json::array();
  for (const std::size_t c : columns) x.push_back(all[c]->first);
  for (const std::size_t r : rows) y.push_back(r + 1);
  Json cells = Json::array();
  for (const std::size_t r : rows) {
    Json row = Json::array();
    for (const std::size_t c : columns) {
      const std::vector<double>& fitness = all[c]->second;
      row.push_back(r < fitness.size() ? short_number(fitness[r]) : Json(nullptr));
    }
    cells.push_back(std::move(row));
  }
  picture["x"] = Json{{"name", "generation"}, {"labels", std::move(x)}};
  picture["y"] = Json{{"name", "rank"}, {"labels", std::move(y)}};
  picture["value"] = "fitness";
  picture["rows"] = std::move(cells);
  return picture;
}

Result<std::map<std::uint64_t, std::vector<double>>> fitness_of_all(const Store& store, RunId run) {
  const Result<std::vector<std::pair<std::uint64_t, double>>> all = store.fitness(run);
  if (!all) return all.error();
  std::map<std::uint64_t, std::vector<double>> populations;
  for (const auto& [generation, fitness] : *all) populations[generation].push_back(fitness);
  for (auto& [generation, fitness] : populations) std::sort(fitness.begin(), fitness.end(), std::greater<>());
  return populations;
}

Json champion_table(const RunRow& run, const std::vector<std::string>& names) {
  const Result<Json> result = parse_json(run.result, "result");
  if (!result || !result->is_object() || !result->contains("genes")) return nullptr;
  std::vector<double> genes;
  for (const Json& gene : (*result)["genes"]) genes.push_back(gene.is_number() ? gene.get<double>() : 0);
  const std::vector<double> scaled = scaled_to_largest(genes);
  Json rows = Json::array();
  for (std::size_t i = 0; i < genes.size() && i < names.size(); ++i) {
    rows.push_back(Json::array({names[i], short_number(genes[i]), short_number(scaled[i])}));
  }
  std::string note;
  if (const auto h = result->find("held_out"); h != result->end() && h->is_object()) {
    const std::string rest = h->contains("remark")
                                 ? h->value("remark", "")
                                 : fmt::format("{:.4g} points per piece", number_at(*h, "points_per_piece"));
    note = fmt::format("On {} games it has not seen: {} {} a game ({}), {}.", h->value("games", 0),
                       mean_text(number_at(*h, "mean"), interval_at(*h, "ci95")), h->value("unit", ""),
                       interval_text(interval_at(*h, "ci95")), rest);
  }
  return table_block("The champion", {"gene", "weight", "share of the largest"}, std::move(rows), note);
}

}  // namespace

Result<std::vector<std::string>> gene_names(const RunRow& run) {
  const Result<EvolveConfig> config = evolve_config_from_json(run.configuration);
  if (!config) return config.error();
  const Result<std::unique_ptr<Problem>> problem = make_problem(*config, run.seed);
  if (!problem) return problem.error();
  std::vector<std::string> names;
  for (const optim::Gene& gene : (*problem)->space().genes) names.push_back(gene.name);
  return names;
}

Result<Done> add_evolution(const Store& store, const RunRow& run, std::vector<ReportSection>& sections) {
  const Result<Rows> rows = store.generations(run.id);
  if (!rows) return rows.error();
  const Result<std::vector<std::string>> names = gene_names(run);
  if (!names) return Error{"run " + run.name + ": " + names.message()};
  ReportSection section{id_of(run.name), "Evolution " + (run.step.empty() ? run.name : run.step), {}, {}};
  const std::string& id = section.id;
  double pieces = 0;
  double seconds = 0;
  for (const GenerationRow& row : *rows) {
    pieces += static_cast<double>(row.pieces);
    seconds += row.seconds;
  }
  const Result<EvolveConfig> config = evolve_config_from_json(run.configuration);
  section.text.push_back(fmt::format("{} generations, {} evaluations, {} {} in {} seconds; seed {}.", rows->size(),
                                     rows->empty() ? "0" : number_text(static_cast<double>(rows->back().evaluations)),
                                     number_text(pieces), config ? unit_of_play(*config) : "pieces",
                                     number_text(seconds), run.seed));
  if (Json champion = champion_table(run, *names); !champion.is_null()) section.blocks.push_back(std::move(champion));
  if (!rows->empty()) {
    section.blocks.push_back(fitness_picture(id, *rows));
    section.blocks.push_back(genes_picture(id, *rows, *names));
    Result<Population> first = store.evaluations(run.id, rows->front().generation);
    Result<Population> last = store.evaluations(run.id, rows->back().generation);
    const auto populations = fitness_of_all(store, run.id);
    if (!first || !last || !populations) return !first ? first.error() : !last ? last.error() : populations.error();
    if (!first->empty() && !last->empty()) {
      const Population ranked_first = by_rank(*std::move(first));
      const Population ranked = by_rank(*std::move(last));
      section.blocks.push_back(genes_by_rank(id, ranked, *names));
      section.blocks.push_back(fitness_by_rank(id, ranked));
      if (Json points = points_by_rank(id, ranked_first, ranked); !points.is_null())
        section.blocks.push_back(std::move(points));
    }
    if (!populations->empty()) section.blocks.push_back(population_picture(id, *populations));
  }
  sections.push_back(std::move(section));
  return Done{};
}

}  // namespace stackwright
