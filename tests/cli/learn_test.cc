// stackwright learn: its JSON keys, going on, and wrong input.
#include "cli/program.h"

namespace stackwright::test {
namespace learn_test {

using nlohmann::json;

const std::string kTiny =
    " --quiet --seed 3 --set units=2 --set positions=30 --set rollouts=1 --set horizon=20 --set candidates=16"
    " --set trial_games=4 --set trial_pieces=500";

TEST(LearnCommand, LearnsAndGoesOn) {
  const std::string first = write("learned.json", ""), other = write("at-once.json", "");
  const json d = json_of("learn --rounds 1 --threads 2 --out " + first + kTiny);
  EXPECT_EQ(d["schema"], "stackwright.learn/1");
  EXPECT_EQ(d["rounds"], 1);
  EXPECT_EQ(d["games"], 4);
  EXPECT_EQ(d["interrupted"], false);
  EXPECT_EQ(d["network"], first);
  expect_wrong("learn --rounds 2 --out " + first + kTiny, "is a run that can go on");
  expect_wrong("learn --rounds 2 --resume --seed 4 --out " + first, "--seed is for new ones");
  EXPECT_EQ(run("learn --rounds 2 --resume --quiet --out " + first).code, 0);
  EXPECT_EQ(run("learn --rounds 2 --threads 1 --out " + other + kTiny).code, 0);
  EXPECT_EQ(run("play --games 3 --controller " + first + " --json").code, 0);
  const json one = json_of("units --positions 20 " + first), two = json_of("units --positions 20 " + other);
  EXPECT_EQ(one["units"], two["units"]) << "a run that was gone on with ends as one without a break";
}

TEST(LearnCommand, SaysWhatIsWrong) {
  expect_wrong("learn --set unit=3", "unknown setting of learn 'unit'");
  expect_wrong("learn --set units=0", "units");
  expect_wrong("learn --set units", "--set");
  expect_wrong("learn --board 3x3000", "board");
  expect_wrong("learn --resume --out " + write("none.json", ""), "none.json.checkpoint");
  const std::string cut = write("cut.json", "");
  write("cut.json.checkpoint", "{\"format\": ");
  expect_wrong("learn --resume --out " + cut, "cut.json.checkpoint");
}

}  // namespace learn_test
}  // namespace stackwright::test
