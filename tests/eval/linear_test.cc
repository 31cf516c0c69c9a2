// Linear evaluators: published worked scores, exactness, scale and the absence of overflow.
#include "eval/linear.h"

#include <cfloat>
#include <cmath>
#include <limits>

#include "games/tetris/drawn.h"

namespace stackwright {
namespace linear_test {

using tetris::Board;
using tetris::features;
using tetris::Setting;
using tetris::Transition;

Term term(std::string_view name, double weight, Transform transform = Transform::none, int index = 0) {
  return {*tetris::feature_named(name), index, transform, weight};
}

std::vector<Term> dellacherie() {
  return {term("landing_height", -1),     term("eroded_cells", 1), term("row_transitions", -1),
          term("column_transitions", -1), term("holes", -4),       term("cumulative_wells", -1)};
}

/// A random set of terms with weights of the same random order of magnitude.
std::vector<Term> random_terms(std::uint64_t seed, int width, int low_exponent, int high_exponent) {
  const Stream random = tetris::test_stream(seed);
  std::vector<Term> terms;
  const std::uint32_t n = 1 + random.below(0, 20);
  const auto span = static_cast<std::uint32_t>(high_exponent - low_exponent + 1);
  for (std::uint32_t i = 1; i <= n; ++i) {
    const auto id = static_cast<int>(random.below(10 * i, static_cast<std::uint32_t>(features().size())));
    const int exponent = low_exponent + static_cast<int>(random.below(10 * i + 1, span));
    const auto count = static_cast<std::uint32_t>(features()[id].count(width));
    terms.push_back({id, static_cast<int>(random.below(10 * i + 2, count)),
                     static_cast<Transform>(random.below(10 * i + 3, 4)),
                     std::ldexp(2 * random.unit(10 * i + 4) - 1, exponent)});
  }
  return terms;
}

/// Calls f with transitions of random boards, lost ones left out.
template <class F>
void each_transition(const Setting& s, std::uint64_t seed, F&& f) {
  const Board b = tetris::random_board(s.width, s.height, seed);
  const auto pieces = static_cast<std::uint32_t>(s.pieces->size());
  const int piece = static_cast<int>(tetris::test_stream(seed).below(5000, pieces));
  tetris::for_each_placement(s, piece, [&](tetris::Placement move) {
    const Transition t = tetris::place(s, b, piece, move);
    if (!t.lost) f(t);
  });
}

double plain_sum(const std::vector<Term>& terms, const Transition& t) {
  double sum = 0;
  for (const Term& x : terms) sum += x.weight * transformed(x.transform, features()[x.feature].value(t, x.index));
  return sum;
}

TEST(Linear, MilansWorkedScores) {
  const Linear milan({term("height_rise", -0.405709453), term("etp", 0.616938309), term("etw", 0.783830552),
                      term("gaps", -0.490775875), term("lines", 0.662098138)},
                     Setting{});
  const auto score = [&](std::initializer_list<int> values) {
    std::int32_t sum = 0;
    std::size_t i = 0;
    for (const int v : values) sum += milan.term_score(i++, v);
    return milan.real(sum);
  };
  EXPECT_NEAR(score({2, 3, 1, 0, 0}), 1.8232265, 2e-6);
  EXPECT_NEAR(score({1, 2, 1, 1, 0}), 1.1212218, 2e-6);
  EXPECT_NEAR(score({3, 1, 3, 0, 1}), 2.413399, 2e-6);
}

TEST(Linear, IntegerWeightsAreExact) {
  const Linear evaluator(dellacherie(), Setting{});
  EXPECT_GE(evaluator.scale_bits(), 1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    each_transition(Setting{}, seed, [&](const Transition& t) {
      ASSERT_EQ(evaluator.real(evaluator.score(t)), plain_sum(evaluator.terms(), t));
    });
  }
}

TEST(Linear, RescalingByPowersOfTwoChangesNothing) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const int width = 4 + static_cast<int>(seed % 13), height = 4 + static_cast<int>(seed % 27);
    const Setting s{width, height};
    const std::vector<Term> terms = random_terms(seed, width, -8, 8);
    const Linear evaluator(terms, s);
    for (const int shift : {1, -1, 10, -10, 100, -100, 900, -900}) {
      std::vector<Term> shifted = terms;
      for (Term& x : shifted) x.weight = std::ldexp(x.weight, shift);
      const Linear other(shifted, s);
      ASSERT_EQ(other.scale_bits(), evaluator.scale_bits() - shift);
      each_transition(s, seed, [&](const Transition& t) { ASSERT_EQ(other.score(t), evaluator.score(t)); });
    }
  }
}

TEST(Linear, ScoresStayBelowTwoToTheThirty) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const tetris::PieceSet* sets[] = {&tetris::tetrominoes(), &tetris::pentominoes(), &tetris::hexominoes()};
    const int width = 4 + static_cast<int>(seed % 13), height = 4 + static_cast<int>(seed % 27);
    const Setting s{width, height, tetris::Rules::standard, sets[seed % 3]};
    const bool wild = seed % 2 == 0;
    const std::vector<Term> terms = wild ? random_terms(seed, width, -1080, 1024) : random_terms(seed, width, -30, 30);
    const Linear evaluator(terms, s);
    double bound = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      ASSERT_LT(std::abs(evaluator.quantised(i)), 1 << 26);
      const double largest = features()[terms[i].feature].bound(width, height, s.pieces->cells);
      bound += std::max(std::abs(double{1} * evaluator.term_score(i, largest)),
                        std::abs(double{1} * evaluator.term_score(i, -largest)));
    }
    ASSERT_LT(bound, 0x1p30);
    each_transition(s, seed, [&](const Transition& t) { ASSERT_LT(std::abs(evaluator.score(t)), 1 << 30); });
  }
}

TEST(Linear, ScaleIsTheLargestThatFits) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Linear evaluator(random_terms(seed, 10, -3, 3), Setting{});
    double bound = 0, weight = 0;
    for (std::size_t i = 0; i < evaluator.terms().size(); ++i) {
      const double largest = features()[evaluator.terms()[i].feature].bound(10, 20, 4);
      bound += std::abs(double{1} * evaluator.term_score(i, largest));
      weight = std::max(weight, std::abs(double{1} * evaluator.quantised(i)));
    }
    EXPECT_TRUE(bound >= 0x1p28 || weight >= 0x1p24) << bound << ' ' << weight;
  }
}

TEST(Linear, ExtremeWeights) {
  const double kSmallest = std::numeric_limits<double>::denorm_min();
  for (const double w : {DBL_MAX, -DBL_MAX, DBL_MIN, kSmallest, -kSmallest, 1e308, 1e-300}) {
    for (const Transform f : {Transform::none, Transform::square, Transform::cube, Transform::log}) {
      const Linear evaluator({term("weighted_cells", w, f), term("holes", -w, f), term("mean_height", w, f)},
                             Setting{16, 30});
      each_transition(Setting{16, 30}, 1, [&](const Transition& t) {
        ASSERT_EQ(evaluator.term_score(0, 1000) > 0, w > 0);
        ASSERT_LT(std::abs(evaluator.score(t)), 1 << 30);
      });
    }
  }
  const Linear mixed({term("holes", 1e308), term("lines", kSmallest)}, Setting{});
  EXPECT_EQ(mixed.quantised(1), 0);
  EXPECT_NE(mixed.quantised(0), 0);
}

TEST(Linear, ZeroWeights) {
  const Linear evaluator({term("holes", 0), term("landing_height", -0.0)}, Setting{});
  EXPECT_EQ(evaluator.scale_bits(), 0);
  each_transition(Setting{}, 3, [&](const Transition& t) { EXPECT_EQ(evaluator.score(t), 0); });
  EXPECT_EQ(Linear().terms().size(), 0u);
}

TEST(Linear, ScoresAreCloseToTheRealSum) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::vector<Term> terms = random_terms(seed, 10, -2, 2);
    const Linear evaluator(terms, Setting{});
    double largest = 0;  // of any score
    for (const Term& x : terms) {
      largest += std::abs(x.weight) * transformed(x.transform, features()[x.feature].bound(10, 20, 4));
    }
    each_transition(Setting{}, seed, [&](const Transition& t) {
      ASSERT_NEAR(evaluator.real(evaluator.score(t)), plain_sum(terms, t), largest * 1e-4);
    });
  }
}

TEST(Linear, HalfUnits) {
  const Linear evaluator({term("landing_height", 1), term("landing_height", 1, Transform::square)}, Setting{});
  EXPECT_EQ(evaluator.real(evaluator.term_score(0, 2.5)), 2.5);
  EXPECT_EQ(evaluator.real(evaluator.term_score(1, 2.5)), 6.25);
}

TEST(Linear, MoveScoreLeavesTheBoardOut) {
  const Linear evaluator(dellacherie(), Setting{});
  const Board b = tetris::drawn("......\n......\n......\n......\n##.###\n##.###\n");
  const Transition t = tetris::moved(b, 'L', 3, 1);
  EXPECT_EQ(evaluator.real(evaluator.move_score(t)), -1 + 4);
}

TEST(Linear, Transforms) {
  EXPECT_EQ(transformed(Transform::none, -3), -3);
  EXPECT_EQ(transformed(Transform::square, -3), 9);
  EXPECT_EQ(transformed(Transform::cube, -3), -27);
  EXPECT_NEAR(transformed(Transform::log, 3), std::log(4), 1e-15);
  EXPECT_NEAR(transformed(Transform::log, -3), -std::log(4), 1e-15);
  EXPECT_EQ(transformed(Transform::log, 0), 0);
  for (const Transform f : {Transform::none, Transform::square, Transform::cube, Transform::log}) {
    EXPECT_EQ(*transform_named(name_of(f)), f);
  }
  EXPECT_FALSE(transform_named("sqrt").ok());
}

}  // namespace linear_test
}  // namespace stackwright
