// Settings of evolutions: presets, single keys, genes, and what is wrong with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve_config.h"

namespace stackwright {
namespace evolve_config_test {

using testing::HasSubstr;

optim::Settings small() {
  return {{"generations", "3"}, {"genes", "holes, landing_height"}, {"population", "10"}, {"games", "2"}};
}

std::string error_with(const std::string& key, const std::string& value) {
  optim::Settings pairs = small();
  pairs.emplace_back(key, value);
  const auto config = evolve_config(pairs);
  if (!config) return config.message();
  const auto problem = make_problem(*config, 1);
  if (!problem) return problem.message();
  const auto optimiser = make_optimiser(*config, (*problem)->space(), 1);
  return optimiser ? "fine" : optimiser.message();
}

TEST(EvolveConfig, EveryShippedPresetIsWhole) {
  const std::vector<std::string> names = preset_names();
  for (const char* wanted : {"milan-score", "milan-pieces", "milan-extended", "milan-no-sz", "belo-horizonte", "lisbon",
                             "score-1", "score-2", "score-3"}) {
    EXPECT_THAT(names, testing::Contains(wanted));
  }
  for (const std::string& name : names) {
    const auto pairs = read_preset(name);
    ASSERT_TRUE(pairs) << name << ": " << pairs.message();
    const auto config = evolve_config(*pairs);
    ASSERT_TRUE(config) << name << ": " << config.message();
    const auto problem = make_problem(*config, 1);
    ASSERT_TRUE(problem) << name << ": " << problem.message();
    EXPECT_TRUE(make_optimiser(*config, (*problem)->space(), 1)) << name;
  }
}

TEST(EvolveConfig, MilanIsAsPublished) {
  const auto config = evolve_config(*read_preset("milan-score"));
  ASSERT_TRUE(config);
  EXPECT_EQ(config->run.generations, 20);
  EXPECT_EQ(config->tetris.games, 3);
  EXPECT_EQ(config->tetris.max_pieces, 100'000);
  EXPECT_EQ(config->tetris.see, 2);
  const auto problem = make_problem(*config, 1);
  ASSERT_EQ((*problem)->space().size(), 5u);
  const auto optimiser = make_optimiser(*config, (*problem)->space(), 1);
  EXPECT_EQ(optimiser->ask().candidates.size(), 1000u);  // best of ten for each of a hundred places
}

TEST(EvolveConfig, TheStoredFormReadsBackTheSame) {
  for (const std::string& name : preset_names()) {
    const auto config = evolve_config(*read_preset(name));
    const std::string text = json_text(to_json(*config), -1);
    const auto again = evolve_config_from_json(text);
    ASSERT_TRUE(again) << name << ": " << again.message();
    EXPECT_EQ(json_text(to_json(*again), -1), text) << name;
  }
}

TEST(EvolveConfig, LaterKeysWin) {
  optim::Settings pairs = small();
  pairs.emplace_back("games", "7");
  EXPECT_EQ(evolve_config(pairs)->tetris.games, 7);
}

TEST(EvolveConfig, GenesCanHaveValuesOfTheirOwn) {
  optim::Settings pairs = small();
  pairs.emplace_back("gene.holes.low", "-5");
  pairs.emplace_back("gene.holes.kind", "integer");
  pairs.emplace_back("gene.landing_height.frozen", "-0.5");
  const auto problem = make_problem(*evolve_config(pairs), 1);
  ASSERT_TRUE(problem) << problem.message();
  const optim::Space& space = (*problem)->space();
  EXPECT_EQ(space.genes[0].low, -5);
  EXPECT_EQ(space.genes[0].kind, optim::GeneKind::integer);
  EXPECT_TRUE(space.genes[1].frozen);
  EXPECT_EQ(space.genes[1].frozen_value, -0.5);
}

TEST(EvolveConfig, AStartComesFromAController) {
  optim::Settings pairs{{"generations", "1"},
                        {"optimiser", "cma-es"},
                        {"low", "-inf"},
                        {"high", "inf"},
                        {"start", "dellacherie"},
                        {"genes",
                         "hole_depth, landing_height, eroded_cells, row_transitions, column_transitions, holes, "
                         "cumulative_wells"}};
  const auto problem = make_problem(*evolve_config(pairs), 1);
  ASSERT_TRUE(problem) << problem.message();
  EXPECT_EQ((*problem)->space().genes[0].start, 0);
  EXPECT_EQ((*problem)->space().genes[1].start, -1);
  EXPECT_EQ((*problem)->space().genes[5].start, -4);
}

TEST(EvolveConfig, TermsAreReadAsPeopleWriteThem) {
  const auto terms = parse_terms("holes^2, log(holes), holes^3, column_height[*], column_height[2]", 10);
  ASSERT_TRUE(terms) << terms.message();
  ASSERT_EQ(terms->size(), 14u);
  EXPECT_EQ(name_of((*terms)[0]), "holes^2");
  EXPECT_EQ(name_of((*terms)[1]), "log(holes)");
  EXPECT_EQ(name_of((*terms)[2]), "holes^3");
  EXPECT_EQ(name_of((*terms)[12]), "column_height[9]");
  EXPECT_EQ(name_of((*terms)[13]), "column_height[2]");
}

TEST(EvolveConfig, WhatIsWrongIsNamed) {
  EXPECT_THAT(error_with("game", "chess"), HasSubstr("game"));
  EXPECT_THAT(error_with("genaration", "3"), HasSubstr("unknown key 'genaration'; nearest: generations"));
  EXPECT_THAT(error_with("optimiser", "gaa"), HasSubstr("gaa"));
  EXPECT_THAT(error_with("games", "0"), HasSubstr("games"));
  EXPECT_THAT(error_with("games", "many"), HasSubstr("'many'"));
  EXPECT_THAT(error_with("board", "3x20"), HasSubstr("board: "));
  EXPECT_THAT(error_with("pieces", "weighted:Q=1"), HasSubstr("pieces: "));
  EXPECT_THAT(error_with("search", "two-ply"), HasSubstr("needs 2 known pieces"));
  EXPECT_THAT(error_with("genes", "hols"), HasSubstr("unknown feature 'hols'; nearest: holes"));
  EXPECT_THAT(error_with("genes", ""), HasSubstr("at least one feature"));
  EXPECT_THAT(error_with("genes", "holes, holes"), HasSubstr("holes"));
  EXPECT_THAT(error_with("genes", "column_height[10]"), HasSubstr("column_height[10]"));
  EXPECT_THAT(error_with("frozen", "etp"), HasSubstr("frozen: unknown gene 'etp'"));
  EXPECT_THAT(error_with("start", "nobody"), HasSubstr("start: unknown controller"));
  EXPECT_THAT(error_with("plan", "best-grandchildren"), HasSubstr("nearest: best-grandchild"));
  EXPECT_THAT(error_with("plan", "dfs"), HasSubstr("hill-climb"));
  EXPECT_THAT(error_with("plan", "k-best"), HasSubstr("max_pieces"));
  optim::Settings known = small();  // the whole list is known: held-out lists are as short as those of training
  known.insert(known.end(), {{"plan", "k-best"}, {"max_pieces", "16"}, {"held_out_pieces", "10000"}});
  const auto config = evolve_config(known);
  ASSERT_TRUE(config) << config.message();
  const auto problem = make_problem(*config, 1);
  EXPECT_THAT(problem ? "fine" : problem.message(), HasSubstr("held_out_pieces"));
  EXPECT_THAT(error_with("kind", "complex"), HasSubstr("real or integer"));
  EXPECT_THAT(error_with("low", "2"), HasSubstr("holes"));  // low exceeds high
  EXPECT_THAT(error_with("gene.etp.low", "2"), HasSubstr("unknown gene 'etp'"));
  EXPECT_THAT(error_with("gene.holes.lo", "2"), HasSubstr("gene.holes.lo"));
  EXPECT_THAT(error_with("gene.holes.low", "x"), HasSubstr("gene.holes.low"));
  EXPECT_THAT(error_with("gene.holes.kind", "x"), HasSubstr("gene.holes.kind"));
  EXPECT_THAT(error_with("crossover", "three-point"), HasSubstr("crossover"));
  EXPECT_THAT(evolve_config({{"genes", "holes"}}).message(), HasSubstr("nothing would end the run"));
  EXPECT_THAT(read_preset("milan-scores").message(), HasSubstr("unknown preset 'milan-scores'; nearest: milan-score"));
  EXPECT_THAT(read_preset("/no/such.toml").message(), HasSubstr("/no/such.toml"));
  EXPECT_FALSE(parse_setting("games"));
  EXPECT_FALSE(parse_setting("=3"));
}

TEST(EvolveConfig, BrokenFilesNameTheirPlace) {
  EXPECT_THAT(parse_preset("games = ", "my.toml").message(), HasSubstr("my.toml: line 1"));
  EXPECT_THAT(parse_preset("games = 3\n[# no name]\n", "my.toml").message(), HasSubstr("my.toml: line 2"));
  EXPECT_THAT(parse_preset("games = 3\n# B\xc3\xb6hm", "my.toml").message(),
              HasSubstr("line 2: a character that is not"));
  EXPECT_THAT(parse_preset("a = 2\nb = [[1]]", "my.toml").message(), HasSubstr("'b'"));
  EXPECT_THAT(parse_preset("when = 1979-05-27", "my.toml").message(), HasSubstr("'when'"));
  EXPECT_THAT(parse_preset("a.b.c.d.e.f.g.h = 1", "my.toml").message(), HasSubstr("nested"));
  const auto pairs = parse_preset("a = [1, 2.5, \"x\"]\n[gene.\"holes^2\"]\nlow = -3", "my.toml");
  ASSERT_TRUE(pairs) << pairs.message();
  EXPECT_EQ((*pairs)[0].second, "1, 2.5, x");
  EXPECT_EQ((*pairs)[1].first, "gene.holes^2.low");
}

}  // namespace evolve_config_test
}  // namespace stackwright
