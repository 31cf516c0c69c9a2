// The contract of stackwright murus and of perft --game murus.
#include <string>
#include <thread>
#include <vector>

#include "cli/program.h"

namespace stackwright::test {
namespace murus_test {

using nlohmann::json;

TEST(MurusCommand, PerftCountsSequences) {
  EXPECT_EQ(json_of("perft --game murus --depth 5")["counts"], json({20, 400, 6960, 121104, 1953664}));
  EXPECT_EQ(json_of("perft --game murus --depth 3 --position '8/1t1tt1t1/1twWwwt1/1W2W3/3TW3/4TW2/6TT g'")["counts"],
            json({10, 138, 1600}));
  expect_wrong("perft --game murus --position '8/8 r'", "--position: position: 7 rows");
}

TEST(MurusCommand, BestTellsMoveValueAndLine) {
  const json d = json_of("murus best --depth 5");
  EXPECT_EQ(d["depth"], 5);
  EXPECT_EQ(d["line"][0], d["move"]);
  EXPECT_GT(d["nodes"], 20);
  EXPECT_TRUE(d["value"].is_number());
  EXPECT_TRUE(d["proven"].is_null());
  EXPECT_EQ(d["configuration"]["position"], "tttttttt/8/8/8/8/8/TTTTTTTT r");
  const json win = json_of("murus best --position 't7/8/3T4/8/8/8/8 r' --nodes 1000");
  EXPECT_EQ(win["proven"], "win");
  EXPECT_EQ(win["plies_to_end"], 1);
  EXPECT_EQ(json_of("murus best --depth 6 --weights hand-set")["line"],
            json_of("murus best --depth 6 --weights hand-set")["line"]);
}

TEST(MurusCommand, PlayReportsAMatch) {
  const std::string command = "murus play --games 6 --depth 2 --black-depth 1 --openings 4 --seed 3 --moves --quiet";
  const json d = json_of(command);
  EXPECT_EQ(d["seed"], 3);
  ASSERT_EQ(d["games"].size(), 6u);
  EXPECT_EQ(d["wins"].get<int>() + d["losses"].get<int>() + d["draws"].get<int>(), 6);
  EXPECT_LE(d["p"].get<double>(), 1);
  for (const char* key : {"wins", "losses", "draws"}) {
    EXPECT_EQ(d["as_white"][key].get<int>() + d["as_black"][key].get<int>(), d[key]) << key;
  }
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(d["games"][i]["first_plays"], i % 2 == 0 ? "white" : "black");
    EXPECT_EQ(d["games"][i]["moves"].size(), d["games"][i]["plies"]);
  }
  for (int ply = 0; ply < 4; ++ply) EXPECT_EQ(d["games"][0]["moves"][ply], d["games"][1]["moves"][ply]);
  EXPECT_EQ(json_of(command + " --parallel 3")["games"], d["games"]);
  const json limited = json_of("murus play --games 2 --depth 1 --max-plies 3 --quiet");
  EXPECT_EQ(limited["draws"], 2);
}

TEST(MurusCommand, WeightsAreBredKeptAndPlayed) {
  const std::string store = (folder() / "murus.db").string();
  const std::string command =
      "evolve calabria --set population=4 --set generations=2 --set depth=1 --set openings=4 --set final_games=1 "
      "--set held_out_games=2 --set per_colour=true --quiet --store " +
      store;
  const json d = json_of(command + " --name bred --threads 2");
  EXPECT_EQ(d["configuration"]["game"], "murus");
  EXPECT_EQ(d["champion"]["genes"].size(), 14u);
  EXPECT_EQ(d["champion"]["held_out"]["unit"], "wins");
  EXPECT_EQ(d["champion"]["held_out"]["games"], 4);
  EXPECT_EQ(json_of(command + " --name alone --threads 1")["champion"]["genes"], d["champion"]["genes"]);
  const json played = json_of("murus play --games 2 --depth 1 --openings 4 --quiet --black hand-set --white " +
                              d["champion"]["controller"].get<std::string>());
  EXPECT_EQ(played["games"].size(), 2u);
}

TEST(MurusCommand, WrongInputIsOneLine) {
  expect_wrong("murus", "one of play, best, referee, join is needed");
  expect_wrong("murus best --position nonsense", "--position");
  expect_wrong("murus best --position 'W7/8/8/8/8/8/8 g'", "the game is over");
  expect_wrong("murus best --depth 0", "--depth");
  expect_wrong("murus best --wieghts trained", "--weights");
  expect_wrong("murus play --white nobody", "unknown weights 'nobody'");
  expect_wrong("murus play --black ./no/such.json", "./no/such.json");
  expect_wrong("murus join", "the address of a referee");
  expect_wrong("murus join localhost", "HOST:PORT expected");
  expect_wrong("murus join localhost:99999", "port");
  expect_wrong("murus referee --players 1", "--players");
  const std::string broken = write("weights.json", "{\"format\": \"stackwright-controller\"}");
  expect_wrong("murus best --weights " + broken, "weights.json: field 'version'");
}

TEST(MurusCommand, ProgramsMeetAtAReferee) {
  Said referee, one, two;
  const std::string port = std::to_string(20000 + ::getpid() % 20000);
  std::thread server([&] {
    const std::string file = (folder() / "referee").string();
    referee.code = std::system((std::string(STACKWRIGHT_PROGRAM) + " murus referee --json --port " + port + " >" +
                                file + " 2>" + file + ".log")
                                   .c_str());
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    referee.out = text.str();
  });
  const auto join = [&](const std::string& file) {
    const std::string command = std::string(STACKWRIGHT_PROGRAM) + " murus join 127.0.0.1:" + port + " --depth 2 >" +
                                (folder() / file).string() + " 2>&1";
    for (int attempt = 0; attempt < 200 && std::system(command.c_str()) != 0; ++attempt) {  // until the server listens
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  };
  std::thread first([&] { join("one"); }), second([&] { join("two"); });
  first.join();
  second.join();
  server.join();
  EXPECT_EQ(referee.code, 0);
  const json d = json::parse(referee.out, nullptr, false);
  ASSERT_FALSE(d.is_discarded()) << referee.out;
  ASSERT_EQ(d["games"].size(), 1u);
  EXPECT_TRUE(d["games"][0]["winner"].is_string()) << d["games"][0];
  EXPECT_EQ(d["table"].size(), 2u);
}

}  // namespace murus_test
}  // namespace stackwright::test
