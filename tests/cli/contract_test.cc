// The contract of the command line: JSON keys, their meaning, and exit codes.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "cli/program.h"

namespace stackwright::test {
namespace contract_test {

using nlohmann::json;

TEST(Play, ReportsEveryGame) {
  const json d = json_of("play --controller dellacherie --board 10x10 --games 4 --seed 3 --score milan --threads 2");
  EXPECT_EQ(d["schema"], "stackwright.play/1");
  EXPECT_EQ(d["seed"], 3);
  EXPECT_EQ(d["configuration"]["controller"], "dellacherie");
  EXPECT_EQ(d["configuration"]["see"], 1);
  EXPECT_EQ(d["configuration"]["search"], "greedy");
  ASSERT_EQ(d["games"].size(), 4u);
  std::int64_t lines = 0, score = 0, pieces = 0;
  for (const json& g : d["games"]) {
    EXPECT_EQ(g["ended"], "top");
    ASSERT_EQ(g["clears"].size(), 4u);
    const auto c = g["clears"].get<std::vector<std::int64_t>>();
    EXPECT_EQ(g["lines"], c[0] + 2 * c[1] + 3 * c[2] + 4 * c[3]);
    EXPECT_EQ(g["score"], 10 * c[0] + 30 * c[1] + 60 * c[2] + 100 * c[3]);
    lines += g["lines"].get<std::int64_t>();
    score += g["score"].get<std::int64_t>();
    pieces += g["pieces"].get<std::int64_t>();
  }
  EXPECT_DOUBLE_EQ(d["mean_lines"], static_cast<double>(lines) / 4);
  EXPECT_DOUBLE_EQ(d["mean_pieces"], static_cast<double>(pieces) / 4);
  EXPECT_DOUBLE_EQ(d["mean_score"], static_cast<double>(score) / 4);
  EXPECT_DOUBLE_EQ(d["points_per_piece"], static_cast<double>(score) / static_cast<double>(pieces));
  EXPECT_EQ(d["censored"], false);
  EXPECT_LT(d["ci95_lines"][0], d["mean_lines"]);
  EXPECT_GT(d["ci95_lines"][1], d["mean_lines"]);
  EXPECT_GT(d["pieces_per_second"], 0);
}

TEST(Play, SaysWhenNoGameEnded) {
  const json d = json_of("play --max-pieces 50 --games 2");
  EXPECT_EQ(d["censored"], true);
  EXPECT_EQ(d["mean_pieces"], 50);
  EXPECT_TRUE(d["ci95_lines"][1].is_null());
  for (const json& g : d["games"]) EXPECT_EQ(g["ended"], "limit");
}

TEST(Play, ListsEnd) {
  const json d = json_of("play --pieces list:TTITI");
  EXPECT_EQ(d["games"][0]["ended"], "list");
  EXPECT_EQ(d["games"][0]["pieces"], 5);
}

TEST(Play, IsReproducible) {
  const std::string command = "play --controller milan-pieces --board 8x10 --games 5 --max-pieces 100 --seed 11";
  EXPECT_EQ(json_of(command + " --threads 1")["games"], json_of(command + " --threads 3 --simd plain")["games"]);
  EXPECT_NE(json_of(command)["games"],
            json_of("play --controller milan-pieces --board 8x10 --games 5 --max-pieces 100")["games"]);
}

TEST(Play, ReadsTheControllerItPrints) {
  const Said shown = run("controllers --show bcts");
  ASSERT_EQ(shown.code, 0);
  const std::string path = write("bcts.json", shown.out);
  const std::string rest = " --board 10x10 --max-pieces 300";
  EXPECT_EQ(json_of("play --controller " + path + rest)["games"], json_of("play --controller bcts" + rest)["games"]);
}

TEST(Play, SpeaksToPeopleToo) {
  const Said said = run("play --max-pieces 20 --games 2");
  EXPECT_EQ(said.code, 0);
  EXPECT_NE(said.out.find("mean lines"), std::string::npos);
}

TEST(Play, AfterAnInterruptReportsWhatWasPlayed) {
  // timeout signals the program and then its group: signals that come together are one wish to stop, however many.
  const std::string out = (folder() / "interrupted.json").string();
  const std::string command = STACKWRIGHT_PROGRAM " play --games 50 --quiet --json >" + out +
                              " & sleep 1; for i in 1 2 3 4 5; do kill -INT $! 2>/dev/null; done; wait $!";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 130);
  std::stringstream text;
  text << std::ifstream(out).rdbuf();
  const json d = json::parse(text.str(), nullptr, false);
  ASSERT_FALSE(d.is_discarded()) << text.str();
  EXPECT_EQ(d["interrupted"], true);
  EXPECT_GE(d["games"].size(), 1u);
  EXPECT_GT(d["games"][0]["pieces"], 0);
}

TEST(Placements, DescribesEveryPlacement) {
  const std::string board = write("board.txt", "....\n....\n....\n#.##\n");
  const json d = json_of("placements --piece T --controller bcts --board-file " + board);
  ASSERT_EQ(d["placements"].size(), 10u);  // four orientations of 2, 3, 2, 3 columns
  std::vector<std::pair<int, int>> order;
  for (const json& p : d["placements"]) {
    order.emplace_back(p["orientation"], p["column"]);
    EXPECT_EQ(p["cells"].size(), 4u);
    if (p["lost"] == true) continue;
    EXPECT_EQ(p["after"].size(), 4u);
    EXPECT_TRUE(p["score"].is_number());
    EXPECT_TRUE(p["features"].contains("holes"));
    EXPECT_TRUE(p["features"].contains("column_height[3]"));
    EXPECT_FALSE(p["features"].contains("column_height[4]"));
  }
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  const auto fits = std::find_if(d["placements"].begin(), d["placements"].end(), [](const json& p) {
    return p["lines"] == 1 && p["column"] == 0 && p["cells"].size() == 4 &&
           std::count(p["cells"].begin(), p["cells"].end(), json{1, 0}) == 1;
  });
  ASSERT_NE(fits, d["placements"].end());
  EXPECT_EQ((*fits)["features"]["removed_rows"], 1);
}

TEST(Placements, LostOnesTellNothingMore) {
  const std::string board = write("high.txt", "#...\n#...\n#...\n#...\n");
  const json d = json_of("placements --piece O --board-file " + board);
  ASSERT_EQ(d["placements"].size(), 3u);
  EXPECT_EQ(d["placements"][0]["lost"], true);
  for (const char* key : {"after", "features", "score"}) EXPECT_TRUE(d["placements"][0][key].is_null()) << key;
  EXPECT_EQ(d["placements"][1]["lost"], false);
  EXPECT_TRUE(d["placements"][1]["score"].is_null());  // no controller
  EXPECT_EQ(d["placements"][1]["after"], (json{"#...", "#...", "###.", "###."}));
}

TEST(Placements, ReadsStandardInput) {
  const json d = json_of("placements --piece I --board-file -", "....\n....\n....\n....\n");
  EXPECT_EQ(d["placements"].size(), 5u);
  EXPECT_EQ(d["configuration"]["board"], "4x4");
}

TEST(Registry, Features) {
  const json d = json_of("features");
  std::set<std::string> names;
  for (const json& f : d["features"]) {
    names.insert(f["name"]);
    EXPECT_NE(f["definition"], "");
    EXPECT_NE(f["source"], "");
  }
  for (const char* name : {"landing_height", "eroded_cells", "holes", "height_rise", "etp", "lisbon_holes"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(Registry, Controllers) {
  const json document = json_of("controllers");
  for (const json& c : document["controllers"]) {
    for (const char* key : {"name", "features", "weights", "see", "search", "source", "published"}) {
      EXPECT_TRUE(c.contains(key)) << key;
    }
    EXPECT_EQ(c["features"].size(), c["weights"].size());
  }
}

TEST(Bench, SignatureAndSpeed) {
  const json d = json_of("bench --seconds 0.05");
  EXPECT_EQ(d["signature"].get<std::string>().size(), 16u);
  EXPECT_TRUE(d["simd"].is_string());
  for (const char* known : {"one_piece", "two_piece"}) {
    EXPECT_GT(d[known]["pieces_per_second"], 0);
    EXPECT_GT(d[known]["placements_per_second"], d[known]["pieces_per_second"]);
  }
  EXPECT_EQ(json_of("bench --seconds 0.05 --simd plain --controller milan-pieces")["signature"], d["signature"]);
}

TEST(Perft, CountsSequences) {
  EXPECT_EQ(json_of("perft --game tetris --depth 2")["counts"], (json{162, 26244}));
  EXPECT_EQ(json_of("perft --depth 2 --list IO")["counts"], (json{17, 17 * 9}));
  EXPECT_EQ(json_of("perft --depth 1 --list O --board 4x4 --position '#.../#.../#.../#...'")["counts"], (json{2}));
}

TEST(Help, HasAnExampleEverywhere) {
  EXPECT_EQ(run("--version").out.substr(0, 12), "stackwright ");
  EXPECT_NE(run("--help").out.find("placements"), std::string::npos);
  for (const char* command : {"play", "placements", "features", "controllers", "bench", "perft", "runs", "evolve"}) {
    const Said said = run(std::string(command) + " --help");
    EXPECT_EQ(said.code, 0);
    EXPECT_NE(said.out.find("Example:"), std::string::npos) << command;
  }
}

}  // namespace contract_test
}  // namespace stackwright::test
