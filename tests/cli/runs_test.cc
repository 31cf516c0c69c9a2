// stackwright runs: JSON keys, tables, exports, and runs that another process works on.
#include <limits>

#include "cli/program.h"
#include "experiment/store.h"

namespace stackwright::test {
namespace runs_test {

using nlohmann::json;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A store with a finished run of two generations and a run that has just begun; gives its path.
std::string make_store(const std::string& name) {
  const std::string path = (folder() / name).string();
  std::filesystem::remove(path);
  auto store = Store::open(path, Store::Access::write);
  EXPECT_TRUE(store.ok()) << store.message();
  EXPECT_TRUE(store->create({"milan-a", "evolve", 18446744073709551615ULL, R"({"population": 2})"}).ok());
  EXPECT_TRUE(store->create({"", "experiment", 3, "{}"}).ok());
  for (std::uint64_t i = 0; i < 2; ++i) {
    const double best = i == 0 ? -kInfinity : 0.1;
    const EvaluationRow e{i, 0, 1, {best, -0.0}, best, 1, 2, 3, 4, 10, R"({"a": [1, "x"]})"};
    const GenerationRow g{i, 2 * i + 2, best, -kInfinity, -kInfinity, {best, -0.0}, {0.25, 0}, 0.25, 1.5, 1234, 0.5};
    EXPECT_TRUE(store->finish_batch(1, {i, "state", {e}, g}).ok());
  }
  EXPECT_TRUE(store->set_state(1, RunState::finished, R"({"champion": 7})").ok());
  return path;
}

TEST(Runs, ListsThem) {
  const std::string path = make_store("list.db");
  const json d = json_of("runs list --store " + path);
  EXPECT_EQ(d["schema"], "stackwright.runs/1");
  ASSERT_EQ(d["runs"].size(), 2u);
  const json& first = d["runs"][0];
  EXPECT_EQ(first["id"], 1);
  EXPECT_EQ(first["name"], "milan-a");
  EXPECT_EQ(first["kind"], "evolve");
  EXPECT_EQ(first["state"], "finished");
  EXPECT_EQ(first["generation"], 2);
  EXPECT_EQ(first["best"], 0.1);
  EXPECT_EQ(first["seed"], 18446744073709551615ULL);
  EXPECT_EQ(first["created"].get<std::string>().size(), 20u);
  EXPECT_EQ(d["runs"][1]["name"], "experiment-2");
  EXPECT_TRUE(d["runs"][1]["best"].is_null());
  const Said said = run("runs list --store " + path);
  EXPECT_EQ(said.code, 0);
  for (const char* word : {"milan-a", "finished", "interrupted", "experiment-2"}) {
    EXPECT_NE(said.out.find(word), std::string::npos) << word;
  }
}

TEST(Runs, NoStoreYet) {
  const std::string path = (folder() / "never.db").string();
  EXPECT_EQ(json_of("runs list --store " + path)["runs"], json::array());
  const Said said = run("runs list --store " + path);
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.out, "no runs yet in " + path + "\n");
  for (const char* action : {"show", "export", "delete"}) {
    expect_wrong(std::string("runs ") + action + " 1 --store " + path, "unknown run '1'; there is no store " + path);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Runs, TellWhetherAProcessWorksOnThem) {
  const std::string path = make_store("held.db");
  const auto state = [&] { return json_of("runs list --store " + path)["runs"][1]["state"]; };
  {
    const auto store = Store::open(path, Store::Access::read);
    const auto lock = store->lock(2);
    ASSERT_TRUE(lock.ok()) << lock.message();
    EXPECT_EQ(state(), "running");
    const Said said = run("runs delete 2 --store " + path);
    EXPECT_EQ(said.code, 1);  // nothing is wrong with the input
    EXPECT_NE(said.error.find("run 2 (experiment-2) is held by another process"), std::string::npos) << said.error;
  }
  EXPECT_EQ(state(), "interrupted");
}

TEST(Runs, ShowsOne) {
  const std::string path = make_store("show.db");
  const json d = json_of("runs show milan-a --store " + path);
  EXPECT_EQ(d["seed"], 18446744073709551615ULL);
  EXPECT_EQ(d["configuration"], (json{{"population", 2}}));
  EXPECT_EQ(d["result"], (json{{"champion", 7}}));
  ASSERT_EQ(d["generations"].size(), 2u);
  EXPECT_EQ(d["generations"][0]["best"], "-inf");
  EXPECT_EQ(d["generations"][1]["best"], 0.1);
  EXPECT_EQ(d["generations"][1]["genes"], (json{0.1, -0.0}));
  EXPECT_EQ(d["runs"][0]["name"], "milan-a");
  EXPECT_EQ(json_of("runs show 1 --store " + path)["generations"], d["generations"]);
  const Said said = run("runs show 1 --store " + path);
  EXPECT_EQ(said.code, 0);
  for (const char* word : {"finished", "population", "-inf", "champion", "1 234", "18446744073709551615"}) {
    EXPECT_NE(said.out.find(word), std::string::npos) << word << " in " << said.out;
  }
  EXPECT_NE(run("runs show 2 --store " + path).out.find("no generation is finished yet"), std::string::npos);
}

TEST(Runs, Exports) {
  const std::string path = make_store("export.db"), rest = " --store " + path;
  EXPECT_EQ(run("runs export milan-a" + rest).out,
            "generation,evaluations,best,mean,worst,gene_spread,fitness_spread,pieces,seconds,gene_0,gene_1,"
            "spread_0,spread_1\n"
            "0,2,-inf,-inf,-inf,0.25,1.5,1234,0.5,-inf,-0,0.25,0\n"
            "1,4,0.1,-inf,-inf,0.25,1.5,1234,0.5,0.1,-0,0.25,0\n");
  const std::string evaluations =
      "generation,round,candidate,fitness,min,mean,median,max,games,gene_0,gene_1,details\n"
      "0,0,1,-inf,1,2,3,4,10,-inf,-0,\"{\"\"a\"\": [1, \"\"x\"\"]}\"\n"
      "1,0,1,0.1,1,2,3,4,10,0.1,-0,\"{\"\"a\"\": [1, \"\"x\"\"]}\"\n";
  EXPECT_EQ(run("runs export 1 --what evaluations" + rest).out, evaluations);
  const std::string out = (folder() / "table.csv").string();
  EXPECT_EQ(run("runs export 1 --what evaluations --out " + out + rest).out, "");
  std::stringstream text;
  text << std::ifstream(out).rdbuf();
  EXPECT_EQ(text.str(), evaluations);
  const json d = json_of("runs export 1 --what evaluations" + rest);
  EXPECT_EQ(d["evaluations"][1]["fitness"], 0.1);
  EXPECT_EQ(d["evaluations"][1]["details"]["a"][1], "x");
  EXPECT_EQ(run("runs export 1 --format json" + rest).out, run("runs export 1 --json" + rest).out);
  EXPECT_EQ(run("runs export 2" + rest).out,
            "generation,evaluations,best,mean,worst,gene_spread,fitness_spread,pieces,seconds\n");
}

TEST(Runs, Deletes) {
  const std::string path = make_store("delete.db"), rest = " --store " + path;
  EXPECT_EQ(run("runs delete milan-a" + rest).out, "deleted run 1 (milan-a)\n");
  expect_wrong("runs show milan-a" + rest, "unknown run 'milan-a'; nearest: experiment-2");
  EXPECT_EQ(json_of("runs delete 2" + rest)["deleted"]["name"], "experiment-2");
  EXPECT_EQ(json_of("runs list" + rest)["runs"], json::array());
}

TEST(Runs, WrongInput) {
  const std::string path = make_store("wrong.db"), rest = " --store " + path;
  expect_wrong("runs", "an action is needed: list, show RUN, export RUN or delete RUN");
  expect_wrong("runs lsit" + rest, "unknown action 'lsit'; nearest: list");
  expect_wrong("runs list milan-a" + rest, "unexpected argument 'milan-a'");
  expect_wrong("runs show" + rest, "show needs the name or number of a run");
  expect_wrong("runs show milan-b" + rest, "unknown run 'milan-b'; nearest: milan-a");
  expect_wrong("runs delete 7" + rest, "unknown run '7'; nearest: 1, 2");
  expect_wrong("runs show 1 2" + rest, "unexpected argument '2'");
  expect_wrong("runs show 1 --out x" + rest, "--out goes with export only");
  expect_wrong("runs export 1 --format xml" + rest, "--format: unknown format 'xml'; nearest: ");
  expect_wrong("runs export 1 --what genes" + rest, "--what: unknown table 'genes'; nearest: generations");
  expect_wrong("runs export 1 --format csv --json" + rest, "--format: csv and --json exclude each other");
  expect_wrong("runs export 1 --out /no/such/folder/x" + rest, "--out: cannot write '/no/such/folder/x'");
  expect_wrong("runs list --store ''", "--store must not be empty");
  expect_wrong("runs list --store " + write("text.db", "hello"), "is not a store");
  expect_wrong("runs list --store " + folder().string(), "it is a folder");
}

}  // namespace runs_test
}  // namespace stackwright::test
