// Tournaments of Murus Gallicus: who meets whom, and that their games are those of matches.
#include "experiment/murus_tournament.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "experiment/executor.h"

namespace stackwright {
namespace murus_tournament_test {

TEST(MurusTournament, EverybodyMeetsEverybodyWithEitherColour) {
  murus::Tournament t;
  t.players.assign(5, murus::hand_set_weights());
  t.games = 3;
  std::map<std::pair<std::size_t, std::size_t>, std::set<std::uint64_t>> met;
  for (std::uint64_t i = 0; i < murus::games_of(t); ++i) {
    const murus::Pairing p = murus::pairing_of(t, i);
    EXPECT_TRUE(met[std::pair(p.white, p.black)].insert(p.opening).second) << "no game twice";
  }
  EXPECT_EQ(met.size(), 20u);
  for (const auto& [pair, openings] : met) {
    EXPECT_NE(pair.first, pair.second);
    EXPECT_EQ(openings, (std::set<std::uint64_t>{0, 1, 2}));
  }
}

/// The same games as a match of the two players, with the same openings.
TEST(MurusTournament, GamesAreThoseOfMatches) {
  murus::Tournament t;
  murus::Weights other = murus::hand_set_weights();
  other.of[murus::kGauls] = {0.1, 0.3, 0, 0.4, 0, 0, 0};
  t.players = {murus::hand_set_weights(), other, murus::trained_values()};
  t.limits.depth = 2;
  t.games = 4;
  t.opening_plies = 5;
  t.seed = 11;
  std::vector<std::uint64_t> todo(murus::games_of(t));
  std::iota(todo.begin(), todo.end(), 0u);
  std::vector<TaskResult> results(todo.size());
  const OnFinished keep = [&](std::uint64_t task, const TaskResult& result) { results[task] = result; };
  ListOfTasks tasks(todo, keep);
  murus::play_tournament(t, tasks, 2, StopToken(), nullptr);
  murus::MatchOptions options;
  options.games = 4;
  options.opening_plies = 5;
  options.seed = 11;
  options.alternate = false;
  for (const auto& [white, black] : {std::pair{0u, 1u}, {1u, 0u}, {2u, 1u}}) {
    const murus::SearchOptions search{.table_bytes = std::size_t{1} << 18};
    const auto games = murus::play_match({t.players[white], t.limits, search}, {t.players[black], t.limits, search},
                                         options, StopToken());
    for (std::uint64_t i = 0; i < results.size(); ++i) {
      const murus::Pairing p = murus::pairing_of(t, i);
      if (p.white != white || p.black != black) continue;
      EXPECT_EQ(results[i], murus::task_of(games[p.opening]));
    }
  }
}

}  // namespace murus_tournament_test
}  // namespace stackwright
