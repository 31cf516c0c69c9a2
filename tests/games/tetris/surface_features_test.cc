// The features of the surface on drawn boards, with values worked out by hand.
#include <string>

#include "games/tetris/drawn.h"
#include "games/tetris/features.h"

namespace stackwright::tetris {
namespace surface_features_test {

TEST(SurfaceFeatures, PlacesOnAStair) {
  // Heights 1 2 3 4 4 2, steps +1 +1 +1 0 -2: O one place, S none (no -1, and nothing rises after the flat step), Z three, T three,
  // L two (flat, -2), J one.
  const Transition t = standing(drawn("......\n...##.\n..###.\n.#####\n######\n"));
  EXPECT_EQ(value("scarce", t, 0), 1);
  EXPECT_EQ(value("scarce", t, 1), 3);  // S, O, J
  EXPECT_EQ(value("scarce", t, 2), 4);  // and L
}

TEST(SurfaceFeatures, PlacesOfTwoSteps) {
  // Heights 2 2 3 3 2 2, steps 0 +1 0 -1 0: O three, S at -1 and at 0 +1, Z at +1 and at -1 0, T two, L and J three.
  const Transition t = standing(drawn("......\n..##..\n######\n######\n"));
  EXPECT_EQ(value("scarce", t, 0), 0);
  EXPECT_EQ(value("scarce", t, 1), 0);
  EXPECT_EQ(value("scarce", t, 2), 3);  // S, Z, T
}

TEST(SurfaceFeatures, HolesThatAreNearlyOpen) {
  // Column 1: the hole in row 0 lies under rows 1 (lacks one cell) and 2 (lacks two). Column 4: under row 1 alone. Column 0 has its
  // hole in row 1, under row 2.
  const Transition t = standing(drawn("......\n##.##.\n.#####\n#.##.#\n"));
  EXPECT_EQ(value("covered_columns", t), 3);
  EXPECT_EQ(value("nearly_open", t, 0), 0);
  EXPECT_EQ(value("nearly_open", t, 1), 3);
  const Transition low = standing(drawn("......\n......\n.#####\n#.##.#\n"));
  EXPECT_EQ(value("covered_columns", low), 2);
  EXPECT_EQ(value("nearly_open", low, 0), 2);
  EXPECT_EQ(value("nearly_open", low, 1), 2);
  const Transition far = standing(drawn("......\n......\n.#.#.#\n#.##.#\n"));
  EXPECT_EQ(value("covered_columns", far), 1);
  EXPECT_EQ(value("nearly_open", far, 1), 0);
}

}  // namespace surface_features_test
}  // namespace stackwright::tetris
