// stackwright evolve: its JSON, its files, and what is wrong with a request.
#include "cli/program.h"

namespace stackwright::test {
namespace evolve_test {

using nlohmann::json;

const std::string kSmall =
    "evolve quick --set generations=3 --set games=2 --set board=8x8 --set max_pieces=500 --set final_games=3 "
    "--set held_out_games=5 --quiet ";

std::string store() { return (folder() / "evolve.db").string(); }

TEST(EvolveCommand, ReportsTheRunAndWritesTheChampion) {
  const json d = json_of(kSmall + "--name contract --seed 9 --store " + store());
  EXPECT_EQ(d["schema"], "stackwright.evolve/1");
  EXPECT_EQ(d["seed"], 9);
  EXPECT_EQ(d["run"], "contract");
  EXPECT_EQ(d["configuration"]["games"], 2);
  ASSERT_EQ(d["generations"].size(), 3u);
  for (const json& g : d["generations"]) {
    EXPECT_GE(g["best"], g["mean"]);
    EXPECT_GE(g["mean"], g["worst"]);
    EXPECT_EQ(g["genes"].size(), 9u);
  }
  const json& champion = d["champion"];
  EXPECT_EQ(champion["genes"].size(), 9u);
  EXPECT_LE(champion["held_out"]["ci95"][0], champion["held_out"]["mean"]);
  const json played = json_of("play --board 8x8 --games 2 --controller " + champion["controller"].get<std::string>());
  EXPECT_EQ(played["games"].size(), 2u);

  const json runs = json_of("runs list --store " + store());
  EXPECT_EQ(runs["runs"][0]["name"], "contract");
  EXPECT_EQ(runs["runs"][0]["state"], "finished");
  EXPECT_EQ(runs["runs"][0]["generation"], 3);
}

TEST(EvolveCommand, AFinishedRunResumedSaysTheSameAgain) {
  json first = json_of(kSmall + "--name again --store " + store());
  json second = json_of("evolve --quiet --resume again --store " + store());
  EXPECT_EQ(first, second);
}

TEST(EvolveCommand, WrongRequests) {
  const std::string s = " --store " + store();
  expect_wrong("evolve", "give either a preset or a file");
  expect_wrong("evolve milan-scor" + s, "unknown preset 'milan-scor'; nearest: milan-score");
  expect_wrong("evolve quick --set gmaes=3" + s, "unknown key 'gmaes'; nearest: games");
  expect_wrong("evolve quick --set games" + s, "--set: expected key=value");
  expect_wrong("evolve quick --set low=3 --set high=2" + s, "landing_height");
  expect_wrong("evolve --resume nobody" + s, "nobody");
  expect_wrong("evolve quick --resume nobody" + s, "either");
  expect_wrong("evolve /no/such/file.toml" + s, "/no/such/file.toml");
  expect_wrong("evolve " + write("bad.toml", "games = = 3") + s, "bad.toml: line 1");
  expect_wrong("evolve quick --store " + folder().string(), folder().string());
  expect_wrong("evolve quick --store " + write("not.db", "this is not a database, not at all, by no means"), "not.db");
  const json runs = json_of("runs list" + s);
  for (const json& run : runs["runs"]) EXPECT_EQ(run["state"], "finished");  // nothing was left of wrong requests
}

}  // namespace evolve_test
}  // namespace stackwright::test
