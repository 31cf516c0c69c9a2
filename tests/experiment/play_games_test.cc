// Headless games: the same results for any number of threads and lanes, limits, lists, misdrops, stopping.
#include "experiment/play_games.h"

#include <cmath>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stackwright {
namespace play_games_test {

using testing::HasSubstr;

struct Game {
  Controller controller;
  PlayOptions options;

  explicit Game(const char* name) : controller(*load_controller(name)) {
    options.search = controller.search;
    options.setting.height = 10;
    options.threads = 1;
  }

  Result<std::vector<GameResult>> try_play(std::size_t games, Progress* progress = nullptr) const {
    std::vector<GameJob> jobs(games);
    for (std::size_t i = 0; i < games; ++i) jobs[i] = {&controller, {.seed = 5, .game = i}};
    return play_games(options, jobs, StopToken{}, progress);
  }
  std::vector<GameResult> play(std::size_t games) const {
    auto results = try_play(games);
    EXPECT_TRUE(results.ok()) << (results ? "" : results.message());
    return results ? *results : std::vector<GameResult>{};
  }
  void list(const char* letters) { options.source = *tetris::parse_source(letters, *options.setting.pieces); }
};

void expect_same(const std::vector<GameResult>& a, const std::vector<GameResult>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].pieces, b[i].pieces) << i;
    EXPECT_EQ(a[i].lines, b[i].lines) << i;
    EXPECT_EQ(a[i].score, b[i].score) << i;
    EXPECT_EQ(a[i].clears, b[i].clears) << i;
    EXPECT_EQ(a[i].ended, b[i].ended) << i;
    EXPECT_EQ(a[i].hash, b[i].hash) << i;
  }
}

/// Every way to share the work gives the first way's results.
void expect_independent(Game game, std::size_t games) {
  game.options.lanes = 1;
  const auto first = game.play(games);
  for (const int threads : {1, 4}) {
    for (const int lanes : {0, 2, 3, 7}) {
      game.options.threads = threads;
      game.options.lanes = lanes;
      SCOPED_TRACE(std::to_string(threads) + " threads, " + std::to_string(lanes) + " lanes");
      expect_same(first, game.play(games));
    }
  }
}

TEST(PlayGames, DoesNotDependOnThreadsOrLanes) {
  Game game("dellacherie");
  game.options.max_pieces = 300;
  game.options.setting.width = 6;
  expect_independent(game, 24);
  game.options.misdrop = 0.1;
  expect_independent(game, 24);
}

TEST(PlayGames, DoesNotDependOnThreadsOrLanesWithTwoPieces) {
  Game game("milan-pieces");
  game.options.setting.width = 6;
  game.options.setting.height = 8;
  game.options.max_pieces = 70;
  expect_independent(game, 9);
  game.list("list:TTITISZLJOTTITISZLJO");
  expect_independent(game, 9);
}

TEST(PlayGames, EveryImplementationPlaysTheSameGames) {
  for (const char* name : {"dt-20", "milan-pieces", "lisbon", "bh-09"}) {
    Game game(name);
    game.options.max_pieces = game.options.search.kind == SearchKind::greedy ? 300 : 40;
    game.options.simd = Simd::boolean;
    const auto expected = game.play(5);
    for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
      if (!has_simd(simd)) continue;
      SCOPED_TRACE(std::string(name) + " " + std::string(name_of(simd)));
      game.options.simd = simd;
      expect_same(expected, game.play(5));
    }
  }
}

TEST(PlayGames, GamesDifferAndSeedsDecide) {
  Game game("dellacherie");
  game.options.max_pieces = 100;
  std::set<std::uint64_t> hashes;
  for (const GameResult& r : game.play(50)) hashes.insert(r.hash);
  EXPECT_EQ(hashes.size(), 50u);
}

/// The same weights in two forms make the same placements, so even the hashes agree.
TEST(PlayGames, BeloHorizontesOpponentIsDellacherie) {
  Game a("dellacherie"), b("bh-pd");
  a.options.max_pieces = b.options.max_pieces = 500;
  expect_same(a.play(6), b.play(6));
}

TEST(PlayGames, EndsAtLimits) {
  Game game("dt-20");
  game.options.setting.height = 20;
  for (const std::uint64_t limit : {1u, 63u, 64u, 65u, 130u}) {
    game.options.max_pieces = limit;
    for (const GameResult& r : game.play(3)) {
      EXPECT_EQ(r.pieces, limit);
      EXPECT_EQ(r.ended, Ended::limit);
    }
  }
  game.options.max_pieces = 0;
  game.options.max_lines = 20;
  for (const GameResult& r : game.play(3)) {
    EXPECT_GE(r.lines, 20u);
    EXPECT_LT(r.lines, 24u);
    EXPECT_EQ(r.ended, Ended::limit);
    EXPECT_EQ(r.lines, r.clears[0] + 2 * r.clears[1] + 3 * r.clears[2] + 4 * r.clears[3]);
  }
}

TEST(PlayGames, EndsWithTheList) {
  for (const char* name : {"dt-20", "milan-pieces"}) {
    Game game(name);
    game.list("list:TTITI");
    for (const GameResult& r : game.play(3)) {
      EXPECT_EQ(r.pieces, 5u);
      EXPECT_EQ(r.ended, Ended::list);
    }
    game.options.max_pieces = 5;
    EXPECT_EQ(game.play(1)[0].ended, Ended::limit);
    game.options.max_pieces = 0;
    for (const std::size_t length : {1u, 63u, 64u, 65u, 66u, 128u, 129u}) {  // around the ends of blocks
      game.options.setting.height = 20;
      game.options.source.pieces.assign(length, 1);
      EXPECT_EQ(game.play(2)[1].pieces, length);
    }
  }
}

/// Two O fill a 4-wide board side by side; the last piece of a list is decided without a next one.
TEST(PlayGames, CountsLinesByHand) {
  Game game("milan-pieces");
  game.options.setting.width = 4;
  game.options.scoring = *tetris::scoring_named("milan");
  game.list("list:OOOO");
  const GameResult r = game.play(1)[0];
  EXPECT_EQ(r.pieces, 4u);
  EXPECT_EQ(r.lines, 4u);
  EXPECT_EQ(r.clears, (std::array<std::uint64_t, 4>{0, 2, 0, 0}));
  EXPECT_EQ(r.score, 60);
}

/// Five-wide boards cannot be filled by O alone: two stand beside each other, five stories, and the eleventh is lost.
TEST(PlayGames, ThePieceThatEndsTheGameIsNotCounted) {
  Game game("dellacherie");
  game.options.setting.width = 5;
  game.options.scoring = *tetris::scoring_named("pieces");
  game.list("cycle:O");
  const GameResult r = game.play(1)[0];
  EXPECT_EQ(r.ended, Ended::top);
  EXPECT_EQ(r.pieces, 10u);
  EXPECT_EQ(r.lines, 0u);
  EXPECT_EQ(r.score, 10);
}

/// With O on an empty 10-wide board there are nine placements; a misdrop takes one of the other eight, all alike.
TEST(PlayGames, MisdropsAsOftenAsAsked) {
  Game game("dt-20");
  game.list("list:O");
  const std::uint64_t chosen = game.play(1)[0].hash;
  game.options.misdrop = 0.25;
  std::map<std::uint64_t, int> count;
  constexpr int kGames = 8000;
  for (const GameResult& r : game.play(kGames)) ++count[r.hash];
  ASSERT_EQ(count.size(), 9u);
  EXPECT_NEAR(count[chosen], kGames * 0.75, 5 * std::sqrt(kGames * 0.75 * 0.25));
  for (const auto& [hash, n] : count) {
    if (hash == chosen) continue;
    EXPECT_NEAR(n, kGames * 0.25 / 8, 5 * std::sqrt(kGames * 0.25 / 8));
  }
  game.options.misdrop = 1;
  for (const GameResult& r : game.play(50)) EXPECT_NE(r.hash, chosen);
}

TEST(PlayGames, AMisdropNeverLosesByItself) {
  Game game("dellacherie");
  game.options.setting.width = 4;
  game.options.misdrop = 1;
  game.list("cycle:O");
  // Three placements; the two others are taken in turn until no O fits anywhere.
  for (const GameResult& r : game.play(20)) EXPECT_GE(r.pieces, 5u);
}

TEST(PlayGames, StopsWhenAsked) {
  Game game("dt-20");
  game.options.setting.height = 20;
  game.options.threads = 2;
  game.options.lanes = 4;  // eight of the games can begin, and none of them ends soon
  std::vector<GameJob> jobs(200);
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = {&game.controller, {.seed = 5, .game = i}};
  StopToken stop;
  Progress progress;
  std::jthread stopper([&] {
    while (progress.pieces.load() < 1000) std::this_thread::yield();
    stop.request();
  });
  const auto results = play_games(game.options, jobs, stop, &progress);
  ASSERT_TRUE(results.ok());
  ASSERT_EQ(results->size(), jobs.size());
  std::uint64_t pieces = 0;
  for (const GameResult& r : *results) {
    pieces += r.pieces;
    EXPECT_TRUE(r.pieces > 0 || r.ended == Ended::limit);
  }
  EXPECT_GE(pieces, 900u);
  EXPECT_EQ(results->back().pieces, 0u);
  EXPECT_EQ(results->back().ended, Ended::limit);
}

TEST(PlayGames, StoppedBeforeItBegins) {
  const Game game("dt-20");
  const GameJob job{&game.controller, {}};
  StopToken stop;
  stop.request();
  const auto results = play_games(game.options, {&job, 1}, stop, nullptr);
  ASSERT_TRUE(results.ok());
  EXPECT_EQ(results->at(0).pieces, 0u);
  EXPECT_EQ(results->at(0).ended, Ended::limit);
}

TEST(PlayGames, TellsItsProgress) {
  Game game("dt-20");
  game.options.max_pieces = 100;
  Progress progress;
  ASSERT_TRUE(game.try_play(10, &progress).ok());
  EXPECT_EQ(progress.done.load(), 10u);
  EXPECT_EQ(progress.total.load(), 10u);
  EXPECT_EQ(progress.pieces.load(), 1000u);
  EXPECT_GT(progress.placements.load(), 9000u);
}

/// Candidates of a generation: other weights at every table, refilled in any order.
TEST(PlayGames, PlaysControllersOfDifferentWeightsTogether) {
  Game game("dellacherie");
  game.options.max_pieces = 200;
  std::vector<Controller> candidates(10, game.controller);
  std::vector<GameJob> jobs;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].terms[4].weight = -static_cast<double>(i);
    for (std::uint64_t g = 0; g < 3; ++g) jobs.push_back({&candidates[i], {.seed = 9, .game = g}});
  }
  const auto together = play_games(game.options, jobs, StopToken{}, nullptr);
  ASSERT_TRUE(together.ok());
  std::vector<GameResult> apart;
  for (const GameJob& job : jobs) apart.push_back(play_games(game.options, {&job, 1}, StopToken{}, nullptr)->at(0));
  expect_same(*together, apart);
  EXPECT_NE(apart[0].hash, apart[12].hash);
}

TEST(PlayGames, RefusesWhatItCannotPlay) {
  const auto error = [](auto change) {
    Game game("dt-20");
    change(game);
    const auto results = game.try_play(1);
    return results ? std::string() : results.message();
  };
  EXPECT_THAT(error([](Game& g) { g.options.search.kind = SearchKind::two_ply; }), HasSubstr("needs 2 known pieces"));
  EXPECT_THAT(error([](Game& g) {
                g.options.search = {SearchKind::beam, 4, 0, PairScore::sum};
              }),
              HasSubstr("needs a width"));
  EXPECT_THAT(error([](Game& g) { g.options.restart = true; }), HasSubstr("need a limit of pieces"));
  EXPECT_THAT(error([](Game& g) { g.options.setting.width = 3; }), HasSubstr("width must be from 4 to 16, got 3"));
  EXPECT_THAT(error([](Game& g) { g.options.setting.height = 31; }), HasSubstr("height"));
  EXPECT_THAT(error([](Game& g) { g.options.misdrop = 1.5; }), HasSubstr("misdrop"));
  EXPECT_TRUE(play_games(Game("dt-20").options, {}, StopToken{}, nullptr)->empty());
  const Game a("dt-20"), b("bcts");
  const GameJob jobs[] = {{&a.controller, {}}, {&b.controller, {}}};
  EXPECT_THAT(play_games(a.options, jobs, StopToken{}, nullptr).message(), HasSubstr("different terms"));
}

}  // namespace play_games_test
}  // namespace stackwright
