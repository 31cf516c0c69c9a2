// Game files: what was recorded replays exactly, files cut off still replay, mistakes are named by their line.
#include "play/game_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "play/agent_player.h"
#include "play/driver.h"

namespace stackwright::play {
namespace game_file_test {

/// A recorded game with all kinds of commands, played by chance.
std::string by_chance(StrictSetup setup, std::uint64_t seed) {
  setup.hold = true;
  setup.drop_points = 1;
  setup.preview = static_cast<int>(seed % 4);
  std::string text;
  StrictGame game(setup);
  Recorder recorder(setup, "chance \"quoted\"\n", [&](std::string_view line) { text += line; });
  game.attach(recorder);
  game.command(Command::start);
  const Stream chance(StreamKey{.seed = seed, .purpose = Purpose::test});
  for (std::uint64_t i = 0; i < 4000 && !game.state().over(); ++i) {
    game.command(static_cast<Command>(1 + chance.below(2 * i, 9)));  // all but start and terminate
    game.advance(game.state().now + chance.below(2 * i + 1, 120));
  }
  game.command(Command::terminate);
  return text;
}

TEST(GameFile, ReplaysExactly) {
  for (const char* rng : {"fast", "r250", "crypto"}) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      StrictSetup setup = classic_setup();
      setup.key.seed = seed * 0x123456789abcdefULL;
      setup.rng = *tetris::rng_named(rng);
      setup.setting.pieces = seed % 2 == 0 ? &tetris::tetrominoes() : &tetris::pentominoes();
      setup.setting.height = 10 + static_cast<int>(seed);
      const std::string text = by_chance(setup, seed);
      const auto file = parse_game_file(text, "game");
      ASSERT_TRUE(file) << file.message();
      EXPECT_EQ(file->player, "chance \"quoted\"\n");
      ASSERT_TRUE(file->end);
      EXPECT_GE(file->end->pieces, 3u);
      const auto again = replay(*file);
      ASSERT_TRUE(again) << again.message();
      EXPECT_EQ(*again, text) << rng << " " << seed;
    }
  }
}

TEST(GameFile, AnAgentsGameReplaysWithoutTheAgent) {
  StrictSetup setup = classic_setup();
  setup.max_pieces = 200;
  setup.first_level = 8;
  std::string text;
  StrictGame game(setup);
  Recorder recorder(setup, "dt-20", [&](std::string_view line) { text += line; });
  game.attach(recorder);
  const Controller controller = *load_controller("dt-20");
  const auto agent = *AgentPlayer::make(controller, controller.search, setup, {true, 0, 40});
  Driver driver(game, *agent);
  game.command(Command::start);
  while (driver.play_piece()) {
  }
  const auto file = parse_game_file(text, "game");
  ASSERT_TRUE(file) << file.message();
  EXPECT_EQ(*file->end, end_of(game));
  EXPECT_EQ(*replay(*file), text);
}

/// Wherever a file is cut off between its first pieces and its last command, it is read, and the replay goes as far.
TEST(GameFile, CutOffFilesReplayAsFarAsTheyGo) {
  const std::string text = by_chance(classic_setup(), 1);
  for (std::size_t size = text.find("\n", text.find("next")) + 1; size < text.rfind("\"do\""); size += 37) {
    const auto file = parse_game_file(text.substr(0, size), "game");
    ASSERT_TRUE(file) << size << ": " << file.message();
    EXPECT_FALSE(file->end);
    const auto again = replay(*file);
    ASSERT_TRUE(again) << again.message();
    EXPECT_TRUE(text.starts_with(*again)) << size;
    EXPECT_EQ(parse_game_file(*again, "again")->commands, file->commands) << size;
  }
}

TEST(GameFile, AChangedGameIsNoticed) {
  std::string text = by_chance(classic_setup(), 2);
  const std::size_t at = text.find("\"do\":\"left\"");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 11, "\"do\":\"drop\"");
  const auto file = parse_game_file(text, "game");
  ASSERT_TRUE(file) << file.message();
  const auto again = replay(*file);
  ASSERT_FALSE(again);
  EXPECT_TRUE(again.message().starts_with("the replay differs from the recorded end: "));
}

TEST(GameFile, MistakesAreNamed) {
  const std::string head = [] {
    const std::string text = by_chance(classic_setup(), 2);
    return text.substr(0, text.find('\n') + 1);
  }();
  const auto message = [](const std::string& text) {
    const auto file = parse_game_file(text, "game");
    return file ? std::string("read") : file.message();
  };
  EXPECT_EQ(message(head), "read");
  EXPECT_EQ(message(""), "game: a game file begins with a line of schema \"stackwright.game/1\"");
  EXPECT_EQ(message(head + "{\"tick\":5,\"do\":\"left\"}\n{\"tick\":4,\"do\":\"left\"}\n").substr(0, 34),
            "game: line 3: field 'tick' must be");
  EXPECT_EQ(message(head + "{\"tick\":5,\"do\":\"fly\"}\n").substr(0, 48),
            "game: line 2: field 'do': unknown command 'fly';");
  EXPECT_EQ(message(head + "{\"tick\":5,\"next\":\"X\"}\n").substr(0, 40), "game: line 2: field 'next': pieces: 'X' ");
  EXPECT_NE(message(head + "{\"tick\":5}\n"), "read");
  EXPECT_NE(message(head + "[1]\n"), "read");
  EXPECT_NE(message(head + "nonsense\nnonsense"), "read");
  EXPECT_EQ(message(head + "nonsense"), "read");  // cut off
  const std::string end = "{\"tick\":5,\"end\":\"height\",\"pieces\":0,\"lines\":0,\"score\":0,\"board\":\"-\"}\n";
  EXPECT_EQ(message(head + end), "read");
  EXPECT_EQ(message(head + end + end), "game: line 3: nothing may follow the end of the game");
  std::string wrong = head;
  wrong.replace(wrong.find("\"preview\":2"), 11, "\"preview\":99");
  EXPECT_EQ(message(wrong), "game: line 1: field 'configuration': preview must be from 0 to 63, got 99");
  wrong = head;
  wrong.replace(wrong.find("game/1"), 6, "game/2");
  EXPECT_TRUE(message(wrong).starts_with("game: line 1: field 'schema' must be \"stackwright.game/1\""));
}

}  // namespace game_file_test
}  // namespace stackwright::play
