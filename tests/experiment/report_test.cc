// Reports: what a document holds, that it stays small, and its Markdown.
#include "experiment/report.h"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve_config.h"
#include "experiment/numbers.h"
#include "experiment/report_blocks.h"
#include "experiment/store_helpers.h"

namespace stackwright {
namespace report_test {

using ::testing::HasSubstr;

TEST(ReportNumbers, ForPeople) {
  EXPECT_EQ(number_text(1234567.6), "1 234 568");
  EXPECT_EQ(number_text(-1234), "-1 234");
  EXPECT_EQ(number_text(0.123456), "0.1235");
  EXPECT_EQ(number_text(HUGE_VAL), "unknown");
  EXPECT_EQ(interval_text({1, 2000}), "1 to 2 000");
  EXPECT_EQ(interval_text({1, HUGE_VAL}), "at least 1");
  EXPECT_EQ(mean_text(1500, {1200, 2000}), "1 500");
  EXPECT_EQ(mean_text(1500, {5000, HUGE_VAL}), "> 5 000");
  EXPECT_EQ(mean_text(1500, {-HUGE_VAL, HUGE_VAL}), "1 500");
  EXPECT_EQ(short_number(123456.7).dump(), "123460.0");
  EXPECT_EQ(short_number(0.00123456).dump(), "0.0012346");
  EXPECT_EQ(short_number(12).dump(), "12");
  EXPECT_TRUE(short_number(NAN).is_null());
}

TEST(ReportBlocks, ThinnedListsKeepTheirEnds) {
  for (const std::size_t count : {1u, 5u, 100u, 101u, 1000u, 99999u}) {
    const std::vector<std::size_t> kept = thinned(count, 100);
    EXPECT_EQ(kept.size(), std::min<std::size_t>(count, 100));
    EXPECT_EQ(kept.front(), 0u);
    EXPECT_EQ(kept.back(), count - 1);
    EXPECT_EQ(std::set<std::size_t>(kept.begin(), kept.end()).size(), kept.size());
  }
  EXPECT_TRUE(thinned(0, 100).empty());
}

class ReportTest : public test::StoreFolder {};

/// An evolution of `generations` x `candidates` whose fitness tells where it stands: 1000 x generation - candidate.
RunRow made_up_run(Store& store, std::uint64_t generations, std::uint64_t candidates) {
  const Result<EvolveConfig> config = evolve_config(*read_preset("milan-extended"));
  const Result<RunRow> run = store.create({"made-up", "evolve", 1, json_text(to_json(*config), -1)});
  for (std::uint64_t g = 0; g < generations; ++g) {
    FinishedBatch batch{g, "state", {}, {}};
    for (std::uint64_t c = 0; c < candidates; ++c) {
      const double fitness = 1000.0 * static_cast<double>(g) - static_cast<double>(c);
      const std::vector<double> genes(10, 0.5 / static_cast<double>(c + 1));
      batch.evaluations.push_back({g, 0, c, genes, fitness, fitness - 1, fitness, fitness, fitness + 1, 3,
                                   R"({"pieces":[10,10],"lines":[4,4],"score":[30,50],"cut_off":0})"});
    }
    const double best = 1000.0 * static_cast<double>(g);
    batch.generation =
        GenerationRow{g, (g + 1) * candidates, best, best - 1, best - 2, std::vector<double>(10, -2), {}, 0, 0, 9, 1};
    EXPECT_TRUE(store.finish_batch(run->id, batch).ok());
  }
  return *store.find("made-up");
}

const Json* picture(const Json& document, const std::string& ending) {
  for (const Json& section : document["sections"]) {
    for (const Json& block : section["blocks"]) {
      if (block.value("id", "").ends_with(ending)) return &block;
    }
  }
  return nullptr;
}

TEST_F(ReportTest, AnEvolutionHasEveryPicture) {
  Store store = test::open_store(path_);
  const RunRow run = made_up_run(store, 5, 8);
  const RunRow runs[] = {run};
  const Result<Json> document = report_document(store, runs);
  ASSERT_TRUE(document.ok()) << document.message();
  for (const char* id : {"-fitness", "-best-genes", "-rank-genes", "-rank-fitness", "-rank-points", "-population"}) {
    ASSERT_NE(picture(*document, id), nullptr) << id;
  }
  const Json& fitness = (*picture(*document, "made-up-fitness"))["series"];
  EXPECT_EQ(fitness[0]["data"].back(), (Json{4, 4000}));
  EXPECT_EQ((*picture(*document, "-best-genes"))["series"][3]["data"][0], (Json{0, -1}));      // scaled to the largest
  EXPECT_EQ((*picture(*document, "-rank-fitness"))["series"][2]["data"][7], (Json{8, 3992}));  // the worst of the last
  EXPECT_EQ((*picture(*document, "-rank-points"))["series"][1]["data"][0], (Json{1, 4}));
  const Json& heat = *picture(*document, "-population");
  EXPECT_EQ(heat["rows"][7][4], 3993);
  EXPECT_EQ(heat["rows"].size(), 8u);
  EXPECT_THAT(report_markdown(*document), HasSubstr("5 generations, 40 evaluations"));
}

/// Long runs are aggregated: ten times the generations are not ten times the bytes.
TEST_F(ReportTest, LongRunsStaySmall) {
  Store store = test::open_store(path_);
  const RunRow run = made_up_run(store, 1500, 2);
  const RunRow runs[] = {run};
  const Result<Json> document = report_document(store, runs);
  ASSERT_TRUE(document.ok());
  EXPECT_LT(json_text(*document, -1).size(), 200'000u);
  EXPECT_EQ((*picture(*document, "-population"))["rows"][0].size(), 120u);
  EXPECT_EQ((*picture(*document, "made-up-fitness"))["series"][0]["data"].size(), 1000u);
  EXPECT_EQ((*picture(*document, "made-up-fitness"))["series"][0]["data"].back()[0], 1499);
}

TEST_F(ReportTest, WhatCannotBeReported) {
  Store store = test::open_store(path_);
  const RunRow other = *store.create({"other", "bench", 1, "{}"});
  const RunRow match = *store.create({"match", "compare", 1, "{}"});
  const RunRow study = *store.create({"study", "experiment", 1, "{}"});
  for (const RunRow& run : {other, match, study}) {
    const RunRow runs[] = {run};
    const Result<Json> document = report_document(store, runs);
    ASSERT_FALSE(document.ok());
    EXPECT_THAT(document.message(), HasSubstr(run.name));
  }
}

TEST_F(ReportTest, StepsGoWithTheirExperiment) {
  Store store = test::open_store(path_);
  const RunRow parent = *store.create({"study", "experiment", 1, "{}"});
  const RunRow step = *store.create({"study/one", "play", 7, "{}", parent.id, "one"});
  EXPECT_EQ(store.steps(parent.id)->size(), 1u);
  EXPECT_EQ(store.find("study/one")->parent, parent.id);
  EXPECT_EQ(store.find("study/one")->step, "one");
  FinishedBatch batch{0, "", {}, {}, {{0, 0, 10, 4, 40, {1, 0, 1, 0}, "top"}, {0, 1, 5, 2, 20, {2, 0, 0, 0}, "limit"}}};
  ASSERT_TRUE(store.finish_batch(step.id, batch).ok());
  EXPECT_EQ(*store.games(step.id), batch.games);
  {
    const Result<RunLock> held = store.lock(step.id);
    EXPECT_FALSE(store.remove(parent.id).ok());
  }
  ASSERT_TRUE(store.remove(parent.id).ok());
  EXPECT_TRUE(store.list()->empty());
  EXPECT_TRUE(store.games(step.id)->empty());
}

}  // namespace report_test
}  // namespace stackwright
