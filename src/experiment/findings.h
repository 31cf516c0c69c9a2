// Findings: what an experiment measured beside what was published, and whether the claim holds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/statistics.h"
#include "experiment/recipe.h"

namespace stackwright {

/// A step that is done: what was planned and what the store keeps of it.
struct StepRecord {
  PlannedStep step;
  std::int64_t run = 0;
  std::shared_ptr<const Json> result;
};

/// A number with what is known of its error.
struct Measured {
  double value = 0;
  Interval ci95;              // infinite where unknown
  double error = 0;           // standard error; 0: exact, or unknown
  double degrees = 0;         // of freedom of the error; 0: unknown
  std::uint64_t ends = 0;     // for means of lives: games that ended at the top
  std::uint64_t lives = 0;    // ... of so many; 0: not a mean of lives
  std::uint64_t samples = 1;  // runs that it is a mean of
  bool exact = false;         // comes out the same every time, such as the points of a search
};

struct Finding {
  std::string claim;
  std::string published;
  std::string unit;
  std::optional<double> measured;  // nothing where it could not be measured
  Interval ci95;
  std::string verdict;  // "holds", "does not hold", "undecided", "not measured"
  std::string detail;   // p, ratio, sample sizes, in words
};

/// Whether a step is the one named, or one of a group: "evolve" is the group, "evolve.no-J" its variant with all repeats.
bool is_of(const PlannedStep& step, std::string_view name);

/// An error where "STEP[/PLAYER]: VALUE" names nothing of the plan.
Result<Done> check_measure(const Plan& plan, std::string_view measure);

/// Measures in the steps that are done. Several runs give their mean with Student's interval.
Result<Measured> measure(std::span<const StepRecord> steps, std::string_view what);

/// Whether two players of one match differ, as the match itself tells: p of the pair and the ratio of their means.
struct PairMeasured {
  double p = 1;
  double p_adjusted = 1;  // for so many pairs
  std::size_t pairs = 1;
  double ratio = 1;
  Interval ratio_ci95;
};
std::optional<PairMeasured> measure_pair(std::span<const StepRecord> steps, std::string_view a, std::string_view b);

Finding judge(const Claim& claim, std::span<const StepRecord> steps);
std::vector<Finding> judge_all(const Plan& plan, std::span<const StepRecord> steps);

/// [{`claim`, `published`, `measured`, `ci95`, `verdict`, `unit`, `detail`}]
Json to_json(std::span<const Finding> findings);
std::vector<Finding> findings_from_json(const Json& json);

}  // namespace stackwright
