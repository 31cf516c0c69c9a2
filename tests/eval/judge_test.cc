// Judges of batches: every implementation against the one that goes cell by cell.
#include "eval/judge.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eval/lanes_cases.h"

namespace stackwright {
namespace judge_test {

using tetris::Setting;
using namespace lanes_cases;

Batch random_batch(const Setting& setting, int count, const Stream& random, std::uint64_t& at) {
  Batch batch;
  const auto kinds = static_cast<std::uint32_t>(setting.pieces->size());
  for (int b = 0; b < count; ++b) {
    const auto piece = static_cast<std::uint8_t>(random.below(at++, kinds));
    batch.add(random_board(setting, random, at), piece);
  }
  return batch;
}

/// Judges all of a batch both ways, then places some placement on every board both ways.
void expect_equal_judgement(const Setting& setting, Judge& twin, Judge& judge, Batch batch, const Stream& random,
                            std::uint64_t& at) {
  std::vector<Scored> expected, got;
  twin.placements(batch, true, expected);
  judge.placements(batch, true, got);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].board, expected[i].board);
    ASSERT_EQ(got[i].slot, expected[i].slot);
    ASSERT_EQ(got[i].score, expected[i].score);
    ASSERT_EQ(got[i].moves, expected[i].moves);
  }

  const std::uint8_t pieces[] = {6, 0, 3};
  std::int32_t expected_best[3][Batch::kSize], best[3][Batch::kSize];
  twin.answers(batch, pieces, expected_best);
  judge.answers(batch, pieces, best);
  for (int i = 0; i < 3; ++i) {
    for (int b = 0; b < batch.count; ++b) ASSERT_EQ(best[i][b], expected_best[i][b]) << i << ' ' << b;
  }
  ASSERT_EQ(judge.evaluated(), twin.evaluated());

  Batch placed;
  std::vector<std::uint8_t> slots;
  for (int b = 0; b < batch.count; ++b) {
    std::vector<std::uint8_t> possible;
    for (const Scored& s : expected) {
      if (s.board == b) possible.push_back(s.slot);
    }
    if (possible.empty()) continue;
    placed.add(batch, b, setting.width, batch.pieces[b]);
    slots.push_back(possible[random.below(at++, static_cast<std::uint32_t>(possible.size()))]);
  }
  Batch placed_by_twin = placed;
  judge.place(placed, slots.data());
  twin.place(placed_by_twin, slots.data());
  for (int b = 0; b < Batch::kSize; ++b) {
    ASSERT_EQ(placed.board(b, setting), placed_by_twin.board(b, setting)) << b;
  }
}

TEST(Judges, AgreeWithTheTwin) {
  std::uint64_t seed = 1;
  for (const auto& [width, height] : {std::pair{4, 4}, {6, 9}, {10, 10}, {10, 20}, {12, 16}}) {
    const Setting setting{width, height, tetris::Rules::standard, &tetris::tetrominoes()};
    auto all = evaluators();
    for (auto& more : four_row_evaluators()) all.push_back(std::move(more));
    for (const auto& [name, terms] : all) {
      const Stream random(StreamKey{.seed = ++seed, .purpose = Purpose::test});
      std::uint64_t at = 0;
      const Linear evaluator(terms, setting);
      for (const int count : {1, 5, static_cast<int>(8 + seed % 25)}) {
        const Batch batch = random_batch(setting, count, random, at);
        for (const Simd simd : fast_ones()) {
          SCOPED_TRACE(name + " " + std::string(name_of(simd)) + " " + std::to_string(count) + " boards");
          const auto twin = make_judge(Simd::boolean, setting, evaluator);
          const auto judge = make_lane_judge(simd, setting, evaluator);
          ASSERT_NE(judge, nullptr);
          expect_equal_judgement(setting, *twin, *judge, batch, random, at);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Judges, OtherFeaturesAndPiecesAreJudgedOneByOne) {
  const Setting setting{8, 12, tetris::Rules::standard, &tetris::pentominoes()};
  const Linear evaluator(weighted({{"holes", -2}, {"weighted_cells", -1}, {"well_cells", -3}, {"lines", 1}}), setting);
  EXPECT_EQ(make_lane_judge(best_simd(), setting, evaluator), nullptr);
  const Stream random(StreamKey{.seed = 77, .purpose = Purpose::test});
  std::uint64_t at = 0;
  const auto twin = make_judge(Simd::boolean, setting, evaluator), judge = make_judge(best_simd(), setting, evaluator);
  expect_equal_judgement(setting, *twin, *judge, random_batch(setting, 6, random, at), random, at);
}

/// The kernels look at the whole board or at the pile, not at both for one evaluator.
TEST(Judges, BoardAndPileTogetherAreLeftToTheRegistry) {
  const Setting setting;
  EXPECT_EQ(make_lane_judge(Simd::plain, setting, Linear(weighted({{"holes", -2}, {"pile_holes", -1}}), setting)),
            nullptr);
  EXPECT_NE(make_lane_judge(Simd::plain, setting, Linear(weighted({{"lines", 2}, {"pile_holes", -1}}), setting)),
            nullptr);
}

}  // namespace judge_test
}  // namespace stackwright
