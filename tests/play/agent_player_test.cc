// Agents in the strict game: as headless without gravity, nearly always on target with it, late when they think too long.
#include "play/agent_player.h"

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "core/hash.h"
#include "experiment/play_games.h"
#include "play/driver.h"

namespace stackwright::play {
namespace agent_player_test {

StrictSetup setup_of(std::uint64_t seed, int width = 10, int height = 20) {
  StrictSetup setup = classic_setup();
  setup.setting.width = width;
  setup.setting.height = height;
  setup.key.seed = seed;
  setup.rows_per_level = 0;
  return setup;
}

/// The hash of placements and the last board that headless games report, from events.
class PlacementHash final : public Observer {
 public:
  std::uint64_t with(const tetris::Board& board) const {
    Hasher hasher;
    hasher.add(value);
    for (int x = 0; x < board.width; ++x) hasher.add(board.column[static_cast<std::size_t>(x)]);
    return hasher.value();
  }
  void on_event(const Event& event, const StrictGame&) override {
    const auto* change = std::get_if<BoardChanged>(&event);
    if (change == nullptr) return;
    const Falling& f = change->locked;
    const std::uint64_t word = std::uint64_t{f.piece} << 24 | std::uint64_t(f.orientation) << 16 |
                               std::uint64_t(f.column) << 8 | std::uint64_t(change->lines);
    value = (value ^ word) * 0x9e3779b97f4a7c15ULL;
    value ^= value >> 32;
  }
  std::uint64_t value = 0;
};

struct Played {
  StrictState state;
  AgentReport report;
  std::uint64_t hash = 0;
};

Played play(const StrictSetup& setup, const Controller& controller, const AgentOptions& options) {
  StrictGame game(setup);
  auto agent = AgentPlayer::make(controller, controller.search, setup, options);
  EXPECT_TRUE(agent) << agent.message();
  PlacementHash hash;
  game.attach(hash);
  Driver driver(game, **agent);
  game.command(Command::start);
  while (driver.play_piece()) {
  }
  return {game.state(), (*agent)->report(), hash.with(game.state().board)};
}

GameResult headless(const StrictSetup& setup, const Controller& controller) {
  PlayOptions options;
  options.setting = setup.setting;
  options.source = setup.source;
  options.search = controller.search;
  options.max_pieces = setup.max_pieces;
  options.threads = 1;
  const GameJob job{&controller, setup.key, 0};
  const auto results = play_games(options, std::span(&job, 1), StopToken{}, nullptr);
  EXPECT_TRUE(results);
  return results->at(0);
}

TEST(Agent, WithoutGravityPlacesAsTheHeadlessGame) {
  for (const char* name : {"dt-20", "bcts", "milan-pieces"}) {
    const Controller controller = *load_controller(name);
    for (const std::uint64_t seed : {1, 2}) {
      StrictSetup setup = setup_of(seed);
      setup.first_delay = 0;
      setup.max_pieces = 600;
      const GameResult expected = headless(setup, controller);
      const Played got = play(setup, controller, {false, 0, 0});
      EXPECT_EQ(got.hash, expected.hash) << name << " " << seed;
      EXPECT_EQ(got.state.pieces, 600u);
      EXPECT_EQ(got.state.lines, expected.lines);
      EXPECT_EQ(got.state.clears, expected.clears);
      EXPECT_EQ(got.report.achieved, got.report.decisions);
    }
  }
}

TEST(Agent, ThinksTheSameInItsOwnThread) {
  const Controller controller = *load_controller("dt-20");
  StrictSetup setup = setup_of(5, 8, 12);
  setup.max_pieces = 300;
  const Played here = play(setup, controller, {false, 0, 40});
  const Played there = play(setup, controller, {true, 0, 40});
  EXPECT_EQ(here.hash, there.hash);
  EXPECT_EQ(here.state.now, there.state.now);
  EXPECT_EQ(here.state.pieces, there.state.pieces);
}

TEST(Agent, AtTheFirstLevelItsPlacementsComeTrue) {
  StrictSetup setup = setup_of(1);
  setup.max_pieces = 500;
  const Played got = play(setup, *load_controller("dt-20"), {false, 100, 60});
  EXPECT_EQ(got.report.decisions + got.report.late, 500u);
  EXPECT_GE(got.report.share(), 0.99);
}

TEST(PublishedStrictPlay, TenThousandPiecesAtTheFirstLevel) {
  StrictSetup setup = setup_of(7);
  setup.max_pieces = 10'000;
  const Played got = play(setup, *load_controller("dt-20"), {false, 20, 40});
  EXPECT_EQ(got.state.pieces, 10'000u);
  EXPECT_EQ(got.report.decisions, 10'000u);
  EXPECT_GE(got.report.share(), 0.99);
}

/// Keys so slow that hardly anything can be reached: the game goes on by what can be.
TEST(Agent, TakesWhatItCanReach) {
  StrictSetup setup = setup_of(3, 10, 10);
  setup.first_delay = 50;
  const Played got = play(setup, *load_controller("dt-20"), {false, 0, 110});
  EXPECT_TRUE(got.state.over());
  EXPECT_EQ(got.state.end, StrictEnd::height);
  EXPECT_GT(got.report.unreachable, 0u);
  EXPECT_GT(got.report.achieved, 0u);
  EXPECT_LT(got.report.achieved, got.report.decisions);
}

/// Answers only when it is allowed to.
class SlowDecider final : public Decider {
 public:
  explicit SlowDecider(std::shared_future<void> allowed) : allowed_(std::move(allowed)) {}
  int see() const override { return 1; }
  Choice choose(const tetris::Board&, std::span<const std::uint8_t>) override {
    allowed_.wait();
    return {{0, 0}, false, 0};
  }

 private:
  std::shared_future<void> allowed_;
};

TEST(Agent, GravityDoesNotWaitForThoughts) {
  std::promise<void> allow;
  const std::shared_future<void> allowed = allow.get_future().share();
  StrictSetup setup = setup_of(1);
  setup.source = *tetris::parse_source("cycle:O", tetris::tetrominoes());
  StrictGame game(setup);
  AgentPlayer agent(std::make_unique<SlowDecider>(allowed), Linear({}, setup.setting), {true, 0, 40});
  Driver driver(game, agent);
  game.command(Command::start);
  driver.run_to(9'500);  // 18 rows of fall, and one more to lock
  EXPECT_TRUE(agent.thinking());
  EXPECT_EQ(game.state().pieces, 1u);
  EXPECT_EQ(agent.report().late, 1u);
  EXPECT_EQ(tetris::column_height(game.state().board, 4), 2);
  driver.run_to(12'000);
  EXPECT_EQ(game.state().falling.row, 13);
  allow.set_value();
  driver.set_patient(true);
  driver.run_to(12'000 + 4 * 40 + 1);
  EXPECT_EQ(game.state().pieces, 2u);
  EXPECT_EQ(agent.report().achieved, 1u);
  EXPECT_EQ(tetris::column_height(game.state().board, 0), 2);
}

TEST(Agent, NeedsToSeeWhatItsSearchNeeds) {
  StrictSetup setup = setup_of(1);
  setup.preview = 0;
  const Controller controller = *load_controller("milan-pieces");
  const auto agent = AgentPlayer::make(controller, controller.search, setup, {});
  ASSERT_FALSE(agent);
  EXPECT_EQ(agent.message(), "search two-ply needs 2 known pieces, but the game shows 0 next");
}

TEST(Driver, KeepsTheTimeOfAWallClock) {
  StrictSetup setup = setup_of(1);
  StrictGame game(setup);
  PersonPlayer person;
  Driver driver(game, person);
  person.push(Command::start);
  driver.elapsed(std::chrono::milliseconds(0));
  EXPECT_TRUE(game.state().running());
  for (int i = 0; i < 30; ++i) driver.elapsed(std::chrono::microseconds(16'667));
  EXPECT_EQ(game.state().now, 500);
  EXPECT_EQ(game.state().falling.row, appearance(setup.setting, game.state().falling.piece).row - 1);
  driver.set_speed(4);
  for (int i = 0; i < 10; ++i) driver.elapsed(std::chrono::milliseconds(10));
  EXPECT_EQ(game.state().now, 900);
  driver.elapsed(std::chrono::hours(3));
  EXPECT_EQ(game.state().now, 1900);
  person.push(Command::pause);
  driver.elapsed(std::chrono::milliseconds(100));
  EXPECT_EQ(game.state().now, 1900);
}

TEST(Driver, APersonsCommandsWaitInLine) {
  StrictGame game(setup_of(1));
  PersonPlayer person;
  Driver driver(game, person);
  EXPECT_FALSE(driver.step());
  person.push(Command::start);
  EXPECT_TRUE(driver.step());
  const int column = game.state().falling.column;
  person.push(Command::left);
  person.push(Command::left);
  EXPECT_TRUE(driver.step());
  EXPECT_EQ(game.state().falling.column, column - 1);
  EXPECT_TRUE(driver.step());
  EXPECT_EQ(game.state().falling.column, column - 2);
  const int row = game.state().falling.row;
  EXPECT_TRUE(driver.step());
  EXPECT_EQ(game.state().falling.row, row - 1);
  for (std::size_t i = 0; i < PersonPlayer::kMostWaiting; ++i) EXPECT_TRUE(person.push(Command::left));
  EXPECT_FALSE(person.push(Command::left));
}

}  // namespace agent_player_test
}  // namespace stackwright::play
