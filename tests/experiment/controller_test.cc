// Controllers: what ships, names and paths, and the file form with all its errors.
#include "experiment/controller.h"

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text.h"
#include "games/tetris/features.h"

namespace stackwright {
namespace controller_test {

using testing::HasSubstr;

void expect_same(const Controller& a, const Controller& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.game, b.game);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.terms, b.terms);
  EXPECT_EQ(a.search.kind, b.search.kind);
  EXPECT_EQ(a.search.see, b.search.see);
  EXPECT_EQ(a.search.width, b.search.width);
  EXPECT_EQ(a.search.pairs, b.search.pairs);
  EXPECT_EQ(a.safe, b.safe);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.published, b.published);
  EXPECT_EQ(a.provenance.run, b.provenance.run);
  EXPECT_EQ(a.provenance.seed, b.provenance.seed);
  EXPECT_EQ(a.provenance.result, b.provenance.result);
}

std::string document(const std::string& more, const std::string& terms = R"([{"feature": "holes", "weight": -1}])") {
  return R"({"format": "stackwright-controller", "version": 1, "game": "tetris", "kind": "linear", "terms": )" + terms +
         more + "}";
}

std::string error_of(const std::string& text) {
  const auto controller = controller_from_json(text);
  return controller ? "" : controller.message();
}

std::string term_error(const std::string& term) {
  return error_of(document("", R"([{"feature": "holes", "weight": 1}, )" + term + "]"));
}

TEST(ShippedControllers, AreComplete) {
  std::set<std::string> names;
  for (const Controller& c : shipped_controllers()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name << " twice";
    EXPECT_FALSE(c.terms.empty()) << c.name;
    EXPECT_FALSE(c.source.empty()) << c.name;
    EXPECT_FALSE(c.published.empty()) << c.name;
    EXPECT_TRUE(check_search(c.search).ok()) << c.name;
  }
  for (const char* name : {"dellacherie",
                           "el-tetris",
                           "cma-dellacherie",
                           "bcts",
                           "dt-10",
                           "dt-20",
                           "near-perfect",
                           "lisbon",
                           "lisbon-text",
                           "bh-pd",
                           "bh-01",
                           "bh-02",
                           "bh-03",
                           "bh-04",
                           "bh-09",
                           "bh-14",
                           "milan-pieces",
                           "milan-score-1",
                           "milan-score-2",
                           "milan-score-3",
                           "milan-two-point-1",
                           "milan-two-point-2",
                           "milan-no-j",
                           "milan-no-l",
                           "milan-no-z",
                           "milan-no-s",
                           "milan-no-t",
                           "milan-no-j-again",
                           "milan-extended",
                           "score-1",
                           "score-2",
                           "score-3"}) {
    EXPECT_EQ(names.count(name), 1u) << name;
  }
}

/// The scores that the thesis works out by hand for (height, etp, etw, gaps, lines).
TEST(ShippedControllers, MilanScoresAsWorkedInTheThesis) {
  const Controller c = *load_controller("milan-pieces");
  const auto score = [&](std::initializer_list<double> values) {
    double sum = 0;
    auto term = c.terms.begin();
    for (const double value : values) sum += term++->weight * value;
    return sum;
  };
  EXPECT_NEAR(score({2, 3, 1, 0, 0}), 1.8232265, 1e-6);
  EXPECT_NEAR(score({1, 2, 1, 1, 0}), 1.1212218, 1e-6);
  EXPECT_NEAR(score({3, 1, 3, 0, 1}), 2.413399, 1e-6);
}

TEST(ShippedControllers, LisbonIsACostWithItsSignTurned) {
  const Controller c = *load_controller("lisbon");
  ASSERT_EQ(c.terms.size(), 4u);
  EXPECT_EQ(name_of(c.terms[1]), "lines_squared");
  EXPECT_LT(c.terms[0].weight, 0);
  EXPECT_GT(c.terms[1].weight, 0);
  EXPECT_LT(c.terms[2].weight, 0);
  EXPECT_LT(c.terms[3].weight, 0);
  EXPECT_EQ(name_of(c.terms[2]), "lisbon_holes");
  EXPECT_EQ(name_of(load_controller("lisbon-text")->terms[2]), "holes");
}

TEST(ControllerFile, EveryShippedOneComesBackUnchanged) {
  for (const Controller& c : shipped_controllers()) {
    const std::string text = to_json(c);
    const auto again = controller_from_json(text);
    ASSERT_TRUE(again.ok()) << c.name << ": " << again.message();
    expect_same(c, *again);
    EXPECT_EQ(to_json(*again), text);
  }
}

TEST(ControllerFile, KeepsEveryBitOfAWeight) {
  Controller c = *load_controller("bcts");
  c.name = "quotes \" and \\ and \n and ümlauts";
  c.provenance = {"run 7", "123", "4 lines"};
  c.search = {SearchKind::beam, 5, 40, PairScore::final};
  c.safe = {12, load_controller("dt-20")->terms};
  for (const double weight : {0.1, -0.0, 1.0 / 3, 5e-324, 1e100, -12345678901234567.0, 9007199254740993.0}) {
    c.terms[0].weight = weight;
    const auto again = controller_from_json(to_json(c));
    ASSERT_TRUE(again.ok()) << again.message();
    expect_same(c, *again);
    EXPECT_EQ(std::signbit(weight), std::signbit(again->terms[0].weight));
  }
}

TEST(ControllerFile, LeavesOutWhatHasADefault) {
  const auto c = controller_from_json(document(R"(, "search": {"kind": "two-ply"}, "provenance": {"seed": 17})"));
  ASSERT_TRUE(c.ok()) << c.message();
  EXPECT_EQ(c->search.see, 2);
  EXPECT_EQ(c->search.pairs, PairScore::final);
  EXPECT_EQ(c->provenance.seed, "17");
  EXPECT_EQ(c->terms[0].transform, Transform::none);
}

TEST(ControllerFile, NamesTheFieldThatIsWrong) {
  EXPECT_THAT(term_error(R"({"feature": "holes", "weight": "abc"})"),
              HasSubstr("terms[1].weight' must be a number, got \"abc\""));
  EXPECT_THAT(term_error(R"({"feature": "holes"})"), HasSubstr("terms[1].weight' is missing"));
  EXPECT_THAT(term_error(R"({"feature": "hole", "weight": 1})"), HasSubstr("unknown feature 'hole'; nearest: holes"));
  EXPECT_THAT(term_error(R"({"feature": 3, "weight": 1})"), HasSubstr("terms[1].feature"));
  EXPECT_THAT(term_error(R"({"feature": "holes", "index": 1, "weight": 1})"), HasSubstr("terms[1].index"));
  EXPECT_THAT(term_error(R"({"feature": "column_height", "index": 16, "weight": 1})"), HasSubstr("terms[1].index"));
  EXPECT_THAT(term_error(R"({"feature": "holes", "transform": "sqare", "weight": 1})"), HasSubstr("nearest: square"));
  EXPECT_THAT(term_error(R"({"feature": "holes", "wieght": 1})"), HasSubstr("wieght"));
  EXPECT_THAT(term_error(R"({"feature": "holes", "weight": 1e101})"), HasSubstr("terms[1].weight"));
  EXPECT_NE(term_error(R"({"feature": "holes", "weight": 1e999})"), "");
  EXPECT_NE(term_error(R"({"feature": "holes", "weight": NaN})"), "");
  EXPECT_THAT(term_error("7"), HasSubstr("terms[1]"));
}

TEST(ControllerFile, RefusesAMisspeltKeyWithTheNearest) {
  EXPECT_THAT(error_of(document(R"(, "serach": {})")), HasSubstr("serach'; nearest: search"));
}

TEST(ControllerFile, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of("{"), "");
  EXPECT_NE(error_of("[]"), "");
  EXPECT_THAT(error_of("{}"), HasSubstr("format"));
  EXPECT_THAT(error_of(R"({"format": "other", "version": 1})"), HasSubstr("stackwright-controller"));
  EXPECT_THAT(error_of(R"({"format": "stackwright-controller", "version": 2})"), HasSubstr("newer"));
  EXPECT_THAT(error_of(R"({"format": "stackwright-controller", "version": "x"})"), HasSubstr("version"));
  EXPECT_THAT(error_of(R"({"format": "stackwright-controller", "version": 1, "game": "chess"})"), HasSubstr("game"));
  EXPECT_THAT(error_of(R"({"format": "stackwright-controller", "version": 1, "game": "tetris", "kind": "magic"})"),
              HasSubstr("kind"));
  EXPECT_THAT(error_of(document("", "[]")), HasSubstr("terms"));
  EXPECT_THAT(error_of(document("", "3")), HasSubstr("terms"));
  EXPECT_THAT(error_of(document(R"(, "name": 3)")), HasSubstr("name"));
  EXPECT_THAT(error_of(document(R"(, "search": {"kind": "magic"})")), HasSubstr("search.kind"));
  EXPECT_THAT(error_of(document(R"(, "search": {"kind": "two-ply", "see": 1})")), HasSubstr("search.see"));
  EXPECT_THAT(error_of(document(R"(, "search": {"kind": "greedy", "see": 0})")), HasSubstr("search.see"));
  EXPECT_THAT(error_of(document(R"(, "search": {"kind": "greedy", "pairs": "x"})")), HasSubstr("search.pairs"));
  EXPECT_THAT(error_of(document(R"(, "search": {"kind": "expectimax", "see": 3})")), HasSubstr("needs a width"));
  EXPECT_THAT(error_of(document(R"(, "safe": {"terms": [{"feature": "holes", "weight": 1}]})")),
              HasSubstr("safe.above"));
  EXPECT_THAT(error_of(document(R"(, "safe": {"above": 31, "terms": [{"feature": "holes", "weight": 1}]})")),
              HasSubstr("safe.above"));
  EXPECT_THAT(error_of(document(R"(, "safe": {"above": 9, "terms": []})")), HasSubstr("'safe.terms' must have 1 to"));
  EXPECT_THAT(error_of(document(R"(, "safe": {"above": 9, "terms": [{"feature": "hols", "weight": 1}]})")),
              HasSubstr("safe.terms[0].feature"));
  EXPECT_THAT(error_of(document(R"(, "safe": 9)")), HasSubstr("safe"));
  EXPECT_THAT(error_of(document(R"(, "provenance": {"run": []})")), HasSubstr("provenance.run"));
}

TEST(ControllerFile, LimitsTheNumberOfTerms) {
  std::string terms = "[";
  for (int i = 0; i < 1025; ++i) terms += std::string(i > 0 ? "," : "") + R"({"feature": "holes", "weight": 1})";
  EXPECT_THAT(error_of(document("", terms + "]")), HasSubstr("1 to 1024"));
}

TEST(LoadController, ByNameOrPath) {
  EXPECT_EQ(load_controller("dt-20")->name, "dt-20");
  EXPECT_THAT(load_controller("dt20").message(), HasSubstr("unknown controller 'dt20'; nearest: dt-20, dt-10"));
  EXPECT_THAT(load_controller("no/such/file").message(), HasSubstr("no/such/file"));
  const auto path = std::filesystem::temp_directory_path() / "stackwright_controller_test.json";
  ASSERT_TRUE(write_file(path.string(), to_json(*load_controller("bcts"))).ok());
  const auto loaded = load_controller(path.string());
  ASSERT_TRUE(loaded.ok()) << loaded.message();
  expect_same(*loaded, *load_controller("bcts"));
  ASSERT_TRUE(write_file(path.string(), "{\"format\": 1}").ok());
  EXPECT_THAT(load_controller(path.string()).message(), HasSubstr(path.string() + ": "));
  std::filesystem::remove(path);
}

TEST(CheckTerms, NamesAnIndexThatABoardLacks) {
  Controller c = *load_controller("bcts");
  c.terms = {{*tetris::feature_named("column_height"), 9, Transform::none, 1.0}};
  tetris::Setting setting;
  EXPECT_TRUE(check_terms(c, setting).ok());
  setting.width = 9;
  EXPECT_THAT(check_terms(c, setting).message(), HasSubstr("column_height[9] on a board 9 columns wide"));
}

}  // namespace controller_test
}  // namespace stackwright
