// The laboratory: every message is answered once, sessions follow their owners, work is kept in the store.
#include "web/laboratory.h"

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "web/outbox.h"

namespace stackwright::web {
namespace laboratory_test {

/// A page without a browser: collects answers and frames.
class TestClient final : public Client, public std::enable_shared_from_this<TestClient> {
 public:
  void answer(std::string text) override {
    const std::lock_guard lock(mutex_);
    answers_.push_back(Json::parse(text));
    changed_.notify_all();
  }
  Result<Done> follow(const std::shared_ptr<Feed>& feed) override {
    auto followed = outbox_.follow(feed, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->changed_.notify_all();
    });
    changed_.notify_all();
    return followed;
  }
  void leave(const std::string& feed) override { outbox_.leave(feed); }

  /// Sends a message and waits for its answer.
  Json ask(Laboratory& laboratory, Json message) {
    const int id = ++id_;
    message["id"] = id;
    laboratory.message(shared_from_this(), message.dump());
    std::unique_lock lock(mutex_);
    Json found;
    changed_.wait(lock, [&] {
      for (const Json& answer : answers_) {
        if (answer["re"] == id) found = answer;
      }
      return !found.is_null();
    });
    return found;
  }
  /// Frames until the last of the feed, or until `enough` says so.
  Json frame(const std::string& feed, const std::function<bool(const Json&)>& enough) {
    for (;;) {
      while (const auto text = outbox_.next().text) {
        const Json frame = Json::parse(*text);
        if (frame["feed"] == feed && (frame["last"] == true || enough(frame["state"]))) return frame;
      }
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::chrono::milliseconds(20));
    }
  }
  Json last(const std::string& feed) {
    return frame(feed, [](const Json&) { return false; });
  }
  std::size_t answers() {
    const std::lock_guard lock(mutex_);
    return answers_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Json> answers_;
  Outbox outbox_;
  int id_ = 0;
};

class LaboratoryTest : public testing::Test {
 protected:
  LaboratoryTest() : folder_(std::filesystem::temp_directory_path() / ("laboratory-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    laboratory_.emplace(LaboratoryOptions{(folder_ / "test.db").string(), {}, "", 1});
  }
  ~LaboratoryTest() override {
    laboratory_.reset();
    std::filesystem::remove_all(folder_);
  }
  std::string feed_of(const Json& answer) {
    EXPECT_TRUE(answer.contains("ok")) << answer;
    return answer["ok"]["feed"].get<std::string>();
  }

  const std::filesystem::path folder_;
  std::optional<Laboratory> laboratory_;
  std::shared_ptr<TestClient> client_ = std::make_shared<TestClient>();
};

TEST_F(LaboratoryTest, SaysWhatThereIs) {
  const Json hello = client_->ask(*laboratory_, {{"do", "hello"}})["ok"];
  EXPECT_EQ(hello["pieces"].size(), 7u);
  std::size_t turns = 0;
  for (const Json& piece : hello["pieces"]) turns += piece["orientations"].size();
  EXPECT_EQ(turns, 19u);
  EXPECT_EQ(hello["controllers"].size(), shipped_controllers().size());
  EXPECT_FALSE(hello["presets"].empty());
  EXPECT_EQ(hello["networks"][0], "features");
  EXPECT_EQ(hello["token"], false);
}

TEST_F(LaboratoryTest, AnswersNonsenseOnceEach) {
  for (const char* text : {"", "{", "null", R"({"id":1,"do":"nothing-of-the-kind"})", R"({"id":2,"do":"control"})"}) {
    const std::size_t before = client_->answers();
    laboratory_->message(client_, text);
    EXPECT_EQ(client_->answers(), before + 1) << text;
  }
  const Json answer = client_->ask(*laboratory_, {{"do", "helo"}});
  EXPECT_NE(answer["error"].get<std::string>().find("hello"), std::string::npos);
}

TEST_F(LaboratoryTest, PartsOfADecisionAddUpToItsScore) {
  const Json answer =
      client_->ask(*laboratory_, {{"do", "look"},
                                  {"board", "........../........../........../........../#......###/##.#..####"},
                                  {"piece", "T"},
                                  {"controller", "dt-20"}});
  ASSERT_TRUE(answer.contains("ok")) << answer;
  const Json& look = answer["ok"];
  EXPECT_EQ(look["placements"].size(), 34u);  // of a T on ten columns
  EXPECT_EQ(look["chosen"], 0) << "the best of one piece is what a greedy player plays";
  double before = std::numeric_limits<double>::infinity();
  for (const Json& placement : look["placements"]) {
    if (placement["lost"] == true) continue;
    double sum = 0;
    for (const Json& part : placement["parts"]) sum += part.get<double>();
    EXPECT_NEAR(sum, placement["score"].get<double>(), 1e-9);
    EXPECT_LE(placement["score"].get<double>(), before);
    before = placement["score"].get<double>();
    EXPECT_EQ(placement["cells"].size(), 4u);
  }
}

TEST_F(LaboratoryTest, AGameIsPacedSteppedAndEnded) {
  const std::string feed = feed_of(client_->ask(
      *laboratory_, {{"do", "tetris"}, {"seats", {"dellacherie"}}, {"paused", true}, {"seed", 3}, {"gravity", false}}));
  const auto control = [&](Json message) {
    message["do"] = "control";
    message["feed"] = feed;
    return client_->ask(*laboratory_, message);
  };
  const auto pieces = [](std::uint64_t n) {
    return [n](const Json& state) { return state["seats"][0]["pieces"] == n; };
  };
  EXPECT_EQ(client_->frame(feed, pieces(0))["state"]["paused"], true);
  EXPECT_TRUE(control({{"what", "step"}}).contains("ok"));
  EXPECT_EQ(client_->frame(feed, pieces(1))["last"], false);
  EXPECT_TRUE(control({{"what", "step"}}).contains("ok"));
  EXPECT_EQ(client_->frame(feed, pieces(2))["last"], false);
  EXPECT_TRUE(control({{"what", "fly"}}).contains("error"));
  EXPECT_TRUE(control({{"what", "speed"}, {"value", -1}}).contains("error"));
  EXPECT_TRUE(control({{"what", "speed"}, {"value", 0}}).contains("ok"));
  EXPECT_TRUE(control({{"what", "resume"}}).contains("ok"));
  const Json fast = client_->frame(feed, [](const Json& state) { return state["seats"][0]["pieces"] > 500; });
  EXPECT_EQ(fast["last"], false);
  const auto other = std::make_shared<TestClient>();
  EXPECT_TRUE(other->ask(*laboratory_, {{"do", "follow"}, {"feed", feed}}).contains("ok"));
  EXPECT_TRUE(other->ask(*laboratory_, {{"do", "control"}, {"feed", feed}, {"what", "end"}}).contains("error"));
  EXPECT_TRUE(control({{"what", "end"}}).contains("ok"));
  EXPECT_EQ(other->last(feed)["state"]["seats"][0]["end"], "request");
  EXPECT_EQ(client_->last(feed)["state"]["seats"][0]["end"], "request");
}

TEST_F(LaboratoryTest, AnEvolutionIsFollowedStoppedResumedWatchedAndDeleted) {
  const Json small{
      {"do", "evolve"},
      {"preset", "quick"},
      {"name", "small"},
      {"seed", 4},
      {"set", "generations=3\npopulation=4\ngames=2\nboard=6x8\nfinal_games=4\nheld_out_games=4\nfinalists=2"}};
  const std::string feed = feed_of(client_->ask(*laboratory_, small));
  const Json end = client_->last(feed)["state"];
  EXPECT_EQ(end["state"], "finished") << end;
  EXPECT_EQ(end["generations"], 3);
  const Json run = client_->ask(*laboratory_, {{"do", "run"}, {"run", "small"}, {"from", 1}})["ok"];
  EXPECT_EQ(run["generations"].size(), 2u);
  EXPECT_EQ(run["genes"].size(), run["generations"][0]["genes"].size());
  EXPECT_TRUE(run["result"].contains("held_out")) << run["result"];
  EXPECT_TRUE(std::filesystem::exists(folder_ / "small.json")) << "the champion's controller file";
  const std::string game = feed_of(
      client_->ask(*laboratory_,
                   {{"do", "tetris"}, {"seats", {"run:small"}}, {"speed", 0}, {"max_pieces", 10}, {"gravity", false}}));
  EXPECT_EQ(client_->last(game)["state"]["seats"][0]["name"], "small");
  EXPECT_TRUE(
      client_
          ->ask(*laboratory_,
                {{"do", "look"}, {"controller", "file:small.json"}, {"piece", "I"}, {"board", "..../..../..../...."}})
          .contains("ok"));

  Json long_one = small;
  long_one["name"] = "long";
  long_one["preset"] = "milan-score";  // a genetic algorithm does not stop by itself
  long_one["set"] = "generations=1000000\npopulation=6\nfirst_tries=1\ngames=1\nboard=6x8\nmax_pieces=50";
  const std::string going = feed_of(client_->ask(*laboratory_, long_one));
  (void)client_->frame(going, [](const Json& state) { return state["generations"] > 2; });
  const Json runs = client_->ask(*laboratory_, {{"do", "runs"}})["ok"];
  EXPECT_EQ(runs["live"]["long"], going);
  EXPECT_EQ(runs["runs"][0]["name"], "long") << "newest first";
  EXPECT_EQ(runs["runs"][0]["state"], "running");
  EXPECT_TRUE(client_->ask(*laboratory_, {{"do", "delete"}, {"run", "long"}}).contains("error")) << "it is running";
  EXPECT_TRUE(client_->ask(*laboratory_, {{"do", "stop"}, {"feed", going}}).contains("ok"));
  const Json stopped = client_->last(going)["state"];
  EXPECT_EQ(stopped["state"], "stopped");
  const std::string again = feed_of(client_->ask(*laboratory_, {{"do", "resume"}, {"run", "long"}}));
  (void)client_->frame(again, [&](const Json& state) { return state["generations"] > stopped["generations"]; });
  EXPECT_TRUE(client_->ask(*laboratory_, {{"do", "stop"}, {"feed", again}}).contains("ok"));
  (void)client_->last(again);
  EXPECT_TRUE(client_->ask(*laboratory_, {{"do", "delete"}, {"run", "long"}}).contains("ok"));
  EXPECT_EQ(client_->ask(*laboratory_, {{"do", "runs"}})["ok"]["runs"].size(), 1u);
}

TEST_F(LaboratoryTest, AComparisonShowsAllGamesAndItsVerdict) {
  const std::string feed = feed_of(client_->ask(
      *laboratory_,
      {{"do", "compare"}, {"controllers", {"dellacherie", "bcts"}}, {"board", "6x8"}, {"games", 40}, {"seed", 2}}));
  const Json end = client_->last(feed)["state"];
  EXPECT_EQ(end["state"], "finished");
  ASSERT_EQ(end["players"].size(), 2u);
  std::size_t wins = 0;
  for (std::size_t p = 0; p < 2; ++p) {
    const Json& lines = end["players"][p]["lines"];
    ASSERT_EQ(lines.size(), 40u);
    double sum = 0;
    for (const Json& n : lines) sum += n.get<double>();
    EXPECT_NEAR(end["result"]["controllers"][p]["mean"].get<double>(), sum / 40, 1e-9);
    wins += end["result"]["controllers"][p]["wins"].get<std::size_t>();
  }
  EXPECT_LE(wins, 40u);
  EXPECT_EQ(end["result"]["pairs"].size(), 1u);
}

TEST_F(LaboratoryTest, WorkNeedsTheToken) {
  Laboratory guarded({(folder_ / "test.db").string(), {}, "secret", 1});
  Json compare{{"do", "compare"}, {"controllers", {"dellacherie", "bcts"}}, {"board", "4x6"}, {"games", 2}};
  EXPECT_TRUE(client_->ask(guarded, compare).contains("error"));
  compare["token"] = "secre";
  EXPECT_TRUE(client_->ask(guarded, compare).contains("error"));
  compare["token"] = "secret";
  EXPECT_EQ(client_->last(feed_of(client_->ask(guarded, compare)))["state"]["state"], "finished");
  EXPECT_EQ(client_->ask(guarded, {{"do", "hello"}})["ok"]["token"], true);
}

}  // namespace laboratory_test
}  // namespace stackwright::web
