// Heights of all tables at once, by every implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "eval/lanes_cases.h"
#include "eval/tables.h"

namespace stackwright {
namespace heights_test {

TEST(Heights, AreThoseOfTheBoards) {
  const std::vector<Term> terms = lanes_cases::weighted({{"holes", -1}, {"landing_height", -1}});
  const Stream random(StreamKey{.seed = 8, .purpose = Purpose::test});
  std::uint64_t at = 0;
  for (const auto& [width, height] : {std::pair{4, 4}, {10, 20}, {16, 30}}) {
    tetris::Setting setting;
    setting.width = width;
    setting.height = height;
    for (const Simd simd : {Simd::boolean, Simd::plain, Simd::avx2, Simd::avx512}) {
      if (!has_simd(simd)) continue;
      constexpr int kTables = 70;
      const auto tables = *make_tables(simd, setting, Linear(terms, setting), kTables);
      std::vector<Heights> expected(kTables), got(kTables);
      for (int t = 0; t < kTables; ++t) {
        const tetris::Board board = lanes_cases::random_board(setting, random, at);
        tables->set_board(t, board);
        Heights& h = expected[static_cast<std::size_t>(t)];
        for (int x = 0; x < width; ++x) {
          const int column = tetris::column_height(board, x);
          h.highest = static_cast<std::uint16_t>(std::max<int>(h.highest, column));
          h.sum = static_cast<std::uint16_t>(h.sum + column);
        }
      }
      tables->heights(got);
      for (std::size_t t = 0; t < kTables; ++t) {
        EXPECT_EQ(got[t].highest, expected[t].highest) << name_of(simd) << " " << width << "x" << height;
        EXPECT_EQ(got[t].sum, expected[t].sum) << name_of(simd) << " " << width << "x" << height;
      }
    }
  }
}

}  // namespace heights_test
}  // namespace stackwright
