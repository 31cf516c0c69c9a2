// The contract of solve: its JSON, its answers, and wrong input.
#include "cli/program.h"

namespace stackwright::test {
namespace solve_test {

TEST(Solve, HasWhatTheContractSays) {
  const auto d = json_of("solve --list JOLOLO --threads 2");
  EXPECT_EQ(d["schema"], "stackwright.solve/1");
  EXPECT_EQ(d["points"], 300);
  EXPECT_EQ(d["bound"], 300);
  EXPECT_EQ(d["proved"], true);
  EXPECT_EQ(d["lost"], false);
  EXPECT_EQ(d["ended"], "done");
  EXPECT_TRUE(d["expanded"].is_number_unsigned());
  EXPECT_GT(d["generated"], d["expanded"]);
  EXPECT_TRUE(d["seconds"].is_number());
  ASSERT_EQ(d["plan"].size(), 6u);
  const char* letters = "JOLOLO";
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(d["plan"][i]["piece"], std::string(1, letters[i]));
    EXPECT_TRUE(d["plan"][i]["orientation"].is_number_integer());
    EXPECT_TRUE(d["plan"][i]["column"].is_number_integer());
  }
  EXPECT_EQ(d["boards"].size(), 6u);
  EXPECT_EQ(d["configuration"]["board"], "10x18");
  EXPECT_EQ(d["configuration"]["rules"], "ia-tetris");
}

TEST(Solve, EveryAlgorithmAnswers) {
  for (const char* name : {"exact", "dfs", "astar", "best-first", "hill-climb", "best-grandchild", "k-best", "beam"}) {
    for (const char* heuristic : {"none", "aggregate_height", "lisbon", "bound"}) {
      const auto d = json_of("solve --list OOTSO --max-nodes 20000 --threads 1 --algorithm " + std::string(name) +
                             " --heuristic " + heuristic);
      EXPECT_LE(d["points"], 100) << name;
      EXPECT_GE(d["bound"], 100) << name;
      EXPECT_EQ(d["lost"], false) << name;
    }
  }
}

TEST(Solve, ThreadsGiveTheSamePlan) {
  auto one = json_of("solve --list OILZTJ --threads 1"), two = json_of("solve --list OILZTJ --threads 2");
  EXPECT_EQ(one["plan"], two["plan"]);
  EXPECT_EQ(one["generated"], two["generated"]);
}

TEST(Solve, DrawsThePlan) {
  const Said said = run("solve --list I --board 4x6 --rules standard --quiet");
  EXPECT_EQ(said.code, 0);
  EXPECT_NE(said.out.find("  1. I orientation 0 column 0: 1 rows, 100 points\n....\nIIII\n"), std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("the optimum, proved"), std::string::npos);
}

TEST(Solve, BoardsFromFilesAndLostLists) {
  const auto d =
      json_of("solve --list I --board 5x5 --rules standard --board-file -", ".....\n####.\n####.\n####.\n####.\n");
  EXPECT_EQ(d["points"], 800);
  const auto lost = json_of("solve --list OOOOO --board 5x5");
  EXPECT_EQ(lost["lost"], true);
  EXPECT_EQ(lost["proved"], true);
}

TEST(Solve, LimitsLeaveABound) {
  const auto d = json_of("solve --list LJZSLZSLJZ --max-nodes 100000 --threads 1");
  EXPECT_EQ(d["proved"], false);
  EXPECT_EQ(d["ended"], "max-nodes");
  EXPECT_GE(d["bound"], 500);
  EXPECT_LE(d["points"], 500);
  EXPECT_EQ(d["plan"].size(), 10u);
}

TEST(Solve, WrongInput) {
  expect_wrong("solve", "--list: the letters of the pieces expected");
  expect_wrong("solve --list TTX", "--list: ");
  expect_wrong("solve --list T --algorithm astarr", "--algorithm: unknown algorithm 'astarr'; nearest: astar");
  expect_wrong("solve --list T --cost prize", "--cost: unknown cost 'prize'");
  expect_wrong("solve --list T --heuristic bumpyness", "--heuristic: unknown feature 'bumpyness'; nearest: bumpiness");
  expect_wrong("solve --list T --heuristic ./nobody.json", "nobody.json");
  expect_wrong("solve --list T --ties never", "--ties: unknown ties 'never'");
  expect_wrong("solve --list T --board 3x18", "--board: ");
  expect_wrong("solve --list T --score points", "--score: ");
  expect_wrong("solve --list T --k 0", "--k must be a whole number from 1");
  expect_wrong("solve --list T --depth 0", "--depth");
  expect_wrong("solve --list T --width 0", "--width");
  expect_wrong("solve --list T --max-seconds -1", "--max-seconds");
  expect_wrong("solve --list T --max-nodes some", "--max-nodes");
  expect_wrong("solve --list T --board-file /no/such/file", "/no/such/file");
}

}  // namespace solve_test
}  // namespace stackwright::test
