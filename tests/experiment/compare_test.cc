// Matches and what is said about them: sums by hand, and matches that are interrupted.
#include "experiment/compare.h"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/play_summary.h"
#include "experiment/step_settings.h"
#include "experiment/store_helpers.h"

namespace stackwright {
namespace compare_test {

using ::testing::HasSubstr;

PlayerGames player(const std::string& name, const std::vector<int>& lines, int limit = 1 << 30) {
  PlayerGames p{name, {}};
  for (const int n : lines) {
    GameResult g;
    g.lines = static_cast<std::uint64_t>(n);
    g.pieces = g.lines * 5 / 2;
    g.score = n * 10;
    g.clears = {g.lines, 0, 0, 0};
    g.ended = n >= limit ? Ended::limit : Ended::top;
    p.games.push_back(g);
  }
  return p;
}

TEST(Compare, StandingsByHand) {
  const PlayerGames players[] = {player("a", {100, 300, 50, 80}), player("b", {200, 100, 50, 10}),
                                 player("c", {1, 2, 50, 4})};
  const Comparison c = compare_games(players, Measure::lines);
  EXPECT_EQ(c.standings[0].wins, 2u);  // the second and the fourth sequence
  EXPECT_EQ(c.standings[1].wins, 1u);
  EXPECT_EQ(c.standings[2].wins, 0u);
  for (const Standing& s : c.standings) EXPECT_EQ(s.shared, 1u);
  EXPECT_EQ(c.standings[0].best, 300);
  EXPECT_DOUBLE_EQ(c.standings[0].mean.mean, 132.5);
  EXPECT_EQ(c.standings[0].median, 90);
  EXPECT_DOUBLE_EQ(c.standings[0].points_per_piece, 5300.0 / (250 + 750 + 125 + 200));
  ASSERT_EQ(c.pairs.size(), 3u);
  EXPECT_DOUBLE_EQ(c.pairs[0].ratio, 530.0 / 360);
  EXPECT_FALSE(c.pairs[0].significant);
  EXPECT_EQ(c.pairs[1].b, 2u);
  EXPECT_LT(c.pairs[1].p, 0.05);
  EXPECT_DOUBLE_EQ(c.pairs[1].p_adjusted, std::min(1.0, 3 * c.pairs[1].p));  // the smallest of three
  EXPECT_THAT(c.summary, HasSubstr("a has the highest mean, 132.5 lines a game"));
  EXPECT_THAT(c.summary, HasSubstr("no significant difference to b"));
}

/// Of points, the ratio's interval knows that both means are uncertain: it is the same, turned over, for the pair turned over.
TEST(Compare, RatioOfPointsByHand) {
  const PlayerGames thrice[] = {player("a", {30, 60, 150}), player("b", {10, 20, 50})};
  const PairVerdict exact = compare_games(thrice, Measure::score).pairs[0];
  EXPECT_DOUBLE_EQ(exact.ratio, 3);
  EXPECT_NEAR(exact.ratio_ci95.low, 3, 1e-12);  // nothing is left of a
  EXPECT_NEAR(exact.ratio_ci95.high, 3, 1e-12);
  const PlayerGames uneven[] = {player("a", {40, 60, 50, 50}), player("b", {9, 9, 10, 12})};
  const PairVerdict pair = compare_games(uneven, Measure::score).pairs[0];
  // What is left of a: -5, 15, 0, -10; its error sqrt(350 / 3 / 4), in shares of b's mean 10; Student's 3.182446 for 3 degrees.
  const double width = 3.182446 * std::sqrt(350 / 3.0 / 4) / 10;
  EXPECT_DOUBLE_EQ(pair.ratio, 5);
  EXPECT_NEAR(pair.ratio_ci95.low, 5 - width, 1e-5);
  EXPECT_NEAR(pair.ratio_ci95.high, 5 + width, 1e-5);
}

TEST(Compare, MeanAndIntervalAreThoseOfPlay) {
  const PlayerGames players[] = {player("a", {100, 300, 1000, 1000}, 1000)};
  const Comparison c = compare_games(players, Measure::lines);
  const PlaySummary s = summarise_games(players[0].games);
  EXPECT_DOUBLE_EQ(c.standings[0].mean.mean, s.mean_lines);
  EXPECT_DOUBLE_EQ(c.standings[0].mean.interval.low, s.ci95_lines.low);
  EXPECT_DOUBLE_EQ(c.standings[0].mean.interval.high, s.ci95_lines.high);
  EXPECT_EQ(c.standings[0].median, 300);  // the first two of four ended there
}

TEST(Compare, NobodyEnds) {
  const PlayerGames players[] = {player("a", {50, 50}, 50), player("b", {50, 50}, 50)};
  const Comparison c = compare_games(players, Measure::lines);
  EXPECT_TRUE(c.standings[0].mean.lower_bound_only);
  EXPECT_FALSE(c.standings[0].median.has_value());
  EXPECT_EQ(c.pairs[0].p, 1);
  EXPECT_EQ(c.standings[0].wins + c.standings[1].wins, 0u);
  EXPECT_THAT(c.summary, HasSubstr("no game ended"));
  EXPECT_TRUE(to_json(c)["controllers"][0]["ci95"][1].is_null());
}

TEST(Compare, ScoresArePaired) {
  // b is always one point behind: hardly any difference in means, but never by chance in ten games.
  std::vector<int> a, b;
  for (int i = 0; i < 10; ++i) {
    a.push_back(1000 * (i + 1) + 1);
    b.push_back(1000 * (i + 1));
  }
  const PlayerGames players[] = {player("a", a), player("b", b)};
  const Comparison by_score = compare_games(players, Measure::score);
  EXPECT_DOUBLE_EQ(by_score.pairs[0].p, 2.0 / 1024);
  EXPECT_EQ(by_score.pairs[0].better, 0u);
  EXPECT_GT(compare_games(players, Measure::lines).pairs[0].p, 0.9);
}

TEST(Controllers, WithOtherWeights) {
  const Result<Controller> changed = changed_controller("bh-pd{max_height=-0.5; eroded_cells^2=3}");
  ASSERT_TRUE(changed.ok()) << changed.message();
  EXPECT_EQ(changed->terms[0].weight, -0.5);
  ASSERT_EQ(changed->terms.size(), 10u);
  EXPECT_EQ(name_of(changed->terms[9]), "eroded_cells^2");
  EXPECT_EQ(changed->terms[9].weight, 3);
  EXPECT_FALSE(changed_controller("bh-pd{max_height}").ok());
  EXPECT_FALSE(changed_controller("bh-pd{nothing=1}").ok());
  EXPECT_FALSE(changed_controller("bh-pd{max_height=1").ok());
}

class MatchTest : public test::StoreFolder {
 protected:
  static std::vector<MatchPlayer> players() {
    MatchSettings settings;
    settings.board = "10x10";
    settings.max_pieces = 2000;
    std::vector<MatchPlayer> all;
    for (const char* name : {"dellacherie", "bcts", "milan-pieces"}) {
      const Controller controller = *load_controller(name);
      PlayOptions options = *match_options(settings, controller);
      options.threads = 2;
      all.push_back({controller, options});
    }
    return all;
  }
};

bool same(const GameResult& a, const GameResult& b) {
  return a.pieces == b.pieces && a.lines == b.lines && a.score == b.score && a.clears == b.clears && a.ended == b.ended;
}

TEST_F(MatchTest, PlaysTheGamesOfPlay) {
  const std::vector<MatchPlayer> all = players();
  const StopToken never;
  const Result<MatchOutcome> match = play_match(all, 6, 9, {}, never, nullptr);
  ASSERT_TRUE(match.ok()) << match.message();
  ASSERT_EQ(match->players.size(), 3u);
  for (std::size_t p = 0; p < 3; ++p) {
    std::vector<GameJob> jobs(6);
    for (std::size_t i = 0; i < 6; ++i) jobs[i] = {&all[p].controller, {.seed = 9, .game = i}};
    const auto games = play_games(all[p].options, jobs, never, nullptr);
    ASSERT_TRUE(games.ok());
    for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(same(match->players[p].games[i], (*games)[i])) << p << " " << i;
  }
}

/// A store that has some tasks of the second player goes on from there and ends the same.
TEST_F(MatchTest, GoesOnWhereItStopped) {
  const std::vector<MatchPlayer> all = players();
  const StopToken never;
  const Result<MatchOutcome> calm = play_match(all, 6, 9, {}, never, nullptr);
  ASSERT_TRUE(calm.ok());
  Store store = test::open_store(path_);
  const RunId run = test::new_run(store);
  ASSERT_TRUE(play_match({all.data(), 1}, 6, 9, {&store, run}, never, nullptr).ok());
  const GameResult& known = calm->players[1].games[4];
  const std::string task =
      nlohmann::json{known.pieces,    known.lines,     known.score,     static_cast<int>(known.ended),
                     known.clears[0], known.clears[1], known.clears[2], known.clears[3]}
          .dump();
  const TaskRow tasks[] = {{4, task}};
  ASSERT_TRUE(store.add_tasks(run, 1, tasks).ok());
  StopToken at_once;
  at_once.request();
  const Result<MatchOutcome> stopped = play_match(all, 6, 9, {&store, run}, at_once, nullptr);
  ASSERT_TRUE(stopped.ok()) << stopped.message();
  EXPECT_TRUE(stopped->interrupted);
  EXPECT_EQ(stopped->players.size(), 1u);
  const Result<MatchOutcome> resumed = play_match(all, 6, 9, {&store, run}, never, nullptr);
  ASSERT_TRUE(resumed.ok()) << resumed.message();
  ASSERT_EQ(resumed->players.size(), 3u);
  const std::vector<std::string> names{"dellacherie", "bcts", "milan-pieces"};
  const auto stored = stored_match(store, run, names);
  ASSERT_TRUE(stored.ok()) << stored.message();
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_EQ((*stored)[p].name, names[p]);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_TRUE(same(calm->players[p].games[i], resumed->players[p].games[i]));
      EXPECT_TRUE(same(calm->players[p].games[i], (*stored)[p].games[i]));
    }
  }
  EXPECT_FALSE(stored_match(store, run, {names.data(), 2}).ok());
}

}  // namespace compare_test
}  // namespace stackwright
