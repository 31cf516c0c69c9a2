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
  EXPECT_EQ(verdict(claim("evolve: held_out", "about", 115), {run}), "holds");  // 5 % reach down to 109.25
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

/// The match's own test of a pair goes before what the standings say.
TEST(Findings, PairsOfAMatch) {
  const Json standings = Json::array({standing("a", 4000, 10, 10, 7), standing("b", 3000, 10, 10, 3)});
  const Json pairs =
      Json::array({Json{{"a", "a"}, {"b", "b"}, {"p", 0.001}, {"ratio", 2.0}, {"ratio_ci95", {1.5, 2.5}}}});
  const std::vector<StepRecord> steps{match("games", standings, pairs)};
  const Finding straight = judge(claim("games/a: mean", "more", 0, "games/b: mean"), steps);
  EXPECT_EQ(straight.verdict, "holds");
  EXPECT_THAT(straight.detail, HasSubstr("ratio 2 (1.5 to 2.5), p = 0.001"));
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
