// Unit networks as controllers and as genes: hand-made units against the registry, files, likenesses, evolution.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "experiment/controller.h"
#include "experiment/evolve_config.h"
#include "experiment/play_games.h"
#include "experiment/unit_likeness.h"
#include "experiment/unit_words.h"
#include "games/tetris/drawn.h"

namespace stackwright {
namespace units_test {

using testing::HasSubstr;

Controller hand() { return *load_controller("units-hand"); }

/// Outputs of the six hand-made units, in order.
std::vector<double> outputs(const tetris::Transition& t) {
  std::vector<double> all;
  for (const Term& term : hand().terms) all.push_back(value_of(term, t));
  return all;
}

TEST(UnitNetwork, HandMadeUnitsAreTheRegistrysFeatures) {
  ASSERT_EQ(hand().terms.size(), 6u);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const int height = seed % 2 == 0 ? 20 : 11;
    const tetris::Board board = tetris::random_board(10, height, seed);
    const tetris::Setting setting = tetris::setting_for(board);
    const int piece = static_cast<int>(seed % 7);
    tetris::for_each_placement(setting, piece, [&](tetris::Placement move) {
      const tetris::Transition t = tetris::place(setting, board, piece, move);
      if (t.lost) return;
      const std::vector<double> out = outputs(t);
      ASSERT_EQ(out[0], tetris::value("landing_height", t));
      ASSERT_EQ(out[1], tetris::value("removed_rows", t));
      ASSERT_EQ(out[2], tetris::value("row_transitions", t));
      ASSERT_EQ(out[4], tetris::value("lisbon_holes", t));
      ASSERT_EQ(out[5], tetris::value("cumulative_wells", t));
      int top_cells = 0;  // one padding serves floor and top: each column adds one, a filled top cell takes two away
      for (int x = 0; x < 10; ++x) top_cells += tetris::filled(t.after, x, height - 1) ? 1 : 0;
      ASSERT_EQ(out[3], tetris::value("column_transitions", t) + 10 - 2 * top_cells);
    });
  }
}

std::string network(const std::string& units) {
  return R"({"format": "stackwright-controller", "version": 1, "game": "tetris", "kind": "units", "units": [)" + units +
         "]}";
}

std::string unit_error(const std::string& unit) {
  const auto controller = controller_from_json(network(unit));
  return controller ? "fine" : controller.message();
}

TEST(UnitNetwork, FilesReadBackTheSame) {
  const Controller shipped = hand();
  const auto again = controller_from_json(to_json(shipped));
  ASSERT_TRUE(again) << again.message();
  EXPECT_EQ(again->kind, "units");
  EXPECT_EQ(again->terms, shipped.terms);
  EXPECT_EQ(to_json(*again), to_json(shipped));

  Controller mixed = shipped;  // features beside units, which stand first
  mixed.terms.insert(mixed.terms.begin(), Term{*tetris::feature_named("holes"), 0, Transform::square, -0.25});
  const auto both = controller_from_json(to_json(mixed));
  ASSERT_TRUE(both) << both.message();
  EXPECT_EQ(both->terms, mixed.terms);
}

TEST(UnitNetwork, GenesInFilesAreDecoded) {
  std::vector<double> genes(32, 0.5);
  genes[31] = 0.25;
  const std::string text = nlohmann::json(genes).dump();
  const auto controller = controller_from_json(network(R"({"genes": )" + text + "}"));
  ASSERT_TRUE(controller) << controller.message();
  EXPECT_EQ(controller->terms[0].unit, units::decode(genes, 10, 20, units::Decoding::published).unit);
  EXPECT_EQ(controller->terms[0].weight, -10);
}

TEST(UnitNetwork, WrongFilesAreNamed) {
  const std::string good = R"("input": "after", "shape": "3x3", "filter": ".../+-./...", "bias": -0.5, "weight": 1)";
  EXPECT_EQ(unit_error("{" + good + "}"), "fine");
  EXPECT_THAT(unit_error("{" + good + R"(, "reduce": "mid"})"), HasSubstr("'units[0].reduce' must be sum or loop"));
  EXPECT_THAT(unit_error("{" + good + R"(, "sides": 2})"), HasSubstr("units[0].sides"));
  EXPECT_THAT(unit_error("{" + good + R"(, "counts": 1})"), HasSubstr("'units[0].counts' must be absent"));
  EXPECT_THAT(unit_error("{" + good + R"(, "colour": 1})"), HasSubstr("colour"));
  EXPECT_THAT(unit_error("{" + good + R"(, "mirror": "vertical", "reduce": "loop", "direction": "up"})"),
              HasSubstr("'units[0].mirror' must be absent"));
  EXPECT_THAT(unit_error(R"({"input": "after", "shape": "3x3", "filter": "+-.", "bias": 0, "weight": 1})"),
              HasSubstr("'units[0].filter' must be three lines"));
  EXPECT_THAT(unit_error(R"({"input": "after", "shape": "row", "filter": "++", "bias": 0, "weight": 1})"),
              HasSubstr("'units[0].filter' must be 4 to 30 cells"));
  EXPECT_THAT(unit_error(R"({"input": "next", "shape": "row", "filter": "++++", "bias": 0, "weight": 1})"),
              HasSubstr("unknown input 'next'"));
  std::vector<double> genes(32, 0.5);
  genes[7] = 1.25;
  EXPECT_THAT(unit_error(R"({"genes": )" + nlohmann::json(genes).dump() + "}"),
              HasSubstr("'units[0].genes[7]' must be from 0 to 1, got 1.25"));
  EXPECT_THAT(unit_error(R"({"genes": [0.5, 0.5]})"), HasSubstr("must have 32 entries on 10x20, got 2"));
  EXPECT_THAT(unit_error(""), HasSubstr("must have 1 to 256 entries"));
  const auto wide = check_terms(hand(), {12, 20, tetris::Rules::standard, &tetris::tetrominoes()});
  ASSERT_FALSE(wide);
  EXPECT_THAT(wide.message(), HasSubstr("units-hand: a row filter of 10 cells is too short"));
}

/// The same seeds give the same games with every implementation, number of threads and grouping of candidates.
TEST(UnitNetwork, PlaysTheSameGamesInEveryImplementation) {
  const Controller controller = hand();
  std::vector<GameJob> jobs(6);
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = {&controller, {.seed = 5, .game = i}};
  std::vector<std::uint64_t> expected;
  for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
    if (!has_simd(simd)) continue;
    PlayOptions options;
    options.setting.height = 8;
    options.simd = simd;
    options.max_pieces = 400;
    options.threads = simd == Simd::plain ? 1 : 3;
    const StopToken stop;
    const auto games = play_games(options, jobs, stop, nullptr);
    ASSERT_TRUE(games) << games.message();
    std::vector<std::uint64_t> hashes;
    for (const GameResult& game : *games) hashes.push_back(game.hash);
    if (expected.empty()) expected = hashes;
    EXPECT_EQ(hashes, expected);
  }
}

TEST(UnitLikeness, HandMadeUnitsResembleTheirFeatures) {
  const Controller controller = hand();
  const StopToken stop;
  const auto likeness = likenesses(controller, controller, {}, {150, 3, 200}, stop);
  ASSERT_TRUE(likeness) << likeness.message();
  const char* features[] = {"landing_height",     "removed_rows", "row_transitions",
                            "column_transitions", "lisbon_holes", "cumulative_wells"};
  for (std::size_t i = 0; i < 6; ++i) {
    const TermLikeness& term = (*likeness)[i];
    EXPECT_GT(term.deviation, 0);
    const auto found = std::ranges::find(term.likes, features[i], &Likeness::feature);
    ASSERT_NE(found, term.likes.end()) << features[i];
    EXPECT_NEAR(found->correlation, 1, 1e-9) << features[i];
    EXPECT_NEAR(std::abs(term.likes[0].correlation), 1, 1e-9);  // nothing is more like it
  }
  std::vector<Term> never = {controller.terms[0]};
  never[0].unit->bias = -20;
  Controller silent = controller;
  silent.terms = never;
  const auto nothing = likenesses(silent, controller, {}, {20, 3, 3}, stop);
  ASSERT_TRUE(nothing);
  EXPECT_TRUE((*nothing)[0].likes.empty());
}

TEST(UnitWords, SayWhatUnitsLookFor) {
  const Controller controller = hand();
  EXPECT_EQ(picture(*controller.terms[4].unit), (std::vector<std::string>{". + .", ". - .", ". . ."}));
  EXPECT_EQ(describe(*controller.terms[4].unit),
            "the board after removal, cells with all of: above filled, here empty (beyond the sides empty, above and "
            "below empty): how many");
  EXPECT_THAT(describe(*controller.terms[0].unit),
              HasSubstr("the new piece alone, rows with at least 1 of 10: column 0 to 9 filled: the middle"));
  EXPECT_THAT(describe(*controller.terms[5].unit), HasSubstr("the steps down over empty cells"));
  units::Unit never = *controller.terms[0].unit;
  never.bias = -20;
  EXPECT_THAT(responds_to(never), HasSubstr("none, ever"));
}

std::unique_ptr<Problem> problem_with(const optim::Settings& more, std::string* error = nullptr) {
  optim::Settings pairs{{"generations", "1"}, {"units", "6"}, {"games", "1"}};
  pairs.insert(pairs.end(), more.begin(), more.end());
  const auto config = evolve_config(pairs);
  if (!config) {
    if (error != nullptr) *error = config.message();
    return nullptr;
  }
  auto problem = make_problem(*config, 1);
  if (!problem && error != nullptr) *error = problem.message();
  return problem ? *std::move(problem) : nullptr;
}

TEST(UnitProblem, StartsNeutralOrFromAController) {
  const auto neutral = problem_with({});
  ASSERT_NE(neutral, nullptr);
  ASSERT_EQ(neutral->space().size(), 192u);
  for (const optim::Gene& gene : neutral->space().genes) {
    EXPECT_EQ(gene.low, 0);
    EXPECT_EQ(gene.high, 1);
    EXPECT_EQ(gene.start, 0.5);
  }
  EXPECT_EQ(neutral->space().genes[32].name, "2.input");

  const auto from_hand = problem_with({{"start", "units-hand"}});
  ASSERT_NE(from_hand, nullptr);
  optim::Genes start;
  for (const optim::Gene& gene : from_hand->space().genes) start.push_back(*gene.start);
  const auto controller = controller_from_json(from_hand->controller(start, "n", "r", 1, ""));
  ASSERT_TRUE(controller) << controller.message();
  ASSERT_EQ(controller->terms.size(), 6u);
  const tetris::Transition t = tetris::moved(tetris::random_board(10, 20, 3), 'T', 1, 4);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(value_of(controller->terms[i], t), value_of(hand().terms[i], t));
    EXPECT_NEAR(controller->terms[i].weight, hand().terms[i].weight, 1e-12);
  }
}

TEST(UnitProblem, FreesOnlyWhatIsAsked) {
  const auto problem = problem_with({{"start", "units-hand"}, {"free", "weight, bias"}, {"units", "7"}});
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(optim::free_part(problem->space()).size(), 14u);
  std::string error;
  EXPECT_EQ(problem_with({{"free", "wait"}}, &error), nullptr);
  EXPECT_THAT(error, HasSubstr("unknown gene of a unit 'wait'"));
  EXPECT_EQ(problem_with({{"units", "5"}, {"start", "units-hand"}}, &error), nullptr);
  EXPECT_THAT(error, HasSubstr("at most 5 units, got 6"));
  EXPECT_EQ(problem_with({{"genes", "holes"}}, &error), nullptr);
  EXPECT_THAT(error, HasSubstr("'genes' must be empty with units"));
  EXPECT_EQ(problem_with({{"start", "bcts"}}, &error), nullptr);
  EXPECT_THAT(error, HasSubstr("not a unit"));
}

}  // namespace units_test
}  // namespace stackwright
