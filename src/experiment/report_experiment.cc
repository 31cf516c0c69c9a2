// A report's sections about an experiment: findings first, then its groups of steps, then single evolutions.
#include <algorithm>
#include <cctype>
#include <map>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiment/experiment.h"
#include "experiment/numbers.h"
#include "experiment/report_blocks.h"

namespace stackwright {
namespace {

constexpr std::size_t kMostEvolutions = 8;  // that are shown one by one

/// What was published, with the unit where it is a number.
std::string published_text(const Finding& f) {
  const bool number = !f.published.empty() && std::isdigit(static_cast<unsigned char>(f.published.back())) != 0;
  return number && !f.unit.empty() ? f.published + " " + f.unit : f.published;
}

Json findings_table(std::span<const Finding> findings) {
  Json rows = Json::array();
  for (const Finding& f : findings) {
    rows.push_back(
        Json::array({f.claim, published_text(f),
                     f.measured ? mean_text(*f.measured, f.ci95) + (f.unit.empty() ? "" : " " + f.unit) : "-",
                     interval_text(f.ci95) == "unknown" ? "-" : interval_text(f.ci95), f.verdict, f.detail}));
  }
  return table_block("Findings", {"claim", "published", "measured", "95 % interval", "verdict", "detail"},
                     std::move(rows));
}

ReportSection overview(const RunRow& run, const Plan& plan, std::span<const StepRecord> steps) {
  ReportSection section{id_of(run.name), plan.about.empty() ? plan.recipe : plan.about, {}, {}};
  if (!plan.source.empty()) section.text.push_back("Source: " + plan.source);
  if (!plan.note.empty()) section.text.push_back(plan.note);
  if (plan.size != RecipeSize::full) {
    section.text.push_back(fmt::format(
        "This is the {} size: it shows that everything works, and its figures are no evidence.", name_of(plan.size)));
  }
  if (steps.size() < plan.steps.size()) {
    section.text.push_back(fmt::format("{} of {} steps are finished.", steps.size(), plan.steps.size()));
  }
  section.text.push_back(fmt::format("Reproduce it with: stackwright experiment {}{}{}",
                                     plan.file.empty() ? plan.recipe : plan.file,
                                     plan.size == RecipeSize::full ? "" : fmt::format(" --{}", name_of(plan.size)),
                                     plan.seed == 1 ? "" : fmt::format(" --seed {}", plan.seed)));
  if (!plan.claims.empty()) section.blocks.push_back(findings_table(judge_all(plan, steps)));
  return section;
}

/// The first repeat of every variant, then others, up to a few.
std::vector<const StepRecord*> shown_evolutions(std::span<const StepRecord> steps) {
  std::vector<const StepRecord*> shown;
  for (const bool first : {true, false}) {
    for (const StepRecord& record : steps) {
      if (record.step.kind != "evolve" || (record.step.repeat <= 1) != first) continue;
      if (shown.size() < kMostEvolutions) shown.push_back(&record);
    }
  }
  return shown;
}

std::string match_title(const PlannedStep& step) {
  const std::string name = step.about.empty() || !step.label.empty() ? step.name : step.about;
  return (step.kind == "play" ? "Games: " : "Match: ") + name;
}

}  // namespace

Result<Done> add_experiment(const Store& store, const RunRow& run, std::vector<ReportSection>& sections) {
  const Result<Plan> plan = plan_from_json(run.configuration);
  if (!plan) return Error{"run " + run.name + ": " + plan.message()};
  const Result<std::vector<StepRecord>> steps = finished_steps(store, run, *plan);
  if (!steps) return steps.error();
  const std::size_t overview_at = sections.size();
  sections.push_back(overview(run, *plan, *steps));
  add_gene_pairs(*plan, *steps, sections);
  for (std::size_t begin = 0; begin < steps->size();) {
    std::size_t end = begin;
    while (end < steps->size() && (*steps)[end].step.group == (*steps)[begin].step.group) ++end;
    const std::span<const StepRecord> group(steps->data() + begin, end - begin);
    const PlannedStep& first = group[0].step;
    if (first.kind == "evolve") {
      add_evolution_group(first.group, group, store, sections);
    } else if (first.kind == "bench") {
      add_speed_group(first.group, group, sections);
    } else if (first.kind == "solve") {
      add_list_group(first.group, group, sections);
    } else {
      for (const StepRecord& record : group) {
        const Result<RunRow> row = store.find(std::to_string(record.run));
        if (!row) return row.error();
        if (first.kind == "tournament") {
          add_tournament(*row, *record.result, "Tournament: " + (first.about.empty() ? first.name : first.about),
                         sections);
          continue;
        }
        if (auto added = add_match(store, *row, *record.result, match_title(record.step), sections); !added)
          return added;
      }
    }
    begin = end;
  }
  const auto evolutions = static_cast<std::size_t>(
      std::ranges::count_if(*steps, [](const StepRecord& record) { return record.step.kind == "evolve"; }));
  if (evolutions > kMostEvolutions) {
    sections[overview_at].text.push_back(
        fmt::format("{} of {} evolutions are shown one by one; the report of a single one: stackwright report {}/STEP",
                    kMostEvolutions, evolutions, run.name));
  }
  for (const StepRecord* record : shown_evolutions(*steps)) {
    const Result<RunRow> row = store.find(std::to_string(record->run));
    if (!row) return row.error();
    if (auto added = add_evolution(store, *row, sections); !added) return added;
  }
  return Done{};
}

}  // namespace stackwright
