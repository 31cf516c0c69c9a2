// Games that move from core to core, as often as the test likes, end as if each had been played alone.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "experiment/play_games.h"

namespace stackwright {
namespace moving_games_test {

/// Candidates that differ in their weights and so in how long they live.
struct Candidates {
  std::vector<Controller> controllers;
  std::vector<GameJob> jobs;
  PlayOptions options;

  Candidates(const char* name, std::size_t candidates, std::uint64_t games)
      : controllers(candidates, *load_controller(name)) {
    options.search = controllers[0].search;
    options.setting.width = 6;
    options.setting.height = 10;
    for (std::size_t i = 0; i < candidates; ++i) {
      for (Term& term : controllers[i].terms) term.weight *= 1 - 0.15 * static_cast<double>(i % 7);
      controllers[i].terms[i % controllers[i].terms.size()].weight *= 0.2;
      for (std::uint64_t g = 0; g < games; ++g)
        jobs.push_back({&controllers[i], {.seed = 3, .candidate = i, .game = g}});
    }
  }

  std::vector<GameResult> play(int threads, int lanes, int move_every) {
    options.threads = threads;
    options.lanes = lanes;
    options.move_every = move_every;
    Progress progress;
    auto results = play_games(options, jobs, StopToken{}, &progress);
    EXPECT_TRUE(results.ok()) << results.message();
    if (!results) return {};
    std::uint64_t pieces = 0;
    for (const GameResult& r : *results) pieces += r.pieces + (r.ended == Ended::top ? 1 : 0);
    EXPECT_EQ(progress.done.load(), jobs.size());
    EXPECT_EQ(progress.pieces.load(), pieces);
    return *results;
  }

  /// However games move, results are those of games played one after the other.
  void expect_unmoved() {
    const auto alone = play(1, 1, 0);
    for (const int threads : {1, 3}) {
      for (const int lanes : {3, 40}) {
        for (const int every : {0, 1, 5, 64, 65}) {
          SCOPED_TRACE(std::to_string(threads) + " threads, " + std::to_string(lanes) + " lanes, moved every " +
                       std::to_string(every));
          const auto moved = play(threads, lanes, every);
          ASSERT_EQ(moved.size(), alone.size());
          for (std::size_t i = 0; i < alone.size(); ++i) {
            EXPECT_EQ(moved[i].hash, alone[i].hash) << i;
            EXPECT_EQ(moved[i].pieces, alone[i].pieces) << i;
            EXPECT_EQ(moved[i].lines, alone[i].lines) << i;
            EXPECT_EQ(moved[i].score, alone[i].score) << i;
            EXPECT_EQ(moved[i].clears, alone[i].clears) << i;
            EXPECT_EQ(moved[i].ended, alone[i].ended) << i;
          }
        }
      }
    }
  }
};

TEST(MovingGames, OnePieceKnown) {
  Candidates games("bcts", 12, 3);
  games.options.max_pieces = 700;
  games.expect_unmoved();
}

TEST(MovingGames, TwoPiecesKnown) {
  Candidates games("milan-pieces", 5, 2);
  games.options.max_pieces = 150;
  games.expect_unmoved();
}

TEST(MovingGames, WithMisdropsAndALimitOfLines) {
  Candidates games("dellacherie", 6, 2);
  games.options.misdrop = 0.1;
  games.options.max_lines = 100;
  games.expect_unmoved();
}

TEST(MovingGames, TakeTheirPiecesWithThem) {
  for (const char* source : {"bag", "weighted:S=1,Z=1,I=3,O=2", "list:TTITISZLJOTTITISZLJOSSZZTIOLJTITIOSZ"}) {
    for (const tetris::Rng rng : {tetris::Rng::fast, tetris::Rng::r250}) {
      Candidates games("dt-20", 4, 2);
      games.options.max_pieces = 200;
      games.options.source = *tetris::parse_source(source, *games.options.setting.pieces);
      games.options.rng = rng;
      games.expect_unmoved();
    }
  }
  Candidates pairs("milan-pieces", 3, 2);  // the last piece of a list is decided without a next one
  pairs.options.source = *tetris::parse_source("list:TTITISZLJOTTITISZLJO", *pairs.options.setting.pieces);
  pairs.expect_unmoved();
}

/// Games on the shelf when a stop is asked for end like the others: at the piece they had reached.
TEST(MovingGames, AStopEndsAllOfThem) {
  for (const int threads : {1, 4}) {
    Candidates games("dt-20", 1, 24);
    games.options.setting.width = 10;
    games.options.setting.height = 20;  // none of them ends soon
    games.options.threads = threads;
    games.options.move_every = 10;
    StopToken stop;
    Progress progress;
    std::jthread stopper([&] {
      while (progress.pieces.load() < 3000) std::this_thread::yield();
      stop.request();
    });
    const auto results = play_games(games.options, games.jobs, stop, &progress);
    ASSERT_TRUE(results.ok());
    std::uint64_t pieces = 0;
    for (const GameResult& r : *results) {
      EXPECT_EQ(r.ended, Ended::limit);
      pieces += r.pieces;
      EXPECT_GE(r.pieces, threads == 1 ? 10u : 0u);  // of several threads, one may not have begun
    }
    EXPECT_EQ(progress.pieces.load(), pieces);
  }
}

}  // namespace moving_games_test
}  // namespace stackwright
