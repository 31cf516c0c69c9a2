// A report's sections about groups of steps: champions side by side, sweeps, speeds, searches, pairs of genomes.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hypothesis.h"
#include "core/math.h"
#include "core/text.h"
#include "experiment/controller.h"
#include "experiment/numbers.h"
#include "experiment/report_blocks.h"

namespace stackwright {
namespace {

constexpr std::size_t kMostCurves = 16;

/// What tells a step from the others of its group.
std::string short_name(const PlannedStep& step) {
  std::string name = step.label;
  if (step.repeat > 0) name += fmt::format("{}run {}", name.empty() ? "" : ", ", step.repeat);
  return name.empty() ? step.name : name;
}

Genome genome_of(const StepRecord& record) {
  Genome genome{short_name(record.step), {}, {}};
  for (const Json& name : record.result->at("gene_names")) genome.genes.push_back(name.get<std::string>());
  for (const Json& gene : record.result->at("genes"))
    genome.values.push_back(gene.is_number() ? gene.get<double>() : 0);
  return genome;
}

Json champions_table(std::span<const StepRecord> steps) {
  Json rows = Json::array();
  for (const StepRecord& record : steps) {
    const Json& r = *record.result;
    const Json& h = r.at("held_out");
    rows.push_back(Json::array(
        {short_name(record.step), mean_text(number_at(h, "mean"), interval_at(h, "ci95")) + " " + h.value("unit", ""),
         interval_text(interval_at(h, "ci95")), fmt::format("{:.4g}", number_at(h, "points_per_piece")),
         number_text(number_at(r, "best")), r.at("best_generation"), r.at("generations"),
         fmt::format("{:.1f}", number_at(r, "seconds"))}));
  }
  return table_block(
      "Champions on games that they have not seen",
      {"run", "mean", "95 % interval", "points per piece", "best fitness", "in generation", "generations", "seconds"},
      std::move(rows));
}

/// Genes of all champions, and how far they spread.
Json genes_table(std::span<const Genome> genomes) {
  std::vector<std::string> columns{"gene"};
  for (const Genome& genome : genomes) columns.push_back(genome.name);
  columns.insert(columns.end(), {"mean", "lowest", "highest", "spread in %"});
  Json rows = Json::array();
  for (std::size_t gene = 0; gene < genomes[0].genes.size(); ++gene) {
    Json row = Json::array({genomes[0].genes[gene]});
    std::vector<double> values;
    for (const Genome& genome : genomes) {
      values.push_back(scaled_to_largest(genome.values)[gene]);
      row.push_back(fmt::format("{:.4f}", values.back()));
    }
    const Summary s = summarise(values);
    for (const double v : {s.mean, s.min, s.max}) row.push_back(fmt::format("{:.4f}", v));
    row.push_back(fmt::format("{:.1f}", 100 * (s.max - s.min)));
    rows.push_back(std::move(row));
  }
  return table_block("Genes of the champions, as shares of the largest", columns, std::move(rows));
}

Json curves_picture(const std::string& group, std::span<const StepRecord> steps, const Store& store) {
  const std::string shown = steps.size() > kMostCurves
                                ? fmt::format("the first {} of {} runs", kMostCurves, steps.size())
                                : std::string("all runs");
  Json picture = picture_block(group + "-curves", "lines", "Best fitness by generation, " + shown);
  picture["x"] = Json{{"name", "generation"}};
  picture["y"] = Json{{"name", "best fitness"}};
  Json series = Json::array();
  for (const StepRecord& record : steps.first(std::min(kMostCurves, steps.size()))) {
    const Result<std::vector<GenerationRow>> rows = store.generations(record.run);
    if (!rows) continue;
    Json data = Json::array();
    for (const std::size_t i : thinned(rows->size(), 400)) {
      data.push_back(point(static_cast<double>((*rows)[i].generation), (*rows)[i].best));
    }
    series.push_back(Json{{"name", short_name(record.step)}, {"data", std::move(data)}});
  }
  picture["series"] = std::move(series);
  return picture;
}

struct Sweep {
  std::string label;
  std::vector<double> values;
  Interval own;  // of a single run
};

/// Labels that are numbers make a curve, others bars; several runs of a label give their mean with Student's interval.
Json sweep_picture(const std::string& group, std::span<const Sweep> sweeps, const std::string& unit) {
  std::vector<Bar> bars;
  bool numbers = sweeps.size() > 2;
  for (const Sweep& sweep : sweeps) {
    const MeanEstimate mean = student_mean(sweep.values);
    bars.push_back({sweep.label, mean.mean, sweep.values.size() > 1 ? mean.interval : sweep.own});
    numbers = numbers && parse_real(sweep.label, "label").ok();
  }
  const std::string title = "Champions on new games by variant";
  const std::string note = "means with 95 % intervals";
  if (!numbers) return bars_block(group + "-variants", title, unit, bars, note);
  Json picture = picture_block(group + "-variants", "lines", title, note);
  Json data = Json::array();
  Json low = Json::array();
  Json high = Json::array();
  for (const Bar& bar : bars) {
    data.push_back(point(*parse_real(bar.name, "label"), bar.value));
    low.push_back(short_number(bar.ci95.low));
    high.push_back(short_number(bar.ci95.high));
  }
  picture["x"] = Json{{"name", group}};
  picture["y"] = Json{{"name", unit}};
  picture["series"] =
      Json::array({Json{{"name", unit}, {"data", data}, {"low", low}, {"high", high}, {"symbols", true}}});
  return picture;
}

std::vector<Sweep> sweeps_of(std::span<const StepRecord> steps) {
  std::vector<Sweep> sweeps;
  for (const StepRecord& record : steps) {
    if (sweeps.empty() || sweeps.back().label != record.step.label) sweeps.push_back({record.step.label, {}, {}});
    const Json& held_out = record.result->at("held_out");
    sweeps.back().values.push_back(number_at(held_out, "mean"));
    sweeps.back().own = interval_at(held_out, "ci95");
  }
  return sweeps;
}

}  // namespace

void add_evolution_group(const std::string& group, std::span<const StepRecord> steps, const Store& store,
                         std::vector<ReportSection>& sections) {
  ReportSection section{id_of(group), "Evolutions: " + group, {}, {}};
  if (!steps[0].step.about.empty()) section.text.push_back(steps[0].step.about);
  section.blocks.push_back(champions_table(steps));
  std::vector<Genome> genomes;
  for (const StepRecord& record : steps) genomes.push_back(genome_of(record));
  const bool same =
      std::all_of(genomes.begin(), genomes.end(), [&](const Genome& g) { return g.genes == genomes[0].genes; });
  if (steps.size() > 1) {
    const std::vector<Sweep> sweeps = sweeps_of(steps);
    const std::string unit = steps[0].result->at("held_out").value("unit", "");
    if (sweeps.size() > 1) section.blocks.push_back(sweep_picture(group, sweeps, unit));
    section.blocks.push_back(curves_picture(group, steps, store));
    if (same && genomes.size() <= kMostCurves) section.blocks.push_back(genes_table(genomes));
    if (same) add_genomes(group, genomes, section);
  }
  sections.push_back(std::move(section));
}

void add_speed_group(const std::string& group, std::span<const StepRecord> steps,
                     std::vector<ReportSection>& sections) {
  ReportSection section{id_of(group), "Speed: " + group, {}, {}};
  if (!steps[0].step.about.empty()) section.text.push_back(steps[0].step.about);
  std::vector<Bar> bars;
  Json rows = Json::array();
  for (const StepRecord& record : steps) {
    const Json& r = *record.result;
    if (!r.value("available", false)) continue;
    const Measured speed = *measure(std::span(&record, 1), record.step.name + ": pieces_per_second");
    bars.push_back({short_name(record.step), speed.value, speed.ci95});
    rows.push_back(Json::array({bars.back().name, number_text(speed.value), interval_text(speed.ci95),
                                number_text(number_at(r, "placements_per_second"))}));
  }
  section.blocks.push_back(table_block(
      "Pieces a second", {"way", "pieces a second", "95 % interval", "placements a second"}, std::move(rows)));
  Json picture = bars_block(group + "-speed", "Pieces a second", "pieces a second", bars,
                            "on a logarithmic scale, with 95 % intervals of the tries");
  picture["y"]["log"] = true;
  if (!bars.empty()) section.blocks.push_back(std::move(picture));
  sections.push_back(std::move(section));
}

void add_list_group(const std::string& group, std::span<const StepRecord> steps, std::vector<ReportSection>& sections) {
  ReportSection section{id_of(group), "Known lists: " + group, {}, {}};
  if (!steps[0].step.about.empty()) section.text.push_back(steps[0].step.about);
  std::vector<std::string> columns{"list"};
  Json rows = Json::array();
  std::vector<Bar> points;
  std::vector<Bar> seconds;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Json& r = *steps[s].result;
    columns.push_back(short_name(steps[s].step));
    points.push_back({columns.back(), number_at(r, "points"), {-kInfinity, kInfinity}});
    seconds.push_back({columns.back(), number_at(r, "seconds"), {-kInfinity, kInfinity}});
    const Json& lists = r.at("rows");
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (s == 0) rows.push_back(Json::array({lists[i].at("list")}));
      if (i >= rows.size()) continue;
      std::string cell = number_text(number_at(lists[i], "points"));
      if (lists[i].value("proved", false)) cell += " (proved)";
      if (lists[i].value("not_placed", 0) > 0) {
        cell += fmt::format(" (lost {} of {})", lists[i].value("not_placed", 0), lists[i].value("tries", 1));
      }
      rows[i].push_back(cell);
    }
  }
  section.blocks.push_back(table_block("Points", columns, std::move(rows)));
  section.blocks.push_back(bars_block(group + "-points", "Points on all lists together", "points", points));
  Json time =
      bars_block(group + "-time", "Seconds for all lists together", "seconds", seconds, "on a logarithmic scale");
  time["y"]["log"] = true;
  section.blocks.push_back(std::move(time));
  sections.push_back(std::move(section));
}

void add_gene_pairs(const Plan& plan, std::span<const StepRecord> steps, std::vector<ReportSection>& sections) {
  if (plan.pairs.empty()) return;
  ReportSection section{
      "pairs", "Pairs of genomes", {"Differences are 100 x the difference of genes scaled to the largest."}, {}};
  const auto find = [&](const std::string& name) {
    return std::find_if(steps.begin(), steps.end(), [&](const StepRecord& r) { return is_of(r.step, name); });
  };
  Json series = Json::array();
  std::vector<std::string> genes;
  for (const GenePair& pair : plan.pairs) {
    const auto a = find(pair.a);
    const auto b = find(pair.b);
    if (a == steps.end() || b == steps.end()) continue;
    const Genome first = genome_of(*a);
    const Genome second = genome_of(*b);
    if (first.genes != second.genes) continue;
    const auto printed = [&](const std::string& name) {
      const Result<Controller> controller = load_controller(name);
      std::vector<double> weights;
      if (controller) {
        for (const Term& term : controller->terms) weights.push_back(term.weight);
      }
      return scaled_to_largest(weights);
    };
    const std::vector<double> of_a = scaled_to_largest(first.values);
    const std::vector<double> of_b = scaled_to_largest(second.values);
    const std::vector<double> old_a = pair.published_a.empty() ? std::vector<double>{} : printed(pair.published_a);
    const std::vector<double> old_b = pair.published_b.empty() ? std::vector<double>{} : printed(pair.published_b);
    const bool published = old_a.size() == of_a.size() && old_b.size() == of_b.size();
    Json rows = Json::array();
    Json values = Json::array();
    Json old_values = Json::array();
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      Json row = Json::array({first.genes[i], fmt::format("{:.4f}", of_a[i]), fmt::format("{:.4f}", of_b[i]),
                              fmt::format("{:.1f}", 100 * std::abs(of_a[i] - of_b[i]))});
      if (published) {
        row.push_back(fmt::format("{:.1f}", 100 * std::abs(old_a[i] - old_b[i])));
        old_values.push_back(short_number(100 * std::abs(old_a[i] - old_b[i])));
      }
      rows.push_back(std::move(row));
      values.push_back(short_number(100 * std::abs(of_a[i] - of_b[i])));
    }
    std::vector<std::string> columns{"gene", first.name, second.name, "difference in %"};
    if (published) columns.emplace_back("published difference in %");
    section.blocks.push_back(table_block(first.name + " and " + second.name, columns, std::move(rows)));
    genes = first.genes;
    series.push_back(Json{{"name", first.name + " / " + second.name}, {"values", std::move(values)}});
    if (published)
      series.push_back(Json{{"name", pair.published_a + " / " + pair.published_b}, {"values", std::move(old_values)}});
  }
  if (!series.empty()) {
    Json picture = picture_block("pairs-differences", "bars", "Differences of genes in percent");
    picture["y"] = Json{{"name", "difference in %"}};
    picture["categories"] = genes;
    picture["series"] = std::move(series);
    section.blocks.push_back(std::move(picture));
  }
  sections.push_back(std::move(section));
}

}  // namespace stackwright
