// stackwright units: its JSON keys, its pictures, and wrong input.
#include "cli/program.h"

namespace stackwright::test {
namespace units_test {

using nlohmann::json;

TEST(UnitsCommand, ShowsEveryUnit) {
  const json d = json_of("units units-hand --positions 50 --seed 4");
  EXPECT_EQ(d["schema"], "stackwright.units/1");
  EXPECT_EQ(d["seed"], 4);
  ASSERT_EQ(d["units"].size(), 6u);
  EXPECT_EQ(d["units"][2]["resembles"], "row_transitions");
  EXPECT_NEAR(d["units"][2]["correlation"].get<double>(), 1, 1e-9);
  EXPECT_EQ(d["units"][4]["filter"], ".+./.-./...");
  EXPECT_EQ(d["units"][4]["weight"], -4);
  EXPECT_EQ(d["units"][5]["picture"][1], "+ - +");
  const Said said = run("units units-hand --positions 20 --player dt-20");
  EXPECT_EQ(said.code, 0) << said.error;
  EXPECT_NE(said.out.find("+ - +   gives from each, the steps down over empty cells"), std::string::npos) << said.out;
}

TEST(UnitsCommand, SaysWhatIsWrong) {
  expect_wrong("units", "FILE: expected a unit network");
  expect_wrong("units dt-20", "has no units");
  expect_wrong("units units-hand --board 12x20", "too short");
  const std::string head = R"({"format": "stackwright-controller", "version": 1, "game": "tetris", "kind": "units", )";
  expect_wrong("units " + write("cut.json", head + R"("units": [{"genes": [0.5, )"), "cut.json");
  expect_wrong("play --controller " + write("far.json", head + R"("units": [{"genes": [0.5, 2]}]})"),
               "units[0].genes' must have 32 entries");
}

}  // namespace units_test
}  // namespace stackwright::test
