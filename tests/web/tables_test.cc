// Games on the page are the games of the program: the same seeds give the same results as without a page.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/play_games.h"
#include "experiment/twenty48_play.h"
#include "web/murus_table.h"
#include "web/tetris_table.h"
#include "web/twenty48_table.h"

namespace stackwright::web {
namespace tables_test {

TetrisOrder order_of(const char* controller, std::uint64_t pieces, bool gravity) {
  TetrisOrder order;
  order.setup = play::classic_setup();
  order.setup.key.seed = 5;
  order.setup.max_pieces = pieces;
  if (!gravity) order.setup.first_delay = 0;
  order.seats.push_back({controller, *load_controller(controller)});
  return order;
}

Json headless(const char* controller, std::uint64_t pieces) {
  const Controller player = *load_controller(controller);
  PlayOptions options;
  options.search = player.search;
  options.max_pieces = pieces;
  options.threads = 1;
  GameJob job;
  job.controller = &player;
  job.key.seed = 5;
  const auto games = play_games(options, std::span(&job, 1), StopToken(), nullptr);
  const GameResult& game = (*games)[0];
  return Json{{"pieces", game.pieces}, {"lines", game.lines}, {"clears", game.clears}};
}

Json numbers(const Json& seat) {
  return Json{{"pieces", seat["pieces"]}, {"lines", seat["lines"]}, {"clears", seat["clears"]}};
}

TEST(TetrisTable, WithoutGravityTheGameIsTheHeadlessOne) {
  for (const std::uint64_t pieces : {50u, 400u, 1000u}) {
    auto table = make_tetris_table(order_of("dellacherie", pieces, false));
    ASSERT_TRUE(table) << table.message();
    while (!(*table)->over()) (*table)->leap();
    EXPECT_EQ(numbers((*table)->describe()["seats"][0]), headless("dellacherie", pieces));
  }
}

TEST(TetrisTable, AtAnySpeedTheGameIsTheSame) {
  auto fast = make_tetris_table(order_of("dt-20", 60, true));
  auto slow = make_tetris_table(order_of("dt-20", 60, true));
  ASSERT_TRUE(fast && slow);
  while (!(*fast)->over()) (*fast)->leap();
  bool changed = false;
  for (int i = 0; i < 1'000'000 && !(*slow)->over(); ++i) {
    changed |= (*slow)->elapsed(std::chrono::microseconds(7'000 + 100 * (i % 9)), 4);
  }
  EXPECT_TRUE(changed);
  const Json a = (*fast)->describe()["seats"][0], b = (*slow)->describe()["seats"][0];
  EXPECT_EQ(a["rows"], b["rows"]);
  EXPECT_EQ(numbers(a), numbers(b));
  EXPECT_EQ(a["end"], "limit");
}

TEST(TetrisTable, APersonAndAnAgentGetTheSamePieces) {
  TetrisOrder order = order_of("dellacherie", 0, true);
  order.seats.insert(order.seats.begin(), TetrisSeat{"You", {}});
  auto table = make_tetris_table(order);
  ASSERT_TRUE(table);
  EXPECT_FALSE((*table)->leaps());
  const Json start = (*table)->describe()["seats"];
  EXPECT_EQ(start[0]["piece"], start[1]["piece"]);
  EXPECT_EQ(start[0]["next"], start[1]["next"]);
  const Json before = start[0]["cells"];
  (*table)->act("left");
  Json after = (*table)->describe()["seats"][0]["cells"];
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(after[i][0].get<int>(), before[i][0].get<int>() - 1);
  (*table)->act("terminate");  // not for players: only the session ends a game
  (*table)->act("nonsense");
  EXPECT_FALSE((*table)->over());
  for (int i = 0; i < 30 && !(*table)->over(); ++i) (*table)->act("drop");
  EXPECT_TRUE((*table)->over()) << "a person who only drops tops out, and the race is over";
  EXPECT_EQ((*table)->describe()["seats"][0]["end"], "height");
}

TEST(Twenty48Table, TheNetworksGameIsTheHeadlessOne) {
  Twenty48Order order;
  order.player = std::make_shared<const Twenty48Player>(*load_twenty48_player("features"));
  order.seed = 9;
  const auto table = make_twenty48_table(order);
  while (!table->over()) table->leap();
  Twenty48PlayOptions options;
  options.seed = 9;
  options.threads = 1;
  const auto games = play_twenty48(*order.player, options, StopToken(), nullptr);
  const Json state = table->describe();
  EXPECT_EQ(state["score"], games[0].score);
  EXPECT_EQ(state["moves"], games[0].moves);
  for (int c = 0; c < 16; ++c)
    EXPECT_EQ(state["cells"][static_cast<std::size_t>(c)], twenty48::rank_at(games[0].last, c));
}

TEST(Twenty48Table, APersonMovesTakesBackAndAsks) {
  Twenty48Order order;
  order.player = std::make_shared<const Twenty48Player>(*load_twenty48_player("features"));
  order.automatic = false;
  const auto table = make_twenty48_table(order);
  EXPECT_TRUE(table->waits());
  const Json start = table->describe();
  int moved = 0;
  for (const char* move : {"left", "up", "left", "up", "right", "down"}) {
    const Json before = table->describe();
    table->act(move);
    moved += table->describe()["moves"] != before["moves"];
  }
  EXPECT_GT(moved, 2);
  table->act("advice");
  EXPECT_FALSE(table->describe()["advice"].is_null());
  for (int i = 0; i < moved; ++i) table->act("undo");
  EXPECT_EQ(table->describe()["cells"], start["cells"]);
  EXPECT_EQ(table->describe()["score"], 0);
  table->act("auto");
  EXPECT_FALSE(table->waits());
  EXPECT_TRUE(table->elapsed(std::chrono::seconds(1), 1));
  EXPECT_EQ(table->describe()["moves"], 4);
}

TEST(MurusTable, OnlyLegalMovesOfTheOwnSideCount) {
  MurusOrder order;
  order.start = murus::Murus().start();
  order.sides[0].name = "You";
  order.sides[1].name = "engine";
  order.sides[1].engine = *murus::load_judgement("hand-set");
  order.sides[1].limits.depth = 2;
  const auto table = make_murus_table(order);
  const StopToken stop;
  table->heed(stop);
  EXPECT_TRUE(table->waits());
  EXPECT_EQ(table->describe()["moves"].size(), 20u);  // perft 1
  for (const char* wrong : {"G1,S", "A1,S", "Z9,N", "", "undo", "G1,NE,"}) table->act(wrong);
  EXPECT_TRUE(table->describe()["history"].empty());
  table->act("G1,NE");
  EXPECT_EQ(table->describe()["history"], Json::array({"G1,NE"}));
  EXPECT_FALSE(table->waits());
  table->act("A1,S");  // the engine's
  EXPECT_EQ(table->describe()["history"].size(), 1u);
  EXPECT_TRUE(table->elapsed(std::chrono::milliseconds(1), 1));
  const Json state = table->describe();
  EXPECT_EQ(state["history"].size(), 2u);
  EXPECT_EQ(state["thought"]["depth"], 2);
  EXPECT_EQ(state["thought"]["line"][0], state["history"][1]);
  table->act("undo");
  EXPECT_TRUE(table->describe()["history"].empty()) << "back to the person's move";
}

TEST(MurusTable, EnginesPlayToTheEnd) {
  MurusOrder order;
  order.start = murus::Murus().start();
  for (auto& side : order.sides) {
    side.engine = *murus::load_judgement("hand-set");
    side.limits.depth = 1;
  }
  order.max_plies = 60;
  const auto table = make_murus_table(order);
  const StopToken stop;
  table->heed(stop);
  EXPECT_FALSE(table->elapsed(std::chrono::milliseconds(1), 1) && table->elapsed(std::chrono::milliseconds(1), 1))
      << "engines leave time to look";
  while (!table->over()) table->leap();
  const Json state = table->describe();
  EXPECT_TRUE(state["moves"].empty());
  EXPECT_TRUE(!state["winner"].is_null() || state["history"].size() == 60u);
  EXPECT_EQ(state["values"].size(), state["history"].size());
}

}  // namespace tables_test
}  // namespace stackwright::web
