// Matches of Murus Gallicus: legal games, colours and openings in pairs, results that do not depend on threads.
#include "experiment/murus_match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace stackwright::murus {
namespace murus_match_test {

Contender looking(int depth) { return Contender{hand_set_weights(), Limits{.depth = depth}, {.table_bytes = 1 << 14}}; }

MatchOptions eight_games(int threads) {
  MatchOptions options;
  options.games = 8;
  options.opening_plies = 5;
  options.seed = 3;
  options.threads = threads;
  return options;
}

TEST(MurusMatch, GamesAreLegalAndTheWinnerIsRight) {
  const MatchOptions options = eight_games(1);
  StopToken never;
  for (const MatchGame& g : play_match(looking(3), looking(1), options, never)) {
    ASSERT_TRUE(g.finished);
    Position p = options.game.start();
    for (const Move& m : g.moves) {
      ASSERT_TRUE(options.game.legal(p, m));
      p = options.game.apply(p, m);
    }
    EXPECT_TRUE(options.game.over(p));
    EXPECT_EQ(options.game.winner(p), g.winner);
    EXPECT_EQ(g.plies, static_cast<int>(g.moves.size()));
  }
}

TEST(MurusMatch, PairsShareOpeningsAndSwapColours) {
  StopToken never;
  const auto games = play_match(looking(2), looking(1), eight_games(1), never);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].first_plays, kRomans);
    EXPECT_EQ(games[i + 1].first_plays, kGauls);
    for (std::size_t ply = 0; ply < 5; ++ply) EXPECT_EQ(games[i].moves[ply], games[i + 1].moves[ply]);
  }
  EXPECT_FALSE(std::equal(games[0].moves.begin(), games[0].moves.begin() + 5, games[2].moves.begin()));
}

TEST(MurusMatch, ThreadsDoNotMatter) {
  StopToken never;
  const auto one = play_match(looking(2), looking(2), eight_games(1), never);
  const auto three = play_match(looking(2), looking(2), eight_games(3), never);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].moves, three[i].moves);
}

TEST(MurusMatch, LongGamesAreTiesAndLookingAheadWins) {
  StopToken never;
  MatchOptions options = eight_games(1);
  options.max_plies = 8;
  EXPECT_EQ(score_of(play_match(looking(1), looking(1), options, never)).ties, 8);
  options.max_plies = 300;
  options.games = 30;
  const MatchScore score = score_of(play_match(looking(4), looking(1), options, never));
  EXPECT_EQ(score.wins + score.losses + score.ties, 30);
  EXPECT_LT(score.p, 0.01);
  EXPECT_GT(score.wins, score.losses);
}

TEST(MurusMatch, ScoresAreAlsoToldByColour) {
  std::vector<MatchGame> games(5);
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].finished = i != 4;
    games[i].first_plays = i % 2 == 0 ? kRomans : kGauls;
  }
  games[0].winner = kRomans;
  games[1].winner = kRomans;
  games[2].winner = kRomans;
  EXPECT_EQ(score_of(games).wins, 2);
  EXPECT_EQ(score_of(games, kRomans).wins, 2);
  EXPECT_NEAR(score_of(games, kRomans).p, 0.5, 1e-12);
  EXPECT_EQ(score_of(games, kGauls).losses, 1);
  EXPECT_EQ(score_of(games, kGauls).ties, 1);
}

TEST(MurusMatch, StopsWhenAsked) {
  StopToken stop;
  stop.request();
  const auto games = play_match(looking(2), looking(2), eight_games(2), stop);
  for (const MatchGame& g : games) EXPECT_FALSE(g.finished);
  EXPECT_EQ(score_of(games).wins + score_of(games).losses + score_of(games).ties, 0);
}

TEST(MurusPlayer, JudgementsByNameOrFile) {
  EXPECT_TRUE(load_judgement("trained"));
  EXPECT_TRUE(load_judgement("hand-set"));
  const auto bred = load_judgement("calabria");
  ASSERT_TRUE(bred) << bred.message();
  EXPECT_NE(std::get<Weights>(*bred).of[kRomans], std::get<Weights>(*bred).of[kGauls]);
  const auto unknown = load_judgement("nobody");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.message().find("trained, calabria, hand-set or a file"), std::string::npos);
  EXPECT_FALSE(load_judgement("/no/such/file.json"));
}

}  // namespace murus_match_test
}  // namespace stackwright::murus
