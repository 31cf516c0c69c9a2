// Features of 2048 boards on drawn boards, and the table against their definitions.
#include "eval/twenty48_features.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "games/twenty48/game.h"

namespace stackwright {
namespace twenty48_features_test {

double on(std::string_view feature, std::string_view board) {
  return feature_value(*twenty48_feature_named(feature), *twenty48::Twenty48{}.from_text(board));
}

TEST(Twenty48Features, DrawnBoards) {
  const std::string_view board = "64 32 8 8/16 . 8 2/2 . . 2/. 4 . .";
  EXPECT_EQ(on("empty", board), 6);
  EXPECT_EQ(on("merges", board), 4);  // 8 8, and 2 . . 2 in rows; 8 8 and 2 2 in columns
  EXPECT_EQ(on("roughness", board), (1 + 2) + (1 + 2) + (2 + 3) + 3 + 2 + 0);
  EXPECT_EQ(on("corner", board), 6);
  EXPECT_EQ(on("corner", "2 64 2 4/. . . ./. . . ./. . . ."), 0);
  EXPECT_EQ(on("disorder", "16 8 4 2/8 4 2 ./4 2 . ./2 . . ."), 0);
  EXPECT_EQ(on("disorder", "2 8 2 8/. . . ./. . . ./. . . ."), 2);  // falls 2, rises 4
  EXPECT_FALSE(twenty48_feature_named("emtpy"));
}

TEST(Twenty48Features, TheTableAddsUpDefinitions) {
  const std::vector<Twenty48Term> terms = twenty48_shipped_weights();
  const Twenty48Linear linear(terms);
  const Stream random(StreamKey{.seed = 4, .purpose = Purpose::test});
  for (std::uint64_t i = 0; i < 300; ++i) {
    const twenty48::Board board{random.at(i) & random.at(1000 + i)};
    double sum = 0;
    for (const Twenty48Term& term : terms) sum += term.weight * feature_value(term.feature, board);
    EXPECT_NEAR(linear.value(board), sum, 1e-2);
  }
}

}  // namespace twenty48_features_test
}  // namespace stackwright
