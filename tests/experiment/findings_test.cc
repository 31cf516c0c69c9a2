// Findings: verdicts of claims on results made up by hand.
#include "experiment/findings.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace stackwright {
namespace findings_test {

using ::testing::HasSubstr;

StepRecord evolution(const std::string& name, double mean, double low, double high,
                     std::vector<double> genes = {1, -2}) {
  StepRecord record;
  record.step.name = name;
  record.step.group = name.substr(0, name.find('.'));
  record.step.kind = "evolve";
  record.result = std::make_shared<const Json>(Json{{"gene_names", {"etp", "gaps"}},
                                                    {"genes", genes},
                                                    {"best_generation", 7},
                                                    {"held_out",
                                                     {{"mean", mean},
                                                      {"ci95", {low, high}},
                                                      {"games", 20},
                                                      {"cut_off", 20},
                                                      {"points_per_piece", 5.0},
                                                      {"unit", "points"}}}});
  return record;
}

Json standing(const std::string& name, double mean, int games, int ended, int wins) {
  return Json{{"name", name},   {"mean", mean}, {"games", games},
              {"ended", ended}, {"wins", wins}, {"ci95", {mean / 2, mean * 2}}};
}

StepRecord match(const std::string& name, Json standings, Json pairs = Json::array()) {
  StepRecord record;
  record.step.name = record.step.group = name;
  record.step.kind = "compare";
  record.result = std::make_shared<const Json>(Json{{"by", "lines"}, {"controllers", standings}, {"pairs", pairs}});
  return record;
}

Claim claim(const std::string& measure, const std::string& expect, double published, const std::string& against = "") {
  Claim c;
  c.claim = "a claim";
  c.measure = measure;
  c.expect = expect;
  c.against = against;
  c.has_value = against.empty();
  c.published_value = published;
  return c;
}

std::string verdict(const Claim& c, std::vector<StepRecord> steps) { return judge(c, steps).verdict; }

TEST(Findings, OneNumberAgainstThePublishedOne) {
  const StepRecord run = evolution("evolve", 100, 90, 110);
  EXPECT_EQ(verdict(claim("evolve: held_out", "at-least", 80), {run}), "holds");
  EXPECT_EQ(verdict(claim("evolve: held_out", "at-least", 95), {run}), "undecided");
  EXPECT_EQ(verdict(claim("evolve: held_out", "at-least", 120), {run}), "does not hold");
  EXPECT_EQ(verdict(claim("evolve: held_out", "at-most", 120), {run}), "holds");
  EXPECT_EQ(verdict(claim("evolve: held_out", "about", 115), {run}), "undecided");  // 5 % reach down to 109.25 only
  Claim near = claim("evolve: held_out", "about", 105);
  near.tolerance = 0.2;
  EXPECT_EQ(verdict(near, {run}), "holds");  // 84 to 126 hold the whole interval
  EXPECT_EQ(verdict(claim("evolve: held_out", "about", 120), {run}), "does not hold");
  EXPECT_EQ(verdict(claim("evolve: best_generation", "at-most", 7), {run}), "holds");
  EXPECT_EQ(verdict(claim("evolve: size etp", "at-most", 0.5), {run}), "holds");
  EXPECT_EQ(verdict(claim("evolve: scaled gaps", "about", -1), {run}), "holds");
  EXPECT_EQ(verdict(claim("evolve: size nothing", "at-most", 1), {run}), "not measured");
  EXPECT_EQ(verdict(claim("other: held_out", "at-most", 1), {run}), "not measured");
  const Finding f = judge(claim("evolve: points_per_piece", "about", 5), std::vector{run});
  EXPECT_DOUBLE_EQ(f.ci95.low, 4.5);
  EXPECT_DOUBLE_EQ(f.ci95.high, 5.5);
}

TEST(Findings, RepeatedRunsAreASample) {
  const std::vector<StepRecord> runs{evolution("evolve.1", 98, 0, 1000), evolution("evolve.2", 100, 0, 1000),
                                     evolution("evolve.3", 102, 0, 1000)};
  const Result<Measured> m = measure(runs, "evolve: held_out");
  ASSERT_TRUE(m.ok());
  EXPECT_DOUBLE_EQ(m->value, 100);
  EXPECT_EQ(m->samples, 3u);
  EXPECT_NEAR(m->ci95.high, 100 + 4.30265 * 2 / std::sqrt(3.0), 1e-4);
  EXPECT_NEAR(m->error, 2 / std::sqrt(3.0), 1e-9);
}

TEST(Findings, SpreadOfRepeatedRuns) {
  const std::vector<StepRecord> runs{evolution("evolve.1", 95, 0, 1000), evolution("evolve.2", 100, 0, 1000),
                                     evolution("evolve.3", 105, 0, 1000)};
  EXPECT_DOUBLE_EQ(measure(runs, "evolve: spread held_out")->value, 0.1);
  EXPECT_EQ(verdict(claim("evolve: spread held_out", "at-most", 0.1), runs), "holds");
  EXPECT_EQ(verdict(claim("evolve: spread held_out", "at-most", 0.03), runs), "does not hold");
  EXPECT_EQ(verdict(claim("evolve: spread nothing", "at-most", 0.03), runs), "not measured");
}

StepRecord speed(const std::string& name, const std::vector<double>& tries) {
  StepRecord record;
  record.step.name = record.step.group = name;
  record.step.kind = "bench";
  Json result{{"pieces_per_second", tries[0]}, {"tries", Json::array()}};
  for (const double rate : tries) result["tries"].push_back(Json{{"pieces_per_second", rate}});
  record.result = std::make_shared<const Json>(result);
  return record;
}

/// Speeds have the error that their tries show; a single try tells nothing about a difference.
TEST(Findings, SpeedsAreComparedByTheirTries) {
  const std::vector<StepRecord> runs{speed("fast", {1000, 1010, 990}), speed("slow", {500, 505, 495}),
                                     speed("like", {1005, 1015, 985}), speed("once", {700})};
  const Result<Measured> fast = measure(runs, "fast: pieces_per_second");
  EXPECT_DOUBLE_EQ(fast->value, 1000);
  EXPECT_NEAR(fast->ci95.high, 1000 + 4.30265 * 10 / std::sqrt(3.0), 1e-3);
  EXPECT_EQ(verdict(claim("fast: pieces_per_second", "more", 0, "slow: pieces_per_second"), runs), "holds");
  EXPECT_EQ(verdict(claim("fast: pieces_per_second", "more", 0, "like: pieces_per_second"), runs), "undecided");
  // Both are off by 2.48 % with 95 % confidence; their ratio, 2, by sqrt(2) times 2 / 4.30265 * 2.77645 (four degrees) of that.
  const Finding twice = judge(claim("fast: pieces_per_second", "more", 0, "slow: pieces_per_second"), runs);
  EXPECT_THAT(twice.detail, HasSubstr("ratio 2 (1.955 to 2.045)"));
  EXPECT_EQ(verdict(claim("once: pieces_per_second", "more", 0, "once: pieces_per_second"), runs), "undecided");
  const std::vector<StepRecord> alone{speed("a", {700}), speed("b", {300})};
  const Finding f = judge(claim("a: pieces_per_second", "more", 0, "b: pieces_per_second"), alone);
  EXPECT_EQ(f.verdict, "undecided");
  EXPECT_THAT(f.detail, HasSubstr("not tested"));
}

/// What a search finds comes out the same every time: a difference needs no test.
TEST(Findings, PointsOfSearchesAreExact) {
  const auto list = [](const std::string& name, double points) {
    StepRecord record;
    record.step.name = record.step.group = name;
    record.step.kind = "solve";
    record.result = std::make_shared<const Json>(Json{{"points", points}, {"seconds", points}});
    return record;
  };
  const std::vector<StepRecord> runs{list("dfs", 500), list("astar", 500), list("beam", 400)};
  EXPECT_EQ(verdict(claim("dfs: points", "equal", 0, "astar: points"), runs), "holds");
  EXPECT_EQ(verdict(claim("dfs: points", "more", 0, "beam: points"), runs), "holds");
  EXPECT_EQ(verdict(claim("dfs: seconds", "more", 0, "beam: seconds"), runs), "undecided");
}

TEST(Findings, TwoGroupsOfRuns) {
  std::vector<StepRecord> runs;
  for (const double v : {98.0, 100.0, 102.0}) runs.push_back(evolution("a." + std::to_string(v), v, 0, 200));
  for (const double v : {99.0, 100.5, 101.5}) runs.push_back(evolution("b." + std::to_string(v), v, 0, 200));
  for (const double v : {200.0, 202.0, 204.0}) runs.push_back(evolution("c." + std::to_string(v), v, 0, 200));
  EXPECT_EQ(verdict(claim("a: held_out", "equal", 0, "b: held_out"), runs), "holds");  // within 5 %
  EXPECT_EQ(verdict(claim("a: held_out", "equal", 0, "c: held_out"), runs), "does not hold");
  EXPECT_EQ(verdict(claim("c: held_out", "more", 0, "a: held_out"), runs), "holds");
  EXPECT_EQ(verdict(claim("a: held_out", "more", 0, "c: held_out"), runs), "does not hold");
  EXPECT_EQ(verdict(claim("a: held_out", "less", 0, "c: held_out"), runs), "holds");
  EXPECT_EQ(verdict(claim("a: held_out", "more", 0, "b: held_out"), runs), "undecided");
  EXPECT_EQ(verdict(claim("a: held_out", "not-more", 0, "b: held_out"), runs), "holds");
  EXPECT_EQ(verdict(claim("a: held_out", "not-more", 0, "c: held_out"), runs), "holds");
  EXPECT_EQ(verdict(claim("c: held_out", "not-more", 0, "a: held_out"), runs), "does not hold");
  Claim strict = claim("a: held_out", "equal", 0, "b: held_out");
  strict.tolerance = 0.001;
  strict.expect = "not-more";
  EXPECT_EQ(verdict(strict, runs), "undecided");
  strict.expect = "equal";
  EXPECT_EQ(verdict(strict, runs), "undecided");  // no difference shown, but one of more than 0.1 % may be there
}

TEST(Findings, GamesOfAMatch) {
  const Json standings = Json::array({standing("dt-20", 4000, 400, 400, 7), standing("bcts", 3000, 400, 400, 3)});
  const std::vector<StepRecord> steps{match("games", standings)};
  EXPECT_EQ(verdict(claim("games/dt-20: mean", "more", 0, "games/bcts: mean"), steps), "holds");
  Claim agrees = claim("games/dt-20: mean", "about", 4500);
  agrees.published_error = 205;
  EXPECT_EQ(verdict(agrees, steps), "holds");  // 500 off, three standard errors are 3 * hypot(200, 205)
  agrees.published_value = 5000;
  EXPECT_EQ(verdict(agrees, steps), "does not hold");
  const Finding wins = judge(claim("games/bcts: wins", "about", 3), steps);
  EXPECT_EQ(wins.measured, 3);
  EXPECT_LT(wins.ci95.high, 10);
}

/// A count of wins that comes out again holds, however few games there are; one that might have is undecided.
TEST(Findings, CountsOfWins) {
  const Json standings = Json::array({standing("a", 4000, 10, 10, 6), standing("b", 3000, 10, 10, 0)});
  const std::vector<StepRecord> steps{match("games", standings)};
  const auto wins = [&](const std::string& player, double published) {
    Claim c = claim("games/" + player + ": wins", "about", published);
    c.tolerance = 0;
    return verdict(c, steps);
  };
  EXPECT_EQ(wins("a", 6), "holds");
  EXPECT_EQ(wins("a", 5), "undecided");
  EXPECT_EQ(wins("a", 1), "does not hold");
  EXPECT_EQ(wins("b", 0), "holds");
  EXPECT_EQ(wins("b", 1), "undecided");
  EXPECT_EQ(wins("b", 6), "does not hold");
}

/// The match's own test of a pair goes before what the standings say.
TEST(Findings, PairsOfAMatch) {
  const Json standings = Json::array({standing("a", 4000, 10, 10, 7), standing("b", 3000, 10, 10, 3)});
  const Json pair{
      {"a", "a"}, {"b", "b"}, {"p", 0.001}, {"p_adjusted", 0.003}, {"ratio", 2.0}, {"ratio_ci95", {1.5, 2.5}}};
  Json other = pair;
  other["b"] = "c";
  const Json pairs = Json::array({pair, other, other});
  const std::vector<StepRecord> steps{match("games", standings, pairs)};
  const Finding straight = judge(claim("games/a: mean", "more", 0, "games/b: mean"), steps);
  EXPECT_EQ(straight.verdict, "holds");
  EXPECT_THAT(straight.detail, HasSubstr("ratio 2 (1.5 to 2.5), p = 0.001 (p = 0.003 corrected for 3 pairs)"));
  const Finding turned = judge(claim("games/b: mean", "more", 0, "games/a: mean"), steps);
  EXPECT_EQ(turned.verdict, "does not hold");
  EXPECT_THAT(turned.detail, HasSubstr("ratio 0.5 (0.4 to 0.6667)"));
}

TEST(Findings, ChangedChampionsAreOtherPlayers) {
  const Json standings =
      Json::array({standing("evolve.1", 100, 10, 10, 0), standing("evolve.2", 300, 10, 10, 0),
                   standing("evolve.1{etp=0}", 7, 10, 10, 0), standing("evolve.2{etp=0}", 9, 10, 10, 0)});
  const std::vector<StepRecord> steps{match("games", standings)};
  EXPECT_DOUBLE_EQ(measure(steps, "games/evolve: mean")->value, 200);
  EXPECT_DOUBLE_EQ(measure(steps, "games/evolve{etp=0}: mean")->value, 8);
  EXPECT_DOUBLE_EQ(measure(steps, "games/evolve.2: mean")->value, 300);
}

TEST(Findings, AreStoredAndReadBack) {
  const std::vector<Finding> findings{
      judge(claim("evolve: held_out", "at-least", 95), std::vector{evolution("evolve", 100, 90, 110)}),
      judge(claim("none: held_out", "at-least", 95), {})};
  const Json json = to_json(findings);
  EXPECT_EQ(to_json(findings_from_json(json)), json);
  EXPECT_TRUE(json[1]["measured"].is_null());
}

}  // namespace findings_test
}  // namespace stackwright
