// Games of controllers that look ahead: the same on every implementation, for any number of threads and tables; safe mode and
// games that begin again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiment/play_games.h"

namespace stackwright {
namespace lookahead_games_test {

struct Game {
  Controller controller;
  PlayOptions options;

  explicit Game(const char* name) : controller(*load_controller(name)) {
    options.search = controller.search;
    options.setting.width = 6;
    options.setting.height = 9;
    options.threads = 1;
  }

  std::vector<GameResult> play(std::size_t games) const {
    std::vector<GameJob> jobs(games);
    for (std::size_t i = 0; i < games; ++i) jobs[i] = {&controller, {.seed = 8, .game = i}};
    auto results = play_games(options, jobs, StopToken{}, nullptr);
    EXPECT_TRUE(results.ok()) << (results ? "" : results.message());
    return results ? *results : std::vector<GameResult>(games);
  }
  void list(const char* letters) { options.source = *tetris::parse_source(letters, *options.setting.pieces); }
};

void expect_same(const std::vector<GameResult>& a, const std::vector<GameResult>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].pieces, b[i].pieces) << i;
    EXPECT_EQ(a[i].losses, b[i].losses) << i;
    EXPECT_EQ(a[i].ended, b[i].ended) << i;
    EXPECT_EQ(a[i].hash, b[i].hash) << i;
  }
}

const SearchSpec kSearches[] = {{SearchKind::beam, 3, 4, PairScore::final},
                                {SearchKind::expectimax, 1, 5, PairScore::final},
                                {SearchKind::expectimax, 2, 3, PairScore::sum}};

TEST(LookaheadGames, DoNotDependOnThreadsTablesOrImplementation) {
  for (const SearchSpec& search : kSearches) {
    Game game("dellacherie");
    game.options.search = search;
    game.options.max_pieces = 90;
    game.options.lanes = 1;
    const auto first = game.play(6);
    for (const int threads : {1, 3}) {
      for (const int lanes : {0, 4}) {
        game.options.threads = threads;
        game.options.lanes = lanes;
        game.options.move_every = lanes;
        expect_same(first, game.play(6));
      }
    }
    game.options.move_every = 0;
    game.options.threads = 1;
    for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
      if (!has_simd(simd)) continue;
      game.options.simd = simd;
      expect_same(first, game.play(6));
    }
    game.options.simd = Simd::boolean;
    game.options.max_pieces = 8;
    const auto slow = game.play(2);
    game.options.simd = Simd::automatic;
    expect_same(slow, game.play(2));
  }
}

/// Around the ends of blocks and lists, with every number of pieces in sight.
TEST(LookaheadGames, EndWithTheList) {
  Game game("dellacherie");
  game.options.setting.height = 20;
  for (const int see : {2, 3, 7}) {
    game.options.search = {SearchKind::beam, see, 2, PairScore::final};
    for (const std::size_t length : {1u, 2u, 6u, 63u, 64u, 65u, 66u, 70u, 71u, 128u, 131u}) {
      game.options.source = {tetris::Source::Kind::list, {}, std::vector<std::uint8_t>(length, 1), "list"};
      const GameResult r = game.play(2)[1];
      EXPECT_EQ(r.pieces, length) << see;
      EXPECT_EQ(r.ended, Ended::list);
    }
  }
}

/// A beam over two pieces that follows all plans is two-ply play, also where the list ends.
TEST(LookaheadGames, ABeamOverTwoPiecesIsTwoPly) {
  for (const char* pieces : {"uniform", "list:TTITISZLJOTTITISZLJOSZSZ"}) {
    Game game("dt-20");
    game.list(pieces);
    game.options.max_pieces = 300;
    game.options.search = {SearchKind::two_ply, 2, 0, PairScore::final};
    const auto expected = game.play(4);
    game.options.search = {SearchKind::beam, 2, 0, PairScore::final};
    expect_same(expected, game.play(4));
  }
}

TEST(LookaheadGames, DifferentWeightsPlayTogetherAsApart) {
  Game game("dellacherie");
  game.options.search = kSearches[1];
  game.options.max_pieces = 60;
  std::vector<Controller> candidates(5, game.controller);
  std::vector<GameJob> jobs;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].terms[4].weight = -static_cast<double>(i);
    for (std::uint64_t g = 0; g < 2; ++g) jobs.push_back({&candidates[i], {.seed = 9, .game = g}});
  }
  const auto together = play_games(game.options, jobs, StopToken{}, nullptr);
  ASSERT_TRUE(together.ok());
  std::vector<GameResult> apart;
  for (const GameJob& job : jobs) apart.push_back(play_games(game.options, {&job, 1}, StopToken{}, nullptr)->at(0));
  expect_same(*together, apart);
  EXPECT_NE(apart[0].hash, apart[8].hash);
}

/// The heights decide: never above the board, and always once something lies there.
TEST(SafeMode, DecidesAboveItsHeight) {
  for (const SearchSpec& search :
       {SearchSpec{}, SearchSpec{SearchKind::two_ply, 2, 0, PairScore::final}, kSearches[1]}) {
    Game usual("dellacherie"), safe("dt-20"), both("dellacherie");
    for (Game* game : {&usual, &safe, &both}) {
      game->options.search = search;
      game->options.max_pieces = 60;
      game->list("list:OTSZLJITSZLJOTSZLJITSZLJOTSZLJI");
    }
    both.controller.safe = {30, safe.controller.terms};
    expect_same(usual.play(3), both.play(3));
    EXPECT_NE(usual.play(1)[0].hash, safe.play(1)[0].hash);
    // On an empty board both place the first O at the left wall.
    both.controller.safe.above = 0;
    expect_same(safe.play(3), both.play(3));
  }
}

/// A controller with a safe mode, played out by hand.
TEST(SafeMode, PlaysAsTwoControllersInTurn) {
  Game game("dellacherie");
  const std::vector<Term> safe = load_controller("bh-04")->terms;
  game.controller.safe = {4, safe};
  game.options.max_pieces = 200;
  const auto results = game.play(8);
  const Linear usual_evaluator(game.controller.terms, game.options.setting), safe_evaluator(safe, game.options.setting);
  for (std::size_t g = 0; g < results.size(); ++g) {
    const auto stream = tetris::open_stream(game.options.source, *game.options.setting.pieces, game.options.rng,
                                            {.seed = 8, .game = g});
    std::vector<std::uint8_t> pieces(200);
    stream->read(0, pieces);
    tetris::Board board = tetris::empty_board(6, 9);
    std::uint64_t placed = 0, lines = 0;
    bool lost = false;
    for (std::size_t i = 0; i < pieces.size() && !lost; ++i) {
      const Linear& evaluator = tetris::max_height(board) > 4 ? safe_evaluator : usual_evaluator;
      std::int32_t best = 0;
      tetris::Transition chosen;
      lost = true;
      tetris::for_each_placement(game.options.setting, pieces[i], [&](tetris::Placement move) {
        const tetris::Transition t = tetris::place(game.options.setting, board, pieces[i], move);
        if (t.lost || (!lost && evaluator.score(t) <= best)) return;
        lost = false;
        best = evaluator.score(t);
        chosen = t;
      });
      if (lost) break;
      board = chosen.after;
      ++placed;
      lines += static_cast<std::uint64_t>(chosen.lines);
    }
    EXPECT_EQ(results[g].pieces, placed) << g;
    EXPECT_EQ(results[g].lines, lines) << g;
  }
}

/// Five columns of O: ten are placed, the eleventh loses; then everything again.
TEST(Restart, LostGamesGoOnToTheirLimit) {
  Game game("dellacherie");
  game.options.setting.width = 5;
  game.options.setting.height = 10;
  game.list("cycle:O");
  game.options.restart = true;
  game.options.max_pieces = 33;
  GameResult r = game.play(1)[0];
  EXPECT_EQ(r.pieces, 30u);
  EXPECT_EQ(r.losses, 3u);
  EXPECT_EQ(r.ended, Ended::limit);
  game.options.max_pieces = 32;
  EXPECT_EQ(game.play(1)[0].losses, 2u);
  game.list("list:OOOOOOOOOOOOOOOOOOOOOOO");  // 23: the list ends with the first piece of a third pile
  game.options.max_pieces = 1000;
  r = game.play(1)[0];
  EXPECT_EQ(r.losses, 2u);
  EXPECT_EQ(r.pieces, 21u);
  EXPECT_EQ(r.ended, Ended::list);
}

TEST(Restart, DoesNotDependOnThreadsOrTables) {
  Game game("milan-pieces");
  game.options.search = {};
  game.options.setting.height = 6;
  game.options.restart = true;
  game.options.max_pieces = 300;
  game.options.lanes = 1;
  const auto first = game.play(12);
  std::uint64_t losses = 0;
  for (const GameResult& r : first) losses += r.losses;
  EXPECT_GT(losses, 5u);
  game.options.threads = 3;
  game.options.lanes = 5;
  game.options.move_every = 7;
  expect_same(first, game.play(12));
}

}  // namespace lookahead_games_test
}  // namespace stackwright
