// What the parts of a report are made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/statistics.h"
#include "experiment/findings.h"
#include "experiment/match.h"
#include "experiment/recipe.h"
#include "experiment/store.h"

namespace stackwright {

/// A part of a report under construction.
struct ReportSection {
  std::string id;
  std::string title;
  std::vector<std::string> text;
  std::vector<Json> blocks;
};
Json to_json(const ReportSection& section);

/// A table; cells are texts and numbers.
Json table_block(const std::string& title, const std::vector<std::string>& columns, Json rows,
                 const std::string& note = "");
/// A picture without its data: `lines` and `bars` get `x`, `y` and `series`, `heat` `rows`, `radar` `axes` and `series`.
Json picture_block(const std::string& id, const std::string& kind, const std::string& title,
                   const std::string& note = "");

/// A point with five significant digits.
Json point(double x, double y);
/// About `most` of a list's indices, the first and the last among them.
std::vector<std::size_t> thinned(std::size_t count, std::size_t most);
/// Genes as shares of the largest.
std::vector<double> scaled_to_largest(std::span<const double> genes);
/// Letters, digits and dashes, for the id of a picture and the name of its file.
std::string id_of(const std::string& text);

/// A bar each, with intervals.
struct Bar {
  std::string name;
  double value = 0;
  Interval ci95;
};
Json bars_block(const std::string& id, const std::string& title, const std::string& axis, std::span<const Bar> bars,
                const std::string& note = "");

/// Champions side by side: a radar and a line picture of genes scaled to the largest; nothing where genes differ.
struct Genome {
  std::string name;
  std::vector<std::string> genes;
  std::vector<double> values;
};
void add_genomes(const std::string& id, std::span<const Genome> genomes, ReportSection& section);

/// The names of the genes of an evolution, from its configuration.
Result<std::vector<std::string>> gene_names(const RunRow& run);

// The sections. Each adds what fits the data.
Result<Done> add_evolution(const Store& store, const RunRow& run, std::vector<ReportSection>& sections);
Result<Done> add_match(const Store& store, const RunRow& run, const Json& result, const std::string& title,
                       std::vector<ReportSection>& sections);
void add_tournament(const RunRow& run, const Json& result, const std::string& title,
                    std::vector<ReportSection>& sections);
Result<Done> add_experiment(const Store& store, const RunRow& run, std::vector<ReportSection>& sections);
/// The champions of a group of evolutions, speeds of a group of measurements, searches of lists.
void add_evolution_group(const std::string& group, std::span<const StepRecord> steps, const Store& store,
                         std::vector<ReportSection>& sections);
void add_speed_group(const std::string& group, std::span<const StepRecord> steps, std::vector<ReportSection>& sections);
void add_list_group(const std::string& group, std::span<const StepRecord> steps, std::vector<ReportSection>& sections);
void add_gene_pairs(const Plan& plan, std::span<const StepRecord> steps, std::vector<ReportSection>& sections);

}  // namespace stackwright
