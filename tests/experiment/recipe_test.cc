// Recipes: what is read, what is laid out, what is wrong; all that ship are in order in every size.
#include "experiment/recipe.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve_config.h"
#include "experiment/findings.h"

namespace stackwright {
namespace recipe_test {

using ::testing::HasSubstr;

constexpr const char* kSmall = R"(
about = "a sweep"
[[step]]
name = "evolve"
kind = "evolve"
preset = "milan-score"
repeat = 3
generations = 30
[step.vary]
mutation_rate = [0.02, 0.5]
elite = [0.1]
[step.quick]
generations = 5
[step.smoke]
population = 4
[[step]]
name = "games"
kind = "compare"
controllers = ["@evolve", "@evolve{etp=0}", "dt-20"]
max_pieces = 0
[[finding]]
claim = "mutation helps"
measure = "evolve.elite=0.1 mutation_rate=0.5: held_out"
against = "evolve.elite=0.1 mutation_rate=0.02: held_out"
expect = "more"
)";

std::string value(const PlannedStep& step, const std::string& key) {
  std::string found = "nothing";
  for (const auto& [name, text] : step.settings) found = name == key ? text : found;
  return found;
}

Plan plan_of(const char* text, RecipeSize size) {
  const Result<Recipe> recipe = parse_recipe(text, "test");
  EXPECT_TRUE(recipe.ok()) << recipe.message();
  const Result<Plan> plan = plan_recipe(*recipe, size, 1);
  EXPECT_TRUE(plan.ok()) << plan.message();
  EXPECT_TRUE(check_plan(*plan).ok()) << check_plan(*plan).message();
  return *plan;
}

TEST(Recipe, LaysOutVariantsAndRepeats) {
  const Plan plan = plan_of(kSmall, RecipeSize::full);
  ASSERT_EQ(plan.steps.size(), 7u);
  EXPECT_EQ(plan.steps[0].name, "evolve.elite=0.1 mutation_rate=0.02.1");
  EXPECT_EQ(plan.steps[5].name, "evolve.elite=0.1 mutation_rate=0.5.3");
  EXPECT_EQ(value(plan.steps[4], "mutation_rate"), "0.5");
  EXPECT_EQ(value(plan.steps[4], "generations"), "30");
  EXPECT_EQ(value(plan.steps[4], "population"), "100");  // of the preset
  std::set<std::uint64_t> seeds;
  for (const PlannedStep& step : plan.steps) seeds.insert(step.seed);
  EXPECT_EQ(seeds.size(), 7u);  // evolutions are independent
  // Variants of a match meet the same pieces.
  const Plan games =
      plan_of("[[step]]\nkind = \"play\"\ncontrollers = \"bcts\"\n[step.vary]\nboard = [\"10x8\", \"10x9\"]\n",
              RecipeSize::full);
  EXPECT_EQ(games.steps[0].seed, games.steps[1].seed);
  EXPECT_TRUE(is_of(plan.steps[1], "evolve"));
  EXPECT_TRUE(is_of(plan.steps[1], "evolve.elite=0.1 mutation_rate=0.02"));
  EXPECT_FALSE(is_of(plan.steps[1], "evolve.elite=0.1 mutation_rate=0.5"));
}

TEST(Recipe, SmallerSizes) {
  const Plan quick = plan_of(kSmall, RecipeSize::quick);
  ASSERT_EQ(quick.steps.size(), 5u);  // two repeats are enough
  EXPECT_EQ(value(quick.steps[0], "generations"), "5");
  EXPECT_EQ(value(quick.steps[4], "max_pieces"), "20000");  // no limit is more than any
  const Plan smoke = plan_of(kSmall, RecipeSize::smoke);
  EXPECT_EQ(value(smoke.steps[0], "population"), "4");
  EXPECT_EQ(value(smoke.steps[0], "generations"), "5");  // what quick says holds for smoke too
  EXPECT_EQ(value(smoke.steps[4], "games"), "4");
}

TEST(Recipe, IsStoredAndReadBack) {
  for (const RecipeSize size : {RecipeSize::full, RecipeSize::smoke}) {
    const Plan plan = plan_of(kSmall, size);
    const std::string text = json_text(to_json(plan), -1);
    const Result<Plan> again = plan_from_json(text);
    ASSERT_TRUE(again.ok()) << again.message();
    EXPECT_EQ(json_text(to_json(*again), -1), text);
  }
  EXPECT_FALSE(plan_from_json("{}").ok());
  EXPECT_FALSE(plan_from_json("[1").ok());
}

void expect_wrong(const std::string& text, const std::string& expected) {
  const Result<Recipe> recipe = parse_recipe(text, "test");
  std::string said;
  if (!recipe) {
    said = recipe.message();
  } else if (const Result<Plan> plan = plan_recipe(*recipe, RecipeSize::full, 1); !plan) {
    said = plan.message();
  } else if (const Result<Done> fine = check_plan(*plan); !fine) {
    said = fine.message();
  } else if (const Result<Done> sizes = check_sizes(*recipe); !sizes) {
    said = sizes.message();
  }
  EXPECT_THAT(said, HasSubstr(expected)) << text;
}

TEST(Recipe, ClaimsOfABegunPlanFollowTheRecipeWhileItsStepsAreTheSame) {
  const Plan begun = plan_of(kSmall, RecipeSize::quick);
  std::string text = kSmall;
  text.replace(text.find("mutation helps"), 14, "mutation harms");
  const Plan judged = judged_by(*parse_recipe(text, "test"), begun);
  EXPECT_EQ(judged.claims[0].claim, "mutation harms");
  EXPECT_EQ(to_json(judged)["steps"], to_json(begun)["steps"]);
  EXPECT_TRUE(same_steps(*parse_recipe(text, "test"), begun));
  text.replace(text.find("generations = 5"), 15, "generations = 6");
  EXPECT_EQ(to_json(judged_by(*parse_recipe(text, "test"), begun)), to_json(begun));
  EXPECT_FALSE(same_steps(*parse_recipe(text, "test"), begun));
}

TEST(Recipe, WhatIsWrongIsNamed) {
  const std::string step = "[[step]]\nkind = \"play\"\ncontrollers = \"dt-20\"\n";
  expect_wrong("", "a recipe needs steps");
  expect_wrong("stepp = 1", "unknown key 'stepp'; nearest: step");
  expect_wrong("step = 1", "must be tables");
  expect_wrong("[[step]]\nkind = \"plaj\"", "unknown kind 'plaj'; nearest: play");
  expect_wrong("[[step]]\nkind = \"play\"", "controllers: at least one");
  expect_wrong("[[step]]\nkind = \"play\"\ncontrollers = \"dt-21\"", "unknown controller 'dt-21'; nearest: dt-20");
  expect_wrong("[[step]]\nkind = \"play\"\ncontrollers = \"@evolve\"", "no evolve step 'evolve' comes before");
  expect_wrong(step + "board = \"10\"", "board");
  expect_wrong(step + "gmaes = 3", "gmaes");
  expect_wrong(step + "games = 0", "games");
  expect_wrong(step + "repeat = 0", "'repeat' must be");
  expect_wrong(step + "name = \"a b\"", "the name of a step");
  expect_wrong(step + step, "two steps are named 'play'");
  expect_wrong(step + "[step.vary]\nboard = 3", "'vary.board' must be a list");
  expect_wrong(step + "labels = [1]\n[step.vary]\nboard = [\"10x20\", \"10x10\"]", "'labels' must be a list as long");
  expect_wrong(step + "preset = \"quick\"", "only an evolve step has a preset");
  expect_wrong(step + "labels = [\"a\"]", "'labels' need 'vary'");
  expect_wrong(step + "[step.quick]\ngmaes = 3", "gmaes");
  expect_wrong(step + "[step.smoke]\ngames = 0", "games");
  expect_wrong(step + "[[pair]]\na = \"x\"\nb = \"y\"\npublised_a = \"z\"",
               "unknown key of a pair 'publised_a'; nearest: published_a");
  expect_wrong("[[step]]\nkind = \"evolve\"", "needs a preset");
  expect_wrong("[[step]]\nkind = \"evolve\"\npreset = \"quik\"", "unknown preset 'quik'; nearest: quick");
  expect_wrong("[[step]]\nkind = \"evolve\"\npreset = \"quick\"\ngmaes = 1", "unknown key 'gmaes'; nearest: games");
  expect_wrong("[[step]]\nkind = \"bench\"\nsimd = \"abacus\"", "abacus");
  expect_wrong("[[step]]\nkind = \"solve\"\nlists = \"TTX\"", "lists");
  const std::string claim = step + "[[finding]]\nclaim = \"c\"\nmeasure = \"play: mean\"\n";
  expect_wrong(claim, "needs a published number");
  expect_wrong(claim + "expect = \"more\"", "needs 'against'");
  expect_wrong(claim + "published = 1\nagainst = \"play: mean\"", "has no 'against'");
  expect_wrong(claim + "published = 1\nexpect = \"best\"", "unknown expectation 'best'");
  expect_wrong(claim + "published = 1\ncolour = 1", "unknown key of a finding 'colour'");
  expect_wrong(step + "[[finding]]\nclaim = \"c\"\nmeasure = \"plai: mean\"\npublished = 1",
               "unknown step 'plai'; nearest: play");
  expect_wrong(step + "[[finding]]\nclaim = \"c\"\nmeasure = \"play: meen\"\npublished = 1",
               "unknown value 'meen'; nearest: mean");
  expect_wrong(step + "[[finding]]\nclaim = \"c\"\nmeasure = \"play/x: mean\"\npublished = 1", "unknown player 'x'");
  expect_wrong("games = 2026-01-01", "dates");
}

/// Every recipe that ships can be laid out and passes all checks, in every size; the small sizes are small.
TEST(Recipe, AllThatShip) {
  const std::vector<std::string> names = recipe_names();
  for (const char* name : {"milan-pieces", "milan-score", "milan-extended", "milan-no-sz", "milan-repeat",
                           "milan-difficulty", "milan-speed", "bh-evolutions", "bh-tournament", "bh-environments",
                           "bh-speed", "lisbon-search", "lisbon-constants", "literature", "milan-shares",
                           "milan-powers", "milan-games", "milan-boards", "milan-pentominoes"}) {
    EXPECT_THAT(names, ::testing::Contains(name));
  }
  for (const std::string& name : names) {
    const Result<Recipe> recipe = read_recipe(name);
    ASSERT_TRUE(recipe.ok()) << recipe.message();
    EXPECT_NE(recipe->about, "") << name;
    EXPECT_FALSE(recipe->claims.empty()) << name;
    for (const RecipeSize size : {RecipeSize::full, RecipeSize::quick, RecipeSize::smoke}) {
      const Result<Plan> plan = plan_recipe(*recipe, size, 1);
      ASSERT_TRUE(plan.ok()) << plan.message();
      const Result<Done> fine = check_plan(*plan);
      EXPECT_TRUE(fine.ok()) << name << ": " << (fine ? "" : fine.message());
    }
  }
}

}  // namespace recipe_test
}  // namespace stackwright
