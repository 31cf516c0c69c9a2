// Tests of many games at once: the same games as those played one by one, whatever their number and that of threads.
#include "experiment/vector_tetris.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "experiment/play_games.h"
#include "games/tetris/history.h"
#include "games/tetris/text.h"

namespace stackwright {
namespace vector_tetris_test {

using tetris::Placement;

VectorOptions small_options(int games, int threads) {
  VectorOptions o;
  o.games = games;
  o.setting = {6, 10};
  o.preview = 2;
  o.threads = threads;
  o.board_features = *feature_values(std::vector<std::string>{"holes", "column_height"}, o.setting);
  o.after_features = *feature_values(std::vector<std::string>{"holes", "landing_height"}, o.setting);
  return o;
}

std::vector<VectorSeed> seeds_of(std::uint64_t seed, int games) {
  std::vector<VectorSeed> seeds;
  for (int i = 0; i < games; ++i) seeds.push_back({seed, static_cast<std::uint64_t>(i)});
  return seeds;
}

/// Everything that `games` games show in some steps of random play, game after game.
std::vector<std::string> watched(const VectorOptions& options, int steps) {
  const auto env = *VectorTetris::make(options);
  EXPECT_TRUE(env->reset(seeds_of(9, options.games)));
  std::vector<std::string> seen(static_cast<std::size_t>(options.games));
  std::vector<std::int64_t> actions(seen.size());
  const VectorArrays& a = env->arrays();
  const auto add = [&](std::size_t i, const auto& array) {
    const std::size_t row = array.size() / seen.size();
    for (std::size_t k = i * row; k < (i + 1) * row; ++k) seen[i] += std::to_string(static_cast<long>(array[k])) + ' ';
  };
  for (int step = 0; step < steps; ++step) {
    EXPECT_TRUE(env->sample(actions));
    EXPECT_TRUE(env->step(actions));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      add(i, a.boards), add(i, a.pieces), add(i, a.masks), add(i, a.board_features), add(i, a.after_features);
      add(i, a.rewards), add(i, a.terminated), add(i, a.truncated), add(i, a.placed), add(i, a.lines);
    }
  }
  return seen;
}

TEST(VectorTetris, GamesDoNotDependOnTheirNumberOrOnThreads) {
  const auto many = watched(small_options(200, 1), 40);
  EXPECT_EQ(watched(small_options(200, 8), 40), many);
  const auto few = watched(small_options(70, 3), 40);
  EXPECT_EQ(few, std::vector<std::string>(many.begin(), many.begin() + 70));
}

TEST(VectorTetris, ArraysShowTheGame) {
  VectorOptions o = small_options(3, 1);
  o.after_boards = true;
  o.autoreset = Autoreset::disabled;
  const auto env = *VectorTetris::make(o);
  ASSERT_TRUE(env->reset(seeds_of(4, 3)));
  std::vector<tetris::History> twins;
  for (std::uint64_t i = 0; i < 3; ++i) {
    twins.emplace_back(tetris::HistoryStart{o.setting, {}, tetris::Rng::fast, StreamKey{.seed = 4, .game = i}});
  }
  const VectorArrays& a = env->arrays();
  std::vector<std::int64_t> actions(3);
  for (int step = 0; step < 7; ++step) {
    ASSERT_TRUE(env->sample(actions));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::uint64_t k = 0; k < 3; ++k) {
        EXPECT_EQ(a.pieces[i * 3 + k], twins[i].piece(twins[i].size() + k));
      }
      const auto slot = static_cast<std::size_t>(actions[i]);
      const auto t = twins[i].play(placement_of(o.setting, static_cast<int>(slot)));
      ASSERT_TRUE(t) << t.message();
      EXPECT_EQ(a.after_features[(i * 24 + slot) * 2 + 1], t->landing_row + (t->shape->height - 1) / 2.0F);
      std::string row;
      for (std::size_t c = 0; c < 60; ++c) row += a.after_boards[(i * 24 + slot) * 60 + c] != 0 ? '#' : '.';
      std::string drawn;
      for (const std::string& r : tetris::rows_of(t->after)) drawn += r;
      EXPECT_EQ(row, drawn);
    }
    ASSERT_TRUE(env->step(actions));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(env->board(i), twins[static_cast<std::size_t>(i)].board());
  }
}

/// A controller stepped through the environment gets the very games that play_games plays.
TEST(VectorTetris, IsTheGameOfTheCommandLine) {
  const Controller controller = *load_controller("el-tetris");
  PlayOptions play;
  play.setting = {10, 10};
  play.max_pieces = 400;
  std::vector<GameJob> jobs(12);
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = {&controller, {.seed = 3, .game = i}, 0};
  const auto games = *play_games(play, jobs, StopToken{}, nullptr);

  VectorOptions o;
  o.games = static_cast<int>(jobs.size());
  o.setting = play.setting;
  o.max_pieces = 400;
  o.threads = 2;
  o.autoreset = Autoreset::same_step;
  const auto env = *VectorTetris::make(o);
  ASSERT_TRUE(env->reset(seeds_of(3, o.games)));
  const Linear evaluator(controller.terms, o.setting);
  std::vector<bool> ended(jobs.size());
  std::vector<std::int64_t> actions(jobs.size());
  for (int step = 0; step < 400; ++step) {
    for (int i = 0; i < o.games; ++i) {
      const int piece = static_cast<int>(env->arrays().pieces[static_cast<std::size_t>(i)]);
      std::int32_t best = 0;
      bool found = false;
      tetris::for_each_placement(o.setting, piece, [&](Placement move) {
        const tetris::Transition t = place(o.setting, env->board(i), piece, move);
        if (t.lost || (found && evaluator.score(t) <= best)) return;
        best = evaluator.score(t);
        found = true;
        actions[static_cast<std::size_t>(i)] = slot_of(o.setting, move);
      });
    }
    const auto done = env->step(actions);
    ASSERT_TRUE(done) << done.message();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const VectorArrays& a = env->arrays();
      if (ended[i] || (a.terminated[i] | a.truncated[i]) == 0) continue;
      ended[i] = true;
      EXPECT_EQ(static_cast<std::uint64_t>(a.placed[i]), games[i].pieces);
      EXPECT_EQ(static_cast<std::uint64_t>(a.lines[i]), games[i].lines);
      EXPECT_EQ(a.terminated[i] != 0, games[i].ended == Ended::top);
    }
  }
  EXPECT_EQ(ended, std::vector<bool>(jobs.size(), true));
}

TEST(VectorTetris, AutoresetAsItSays) {
  VectorOptions o = small_options(1, 1);
  o.max_pieces = 2;
  std::vector<std::int64_t> action(1);
  const auto step = [&](VectorTetris& env) {
    EXPECT_TRUE(env.sample(action));
    const auto done = env.step(action);
    return done ? std::string() : done.message();
  };
  const auto next = *VectorTetris::make(o);
  ASSERT_TRUE(next->reset({}));
  EXPECT_EQ(step(*next), "");
  EXPECT_EQ(step(*next), "");
  EXPECT_TRUE(next->arrays().truncated[0]);
  EXPECT_FALSE(next->arrays().terminated[0]);
  EXPECT_EQ(next->arrays().placed[0], 2);
  EXPECT_EQ(step(*next), "");  // begins anew
  EXPECT_FALSE(next->arrays().truncated[0]);
  EXPECT_EQ(next->arrays().placed[0], 0);
  EXPECT_EQ(next->board(0), tetris::empty_board(6, 10));

  o.autoreset = Autoreset::same_step;
  const auto same = *VectorTetris::make(o);
  ASSERT_TRUE(same->reset({}));
  step(*same);
  step(*same);
  EXPECT_TRUE(same->arrays().truncated[0]);
  EXPECT_EQ(same->arrays().placed[0], 2);
  EXPECT_EQ(same->board(0), tetris::empty_board(6, 10));
  EXPECT_EQ(std::count(same->arrays().final_boards.begin(), same->arrays().final_boards.end(), 1), 8);

  o.autoreset = Autoreset::disabled;
  const auto off = *VectorTetris::make(o);
  ASSERT_TRUE(off->reset({}));
  step(*off);
  step(*off);
  EXPECT_EQ(step(*off), "game 0 is over: reset it before the next step");
  const std::uint8_t which[] = {1};
  EXPECT_TRUE(off->reset({}, which));
  EXPECT_EQ(step(*off), "");
}

TEST(VectorTetris, AListThatEndsIsTruncated) {
  VectorOptions o = small_options(1, 1);
  o.source = *tetris::parse_source("list:OI", tetris::tetrominoes());
  const auto env = *VectorTetris::make(o);
  ASSERT_TRUE(env->reset({}));
  EXPECT_EQ(env->arrays().pieces, (std::vector<std::int64_t>{1, 0, 7}));
  std::vector<std::int64_t> action{0};
  ASSERT_TRUE(env->step(action));
  ASSERT_TRUE(env->step(action));
  EXPECT_TRUE(env->arrays().truncated[0]);
  EXPECT_EQ(env->arrays().pieces, (std::vector<std::int64_t>{7, 7, 7}));
}

TEST(VectorTetris, WrongActionsMoveNothing) {
  VectorOptions o = small_options(2, 1);
  const auto env = *VectorTetris::make(o);
  std::vector<std::int64_t> actions{0, 0};
  EXPECT_EQ(env->step(actions).message(), "reset must come before the first step");
  ASSERT_TRUE(env->reset(seeds_of(1, 2)));
  const tetris::Board before = env->board(0);
  actions = {0, 24};
  EXPECT_EQ(env->step(actions).message(), "action of game 1 must be from 0 to 23, got 24");
  actions = {-1, 0};
  EXPECT_EQ(env->step(actions).message(), "action of game 0 must be from 0 to 23, got -1");
  actions = {0, 23};  // the last column of the fourth orientation: no piece is one column wide there
  EXPECT_NE(env->step(actions).message().find("action of game 1 is not in its mask: 23 (orientation 3, column 5)"),
            std::string::npos);
  EXPECT_EQ(env->step(std::vector<std::int64_t>{0}).message(), "one action for each of 2 games expected, got 1");
  EXPECT_EQ(env->board(0), before);

  o.illegal_ends = true;
  const auto ends = *VectorTetris::make(o);
  ASSERT_TRUE(ends->reset(seeds_of(1, 2)));
  ASSERT_TRUE(ends->step(actions));
  EXPECT_FALSE(ends->arrays().terminated[0]);
  EXPECT_TRUE(ends->arrays().terminated[1]);
}

TEST(VectorTetris, ASecondThreadIsTold) {
  const auto env = *VectorTetris::make(small_options(500, 2));
  ASSERT_TRUE(env->reset(seeds_of(1, 500)));
  const auto work = [&env] {
    std::vector<std::int64_t> actions(500);
    int refused = 0;
    for (int i = 0; i < 100; ++i) {
      if (env->sample(actions)) refused += !env->step(actions);  // the other's step may come between
    }
    return refused;
  };
  std::jthread other([&] { work(); });
  work();
}

TEST(VectorTetris, ErrorsNameTheOption) {
  const auto message = [](const VectorOptions& o) {
    const auto env = VectorTetris::make(o);
    return env ? std::string("no error") : env.message();
  };
  VectorOptions o;
  o.games = 0;
  EXPECT_EQ(message(o), "number of games must be from 1 to 1048576, got 0");
  o.games = 1;
  o.preview = -1;
  EXPECT_EQ(message(o), "preview must be from 0 to 64, got -1");
  o = {};
  o.board_features = {{0, 0}};
  EXPECT_EQ(message(o), "feature 'landing_height' speaks of a move; a feature of the board expected");
  EXPECT_EQ(autoreset_named("never").message().substr(0, 25), "unknown autoreset 'never'");
}

}  // namespace vector_tetris_test
}  // namespace stackwright
