// The algorithms on toys whose answers can be seen: order of generation, ties, optimality, plans carried out whole.
#include "search/toys.h"

#include <gtest/gtest.h>

#include "search/astar.h"
#include "search/beam.h"
#include "search/best_first.h"
#include "search/best_grandchild.h"
#include "search/dfs.h"
#include "search/hill_climb.h"
#include "search/k_best.h"

namespace stackwright::test {
namespace toys_test {

using toys::Digits;
using toys::GridWalk;
using Plan = std::vector<std::uint8_t>;

LocalOptions fixed_order() {
  LocalOptions options;
  options.ties = Ties::first;
  return options;
}

TEST(Toys, AStarWalksTheShortestWay) {
  GridWalk grid{{".#...", ".#.#.", ".#.#.", "...#."}, true, 16};
  const auto found = astar(grid, {});
  ASSERT_TRUE(found.complete);
  EXPECT_EQ(found.plan.size(), 13u);  // down 3, right 2, up 3, right 2, down 3
  EXPECT_EQ(found.last.steps, 13);
  EXPECT_GE(found.generated, found.expanded);
}

TEST(Toys, AnEstimateSavesNodes) {
  GridWalk with{{"......", "......", "......"}, true, 7};
  GridWalk without = with;
  without.estimated = false;
  const auto informed = astar(with, {}), blind = astar(without, {});
  EXPECT_EQ(informed.plan.size(), 7u);
  EXPECT_EQ(blind.plan.size(), 7u);
  EXPECT_EQ(informed.expanded, 7u);  // last in, first out among equals: straight to the goal
  EXPECT_GT(blind.expanded, 100u);
}

TEST(Toys, BestFirstIsGreedyAndNotOptimal) {
  GridWalk trap{{".....", ".###.", ".#...", ".#.#.", "...#."}, true, 16};
  EXPECT_EQ(astar(trap, {}).plan.size(), 8u);
  const auto found = best_first(trap, {});
  ASSERT_TRUE(found.complete);
  EXPECT_GT(found.plan.size(), 8u);  // down first, and then it looks better to stay there than to go back
}

TEST(Toys, NoWayIsAnAnswer) {
  GridWalk walled{{".#.", "##."}, true, 40};
  for (const auto& found :
       {astar(walled, {}), best_first(walled, {}), depth_first(walled, {}), beam_search(walled, {}, 5)}) {
    EXPECT_FALSE(found.complete);
    EXPECT_TRUE(found.plan.empty());
    EXPECT_EQ(found.end, SearchEnd::done);
  }
}

double no_price(std::uint32_t) { return 0; }
/// 100 for a path that began with 2; otherwise the last digit counts down.
double deceitful(std::uint32_t number) {
  if (number < 10) return 0;
  std::uint32_t first = number;
  while (first >= 100) first /= 10;
  const bool good = first == 12;
  return good ? (number >= 1000 ? -100 : 50) : -static_cast<double>(number % 10);
}

TEST(Toys, DepthFirstTakesTheLastGenerated) {
  const Digits digits{3, 4, no_price};
  const auto found = depth_first(digits, {});
  EXPECT_EQ(found.plan, (Plan{2, 2, 2, 2}));
  EXPECT_EQ(found.expanded, 4u);
  EXPECT_EQ(found.generated, 12u);
}

TEST(Toys, EqualCostsLastInFirstOut) {
  const auto found = astar(Digits{3, 4, no_price}, {});
  EXPECT_EQ(found.plan, (Plan{2, 2, 2, 2}));
  EXPECT_EQ(found.expanded, 4u);
}

TEST(Toys, LocalSearchesSeeAsFarAsTheyLook) {
  const Digits digits{3, 3, deceitful};
  EXPECT_EQ(hill_climb(digits, {}, fixed_order()).plan, (Plan{1, 2, 2}));       // 2 looks bad at first
  EXPECT_EQ(best_grandchild(digits, {}, fixed_order()).plan, (Plan{0, 2, 2}));  // and after two
  LocalOptions deep = fixed_order();
  deep.depth = 3;
  deep.keep = 3;
  EXPECT_EQ(k_best(digits, {}, deep).plan[0], 2);
  deep.keep = 2;  // of each parent only the two best: the path by 2 is never seen
  EXPECT_NE(k_best(digits, {}, deep).plan[0], 2);
  EXPECT_EQ(beam_search(digits, {}, 27).plan[0], 2);
  EXPECT_NE(beam_search(digits, {}, 2).plan[0], 2);
}

TEST(Toys, KBestLooksAtEveryKeptLeaf) {
  LocalOptions options = fixed_order();
  options.depth = 4;
  options.keep = 5;
  const auto found = k_best(Digits{7, 4, no_price}, {}, options);
  EXPECT_EQ(found.expanded, 1u + 5 + 25 + 125);  // 625 leaves
  EXPECT_EQ(found.generated, 156u * 7);
}

TEST(Toys, APlanIsCarriedOutWholeUnlessReplanned) {
  const Digits digits{2, 5, no_price};
  const auto whole = best_grandchild(digits, {}, fixed_order());
  EXPECT_EQ(whole.plan.size(), 5u);
  EXPECT_EQ(whole.expanded, 3u + 3 + 1);  // two pairs, and the odd one by one level
  LocalOptions options = fixed_order();
  options.replan = true;
  EXPECT_EQ(best_grandchild(digits, {}, options).expanded, 4u * 3 + 1);
}

TEST(Toys, TiesFollowTheSeed) {
  const Digits digits{9, 8, no_price};
  LocalOptions options;
  const Plan first = hill_climb(digits, {}, options).plan;
  EXPECT_EQ(hill_climb(digits, {}, options).plan, first);
  options.seed = 2;
  EXPECT_NE(hill_climb(digits, {}, options).plan, first);
  options.ties = Ties::first;
  EXPECT_EQ(hill_climb(digits, {}, options).plan, Plan(8, 0));
}

TEST(Toys, LimitsAreAnswers) {
  SearchLimits limits;
  limits.max_nodes = 50;
  GridWalk open{{"........", "........", "........", "........"}, false, 10};
  const auto found = astar(open, limits);
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.end, SearchEnd::nodes);
  EXPECT_LE(found.generated, 54u);
  StopToken stop;
  stop.request();
  limits = {};
  limits.stop = &stop;
  EXPECT_EQ(depth_first(open, limits).end, SearchEnd::stopped);
  EXPECT_EQ(hill_climb(open, limits, {}).end, SearchEnd::stopped);
}

}  // namespace toys_test
}  // namespace stackwright::test
