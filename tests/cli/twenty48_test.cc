// stackwright 2048: JSON keys, exit codes, files.
#include "cli/program.h"

namespace stackwright::test {
namespace twenty48_test {

using nlohmann::json;

TEST(Twenty48, TrainsAndPlays) {
  const std::string out = (folder() / "small.json").string();
  const std::string train = "2048 train --network '012 0145' --games 300 --seed 4 --quiet --out " + out;
  const json trained = json_of(train);
  EXPECT_EQ(trained["schema"], "stackwright.2048.train/1");
  EXPECT_EQ(trained["games"], 300);
  EXPECT_EQ(trained["interrupted"], false);
  EXPECT_GT(trained["moves_per_second"], 0);
  EXPECT_EQ(trained["configuration"]["alpha"], 1);
  EXPECT_EQ(json_of(train + " --simd plain")["table"], trained["table"]);  // its name has its hash
  EXPECT_NE(json_of(train + " --method td")["table"], trained["table"]);
  json_of(train);

  const json played = json_of("2048 play --games 5 --quiet --network " + out);
  EXPECT_EQ(played["games"].size(), 5u);
  double sum = 0, reached = 0;
  for (const json& g : played["games"]) {
    sum += g["score"].get<double>();
    reached += g["tile"] >= 256 ? 0.2 : 0;
  }
  EXPECT_DOUBLE_EQ(played["mean"], sum / 5);
  EXPECT_NEAR(played["reached"]["256"], reached, 1e-9);
  EXPECT_TRUE(played["reached"].contains("2048"));
  EXPECT_TRUE(played["reached"].contains("32768"));
  EXPECT_LE(played["mean"], played["max"]);
  EXPECT_GT(played["moves_per_second"], 0);
  EXPECT_LT(played["ci95"][0], played["mean"]);
  EXPECT_EQ(json_of("2048 play --games 5 --quiet --threads 2 --network " + out)["games"], played["games"]);
}

TEST(Twenty48, FindsTheBestMove) {
  const json d = json_of("2048 best --depth 2 --position '2 2 4 8/. . . ./. . . ./. . . .'");
  EXPECT_TRUE(d["move"] == "left" || d["move"] == "right");
  EXPECT_EQ(d["depth"], 2);
  EXPECT_GT(d["nodes"], 10);
  EXPECT_EQ(json_of("2048 best --time-ms 5 --position '2,2,4,8/0,0,0,0/0,0,0,0/0,0,0,0'")["over"], false);
  const json over = json_of("2048 best --position '2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2'");
  EXPECT_TRUE(over["move"].is_null());
  EXPECT_EQ(over["over"], true);
  EXPECT_EQ(run("2048 best --position '2 2 4 8/. . . ./. . . ./. . . .'").code, 0);
}

TEST(Twenty48, CountsSequences) {
  // One tile 2 in the corner moves right and down (12 places for it are no move); 15 empty cells, two tiles each.
  EXPECT_EQ(json_of("perft --game 2048 --depth 1 --position '2 . . ./. . . ./. . . ./. . . .'")["counts"],
            (json{2 * 15 * 2}));
  EXPECT_EQ(json_of("perft --game 2048 --depth 2")["counts"], (json{50560, 5045792}));
}

TEST(Twenty48, WrongInput) {
  expect_wrong("2048", "one of train, play, best is needed");
  expect_wrong("2048 trian", "trian");
  expect_wrong("2048 train --sede 3", "unknown option '--sede'; nearest: --seed");
  expect_wrong("2048 train --method q", "--method must be td or tc");
  expect_wrong("2048 train --network 4x7", "unknown network '4x7'; nearest: 4x6");
  expect_wrong("2048 train --network 0012", "names a cell twice");
  expect_wrong("2048 train --stages 100", "--stages");
  expect_wrong("2048 train --games 0", "--games");
  expect_wrong("2048 train --simd sse", "--simd");
  expect_wrong("2048 train --out /no/such/folder/x.json", "--out");
  expect_wrong("2048 train --network 01 --resume --out " + (folder() / "absent.json").string(), "--resume");
  expect_wrong("2048 play --network nobody", "unknown network 'nobody'");
  expect_wrong("2048 play --network /no/such.json", "/no/such.json");
  expect_wrong("2048 play --depth 0", "--depth");
  expect_wrong("2048 play --network " + write("bad2048.json", "{}"), "format");
  expect_wrong("2048 best", "--position");
  expect_wrong("2048 best --position '2 2/2 2'", "4 rows");
  expect_wrong("perft --game 2048 --position 3", "--position");
  expect_wrong("perft --game 2048 --list T", "--list");
  for (const char* part : {"train", "play", "best"}) {
    const Said said = run(std::string("2048 ") + part + " --help");
    EXPECT_EQ(said.code, 0);
    EXPECT_NE(said.out.find("Example:"), std::string::npos) << part;
  }
}

}  // namespace twenty48_test
}  // namespace stackwright::test
