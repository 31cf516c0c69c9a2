// The slow twin against the registry and the rules: cell by cell and bit by bit must agree everywhere.
#include "eval/boolean_tables.h"

#include <array>
#include <optional>

#include "eval/boolean_cells.h"
#include "games/tetris/drawn.h"

namespace stackwright {
namespace boolean_test {

using tetris::Board;
using tetris::features;
using tetris::Placement;
using tetris::Setting;
using tetris::Transition;

Term term(std::string_view name, double weight) { return {*tetris::feature_named(name), 0, Transform::none, weight}; }

std::vector<Term> dellacherie() {
  return {term("landing_height", -1),     term("eroded_cells", 1), term("row_transitions", -1),
          term("column_transitions", -1), term("holes", -4),       term("cumulative_wells", -1)};
}

/// Every value of every feature, and the boards themselves, both ways.
void expect_same(const Setting& s, const Board& board, int piece, Placement move) {
  const Transition t = tetris::place(s, board, piece, move);
  const boolean::Move m =
      boolean::drop(s, boolean::cells_of(board), s.pieces->pieces[piece].orientation[move.orientation], move.column);
  ASSERT_EQ(m.lost, t.lost) << draw(t, '@');
  if (t.lost) return;
  ASSERT_EQ(m.lines, t.lines);
  ASSERT_EQ(boolean::board_of(m.placed), t.placed);
  ASSERT_EQ(boolean::board_of(m.after), t.after);
  for (const tetris::Feature& f : features()) {
    const boolean::CellFeature slow = boolean::cell_feature(f.name);
    ASSERT_NE(slow, nullptr) << f.name;
    for (int i = 0; i < f.count(s.width); ++i) {
      ASSERT_EQ(slow(m, i), f.value(t, i)) << f.name << '[' << i << "]\n" << draw(t, '@');
    }
  }
}

/// The best placement by the registry's score: first best in order; nothing when all lose.
std::optional<Choice> best(const Setting& s, const Linear& evaluator, const Board& board, int piece) {
  std::optional<Choice> choice;
  tetris::for_each_placement(s, piece, [&](Placement move) {
    const Transition t = tetris::place(s, board, piece, move);
    if (t.lost) return;
    const std::int32_t score = evaluator.score(t);
    if (!choice || score > choice->score) choice = Choice{move, false, score};
  });
  return choice;
}

int random_piece(const Setting& s, const Stream& random, std::uint64_t i) {
  return static_cast<int>(random.below(i, static_cast<std::uint32_t>(s.pieces->size())));
}

TEST(BooleanTwin, FeaturesAgreeOnRandomBoardsOfAllSizes) {
  std::uint64_t seed = 0;
  for (int w = tetris::kMinWidth; w <= tetris::kMaxWidth; ++w) {
    for (int h = tetris::kMinHeight; h <= tetris::kMaxHeight; ++h) {
      for (const tetris::PieceSet* set : {&tetris::tetrominoes(), &tetris::pentominoes(), &tetris::hexominoes()}) {
        const Setting s{w, h, ++seed % 4 == 0 ? tetris::Rules::ia_tetris : tetris::Rules::standard, set};
        const Board b = tetris::random_board(w, h, seed);
        const int piece = random_piece(s, tetris::test_stream(seed), 7000);
        tetris::for_each_placement(s, piece, [&](Placement move) { expect_same(s, b, piece, move); });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(BooleanTwin, FeaturesAgreeOnPlayedBoards) {
  constexpr std::pair<int, int> kSizes[] = {{10, 20}, {10, 18}, {12, 20}, {6, 12}, {4, 4}, {16, 30}, {5, 10}};
  for (const auto& [w, h] : kSizes) {
    const Setting s{w, h};
    const Linear evaluator(dellacherie(), s);
    const Stream random = tetris::test_stream(static_cast<std::uint64_t>(w * 100 + h));
    Board board = tetris::empty_board(w, h);
    for (std::uint64_t i = 0; i < 60; ++i) {
      const int piece = random_piece(s, random, i);
      tetris::for_each_placement(s, piece, [&](Placement move) { expect_same(s, board, piece, move); });
      if (HasFatalFailure()) return;
      const auto choice = best(s, evaluator, board, piece);
      board = choice ? tetris::place(s, board, piece, choice->move).after : tetris::empty_board(w, h);
    }
  }
}

TEST(BooleanTables, ChooseAndApplyAsTheRegistrySays) {
  for (const auto rules : {tetris::Rules::standard, tetris::Rules::ia_tetris}) {
    const Setting s{7, 9, rules};
    const Linear first(dellacherie(), s);
    std::vector<Term> other_terms = dellacherie();
    for (Term& t : other_terms) t.weight *= t.weight < -1 ? 0.1 : -0.3;  // a player that loses soon
    const Linear second(other_terms, s);
    const auto tables = make_boolean_tables(s, first, 2);
    ASSERT_EQ(tables->size(), 2);
    EXPECT_EQ(tables->simd(), Simd::boolean);
    tables->set_evaluator(1, second);
    std::array<Board, 2> boards{tetris::empty_board(7, 9), tetris::empty_board(7, 9)};
    const Stream random = tetris::test_stream(11);
    std::uint64_t placements = 0;
    int losses = 0;
    for (std::uint64_t i = 0; i < 150; ++i) {
      std::array<std::uint8_t, 2> pieces{};
      for (std::size_t t = 0; t < 2; ++t) pieces[t] = static_cast<std::uint8_t>(random_piece(s, random, 2 * i + t));
      std::array<Choice, 2> out;
      tables->choose(pieces, out);
      std::array<Placement, 2> moves;
      for (std::size_t t = 0; t < 2; ++t) {
        tetris::for_each_placement(s, pieces[t], [&](Placement) { ++placements; });
        const auto expected = best(s, t == 0 ? first : second, boards[t], pieces[t]);
        ASSERT_EQ(out[t].lost, !expected);
        ASSERT_EQ(out[t].move, expected ? expected->move : Placement{});
        ASSERT_EQ(out[t].score, expected ? expected->score : 0);
        moves[t] = out[t].move;
      }
      ASSERT_EQ(tables->evaluated(), placements);
      std::array<std::int8_t, 2> lines{};
      tables->apply(pieces, moves, lines);
      for (int t = 0; t < 2; ++t) {
        const Transition move = tetris::place(s, boards[t], pieces[t], moves[t]);
        ASSERT_EQ(lines[t], move.lost ? -1 : move.lines);
        if (!move.lost) boards[t] = move.after;
        ASSERT_EQ(tables->board(t), boards[t]);
        losses += move.lost;
        if (move.lost) tables->set_board(t, boards[t] = tetris::empty_board(7, 9));
      }
    }
    EXPECT_GT(losses, 0);
  }
}

/// The pair rule of tables.h, by the registry: lost < next piece can only lose (own score) < both placed.
Choice best_pair(const Setting& s, const Linear& e, const Board& board, int piece, int next, PairScore pairs) {
  Choice choice{{}, true, 0};
  int rank = 0;
  tetris::for_each_placement(s, piece, [&](Placement move) {
    const Transition t = tetris::place(s, board, piece, move);
    if (t.lost) return;
    const auto second = best(s, e, t.after, next);
    const std::int32_t kept = pairs == PairScore::sum ? e.score(t) : e.move_score(t);
    const std::int32_t score = second ? kept + second->score : e.score(t);
    const int this_rank = second ? 2 : 1;
    if (this_rank < rank || (this_rank == rank && score <= choice.score)) return;
    rank = this_rank;
    choice = {move, false, score};
  });
  return choice;
}

TEST(BooleanTables, PairsAsTheRegistrySays) {
  for (const PairScore pairs : {PairScore::sum, PairScore::final}) {
    const Setting s{5, 7};
    const Linear evaluator(dellacherie(), s);
    const auto tables = make_boolean_tables(s, evaluator, 1);
    const Stream random = tetris::test_stream(static_cast<std::uint64_t>(pairs));
    int losses = 0;
    for (std::uint64_t i = 0; i < 120; ++i) {
      const std::uint8_t piece[] = {static_cast<std::uint8_t>(random_piece(s, random, i))};
      const std::uint8_t next[] = {static_cast<std::uint8_t>(random_piece(s, random, i + 1))};
      const Board board = tables->board(0);
      std::array<Choice, 1> out;
      tables->choose_pairs(piece, next, pairs, out);
      const Choice expected = best_pair(s, evaluator, board, piece[0], next[0], pairs);
      ASSERT_EQ(out[0].lost, expected.lost);
      ASSERT_EQ(out[0].move, expected.move);
      ASSERT_EQ(out[0].score, expected.score);
      std::array<std::int8_t, 1> lines{};
      tables->apply(piece, std::array{out[0].move}, lines);
      if (lines[0] < 0) tables->set_board(0, tetris::empty_board(5, 7));
      losses += lines[0] < 0;
    }
    EXPECT_GT(losses, 0);
  }
}

TEST(BooleanTables, TiesGoToTheFirstPlacement) {
  const Setting s{};
  const auto tables = make_boolean_tables(s, Linear({term("constant", 1)}, s), 1);
  for (std::uint8_t piece = 0; piece < 7; ++piece) {
    std::array<Choice, 1> out;
    tables->choose(std::array{piece}, out);
    EXPECT_EQ(out[0].move, Placement{});
    EXPECT_FALSE(out[0].lost);
  }
}

}  // namespace boolean_test
}  // namespace stackwright
