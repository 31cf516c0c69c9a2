// Recipes: experiments as text. Steps (evolve, play, compare, bench, solve, tournament) and what the published claims say about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "optim/settings.h"

namespace stackwright {

/// full: as published; quick: a minute at most; smoke: seconds, to see that everything works.
enum class RecipeSize : std::uint8_t { full, quick, smoke };
std::string_view name_of(RecipeSize size);
Result<RecipeSize> recipe_size_named(std::string_view name);

/// Settings under a label: one way to do a step.
struct Variant {
  std::string label;
  optim::Settings settings;
};

/// A step as it is written.
struct RecipeStep {
  std::string name;
  std::string kind;
  std::string about;
  std::string preset;  // evolve
  int repeat = 1;      // with other seeds
  optim::Settings settings;
  std::vector<std::vector<Variant>> axes;  // every combination is done
  optim::Settings quick;                   // changes for the smaller sizes; smoke changes what quick has left
  optim::Settings smoke;
};

/// A claim and how it is measured.
struct Claim {
  std::string claim;
  std::string measure;  // "STEP: VALUE" or "STEP/PLAYER: VALUE"
  std::string against;  // another measure
  std::string expect;   // at-least, at-most, about, more, less, equal, not-more
  std::string published;
  double published_value = 0;  // where it is a number
  bool has_value = false;
  double published_error = 0;  // its standard error
  double tolerance = 0.05;     // as a share
  std::string unit;
};

/// Genes of two champions side by side, with the difference in percent of the largest gene.
struct GenePair {
  std::string a;  // a step
  std::string b;
  std::string published_a;  // controllers with the published genes, may be empty
  std::string published_b;
};

struct Recipe {
  std::string name;
  std::string file;  // the path it was read from; empty: one that ships
  std::string about;
  std::string source;
  std::string note;
  std::vector<RecipeStep> steps;
  std::vector<Claim> claims;
  std::vector<GenePair> pairs;
};

/// A step with everything decided.
struct PlannedStep {
  std::string name;   // "evolve.no-J.2": the step, the variant, the repeat
  std::string group;  // "evolve"
  std::string label;  // "no-J"
  int repeat = 0;     // 1, 2, ... where there are several
  std::string kind;
  std::string about;
  std::uint64_t seed = 1;
  optim::Settings settings;  // complete
};

struct Plan {
  std::string recipe;
  RecipeSize size = RecipeSize::full;
  std::uint64_t seed = 1;
  std::string about;
  std::string source;
  std::string note;
  std::string file;  // of the recipe, where it is not one that ships
  std::vector<PlannedStep> steps;
  std::vector<Claim> claims;
  std::vector<GenePair> pairs;
};

/// A recipe's name, or the path of a TOML file (what has a slash or ends in .toml is a path).
Result<Recipe> read_recipe(std::string_view name_or_path);
/// `name` is the recipe's own; errors begin with it.
Result<Recipe> parse_recipe(std::string_view text, std::string_view name);
/// Names of the recipes that ship, in order.
std::vector<std::string> recipe_names();

/// Decides everything: presets are read, sizes applied, variants and repeats laid out. Seeds of steps follow from `seed`, the
/// step's name and the repeat, so that variants of a match meet the same pieces; variants of an evolution are independent.
Result<Plan> plan_recipe(const Recipe& recipe, RecipeSize size, std::uint64_t seed);

/// Whether the recipe as it is now has the very steps of a plan that was made before.
bool same_steps(const Recipe& recipe, const Plan& plan);

/// The plan of a run that has begun, judged by its recipe as it is now: claims and pairs are the recipe's, as long as the steps
/// are still the same; else the plan stays as it is.
Plan judged_by(const Recipe& recipe, const Plan& plan);

/// An error where a step could not be done: unknown keys, controllers, steps that are not there.
Result<Done> check_plan(const Plan& plan);
/// The same for the steps of all sizes: a mistake under step.quick is told by the full size, too.
Result<Done> check_sizes(const Recipe& recipe);

/// As the store keeps it; reading it back gives the same.
Json to_json(const Plan& plan);
Result<Plan> plan_from_json(std::string_view text);

}  // namespace stackwright
