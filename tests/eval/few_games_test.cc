// Few games and many games go different ways through the fast implementations: every number of games against the twin.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eval/boolean_tables.h"
#include "eval/lanes_cases.h"
#include "eval/tables.h"

namespace stackwright {
namespace few_games_test {

using tetris::Board;
using tetris::Placement;
using tetris::Setting;
using namespace lanes_cases;

enum class Known { one, sum, final };

/// The twin and every fast implementation with the same boards and weights.
struct Abreast {
  Setting setting;
  std::size_t size;
  std::vector<std::unique_ptr<Tables>> all;  // the twin first
  std::vector<std::uint8_t> piece, next;
  std::vector<Choice> expected, got;
  std::vector<bool> active;
  Stream random;
  std::uint64_t at = 0;

  Abreast(const Setting& s, const std::vector<Term>& terms, int tables, bool own_weights, std::uint64_t seed)
      : setting(s),
        size(static_cast<std::size_t>(tables)),
        piece(size),
        next(size),
        expected(size),
        got(size),
        active(size, true),
        random(StreamKey{.seed = seed, .purpose = Purpose::test}) {
    const Linear evaluator(terms, s);
    all.push_back(make_boolean_tables(s, evaluator, tables));
    for (const Simd simd : fast_ones()) {
      all.push_back(make_tables(simd, s, evaluator, tables).value());
      EXPECT_EQ(all.back()->simd(), simd) << "the kernels should cover the pieces and features";
    }
    for (int t = 0; own_weights && t < tables; ++t) {
      std::vector<Term> own = terms;
      for (Term& term : own) term.weight *= 0.5 + random.unit(at++);
      for (const auto& tables_of : all) tables_of->set_evaluator(t, Linear(own, s));
    }
  }

  void draw_boards() {
    for (int t = 0; t < static_cast<int>(size); ++t) {
      const Board b = random_board(setting, random, at);
      if (!active[static_cast<std::size_t>(t)]) continue;
      for (const auto& tables : all) tables->set_board(t, b);
    }
  }

  void leave(std::size_t t) {
    active[t] = false;
    for (const auto& tables : all) tables->set_active(static_cast<int>(t), false);
  }

  void choose(Tables& tables, Known known, std::vector<Choice>& out) {
    if (known == Known::one) return tables.choose(piece, out);
    tables.choose_pairs(piece, next, known == Known::sum ? PairScore::sum : PairScore::final, out);
  }

  /// Chooses everywhere, compares, and plays what the twin chose.
  void step(Known known, const std::string& trace) {
    const auto kinds = static_cast<std::uint32_t>(setting.pieces->size());
    for (auto& p : piece) p = static_cast<std::uint8_t>(random.below(at++, kinds));
    for (auto& p : next) p = static_cast<std::uint8_t>(random.below(at++, kinds));
    std::vector<Placement> moves(size);
    std::vector<std::int8_t> lines(size), fast_lines(size);
    const std::uint64_t before = all[0]->evaluated();
    choose(*all[0], known, expected);
    const std::uint64_t evaluated = all[0]->evaluated() - before;
    for (std::size_t t = 0; t < size; ++t) moves[t] = expected[t].move;
    all[0]->apply(piece, moves, lines);
    for (std::size_t i = 1; i < all.size(); ++i) {
      Tables& tables = *all[i];
      SCOPED_TRACE(trace + " " + std::string(name_of(tables.simd())));
      const std::uint64_t own_before = tables.evaluated();
      choose(tables, known, got);
      if (known == Known::one) {
        ASSERT_EQ(tables.evaluated() - own_before, evaluated);
      } else {  // pairs that cannot be chosen are left out
        ASSERT_LE(tables.evaluated() - own_before, evaluated);
      }
      tables.apply(piece, moves, fast_lines);
      for (std::size_t t = 0; t < size; ++t) {
        if (!active[t]) continue;
        ASSERT_EQ(got[t].lost, expected[t].lost) << "table " << t;
        ASSERT_EQ(fast_lines[t], lines[t]) << "table " << t;
        ASSERT_EQ(tables.board(static_cast<int>(t)), all[0]->board(static_cast<int>(t))) << "table " << t;
        if (expected[t].lost) continue;
        ASSERT_EQ(got[t].score, expected[t].score) << "table " << t;
        ASSERT_EQ(got[t].move, expected[t].move) << "table " << t;
      }
    }
  }
};

/// Forty games, then one less after each round, at random tables.
TEST(FewGames, EveryNumberOfGamesPlaysAsTheTwin) {
  const auto cases = evaluators();
  for (const auto& [which, setting] : {std::pair{0, Setting{6, 9, tetris::Rules::standard, &tetris::tetrominoes()}},
                                       {3, Setting{5, 16, tetris::Rules::standard, &tetris::tetrominoes()}}}) {
    const auto& [name, terms] = cases[static_cast<std::size_t>(which)];
    Abreast games(setting, terms, 40, true, 11);
    for (std::size_t left = 40; left > 0; --left) {
      games.draw_boards();
      for (const Known known : {Known::one, left % 2 == 0 ? Known::sum : Known::final}) {
        games.step(known, name + ", " + std::to_string(left) + " games");
        if (HasFatalFailure()) return;
      }
      std::size_t t = games.random.below(games.at++, 40);
      while (!games.active[t]) t = (t + 1) % 40;
      games.leave(t);
    }
  }
}

/// Every evaluator on boards of all sizes, with so few games that each is looked at by itself.
TEST(FewGames, ManyBoardSizesPlayAsTheTwin) {
  std::uint64_t seed = 100;
  for (const auto& [width, height] :
       {std::pair{4, 4}, {4, 30}, {5, 8}, {8, 16}, {9, 12}, {10, 20}, {12, 13}, {15, 12}, {16, 30}}) {
    for (const tetris::Rules rules : {tetris::Rules::standard, tetris::Rules::ia_tetris}) {
      for (const auto& [name, terms] : evaluators()) {
        ++seed;
        Abreast games({width, height, rules, &tetris::tetrominoes()}, terms, 3, seed % 2 == 1, seed);
        for (int round = 0; round < 2; ++round) {
          games.draw_boards();
          for (int step = 0; step < 4; ++step) {
            games.step(Known::one, name + " " + std::to_string(width) + "x" + std::to_string(height));
            if (HasFatalFailure()) return;
          }
        }
        if (width > 10) continue;  // the twin looks at thousands of pairs
        games.step(seed % 2 == 0 ? Known::sum : Known::final, name + ", two pieces");
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// Pieces of three and of five cells that the kernels cover, some with more placements than tetrominoes.
TEST(FewGames, OtherPiecesPlayAsTheTwin) {
  const auto set_of = [](int cells, const std::vector<std::vector<std::string>>& drawings) {
    tetris::PieceSet set{"drawn", cells, {}};
    for (const auto& rows : drawings)
      set.pieces.push_back(tetris::piece_from_shape(static_cast<char>('A' + set.size()), rows));
    return set;
  };
  const tetris::PieceSet three = set_of(3, {{"###"}, {"##", "#."}});
  const tetris::PieceSet five = set_of(5, {{"##", "##", "#."},
                                           {".#.", "###", ".#."},
                                           {"#..", "##.", ".##"},
                                           {"####", ".#.."},
                                           {"####", "#..."},
                                           {"###.", "..##"},
                                           {"###", "#..", "#.."},
                                           {".##", "##.", ".#."}});
  const auto cases = evaluators();
  std::uint64_t seed = 900;
  for (const tetris::PieceSet* set : {&three, &five}) {
    for (const int width : {5, 8, 16}) {
      for (const int which : {0, 1, 3, 7}) {
        const auto& [name, terms] = cases[static_cast<std::size_t>(which)];
        Abreast games({width, 14, tetris::Rules::standard, set}, terms, 3, false, ++seed);
        for (int step = 0; step < 12; ++step) {
          if (step % 4 == 0) games.draw_boards();
          const Known known = width > 10 || step < 10 ? Known::one : step == 10 ? Known::sum : Known::final;
          games.step(known, name + ", " + std::to_string(set->cells) + " cells, width " + std::to_string(width));
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

}  // namespace few_games_test
}  // namespace stackwright
