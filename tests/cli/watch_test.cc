// stackwright watch without a terminal: documents, frames, recordings and replays, wrong input.
#include "cli/program.h"

namespace stackwright::test {
namespace watch_test {

using nlohmann::json;

TEST(Watch, WithoutGravityIsTheHeadlessGame) {
  const std::string rest = " --controller dellacherie --board 10x16 --seed 9 --max-pieces 400";
  const json strict = json_of("watch --no-gravity --key-ms 0" + rest);
  const json headless = json_of("play" + rest)["games"][0];
  EXPECT_EQ(strict["schema"], "stackwright.watch/1");
  for (const char* key : {"pieces", "lines", "clears"}) EXPECT_EQ(strict[key], headless[key]) << key;
  EXPECT_EQ(strict["agent"]["share"], 1.0);
  EXPECT_EQ(strict["ended"], "limit");
  EXPECT_EQ(strict["configuration"]["first_delay"], 0);
}

TEST(Watch, PlaysStrictlyByDefault) {
  const json d = json_of("watch --seed 4 --max-pieces 300 --rows-per-level 0");
  EXPECT_EQ(d["pieces"], 300);
  EXPECT_EQ(d["level"], 1);
  EXPECT_GE(d["agent"]["share"], 0.99);
  EXPECT_EQ(d["agent"]["decisions"], 300);
  std::int64_t sum = 0;
  for (const auto& count : d["by_piece"]) sum += count.get<std::int64_t>();
  EXPECT_EQ(sum, 300);
  EXPECT_EQ(d["board"].size(), 20u);
  const auto clears = d["clears"].get<std::vector<std::int64_t>>();
  EXPECT_EQ(d["score"], 40 * clears[0] + 100 * clears[1] + 300 * clears[2] + 1200 * clears[3]);
  EXPECT_GT(d["seconds"], 20);  // of game time
}

TEST(Watch, WhatIsRecordedReplays) {
  const std::string path = (folder() / "game.jsonl").string(), again = (folder() / "again.jsonl").string();
  const json d = json_of("watch --board 8x10 --seed 3 --max-pieces 0 --level 6 --record " + path);
  EXPECT_EQ(d["ended"], "height");
  const json replayed = json_of("watch --replay " + path + " --record " + again);
  for (const char* key : {"pieces", "lines", "score", "level", "board", "seconds", "by_piece", "ended"}) {
    EXPECT_EQ(replayed[key], d[key]) << key;
  }
  std::stringstream first, second;
  first << std::ifstream(path).rdbuf();
  second << std::ifstream(again).rdbuf();
  EXPECT_EQ(first.str(), second.str());
  std::string changed = first.str();
  changed.replace(changed.rfind("\"pieces\":") + 9, 1, "9");
  expect_wrong("watch --replay " + write("changed.jsonl", changed), "the file was changed");
}

TEST(Watch, DrawsFramesIntoAPipe) {
  const Said said = run("watch --pieces list:OIOI --board 4x6 --no-gravity --frames 1 --score lines");
  EXPECT_EQ(said.code, 0) << said.error;
  EXPECT_NE(said.out.find("|....|"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("pieces 4"), std::string::npos);
  EXPECT_NE(said.out.find("over: list"), std::string::npos);
  EXPECT_NE(said.out.find("OO"), std::string::npos);
  EXPECT_EQ(said.out.find('\x1b'), std::string::npos);  // nothing for terminals
}

TEST(Watch, WrongInput) {
  expect_wrong("watch --person", "--person needs a terminal");
  expect_wrong("watch --person --replay x", "cannot go together");
  expect_wrong("watch --speed fast", "--speed must be max or a number from 0.05 to 1000, got 'fast'");
  expect_wrong("watch --level 0", "--level");
  expect_wrong("watch --controller nobody", "--controller: unknown controller 'nobody'");
  expect_wrong("watch --replay /no/such/file", "--replay: ");
  expect_wrong("watch --replay " + write("broken.jsonl", "{}\n"), "broken.jsonl: line 1: ");
  expect_wrong("watch --record /no/such/folder/file", "--record: cannot write /no/such/folder/file: ");
  expect_wrong("watch --search two-ply --see 1", "--see: ");
  EXPECT_NE(run("watch --help").out.find("Example:"), std::string::npos);
}

}  // namespace watch_test
}  // namespace stackwright::test
