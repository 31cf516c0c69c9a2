// Looking ahead: against a slow twin that writes every plan down, and against two-ply play where both must agree.
#include "search/lookahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "eval/boolean_tables.h"
#include "search/decider.h"

namespace stackwright {
namespace lookahead_test {

using tetris::Board;
using tetris::Placement;
using tetris::Setting;
using tetris::Transition;

std::vector<Term> terms_of(const std::vector<std::pair<std::string, double>>& weights) {
  std::vector<Term> terms;
  for (const auto& [name, weight] : weights)
    terms.push_back({*tetris::feature_named(name), 0, Transform::none, weight});
  return terms;
}

std::vector<Term> dellacherie() {
  return terms_of({{"landing_height", -1},
                   {"eroded_cells", 1},
                   {"row_transitions", -1},
                   {"column_transitions", -1},
                   {"holes", -4},
                   {"cumulative_wells", -1}});
}

/// Few different scores: ties everywhere.
std::vector<Term> coarse() { return terms_of({{"max_height", -1}, {"lines", 1}}); }

std::vector<Term> four_rows() {
  return terms_of({{"clears_four", 9},
                   {"clears_one", -2},
                   {"pile_holes", -4},
                   {"pile_bumpiness", -1},
                   {"well_cells", -3},
                   {"landing_height", -1}});
}

/// The obvious way: all plans of a level as a list, sorted, cut, continued.
class Twin {
 public:
  Twin(const Setting& setting, const Linear& evaluator, const LookaheadOptions& options)
      : setting_(setting), evaluator_(evaluator), options_(options) {}

  Choice choose(const Board& board, const std::vector<std::uint8_t>& pieces) const {
    std::vector<Plan> plans{{board, Placement{}, 0, 0}};
    Choice answer;
    answer.lost = true;
    const std::size_t levels = options_.odds.empty() ? std::max<std::size_t>(1, pieces.size() - 1) : pieces.size();
    for (std::size_t level = 0; level < levels; ++level) {
      plans = best_of(continued(plans, pieces[level], level == 0));
      if (plans.empty()) return answer;
      answer = {leader(plans).first, false, 0};
    }
    if (options_.odds.empty()) return pieces.size() == 1 ? answer : with_last(plans, pieces.back(), answer);
    return with_chance(plans, answer);
  }

 private:
  struct Plan {
    Board board;
    Placement first;
    std::int64_t sum;   // of what counts for good
    std::int64_t rank;  // as if it ended here
  };

  std::vector<Plan> continued(const std::vector<Plan>& plans, int piece, bool first_level) const {
    std::vector<Plan> all;
    for (const Plan& plan : plans) {
      tetris::for_each_placement(setting_, piece, [&](Placement move) {
        const Transition t = tetris::place(setting_, plan.board, piece, move);
        if (t.lost) return;
        const std::int64_t whole = evaluator_.score(t);
        const std::int64_t kept = options_.pairs == PairScore::sum ? whole : evaluator_.move_score(t);
        all.push_back({t.after, first_level ? move : plan.first, plan.sum + kept, plan.sum + whole});
      });
    }
    return all;
  }

  std::vector<Plan> best_of(std::vector<Plan> plans) const {
    if (options_.width == 0) return plans;
    while (plans.size() > static_cast<std::size_t>(options_.width)) {  // the worst goes, the last one among equals
      auto worst = plans.begin();
      for (auto it = plans.begin(); it != plans.end(); ++it) {
        if (it->rank <= worst->rank) worst = it;
      }
      plans.erase(worst);
    }
    return plans;
  }

  static const Plan& leader(const std::vector<Plan>& plans) {
    const Plan* best = &plans[0];
    for (const Plan& plan : plans) {
      if (plan.rank > best->rank) best = &plan;
    }
    return *best;
  }

  /// The best score of a piece on a board; false where it can only lose.
  bool best_score(const Board& board, int piece, std::int64_t& best) const {
    bool any = false;
    tetris::for_each_placement(setting_, piece, [&](Placement move) {
      const Transition t = tetris::place(setting_, board, piece, move);
      if (t.lost) return;
      const std::int64_t score = evaluator_.score(t);
      if (!any || score > best) best = score;
      any = true;
    });
    return any;
  }

  Choice with_last(const std::vector<Plan>& plans, int piece, Choice answer) const {
    bool any = false;
    std::int64_t best = 0, score = 0;
    for (const Plan& plan : plans) {
      if (!best_score(plan.board, piece, score)) continue;
      if (any && plan.sum + score <= best) continue;
      any = true;
      best = plan.sum + score;
      answer.move = plan.first;
    }
    return answer;
  }

  Choice with_chance(const std::vector<Plan>& plans, Choice answer) const {
    std::uint64_t total = 0;
    for (const std::uint32_t odds : options_.odds) total += odds;
    std::uint64_t least_loss = total;
    std::int64_t best = 0;
    for (const Plan& plan : plans) {
      std::uint64_t loss = 0;
      std::int64_t expected = 0, score = 0;
      for (std::size_t piece = 0; piece < options_.odds.size(); ++piece) {
        const std::uint32_t odds = options_.odds[piece];
        if (best_score(plan.board, static_cast<int>(piece), score)) {
          expected += odds * score;
        } else {
          loss += odds;
        }
      }
      expected += static_cast<std::int64_t>(total) * plan.sum;
      if (loss > least_loss || loss == total || (loss == least_loss && expected <= best)) continue;
      least_loss = loss;
      best = expected;
      answer.move = plan.first;
    }
    return answer;
  }

  const Setting& setting_;
  const Linear& evaluator_;
  const LookaheadOptions& options_;
};

/// Boards from nearly full to empty.
Board any_board(const Setting& s, const Stream& random, std::uint64_t& at) {
  Board b = tetris::empty_board(s.width, s.height);
  const int rows = static_cast<int>(random.below(at++, static_cast<std::uint32_t>(s.height)));
  for (int x = 0; x < s.width; ++x) {
    for (int row = 0; row < rows; ++row) {
      if (random.below(at++, 100) < 70) tetris::fill(b, x, row);
    }
  }
  tetris::remove_rows(b, tetris::full_rows(b));
  return b;
}

std::vector<Simd> all_simds() {
  std::vector<Simd> all{Simd::boolean};
  for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
    if (has_simd(simd)) all.push_back(simd);
  }
  return all;
}

struct Case {
  Setting setting;
  std::vector<Term> terms;
  int known, width;
  PairScore pairs;
  std::vector<std::uint32_t> odds;
  int games;
};

void expect_twins_choices(const Case& c, std::uint64_t seed) {
  const Stream random(StreamKey{.seed = seed, .purpose = Purpose::test});
  std::uint64_t at = 0;
  const Linear evaluator(c.terms, c.setting);
  const LookaheadOptions options{c.width, c.pairs, c.odds};
  const Twin twin(c.setting, evaluator, options);
  std::vector<Question> questions(static_cast<std::size_t>(c.games));
  std::vector<Choice> expected, got(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    questions[i].board = any_board(c.setting, random, at);
    // Where a list ends some games know fewer pieces.
    const std::size_t known =
        i % 5 == 4 ? 1 + random.below(at++, static_cast<std::uint32_t>(c.known)) : static_cast<std::size_t>(c.known);
    for (std::size_t k = 0; k < known; ++k)
      questions[i].pieces.push_back(static_cast<std::uint8_t>(random.below(at++, 7)));
    questions[i].answer = &got[i];
    expected.push_back(twin.choose(questions[i].board, questions[i].pieces));
  }
  for (const Simd simd : all_simds()) {
    if (simd == Simd::boolean && seed % 4 != 0) continue;  // slow
    Lookahead lookahead(c.setting, options);
    const auto judge = make_judge(simd, c.setting, evaluator);
    std::vector<Question> asked = questions;
    lookahead.choose(asked, *judge);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      ASSERT_EQ(got[i].lost, expected[i].lost) << name_of(simd) << " game " << i;
      if (expected[i].lost) continue;
      ASSERT_EQ(got[i].move, expected[i].move) << name_of(simd) << " game " << i;
    }
  }
}

const Setting kSmall{6, 8, tetris::Rules::standard, &tetris::tetrominoes()};
const std::vector<std::uint32_t> kUniform(7, 1);

TEST(Lookahead, BeamsChooseAsTheTwin) {
  std::uint64_t seed = 0;
  for (const auto& terms : {dellacherie(), coarse(), four_rows()}) {
    for (const PairScore pairs : {PairScore::sum, PairScore::final}) {
      for (const int width : {1, 3, 20}) {
        SCOPED_TRACE("width " + std::to_string(width));
        const int see = 2 + static_cast<int>(seed % 3);
        expect_twins_choices({kSmall, terms, see, width, pairs, {}, 9}, ++seed);
        if (HasFatalFailure()) return;
      }
      expect_twins_choices({kSmall, terms, 2, 0, pairs, {}, 40}, ++seed);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Lookahead, ExpectationsChooseAsTheTwin) {
  std::uint64_t seed = 100;
  for (const auto& terms : {dellacherie(), coarse(), four_rows()}) {
    for (const PairScore pairs : {PairScore::sum, PairScore::final}) {
      for (const int width : {0, 1, 4}) {
        SCOPED_TRACE("width " + std::to_string(width));
        expect_twins_choices({kSmall, terms, 1, width, pairs, kUniform, 9}, ++seed);
        if (HasFatalFailure()) return;
      }
      expect_twins_choices({kSmall, terms, 2, 5, pairs, {3, 0, 1, 1, 2, 1, 1}, 6}, ++seed);
      if (HasFatalFailure()) return;
    }
  }
}

/// Many games at once fill batches with plans of different games.
TEST(Lookahead, GamesDoNotDisturbEachOther) {
  const Setting setting{5, 7, tetris::Rules::ia_tetris, &tetris::tetrominoes()};
  expect_twins_choices({setting, dellacherie(), 3, 7, PairScore::final, {}, 75}, 200);
  expect_twins_choices({setting, dellacherie(), 1, 3, PairScore::sum, kUniform, 75}, 201);
}

/// With two pieces known and all plans followed, a beam is two-ply play; so is expecting a piece that is certain.
TEST(Lookahead, AllPlansOfTwoPiecesAreTwoPlyPlay) {
  const Stream random(StreamKey{.seed = 300, .purpose = Purpose::test});
  std::uint64_t at = 0;
  for (const auto& terms : {dellacherie(), coarse()}) {
    const Linear evaluator(terms, kSmall);
    for (const PairScore pairs : {PairScore::sum, PairScore::final}) {
      for (std::uint8_t next = 0; next < 7; ++next) {
        constexpr int kGames = 12;
        const auto tables = make_boolean_tables(kSmall, evaluator, kGames);
        std::vector<std::uint8_t> pieces(kGames), nexts(kGames, next);
        std::vector<Choice> expected(kGames), beam(kGames), certain(kGames);
        std::vector<Question> two(kGames), one(kGames);
        for (int t = 0; t < kGames; ++t) {
          const auto i = static_cast<std::size_t>(t);
          pieces[i] = static_cast<std::uint8_t>(random.below(at++, 7));
          const Board board = any_board(kSmall, random, at);
          tables->set_board(t, board);
          two[i] = {board, {pieces[i], next}, &beam[i]};
          one[i] = {board, {pieces[i]}, &certain[i]};
        }
        tables->choose_pairs(pieces, nexts, pairs, expected);
        const auto judge = make_judge(best_simd(), kSmall, evaluator);
        Lookahead(kSmall, {0, pairs, {}}).choose(two, *judge);
        std::vector<std::uint32_t> odds(7, 0);
        odds[next] = 3;
        Lookahead(kSmall, {0, pairs, odds}).choose(one, *judge);
        for (std::size_t i = 0; i < kGames; ++i) {
          ASSERT_EQ(beam[i].lost, expected[i].lost);
          ASSERT_EQ(certain[i].lost, expected[i].lost);
          if (expected[i].lost) continue;
          EXPECT_EQ(beam[i].move, expected[i].move);
          EXPECT_EQ(certain[i].move, expected[i].move);
          EXPECT_EQ(beam[i].score, expected[i].score);
          EXPECT_EQ(certain[i].score, expected[i].score);
        }
      }
    }
  }
}

TEST(PieceOdds, FollowTheSource) {
  const tetris::PieceSet& set = tetris::tetrominoes();
  EXPECT_EQ(piece_odds(*tetris::parse_source("uniform", set), set), kUniform);
  EXPECT_EQ(piece_odds(*tetris::parse_source("bag", set), set), kUniform);
  const auto cycle = piece_odds(*tetris::parse_source("cycle:SZS", set), set);
  EXPECT_EQ(cycle[static_cast<std::size_t>(set.find('S'))], 2u);
  EXPECT_EQ(cycle[static_cast<std::size_t>(set.find('Z'))], 1u);
  EXPECT_EQ(cycle[static_cast<std::size_t>(set.find('I'))], 0u);
  const auto weighted = piece_odds(*tetris::parse_source("weighted:I=3,O=1,T=0.000001", set), set);
  EXPECT_EQ(weighted[static_cast<std::size_t>(set.find('I'))], 3 * weighted[static_cast<std::size_t>(set.find('O'))]);
  EXPECT_EQ(weighted[static_cast<std::size_t>(set.find('T'))], 1u);
  EXPECT_EQ(weighted[static_cast<std::size_t>(set.find('S'))], 0u);
}

}  // namespace lookahead_test
}  // namespace stackwright
