// stackwright estimate: its JSON keys, its options, and wrong input.
#include "cli/program.h"

namespace stackwright::test {
namespace estimate_test {

using nlohmann::json;

TEST(EstimateCommand, ReportsFigureAndTrust) {
  const json d = json_of("estimate --controller dellacherie --board 10x8 --precision 0.1 --method splitting --seed 3");
  EXPECT_EQ(d["schema"], "stackwright.estimate/1");
  EXPECT_EQ(d["seed"], 3);
  EXPECT_EQ(d["configuration"]["precision"], 0.1);
  EXPECT_GT(d["lines"], 0);
  EXPECT_LT(d["ci95_lines"][0], d["lines"]);
  EXPECT_GT(d["ci95_lines"][1], d["lines"]);
  EXPECT_LE(d["relative_error"], 0.1);
  EXPECT_GT(d["pieces_simulated"], 0);
  EXPECT_GT(d["largest_share"], 0);
  EXPECT_TRUE(d["trusted"].is_boolean());
  EXPECT_EQ(d["trusted"].get<bool>(), d["reason"].is_null());
  EXPECT_EQ(d["levels"][0]["factor"], 1);
  EXPECT_GT(d["second_opinion"]["lines"], 0);
  EXPECT_TRUE(d["second_opinion"]["agrees"].is_boolean());
  EXPECT_TRUE(d["advice"].is_string());  // games on this board are short
  EXPECT_EQ(d["method"], "splitting");
}

TEST(EstimateCommand, PlaysShortGames) {
  const json d = json_of("estimate --controller dellacherie --board 8x6 --precision 0.05");
  EXPECT_EQ(d["method"], "playing");
  EXPECT_EQ(d["trusted"], true);
  EXPECT_TRUE(d["second_opinion"].is_null());
}

TEST(EstimateCommand, SaysWhatIsWrong) {
  expect_wrong("estimate --controller nobody", "--controller: unknown controller");
  expect_wrong("estimate --precision 0", "--precision must be a number from 0.001 to 0.2");
  expect_wrong("estimate --method guess", "--method: unknown method 'guess'");
  expect_wrong("estimate --levels depth", "--levels: unknown kind of levels 'depth'");
  expect_wrong("estimate --pieces cycle:SZ", "leaves nothing to chance");
  expect_wrong("estimate --search two-ply --see 1", "--see");
}

}  // namespace estimate_test
}  // namespace stackwright::test
