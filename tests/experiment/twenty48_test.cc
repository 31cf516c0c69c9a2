// 2048 in the laboratory: training that resumes bit for bit, files that are whole or refused, games on any threads.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "core/binary_file.h"
#include "core/text.h"
#include "experiment/twenty48_controller.h"
#include "experiment/twenty48_files.h"
#include "experiment/twenty48_play.h"
#include "experiment/twenty48_training.h"

namespace stackwright {
namespace twenty48_test {

namespace fs = std::filesystem;

class Twenty48Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("stackwright_2048_test_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

NTupleLearner small_learner(ntuple::Method method, std::vector<int> stages = {}) {
  LearnSettings settings;
  settings.method = method;
  settings.alpha = method == ntuple::Method::tc ? 1 : 0.1;
  settings.split_at = stages.empty() ? 0 : 300;
  settings.seed = 5;
  return {NTupleNetwork(NTupleForm{*parse_shape("012 0145"), std::move(stages)}), settings};
}

bool equal_tables(const NTupleLearner& a, const NTupleLearner& b) {
  const auto& wa = a.network().weights();
  const auto& wb = b.network().weights();
  return wa.size() == wb.size() && a.coherence().size() == b.coherence().size() &&
         std::memcmp(wa.data(), wb.data(), wa.size() * sizeof(float)) == 0 &&
         (a.coherence().empty() || std::memcmp(a.coherence().data(), b.coherence().data(),
                                               a.coherence().size() * sizeof(ntuple::Coherence)) == 0);
}

TEST_F(Twenty48Files, AResumedRunEndsAsTheUninterruptedOne) {
  for (const auto method : {ntuple::Method::td, ntuple::Method::tc}) {
    for (const auto& stages : {std::vector<int>{}, {64}}) {
      StopToken go;
      NTupleLearner whole = small_learner(method, stages);
      ASSERT_TRUE(train_network(whole, {.games = 500, .checkpoint = "", .checkpoint_seconds = 600}, go, {}));

      NTupleLearner first = small_learner(method, stages);
      StopToken stop;
      ASSERT_TRUE(train_network(first, {.games = 500, .checkpoint = path("run"), .checkpoint_seconds = 600}, stop,
                                [&](std::uint64_t done, auto) {
                                  if (done >= 400) stop.request();
                                }));
      EXPECT_EQ(first.games_done(), 400u);
      EXPECT_FALSE(equal_tables(first, whole));
      auto second = load_checkpoint(path("run"));
      ASSERT_TRUE(second) << second.message();
      EXPECT_EQ(second->games_done(), 400u);
      EXPECT_EQ(second->settings(), whole.settings());
      EXPECT_TRUE(equal_tables(*second, first));
      ASSERT_TRUE(train_network(*second, {.games = 500, .checkpoint = "", .checkpoint_seconds = 600}, go, {}));
      EXPECT_TRUE(equal_tables(*second, whole));
    }
  }
}

TEST_F(Twenty48Files, DamagedCheckpointsAreRefused) {
  NTupleLearner learner = small_learner(ntuple::Method::tc);
  learner.train_round(10);
  ASSERT_TRUE(save_checkpoint(path("good"), learner));
  const std::string good = *read_file(path("good"));
  const auto refused = [&](const std::string& content, std::string_view expected) {
    ASSERT_TRUE(write_file(path("bad"), content));
    const auto read = load_checkpoint(path("bad"));
    ASSERT_FALSE(read) << expected;
    EXPECT_NE(read.message().find(expected), std::string::npos) << read.message();
    EXPECT_EQ(read.message().find('\n'), std::string::npos);
  };
  refused("", "too short");
  refused("SWTABLE1" + good.substr(8), "is no checkpoint");
  refused(good.substr(0, good.size() - 1), "cut short");
  refused(good + "x", "another shape");
  std::string flipped = good;
  flipped[flipped.size() - 5] = static_cast<char>(flipped[flipped.size() - 5] ^ 1);
  refused(flipped, "damaged");
  std::string head = good;
  head[30] = '}';
  refused(head, "unknown field 'tupl}s'");
  head[24] = 'x';
  refused(head, "head of the checkpoint");
  std::string shape = good;
  shape.replace(shape.find("0145"), 4, "0146");
  EXPECT_TRUE(write_file(path("bad"), shape));
  EXPECT_TRUE(load_checkpoint(path("bad")));  // another shape of the same size cannot be told from the numbers
  shape.replace(shape.find("0146"), 4, "01 4");
  refused(shape, "another shape");
  refused(good.substr(0, 12) + "\xff\xff" + good.substr(14), "head is larger");
}

TEST_F(Twenty48Files, NetworksAreReadBack) {
  NTupleLearner learner = small_learner(ntuple::Method::td, {64});
  learner.train_round(100);
  const auto saved = save_network(path("net.json"), learner.network(), {"a run", "5", ""});
  ASSERT_TRUE(saved) << saved.message();
  EXPECT_EQ(saved->table.substr(0, 4), "net-");
  const auto player = load_twenty48_player(path("net.json"));
  ASSERT_TRUE(player) << player.message();
  const auto& network = std::get<NTupleNetwork>(player->evaluator);
  EXPECT_EQ(network.form(), learner.network().form());
  EXPECT_EQ(std::memcmp(network.weights().data(), learner.network().weights().data(),
                        network.weights().size() * sizeof(float)),
            0);

  const std::string table = path(saved->table), good = *read_file(table);
  const auto refused = [&](const std::string& content, std::string_view expected) {
    ASSERT_TRUE(write_file(table, content));
    const auto read = load_twenty48_player(path("net.json"));
    ASSERT_FALSE(read);
    EXPECT_NE(read.message().find(expected), std::string::npos) << read.message();
  };
  refused(good.substr(0, good.size() / 2), "bytes");
  refused(good.substr(0, good.size() - 4), "cut short");
  refused(good + good, "another shape");
  refused("x" + good.substr(1), "is no table");
  refused(good.substr(0, 16) + "x" + good.substr(17), "wrong hash");
  refused(good.substr(0, 1000) + "x" + good.substr(1001), "damaged");
  fs::remove(table);
  EXPECT_FALSE(load_twenty48_player(path("net.json")));
}

TEST_F(Twenty48Files, DocumentsAreReadBackAndFaultsNamed) {
  Twenty48Controller c;
  c.name = "x";
  c.form = {*shape_named("8x6"), {8192}};
  c.table = "x-1.bin";
  c.hash = 0x0123456789abcdefULL;
  c.depth = 3;
  const std::string text = to_json(c);
  const auto read = twenty48_controller_from_json(text);
  ASSERT_TRUE(read) << read.message();
  EXPECT_EQ(to_json(*read), text);
  EXPECT_EQ(read->form, c.form);
  const auto refused = [&](std::string_view from, std::string_view to, std::string_view expected) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    const auto bad = twenty48_controller_from_json(changed);
    ASSERT_FALSE(bad) << to;
    EXPECT_NE(bad.message().find(expected), std::string::npos) << bad.message();
  };
  refused("\"2048\"", "\"tetris\"", "game");
  refused("ntuple", "nets", "kind");
  refused("012456", "01245g", "tuples");
  refused("8192", "8191", "stages");
  refused("x-1.bin", "../x", "table.file");
  refused("0123456789abcdef", "0123", "table.hash");
  refused("\"depth\": 3", "\"depth\": 0", "search.depth");
  refused("\"name\"", "\"nam\"", "nearest: name");
}

TEST_F(Twenty48Files, AtomicFilesLeaveNothingHalfDone) {
  {
    auto file = AtomicFile::create(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("abc", 3));
  }
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_FALSE(AtomicFile::create(path("no/such/folder")));
}

TEST(Twenty48Play, ThreadsDoNotMatter) {
  const auto player = load_twenty48_player("features");
  ASSERT_TRUE(player);
  const StopToken stop;
  Twenty48PlayOptions options;
  options.games = 6;
  options.limits.depth = 2;
  options.threads = 1;
  const auto one = play_twenty48(*player, options, stop, nullptr);
  options.threads = 3;
  const auto three = play_twenty48(*player, options, stop, nullptr);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_TRUE(one[i].finished);
    EXPECT_EQ(one[i].score, three[i].score);
    EXPECT_EQ(one[i].last, three[i].last);
  }
  const Twenty48Summary s = summarise_twenty48(one);
  EXPECT_EQ(s.games, 6u);
  EXPECT_GT(s.mean, 2000);  // random moves score about 1100
  EXPECT_LT(s.ci95.low, s.mean);
  EXPECT_EQ(s.reached[2], 1);
}

TEST(Twenty48Play, WhatShipsPlaysAsItsDocumentationSays) {
  const auto interval_of = [](std::string_view name) {
    const auto player = load_twenty48_player(name);
    EXPECT_TRUE(player) << player.message();
    Twenty48PlayOptions options;
    options.games = 60;
    return player ? summarise_twenty48(play_twenty48(*player, options, StopToken(), nullptr)).ci95 : Interval{};
  };
  EXPECT_GT(interval_of("small").low, interval_of("features").high);
  EXPECT_GT(interval_of("units").low, 11'000);  // ten times what random moves make
}

}  // namespace twenty48_test
}  // namespace stackwright
