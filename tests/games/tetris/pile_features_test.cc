// The features made for four rows at once on drawn boards, with values worked out by hand.
#include <map>
#include <string>

#include "games/tetris/drawn.h"
#include "games/tetris/features.h"

namespace stackwright::tetris {
namespace pile_features_test {

void expect_values(const Transition& t, const std::map<std::string, double>& values) {
  for (const auto& [name, expected] : values) EXPECT_EQ(value(name, t), expected) << name << '\n' << draw(t.after);
}

TEST(PileFeatures, FourRowsReady) {
  const Transition t =
      standing(drawn("......\n.##...\n#####.\n#####.\n#####.\n#####.\n"));  // heights 4 5 5 4 4, well 0
  expect_values(t, {{"ready_rows", 4},
                    {"ready_at_once", 4},
                    {"four_ready", 1},
                    {"well_cells", 0},
                    {"well_holes", 0},
                    {"well_height", 0},
                    {"pile_rows_missing_one", 0},
                    {"pile_row_transitions", 2 + 4},  // the empty row and the row of two; the well is a wall
                    {"pile_column_transitions", 5},
                    {"pile_holes", 0},
                    {"pile_wells", 1},  // column 0 beside the two; columns 3 and 4 are two wide
                    {"pile_bumpiness", 1 + 0 + 1 + 0},
                    {"step_squares", 2},
                    {"any_flat", 1},
                    {"any_step_up", 1},
                    {"any_step_down", 1},
                    {"steps_of_two", 0},
                    {"steps_of_three", 0}});
  EXPECT_EQ(value("height_above_squared", t, 0), 25);
  EXPECT_EQ(value("height_above_squared", t, 3), 4);
  EXPECT_EQ(value("height_above_squared", t, 5), 0);
  EXPECT_EQ(value("height_above_squared", t, 15), 0);
}

TEST(PileFeatures, AWellThatIsNotClean) {
  // The last column has a cell in rows 0 and 2 and a hole in row 1; rows 1, 3 and 4 lack only the well, row 2 lacks column 1.
  const Transition t = standing(drawn(".....\n####.\n####.\n#.###\n####.\n#.#.#\n"));
  expect_values(t,
                {{"well_cells", 2},
                 {"well_holes", 1},
                 {"well_height", 3},
                 {"ready_rows", 3},
                 {"ready_at_once", 2},  // rows 3 and 4, from the top of the well on
                 {"four_ready", 0},
                 {"pile_rows_missing_one", 1},
                 {"pile_holes", 2 + 1},
                 {"pile_rows_with_holes", 2},
                 {"pile_hole_depth", (2 + 1) + 4},
                 {"pile_column_transitions", 1 + 5 + 1 + 3},
                 {"pile_wells", 1 + 1 + 1},  // covered cells between filled ones, column 3 between a cell and the wall
                 {"pile_bumpiness", 0},
                 {"pile_diversity", 1},
                 {"any_flat", 1},
                 {"any_step_up", 0},
                 {"any_step_down", 0}});
}

TEST(PileFeatures, StepsLeaveTheWellOut) {
  const Transition t =
      standing(drawn("......\n#.....\n#.....\n#..#..\n#.##..\n#.####\n"));  // heights 5 0 2 3 1, well 1
  expect_values(t, {{"pile_bumpiness", 5 + 2 + 1 + 2},
                    {"step_squares", 25 + 4 + 1 + 4},
                    {"steps_of_two", 2},
                    {"steps_of_three", 1},
                    {"any_flat", 0},
                    {"any_step_up", 1},
                    {"any_step_down", 0},
                    {"pile_diversity", 3},
                    {"well_height", 1},
                    {"ready_rows", 0},
                    {"pile_rows_missing_one", 1}});
}

TEST(PileFeatures, ClearsCountByNumberOfRows) {
  const auto expect_clears = [](const Transition& t, int rows) {
    const char* names[] = {"clears_one", "clears_two", "clears_three", "clears_four"};
    for (int n = 1; n <= 4; ++n) EXPECT_EQ(value(names[n - 1], t), n == rows) << names[n - 1] << ", " << rows;
  };
  const Board four = drawn("......\n......\n#####.\n#####.\n#####.\n#####.\n");
  expect_clears(moved(four, 'I', 1, 5), 4);
  expect_clears(moved(drawn("......\n......\n####..\n#####.\n#####.\n#####.\n"), 'I', 1, 5), 3);
  expect_clears(moved(drawn("......\n......\n####..\n####..\n#####.\n#####.\n"), 'I', 1, 5), 2);
  expect_clears(moved(drawn("......\n......\n####..\n####..\n####..\n#####.\n"), 'I', 1, 5), 1);
  expect_clears(moved(four, 'I', 0, 0), 0);
}

}  // namespace pile_features_test
}  // namespace stackwright::tetris
