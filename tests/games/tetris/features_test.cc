// Features on drawn boards, with values worked out by hand, and the laws of the registry.
#include "games/tetris/features.h"

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "games/tetris/drawn.h"

namespace stackwright::tetris {
namespace features_test {

using Values = std::map<std::string, double>;

void expect_values(const Transition& t, const Values& values) {
  for (const auto& [name, expected] : values) EXPECT_EQ(value(name, t), expected) << name << '\n' << draw(t.after);
}

TEST(FeatureBoards, Empty) {
  expect_values(standing(empty_board(10, 20)), {{"row_transitions", 40},
                                                {"column_transitions", 10},
                                                {"holes", 0},
                                                {"cumulative_wells", 0},
                                                {"hole_depth", 0},
                                                {"rows_with_holes", 0},
                                                {"pattern_diversity", 1},
                                                {"max_height", 0},
                                                {"mean_height", 0},
                                                {"constant", 1},
                                                {"occupied_cells", 0},
                                                {"open_wells", 0},
                                                {"bumpiness", 0}});
}

TEST(FeatureBoards, ALittleOfEverything) {
  const Transition t =
      standing(drawn("......\n"
                     "..#...\n"
                     "..##.#\n"
                     "#.#..#\n"
                     "#.##.#\n"
                     "##.#.#\n"));  // heights 3 1 5 4 0 4
  expect_values(t, {{"row_transitions", 4 + 4 + 4 + 4 + 4 + 2},
                    {"column_transitions", 1 + 1 + 3 + 3 + 1 + 1},
                    {"holes", 2},                                     // (2, 0) and (3, 2)
                    {"cumulative_wells", (1 + 2) + 1 + (1 + 2 + 4)},  // columns 1, 2 (covered) and 4
                    {"hole_depth", 4 + 1},
                    {"rows_with_holes", 2},
                    {"pattern_diversity", 2},  // -2 and -1 of -2 4 -1 -4 4
                    {"max_height", 5},
                    {"mean_height", 17.0 / 6},
                    {"aggregate_height", 17},
                    {"bumpiness", 2 + 4 + 1 + 4 + 4},
                    {"connected_holes", 2},
                    {"lisbon_holes", 2},
                    {"occupied_cells", 15},
                    {"weighted_cells", 6 + 1 + 14 + 7 + 0 + 10},
                    {"open_wells", 2 + 3}});
  const int heights[] = {3, 1, 5, 4, 0, 4}, steps[] = {2, 4, 1, 4, 4};
  for (int x = 0; x < 6; ++x) EXPECT_EQ(value("column_height", t, x), heights[x]);
  for (int x = 0; x < 5; ++x) EXPECT_EQ(value("height_difference", t, x), steps[x]);
}

TEST(FeatureBoards, HolesAboveEachOther) {
  expect_values(standing(drawn("....\n#...\n....\n.#..\n....\n#.#.\n")), {{"holes", 3 + 2},
                                                                          {"connected_holes", 2},
                                                                          {"lisbon_holes", 2},
                                                                          {"rows_with_holes", 4},
                                                                          {"hole_depth", 2},
                                                                          {"column_transitions", 3 + 3 + 1 + 1},
                                                                          {"cumulative_wells", 2 + 1 + 1},
                                                                          {"weighted_cells", 1 + 5 + 3 + 1}});
}

TEST(FeatureBoards, ColumnToTheTop) {
  expect_values(standing(drawn("#...\n#...\n#.#.\n#.##\n")), {{"column_transitions", 4},
                                                              {"row_transitions", 2 + 4 + 2 + 2},
                                                              {"cumulative_wells", (1 + 2) + 1},
                                                              {"open_wells", 3},
                                                              {"holes", 0},
                                                              {"hole_depth", 0},
                                                              {"max_height", 4},
                                                              {"pattern_diversity", 2}});
}

TEST(FeatureBoards, AWellCountsDownPastAnOpenSide) {
  expect_values(standing(drawn("....\n....\n#.##\n..##\n#.##\n#.##\n")), {{"cumulative_wells", 4 + 2 + 1},
                                                                          {"open_wells", 3},
                                                                          {"holes", 1},
                                                                          {"hole_depth", 1},
                                                                          {"column_transitions", 6},
                                                                          {"row_transitions", 12},
                                                                          {"pattern_diversity", 1}});
}

TEST(FeatureBoards, CoveredWellsCount) {
  expect_values(standing(drawn("....\n....\n###.\n#.#.\n#.#.\n#.#.\n")),
                {{"cumulative_wells", (1 + 2 + 3) + (1 + 2 + 3 + 4)},
                 {"open_wells", 4},
                 {"holes", 3},
                 {"connected_holes", 1},
                 {"lisbon_holes", 1},
                 {"hole_depth", 1},
                 {"rows_with_holes", 3},
                 {"row_transitions", 3 * 4 + 2 + 2 + 2},
                 {"column_transitions", 1 + 3 + 1 + 1}});
}

TEST(FeatureBoards, ARunThatCoversCountsOnce) {
  // Column 1 has the run of rows 4 and 5 on a hole and the run of row 2 on another; column 0 stands on the floor.
  expect_values(standing(drawn("....\n.#..\n##..\n#...\n##..\n#...\n#...\n")),
                {{"hole_depth", 2 + 1}, {"holes", 3}, {"connected_holes", 2}, {"rows_with_holes", 3}});
}

TEST(FeatureBoards, AllFiveSteps) {
  expect_values(standing(drawn(".......\n..#....\n..#....\n.###...\n.####..\n######.\n")),  // 1 3 5 3 2 1 0
                {{"pattern_diversity", 3}, {"bumpiness", 2 + 2 + 2 + 1 + 1 + 1}});
  expect_values(standing(drawn("......\n......\n..#...\n.####.\n.#####\n")),  // 0 2 3 2 2 1: steps 2 1 -1 0 -1
                {{"pattern_diversity", 4}});
  expect_values(standing(drawn("......\n..#...\n.##...\n.##.##\n.#####\n")),  // 0 3 4 1 2 2: steps 3 1 -3 1 0
                {{"pattern_diversity", 2}});
}

TEST(FeatureMoves, UprightIRemovesOneRow) {
  const Board before = drawn("......\n......\n......\n#.....\n#.####\n#.###.\n");
  expect_values(moved(before, 'I', 1, 1), {{"landing_height", 1.5},
                                           {"landing_row", 0},
                                           {"lines", 1},
                                           {"removed_rows", 1},
                                           {"lines_squared", 1},
                                           {"removed_cells", 1},
                                           {"eroded_cells", 1},
                                           {"etp", 3 + 2},
                                           {"etp_floor", 6},
                                           {"etw", 1},
                                           {"etw_sides", 0},
                                           {"gaps", -1},
                                           {"height_rise", 0},
                                           {"gaps_below_ratio", 0},
                                           {"holes", 0}});
}

TEST(FeatureMoves, LRemovesTwoRows) {
  const Board before = drawn("......\n......\n......\n......\n##.###\n##.###\n");
  expect_values(moved(before, 'L', 3, 1), {{"landing_height", 1},
                                           {"landing_row", 0},
                                           {"lines", 2},
                                           {"removed_rows", 2},
                                           {"lines_squared", 4},
                                           {"removed_cells", 2},
                                           {"eroded_cells", 4},
                                           {"etp", 2 + 2 + 1},
                                           {"etp_floor", 6},
                                           {"etw", 1},
                                           {"height_rise", -1},
                                           {"gaps", 0},
                                           {"max_height", 1},
                                           {"occupied_cells", 2}});
}

TEST(FeatureMoves, OAtTheWallOverAGap) {
  const Board before = drawn("......\n......\n......\n.....#\n#.....\n#.....\n");
  expect_values(moved(before, 'O', 0, 0), {{"landing_height", 2.5},
                                           {"landing_row", 2},
                                           {"etp", 1},
                                           {"etp_floor", 1},
                                           {"etw", 2},
                                           {"etw_sides", 2},
                                           {"gaps", 2},
                                           {"gaps_below_ratio", 2.0 / 2},
                                           {"height_rise", 1},
                                           {"lines", 0},
                                           {"eroded_cells", 0}});
  const Board alone = drawn("......\n......\n......\n......\n#.....\n#.....\n");
  EXPECT_EQ(value("gaps_below_ratio", moved(alone, 'O', 0, 0)), 2);
}

TEST(FeatureMoves, CornerTouchesWallAndFloor) {
  expect_values(moved(empty_board(6, 6), 'L', 1, 0),  // upright L in the left corner
                {{"etw", 3 + 2}, {"etw_sides", 3}, {"etp", 0}, {"etp_floor", 2}, {"landing_height", 1}, {"gaps", 0}});
  expect_values(moved(empty_board(6, 6), 'T', 2, 3), {{"gaps", 2}, {"etw", 1 + 1}, {"gaps_below_ratio", 2}});
}

TEST(FeatureMoves, LandingHeightIsNotLoweredByRemovedRows) {
  const Board before = drawn("....\n....\n....\n#...\n###.\n###.\n");
  expect_values(moved(before, 'J', 0, 0), {{"landing_row", 3}, {"landing_height", 3.5}});
  const Board full = drawn("....\n....\n....\n....\n##..\n#.##\n");
  expect_values(moved(full, 'O', 0, 2),
                {{"landing_height", 1.5}, {"lines", 1}, {"eroded_cells", 2}, {"max_height", 2}});
}

TEST(FeatureMoves, RadialBasisOfTheMeanHeight) {
  const Transition t = standing(empty_board(10, 20));
  EXPECT_EQ(value("rbf", t, 0), 1);
  EXPECT_NEAR(value("rbf", t, 1), std::exp(-25.0 / 32), 1e-15);
  EXPECT_NEAR(value("rbf", t, 4), std::exp(-400.0 / 32), 1e-15);
}

TEST(Registry, NamesDefinitionsAndCounts) {
  std::set<std::string_view> names;
  for (const Feature& f : features()) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name;
    EXPECT_FALSE(f.definition.empty());
    EXPECT_FALSE(f.source.empty());
    EXPECT_EQ(&features()[*feature_named(f.name)], &f);
  }
  EXPECT_EQ(features()[*feature_named("column_height")].count(12), 12);
  EXPECT_EQ(features()[*feature_named("height_difference")].count(12), 11);
  EXPECT_EQ(features()[*feature_named("rbf")].count(12), 5);
  EXPECT_EQ(features()[*feature_named("holes")].count(12), 1);
  const auto wrong = feature_named("hole");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.message().find("holes"), std::string::npos);
}

TEST(Registry, MoveFeatures) {
  std::set<std::string_view> move;
  for (const Feature& f : features()) {
    if (f.about == About::move) move.insert(f.name);
  }
  EXPECT_EQ(move, (std::set<std::string_view>{"landing_height", "eroded_cells", "removed_rows", "height_rise",
                                              "landing_row", "etp", "etp_floor", "etw", "etw_sides", "gaps", "lines",
                                              "gaps_below_ratio", "removed_cells", "lines_squared", "clears_one",
                                              "clears_two", "clears_three", "clears_four"}));
}

TEST(Registry, ValuesKeepToUnitAndBound) {
  for (const PieceSet* set : {&tetrominoes(), &pentominoes(), &hexominoes()}) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const int w = 4 + static_cast<int>(seed % 13), h = 4 + static_cast<int>(seed / 13 % 27);
      const Setting s{w, h, Rules::standard, set};
      const Board b = random_board(w, h, seed);
      const int piece = static_cast<int>(test_stream(seed).below(5000, static_cast<std::uint32_t>(set->size())));
      for_each_placement(s, piece, [&](Placement move) {
        const Transition t = place(s, b, piece, move);
        if (t.lost) return;
        for (const Feature& f : features()) {
          for (int i = 0; i < f.count(w); ++i) {
            const double v = f.value(t, i);
            ASSERT_LE(std::abs(v), f.bound(w, h, set->cells)) << f.name << '\n' << draw(t, '@');
            if (f.unit > 0) {
              ASSERT_EQ(v * f.unit, std::floor(v * f.unit)) << f.name;
            }
          }
        }
      });
    }
  }
}

}  // namespace features_test
}  // namespace stackwright::tetris
