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

std::string content_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(EvolveCommand, AFinishedRunKeepsItsResult) {
  const std::string s = " --store " + store();
  json_of(kSmall + "--name kept" + s);
  const json before = json_of("runs show kept" + s);
  ASSERT_TRUE(before["result"].contains("held_out")) << before["result"];
  expect_wrong("evolve --resume kept --out /no/such/folder/x.json" + s, "--out: cannot write '/no/such/folder/x.json'");
  EXPECT_EQ(json_of("runs show kept" + s)["result"], before["result"]);
  EXPECT_EQ(json_of("runs show kept" + s)["runs"][0]["state"], "finished");
  const std::string out = (folder() / "kept-elsewhere.json").string();
  EXPECT_EQ(json_of("evolve --quiet --resume kept --out " + out + s)["champion"]["controller"], out);
  json after = json_of("runs show kept" + s)["result"];
  EXPECT_EQ(after["controller"], out);
  after["controller"] = before["result"]["controller"];
  EXPECT_EQ(after, before["result"]);
}

TEST(EvolveCommand, TheChampionsFileReplacesNoOther) {
  const std::string s = " --store " + store();
  const std::string other = write("taken.json", "somebody else's");
  const std::string mine = (folder() / "taken-2.json").string();
  EXPECT_EQ(json_of(kSmall + "--name taken" + s)["champion"]["controller"], mine);
  EXPECT_EQ(content_of(other), "somebody else's");
  EXPECT_EQ(json_of("evolve --quiet --resume taken" + s)["champion"]["controller"], mine);
  EXPECT_EQ(json_of("evolve --quiet --resume taken --out " + other + s)["champion"]["controller"], other);
  EXPECT_EQ(content_of(other), content_of(mine));
}

TEST(EvolveCommand, SaysWhatToTypeNext) {
  const std::string out = (folder() / "next.json").string();
  const Said said = run(kSmall + "--name next --out " + out + " --store " + store());
  EXPECT_EQ(said.code, 0) << said.error;
  for (const std::string& command : {"stackwright play --controller " + out, "stackwright watch --controller " + out}) {
    EXPECT_NE(said.out.find(command), std::string::npos) << said.out;
  }
  EXPECT_EQ(run("watch --plain --max-pieces 3 --controller " + out).code, 0);
}

TEST(EvolveCommand, ListsItsKeys) {
  const json d = json_of("evolve quick --keys");
  EXPECT_EQ(d["schema"], "stackwright.evolve-keys/1");
  EXPECT_EQ(d["configuration"]["optimiser"], "cma-es");
  bool found = false;
  for (const json& key : d["keys"]) {
    EXPECT_FALSE(key["meaning"].get<std::string>().empty()) << key;
    found = found || (key["name"] == "board" && key["value"] == "10x20");
  }
  EXPECT_TRUE(found) << d["keys"];
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
  expect_wrong("evolve --resume contract --seed 5" + s, "--set, --seed and --name are for new runs");
  for (const char* name : {"a/b", ".hidden", "../out"}) {
    expect_wrong(kSmall + "--name " + name + s, "must have no '/' and not begin with '.', got '" + std::string(name));
  }
  expect_wrong(kSmall + "--name ''" + s, "--name must not be empty");
  expect_wrong("evolve quick --store ''", "--store must not be empty");
  expect_wrong(kSmall + "--out /no/such/folder/x.json" + s,
               "--out: cannot write '/no/such/folder/x.json': there is no");
  expect_wrong(kSmall + "--out " + folder().string() + s, "it is a folder");
  expect_wrong(kSmall + "--out " + write("file", "") + "/x.json" + s, "there is no folder");
  expect_wrong("evolve /no/such/file.toml" + s, "/no/such/file.toml");
  expect_wrong("evolve " + write("bad.toml", "games = = 3") + s, "bad.toml: line 1");
  expect_wrong("evolve quick --store " + folder().string(), folder().string());
  expect_wrong("evolve quick --store " + write("not.db", "this is not a database, not at all, by no means"), "not.db");
  const json runs = json_of("runs list" + s);
  for (const json& run : runs["runs"]) EXPECT_EQ(run["state"], "finished");  // nothing was left of wrong requests
}

}  // namespace evolve_test
}  // namespace stackwright::test
