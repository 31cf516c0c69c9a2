// Tests of the registry, the settings, spaces and their errors.
#include "optim/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "optim/functions.h"

namespace stackwright::optim {
namespace registry_test {

using testing::HasSubstr;

std::string error_of(std::string_view name, const Settings& settings, const Space& space = space_of(3, -1, 1)) {
  const auto optimiser = make_optimiser(name, settings, space, 1);
  return optimiser ? "" : optimiser.message();
}

TEST(Registry, NamesAreUniqueAndDescribed) {
  std::set<std::string_view> names;
  for (const OptimiserRow& row : optimisers()) {
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_FALSE(row.about.empty());
    const auto infos = settings_of(row.name);
    ASSERT_TRUE(infos.ok());
    for (const SettingInfo& info : *infos) {
      EXPECT_FALSE(info.meaning.empty());
      // Every default is a value that the setting accepts.
      EXPECT_EQ(error_of(row.name, {{info.name, info.value}}), "") << row.name << " " << info.name;
    }
  }
  EXPECT_EQ(names,
            (std::set<std::string_view>{"ga", "cma-es", "sep-cma-es", "cross-entropy", "xnes", "blocks", "random"}));
}

TEST(Registry, ErrorsNameTheKeyAndTheNearest) {
  EXPECT_EQ(error_of("cmaes", {}), "unknown optimiser 'cmaes'; nearest: cma-es, xnes, ga");
  EXPECT_THAT(error_of("ga", {{"populaton", "3"}}),
              HasSubstr("unknown setting of ga 'populaton'; nearest: population"));
  EXPECT_EQ(error_of("ga", {{"population", "1"}}),
            "setting 'population' must be a whole number from 2 to 1000000, got '1'");
  EXPECT_EQ(error_of("ga", {{"elite", "2"}}), "setting 'elite' must be a number from 0 to 1, got '2'");
  EXPECT_EQ(error_of("ga", {{"duplicates", "maybe"}}), "setting 'duplicates' must be true or false, got 'maybe'");
  EXPECT_EQ(error_of("ga", {{"mating", "all"}}), "setting 'mating' must be one of any-two, fitter-second, got 'all'");
  EXPECT_EQ(error_of("cma-es", {{"population", "3"}}),
            "setting 'population' must be 0 or a whole number from 4 to 1000000, got '3'");
  EXPECT_EQ(error_of("cma-es", {{"sigma", "nan"}}),
            "setting 'sigma' must be a number from 1e-10 to 10000000000, got 'nan'");
}

TEST(Registry, OfAKeyGivenTwiceTheLastCounts) {
  EXPECT_EQ(made("random", {{"population", "5"}, {"population", "7"}}, space_of(1, 0, 1)).ask().candidates.size(), 7u);
}

TEST(Registry, SepIsCmaWithADiagonalCovariance) {
  const Space space = space_of(3, -1, 1);
  EXPECT_EQ(made("sep-cma-es", {}, space).ask().candidates,
            made("cma-es", {{"covariance", "diagonal"}}, space).ask().candidates);
}

TEST(SpaceTest, ErrorsNameTheGene) {
  const auto broken = [](auto change) {
    Space space = space_of(2, -1, 1);
    change(space.genes[1]);
    return error_of("random", {}, space);
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(broken([](Gene& g) { g.low = 2, g.high = 1; }), "gene 'x1': low 2 exceeds high 1");
  EXPECT_EQ(broken([](Gene& g) { g.low = 0; }), "gene 'x1': first range -1 to 1 leaves the bounds 0 to inf");
  EXPECT_EQ(broken([](Gene& g) { g.init_low = 3; }), "gene 'x1': first range: low 3 exceeds high 1");
  EXPECT_EQ(broken([](Gene& g) { g.frozen = true, g.frozen_value = 2, g.high = 1; }),
            "gene 'x1': frozen at 2, out of bounds");
  EXPECT_EQ(broken([](Gene& g) { g.frozen = true, g.frozen_value = 0.5, g.kind = GeneKind::integer; }),
            "gene 'x1': frozen at 0.5, not a whole number");
  EXPECT_EQ(broken([](Gene& g) { g.kind = GeneKind::integer, g.low = g.init_low = 0.2, g.high = g.init_high = 0.8; }),
            "gene 'x1': no whole number between 0.2 and 0.8");
  EXPECT_EQ(broken([](Gene& g) { g.name = "x0"; }), "two genes are named 'x0'");
  EXPECT_EQ(broken([](Gene& g) { g.name = ""; }), "a gene has no name");
  EXPECT_EQ(broken([](Gene& g) { g.start = 7, g.high = 1; }), "gene 'x1': start 7 is out of bounds");
  EXPECT_THAT(broken([](Gene& g) { g.init_high = kInfinity; }), HasSubstr("first range"));
  EXPECT_EQ(error_of("random", {}, Space{}), "there are no genes");
  Space frozen = space_of(1, -1, 1);
  frozen.genes[0].frozen = true;
  EXPECT_EQ(error_of("random", {}, frozen), "all genes are frozen: nothing to search");
}

TEST(SpaceTest, SettlesToTheNearestAllowedValue) {
  Gene gene{.name = "g", .kind = GeneKind::integer, .low = -2.5, .high = 3.5, .init_low = 0, .init_high = 1};
  EXPECT_EQ(settle(gene, 1.4), 1);
  EXPECT_EQ(settle(gene, 1.5), 2);
  EXPECT_EQ(settle(gene, -9), -2);
  EXPECT_EQ(settle(gene, 9), 3);
  gene.kind = GeneKind::real;
  EXPECT_EQ(settle(gene, 9), 3.5);
  EXPECT_EQ(scale_of(gene), 1);
  EXPECT_EQ(start_of(gene), 0.5);
}

}  // namespace registry_test
}  // namespace stackwright::optim
