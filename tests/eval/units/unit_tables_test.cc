// Tables and judges of evaluators with units against scores taken one placement at a time.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "eval/judge.h"
#include "eval/tables.h"
#include "eval/units/slow_unit.h"
#include "games/tetris/drawn.h"

namespace stackwright {
namespace unit_tables_test {

using tetris::Board;
using tetris::Placement;
using tetris::Setting;
using tetris::Transition;

std::vector<Term> random_network(int count, const Setting& setting, const Stream& random, std::uint64_t& at) {
  std::vector<Term> terms;
  const int filter = units::filter_genes(setting.width, setting.height);
  for (int u = 0; u < count; ++u) {
    std::vector<double> genes(units::genes_of_unit(filter));
    for (double& g : genes) g = random.unit(at++);
    const units::WeightedUnit unit = units::decode(genes, setting.width, setting.height, units::Decoding::smooth);
    Term term;
    term.weight = unit.weight;
    term.unit = unit.unit;
    terms.push_back(term);
  }
  return terms;
}

/// The score from the twin's outputs; halves and whole numbers times weights that are whole numbers.
std::int32_t slow_score(const Linear& evaluator, const Transition& t, bool move_only) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < evaluator.terms().size(); ++i) {
    const Term& term = evaluator.terms()[i];
    const bool move = term.unit ? term.unit->input != units::Input::after : about(term) == tetris::About::move;
    if (move_only && !move) continue;
    sum += evaluator.term_score(i, term.unit ? units::slow_output(*term.unit, t) : value_of(term, t));
  }
  return sum;
}

Choice slow_best(const Setting& setting, const Board& board, int piece, const Linear& evaluator) {
  Choice best{{}, true, 0};
  bool first = true;
  tetris::for_each_placement(setting, piece, [&](Placement move) {
    if (first) best.move = move;
    first = false;
    const Transition t = tetris::place(setting, board, piece, move);
    if (t.lost) return;
    const std::int32_t score = slow_score(evaluator, t, false);
    if (best.lost || score > best.score) best = {move, false, score};
  });
  return best;
}

Choice slow_best_pair(const Setting& setting, const Board& board, int piece, int next, PairScore pairs,
                      const Linear& evaluator) {
  std::optional<Choice> best;
  Choice alone = slow_best(setting, board, piece, evaluator);
  bool any = false;
  tetris::for_each_placement(setting, piece, [&](Placement move) {
    const Transition t = tetris::place(setting, board, piece, move);
    if (t.lost) return;
    const Choice second = slow_best(setting, t.after, next, evaluator);
    if (second.lost) return;
    any = true;
    const std::int32_t score = slow_score(evaluator, t, pairs == PairScore::final) + second.score;
    if (!best || score > best->score) best = Choice{move, false, score};
  });
  return any ? *best : alone;
}

void expect_same(const Choice& got, const Choice& expected) {
  ASSERT_EQ(got.lost, expected.lost);
  ASSERT_EQ(got.move, expected.move);
  if (!got.lost) {
    ASSERT_EQ(got.score, expected.score);
  }
}

class UnitTables : public testing::TestWithParam<Simd> {};
INSTANTIATE_TEST_SUITE_P(EveryImplementation, UnitTables,
                         testing::Values(Simd::boolean, Simd::plain, Simd::avx2, Simd::avx512));

/// Tables with networks of their own, some of them with features too, side by side on boards of several sizes.
TEST_P(UnitTables, ChooseTheFirstBestPlacement) {
  if (!has_simd(GetParam())) GTEST_SKIP();
  const Stream random = tetris::test_stream(7);
  std::uint64_t at = 0;
  for (const auto& size : {std::pair{10, 20}, {6, 12}, {16, 30}, {4, 5}}) {
    const Setting setting{size.first, size.second, tetris::Rules::standard, &tetris::tetrominoes()};
    constexpr int kTables = 5;
    std::vector<Linear> evaluators;
    for (int i = 0; i < kTables; ++i) {
      std::vector<Term> terms = random_network(1 + i, setting, random, at);
      if (i == 3) terms.push_back({*tetris::feature_named("holes"), 0, Transform::square, -0.5});
      evaluators.emplace_back(i == 2 ? evaluators[1].terms() : terms, setting);
    }
    auto tables = make_tables(GetParam(), setting, evaluators[0], kTables);
    ASSERT_TRUE(tables) << tables.message();
    std::vector<std::uint8_t> pieces(kTables), next(kTables);
    std::vector<Choice> choices(kTables), pairs(kTables);
    for (int t = 0; t < kTables; ++t) (*tables)->set_evaluator(t, evaluators[static_cast<std::size_t>(t)]);
    for (int round = 0; round < 8; ++round) {
      const PairScore kind = round % 2 == 0 ? PairScore::sum : PairScore::final;
      for (int t = 0; t < kTables; ++t) {
        (*tables)->set_board(t, tetris::random_board(setting.width, setting.height, random.at(at++)));
        pieces[static_cast<std::size_t>(t)] = static_cast<std::uint8_t>(random.below(at++, 7));
        next[static_cast<std::size_t>(t)] = static_cast<std::uint8_t>(random.below(at++, 7));
      }
      (*tables)->choose(pieces, choices);
      if (round == 0) (*tables)->choose_pairs(pieces, next, kind, pairs);
      for (int t = 0; t < kTables; ++t) {
        const auto i = static_cast<std::size_t>(t);
        const Board board = (*tables)->board(t);
        expect_same(choices[i], slow_best(setting, board, pieces[i], evaluators[i]));
        if (round == 0) {
          expect_same(pairs[i], slow_best_pair(setting, board, pieces[i], next[i], kind, evaluators[i]));
        }
      }
    }
  }
}

TEST_P(UnitTables, JudgesOfBatchesGiveTheSameScores) {
  if (!has_simd(GetParam())) GTEST_SKIP();
  const Setting setting;
  const Stream random = tetris::test_stream(8);
  std::uint64_t at = 0;
  const Linear evaluator(random_network(6, setting, random, at), setting);
  const auto judge = make_judge(GetParam(), setting, evaluator);
  Batch batch;
  for (int b = 0; b < 9; ++b) {
    const auto piece = static_cast<std::uint8_t>(random.below(at++, 7));
    batch.add(tetris::random_board(10, 20, random.at(at++)), piece);
  }
  std::vector<Scored> scored;
  judge->placements(batch, true, scored);
  std::size_t next = 0;
  for (int b = 0; b < batch.count; ++b) {
    tetris::for_each_placement(setting, batch.pieces[b], [&](Placement move) {
      const Transition t = tetris::place(setting, batch.board(b, setting), batch.pieces[b], move);
      if (t.lost) return;
      ASSERT_LT(next, scored.size());
      EXPECT_EQ(scored[next].board, b);
      EXPECT_EQ(placement_of(scored[next].slot), move);
      EXPECT_EQ(scored[next].score, slow_score(evaluator, t, false));
      EXPECT_EQ(scored[next].moves, slow_score(evaluator, t, true));
      ++next;
    });
  }
  EXPECT_EQ(next, scored.size());
  const std::uint8_t pieces[] = {4, 1};
  std::int32_t best[2][Batch::kSize];
  judge->answers(batch, pieces, best);
  for (int b = 0; b < batch.count; ++b) {
    for (int p = 0; p < 2; ++p) {
      const Choice expected = slow_best(setting, batch.board(b, setting), pieces[p], evaluator);
      EXPECT_EQ(best[p][b], expected.lost ? lanes::kLost : expected.score);
    }
  }
}

}  // namespace unit_tables_test
}  // namespace stackwright
