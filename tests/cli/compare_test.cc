// stackwright compare, experiment and report: JSON, what is stored, what is wrong with a request.
#include "cli/program.h"

namespace stackwright::test {
namespace compare_test {

using nlohmann::json;

std::string store() { return (folder() / "compare.db").string(); }

TEST(CompareCommand, ReportsStandingsAndPairs) {
  const json d = json_of("compare dellacherie dt-20 bcts --board 10x8 --games 20 --seed 4 --score milan --quiet");
  EXPECT_EQ(d["schema"], "stackwright.compare/1");
  EXPECT_EQ(d["configuration"]["controllers"], (json{"dellacherie", "dt-20", "bcts"}));
  ASSERT_EQ(d["controllers"].size(), 3u);
  ASSERT_EQ(d["pairs"].size(), 3u);
  int decided = 0;
  for (const json& c : d["controllers"]) {
    decided += c["wins"].get<int>();
    EXPECT_LE(c["ci95"][0], c["mean"]);
    EXPECT_GE(c["ci95"][1], c["mean"]);
    EXPECT_GE(c["best"], c["median"]);
    // The same games as play's, so the same mean.
    const std::string name = c["name"];
    const json played = json_of("play --quiet --board 10x8 --games 20 --seed 4 --score milan --controller " + name);
    EXPECT_EQ(c["mean"], played["mean_lines"]) << name;
    EXPECT_EQ(c["ci95"], played["ci95_lines"]) << name;
    EXPECT_EQ(c["points_per_piece"], played["points_per_piece"]) << name;
  }
  EXPECT_LE(decided, 20);
  for (const json& p : d["pairs"]) {
    EXPECT_GE(p["p_adjusted"], p["p"]);
    EXPECT_EQ(p["significant"], p["p_adjusted"].get<double>() < 0.05);
    EXPECT_EQ(p["better"].is_null(), !p["significant"].get<bool>());
  }
  EXPECT_NE(d["summary"].get<std::string>().find("highest mean"), std::string::npos);
}

TEST(CompareCommand, KeepsAMatchAndReportsIt) {
  const std::string command =
      "compare bcts dt-20{holes=-1} --board 10x6 --games 5 --quiet --name kept --store " + store();
  const json first = json_of(command);
  EXPECT_EQ(first["run"], "kept");
  EXPECT_EQ(json_of(command)["controllers"], first["controllers"]);  // nothing is played again
  expect_wrong(command + " --seed 2", "--name: the store has a run kept with other settings");
  const json report = json_of("report kept --store " + store());
  EXPECT_EQ(report["sections"][0]["blocks"][0]["rows"].size(), 2u);
  EXPECT_NE(run("compare bcts --max-pieces 20").out.find("bcts reaches more than"), std::string::npos);
}

TEST(CompareCommand, WrongRequests) {
  expect_wrong("compare", "at least one controller");
  expect_wrong("compare dt-21", "unknown controller 'dt-21'; nearest: dt-20");
  expect_wrong("compare dt-20 --by luck", "--by: unknown measure 'luck'");
  expect_wrong("compare dt-20 --gmaes 3", "unknown option '--gmaes'");
  expect_wrong("compare dt-20{holes=x}", "holes");
}

TEST(ExperimentCommand, WrongRequests) {
  const std::string s = " --store " + store();
  expect_wrong("experiment" + s, "recipes: bh-environments");
  expect_wrong("experiment milan-scor" + s, "unknown recipe 'milan-scor'; nearest: milan-score");
  expect_wrong("experiment milan-score --smoke --quick" + s, "exclude each other");
  expect_wrong("experiment /no/such.toml" + s, "/no/such.toml");
  const std::string bad = write("bad-recipe.toml", "[[step]]\nkind = \"play\"\ncontrollers = \"nobody\"\n");
  expect_wrong("experiment " + bad + s, "unknown controller 'nobody'");
  expect_wrong("experiment milan-score --smoke --report /no/such/folder/r.html" + s, "--report: cannot write");
  EXPECT_NE(run("experiment --list").out.find("milan-difficulty"), std::string::npos);
}

TEST(ExperimentCommand, ASmallOneWithItsReport) {
  const std::string text =
      "about = \"small\"\n[[step]]\nname = \"games\"\nkind = \"compare\"\n"
      "controllers = [\"bcts\", \"dellacherie\"]\nboard = \"10x6\"\ngames = 6\n"
      "[[finding]]\nclaim = \"c\"\nmeasure = \"games/bcts: mean\"\npublished = 1\nexpect = \"at-least\"\n";
  const std::string recipe = write("small.toml", text);
  const std::size_t others = json_of("runs list --store " + store())["runs"].size();
  const json d = json_of("experiment " + recipe + " --quiet --name exp --store " + store());
  EXPECT_EQ(d["recipe"], "small");
  EXPECT_EQ(d["runs"][0]["run"], "exp/games");
  EXPECT_EQ(d["findings"][0]["verdict"], "holds");
  for (const char* key : {"claim", "published", "measured", "ci95", "verdict"})
    EXPECT_TRUE(d["findings"][0].contains(key));
  const json again = json_of("experiment exp --resume --quiet --store " + store());
  EXPECT_EQ(again["findings"], d["findings"]);
  write("small.toml",
        text + "[[finding]]\nclaim = \"d\"\nmeasure = \"games/bcts: mean\"\npublished = 1\nexpect = \"at-most\"\n");
  const json judged = json_of("experiment " + recipe + " --name exp --resume --quiet --store " + store());
  ASSERT_EQ(judged["findings"].size(), 2u);
  EXPECT_EQ(judged["findings"][0], d["findings"][0]);  // the games are those that were played
  EXPECT_EQ(judged["findings"][1]["verdict"], "does not hold");
  EXPECT_EQ(json_of("runs list --store " + store())["runs"].size(), others + 2);
  const Said markdown = run("report exp --markdown --store " + store());
  EXPECT_NE(markdown.out.find("| claim | published | measured |"), std::string::npos);
  EXPECT_NE(markdown.out.find("stackwright experiment " + recipe), std::string::npos);  // the file it was read from
  const std::string page = (folder() / "small-page.html").string();
  EXPECT_TRUE(json_of("report exp --json --out " + page + " --store " + store()).contains("sections"));
  EXPECT_GT(std::filesystem::file_size(page), 100'000u);
  expect_wrong("report nobody --store " + store(), "unknown run 'nobody'");
  expect_wrong("report", "at least one run");
  EXPECT_EQ(run("runs delete exp --store " + store()).code, 0);
  const json left = json_of("runs list --store " + store());
  for (const json& row : left["runs"]) EXPECT_NE(row["name"], "exp/games");  // steps go with their experiment
}

/// What is gone on with has the steps of the recipe as it is now: a changed line is never dropped in silence.
TEST(ExperimentCommand, GoesOnOnlyWithTheSameSteps) {
  const std::string text =
      "[[step]]\nname = \"games\"\nkind = \"play\"\ncontrollers = \"bcts\"\nboard = \"10x6\"\ngames = 2\n";
  const std::string recipe = write("changing.toml", text);
  const std::string resume = "experiment " + recipe + " --resume --store " + store();
  const Said first = run(resume + " --json");
  EXPECT_EQ(first.code, 0);
  EXPECT_NE(first.error.find("a new one begins"), std::string::npos);
  const std::string name = json::parse(first.out)["run"];
  EXPECT_EQ(json_of(resume + " --quiet")["run"], name);
  write("changing.toml", text + "max_pieces = 7\n");
  expect_wrong(resume, "other steps now than run " + name);
  expect_wrong(resume + " --name " + name, "other steps now than run " + name);
  EXPECT_EQ(json_of("experiment " + name + " --resume --quiet --store " + store())["run"], name);
}

TEST(NewCommands, HelpHasAnExample) {
  for (const char* command : {"compare", "experiment", "report"}) {
    const Said said = run(std::string(command) + " --help");
    EXPECT_EQ(said.code, 0);
    EXPECT_NE(said.out.find("Example:"), std::string::npos) << command;
  }
}

}  // namespace compare_test
}  // namespace stackwright::test
