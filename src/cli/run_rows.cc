// Runs of the store and their rows as JSON, as CSV and for people.
#include "cli/run_rows.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/report.h"
#include "optim/state.h"

namespace stackwright::cli {
namespace {

/// The stored document; a text that is none, which only another program can have put there, as it is.
Json stored_json(const std::string& text) {
  if (text.empty()) return nullptr;
  auto document = parse_json(text, "");
  return document ? std::move(*document) : Json(text);
}

template <class Row>
Json document_of(const RunRow& run, std::string_view state, const char* name, std::span<const Row> rows) {
  Json document = envelope("stackwright.runs/1", run.seed, stored_json(run.configuration));
  document["runs"] = Json::array({json_of(run, state)});
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(json_of(row));
  document[name] = std::move(list);
  document["result"] = stored_json(run.result);
  return document;
}

/// The shortest digits that read back as the same number.
std::string csv_number(double number) {
  if (std::isnan(number)) return "nan";
  return fmt::format("{}", number);
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string numbered_head(std::string_view name, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += fmt::format(",{}_{}", name, i);
  return out;
}

/// As many columns as the longest list has; the rest of a shorter one stays empty.
std::string number_columns(const std::vector<double>& numbers, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += i < numbers.size() ? "," + csv_number(numbers[i]) : ",";
  return out;
}

template <class Row>
std::size_t longest(std::span<const Row> rows, std::vector<double> Row::*list) {
  std::size_t most = 0;
  for (const Row& row : rows) most = std::max(most, (row.*list).size());
  return most;
}

}  // namespace

std::string state_now(const Store& store, const RunRow& run) {
  if (run.state == RunState::running && !store.held(run.id)) return "interrupted";
  return std::string(name_of(run.state));
}

Json json_of(const RunRow& run, std::string_view state) {
  Json json{{"id", run.id},
            {"name", run.name},
            {"kind", run.kind},
            {"state", std::string(state)},
            {"generation", run.generation},
            {"best", nullptr},
            {"created", run.created},
            {"updated", run.updated},
            {"seed", run.seed},
            {"version", run.version}};
  if (run.best) optim::put(json, "best", *run.best);
  return json;
}

Json json_of(const GenerationRow& g) {
  Json json{{"generation", g.generation}, {"evaluations", g.evaluations}};
  optim::put(json, "best", g.best);
  optim::put(json, "mean", g.mean);
  optim::put(json, "worst", g.worst);
  optim::put(json, "genes", std::span<const double>(g.genes));
  optim::put(json, "spread", std::span<const double>(g.spread));
  optim::put(json, "gene_spread", g.gene_spread);
  optim::put(json, "fitness_spread", g.fitness_spread);
  json["pieces"] = g.pieces;
  optim::put(json, "seconds", g.seconds);
  return json;
}

Json json_of(const EvaluationRow& e) {
  Json json{{"generation", e.generation}, {"round", e.round}, {"candidate", e.candidate}};
  optim::put(json, "genes", std::span<const double>(e.genes));
  optim::put(json, "fitness", e.fitness);
  optim::put(json, "min", e.min);
  optim::put(json, "mean", e.mean);
  optim::put(json, "median", e.median);
  optim::put(json, "max", e.max);
  json["games"] = e.games;
  json["details"] = stored_json(e.details);
  return json;
}

Json run_document(const RunRow& run, std::string_view state, std::span<const GenerationRow> rows) {
  return document_of(run, state, "generations", rows);
}

Json run_document(const RunRow& run, std::string_view state, std::span<const EvaluationRow> rows) {
  return document_of(run, state, "evaluations", rows);
}

std::string csv_of(std::span<const GenerationRow> rows) {
  const std::size_t genes = longest(rows, &GenerationRow::genes), spread = longest(rows, &GenerationRow::spread);
  std::string out = "generation,evaluations,best,mean,worst,gene_spread,fitness_spread,pieces,seconds" +
                    numbered_head("gene", genes) + numbered_head("spread", spread) + "\n";
  for (const GenerationRow& g : rows) {
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{}{}{}\n", g.generation, g.evaluations, csv_number(g.best),
                    csv_number(g.mean), csv_number(g.worst), csv_number(g.gene_spread), csv_number(g.fitness_spread),
                    g.pieces, csv_number(g.seconds), number_columns(g.genes, genes), number_columns(g.spread, spread));
  }
  return out;
}

std::string csv_of(std::span<const EvaluationRow> rows) {
  const std::size_t genes = longest(rows, &EvaluationRow::genes);
  std::string out =
      "generation,round,candidate,fitness,min,mean,median,max,games" + numbered_head("gene", genes) + ",details\n";
  for (const EvaluationRow& e : rows) {
    out += fmt::format("{},{},{},{},{},{},{},{},{}{},{}\n", e.generation, e.round, e.candidate, csv_number(e.fitness),
                       csv_number(e.min), csv_number(e.mean), csv_number(e.median), csv_number(e.max), e.games,
                       number_columns(e.genes, genes), csv_text(e.details));
  }
  return out;
}

std::string spaced_time(std::string_view time) {
  std::string out(time.substr(0, 19));
  std::replace(out.begin(), out.end(), 'T', ' ');
  return out;
}

std::string shown_fitness(double fitness) {
  if (std::isfinite(fitness)) return shown(fitness);
  return fmt::format("{}", fitness);
}

std::string indented_json(const std::string& text) { return json_text(stored_json(text)); }

}  // namespace stackwright::cli
