// The controllers that ship with the program: published weights, with their paper and their published result.
#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiment/controller.h"
#include "experiment/unit_networks.h"

namespace stackwright {
namespace {

/// Who published a family of weights, what they weigh and how they were played.
struct Family {
  std::vector<std::string_view> features;  // "name^2" is the square of a feature, "name[3]" one of several
  SearchSpec search;
  std::string_view source;
};

Term term(std::string_view feature, double weight) {
  Term t;
  t.weight = weight;
  if (feature.ends_with("^2")) {
    feature.remove_suffix(2);
    t.transform = Transform::square;
  }
  if (const auto open = feature.find('['); open != std::string_view::npos) {
    for (const char digit : feature.substr(open + 1, feature.size() - open - 2)) t.index = 10 * t.index + (digit - '0');
    feature = feature.substr(0, open);
  }
  const Result<int> id = tetris::feature_named(feature);
  assert(id.ok());
  t.feature = *id;
  return t;
}

/// Weights in the order of the family's features; a shorter list uses only the first ones.
Controller member(const Family& family, std::string_view name, std::initializer_list<double> weights,
                  std::string_view published, std::string_view source = {}) {
  assert(weights.size() <= family.features.size());
  Controller c;
  c.name = name;
  auto feature = family.features.begin();
  for (const double weight : weights) c.terms.push_back(term(*feature++, weight));
  c.search = family.search;
  c.source = source.empty() ? family.source : source;
  c.published = published;
  return c;
}

constexpr SearchSpec kGreedy{SearchKind::greedy, 1, 0, PairScore::sum};
constexpr SearchSpec kMilanPairs{SearchKind::two_ply, 2, 0, PairScore::sum};
constexpr SearchSpec kLisbonPairs{SearchKind::two_ply, 2, 0, PairScore::final};

void add_literature(std::vector<Controller>& all) {
  const Family f{{"landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes",
                  "cumulative_wells", "hole_depth", "rows_with_holes", "pattern_diversity"},
                 kGreedy,
                 "Thiery, Scherrer: Improvements on learning Tetris with cross entropy, ICGA Journal 32, 2009"};
  constexpr std::string_view kDt =
      "Scherrer, Ghavamzadeh, Gabillon, Lesner, Geist: Approximate modified policy "
      "iteration and its application to the game of Tetris, JMLR 16, 2015";
  all.push_back(member(f, "dellacherie", {-1, 1, -1, -1, -4, -1},
                       "5.2 million lines on 10x20 (+-20 %), 2371 +- 69 on 10x10, one piece known",
                       "Dellacherie 2003, in Fahey: Tetris AI, colinfahey.com"));
  all.push_back(member(f, "el-tetris",
                       {-4.500158825082766, 3.4181268101392694, -3.2178882868487753, -9.348695305445199,
                        -7.899265427351652, -3.3855972247263626},
                       "16 million lines on 10x20 claimed, 3049 +- 101 on 10x10, one piece known",
                       "El-Ashi: El-Tetris, an improvement on Pierre Dellacherie's algorithm, 2011"));
  all.push_back(member(f, "cma-dellacherie", {-1.168, 1.328, -1.017, -2.168, -4.335, -1.472},
                       "about 35 million lines on 10x20 claimed for the method, one piece known",
                       "Boumaza: How to design good Tetris players, 2013 (CMA-ES on Dellacherie's features)"));
  all.push_back(member(f, "bcts",
                       {-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087},
                       "35 million lines on 10x20 (+-20 %), 3743 +- 142 on 10x10, one piece known"));
  all.push_back(member(f, "dt-10", {-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27},
                       "29 million lines on 10x20, 4930 +- 224 on 10x10, one piece known", kDt));
  all.push_back(member(f, "dt-20", {-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89},
                       "51 million lines on 10x20 (the published one-piece record), 4642 +- 205 on 10x10", kDt));
  all.push_back(
      member(f, "stackwright-zero", {-21.262, 2.2924, -16.6048, -43.1826, -8.1952, -19.975, -4.3162, -38.3031, 9.7681},
             "57.5 million lines on 10x20 by splitting (55.5 to 59.6), bred from random weights, one piece known",
             "Stackwright: CMA-ES for expected lines, preset stackwright-zero with seed 3"));
}

/// The hunt for the longest games: one set of weights, three ways to look ahead.
void add_records(std::vector<Controller>& all) {
  const Family f{{"landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes",
                  "cumulative_wells", "hole_depth", "rows_with_holes", "pattern_diversity", "scarce[0]", "scarce[1]",
                  "scarce[2]", "covered_columns", "nearly_open[0]", "nearly_open[1]"},
                 {},
                 "Stackwright: CMA-ES for expected lines, preset stackwright-1 with seed 1"};
  const auto add = [&](std::string_view name, const SearchSpec& search, std::string_view result) {
    Controller c = member(f, name,
                          {-2.6762, 0.159, -2.5745, -6.0913, 1.7059, -3.1043, -0.6968, -9.5344, 0.9933, -1.9741,
                           -1.2351, -0.3609, -0.4107, -0.339, 0.9963},
                          result);
    c.search = search;
    all.push_back(std::move(c));
  };
  add("stackwright-1", {SearchKind::greedy, 1, 0, PairScore::final},
      "152 million lines on 10x20 by splitting (146 to 158), one piece known");
  add("stackwright-1x", {SearchKind::expectimax, 1, 8, PairScore::final},
      "3.3e9 lines on 10x20 by splitting (2.6e9 to 4.5e9): looks ahead over the unknown next piece, one piece known");
  add("stackwright-2", {SearchKind::expectimax, 2, 6, PairScore::final},
      "1.3e12 lines on 10x20 by splitting (9.4e11 to 2.0e12; second opinion 1.8e12), two pieces known");
}

/// Lisbon's evaluator is a cost a*height - b*lines + c*holes + d*bumpiness; a score is its negative.
void add_lisbon(std::vector<Controller>& all) {
  constexpr std::string_view kLisbon = "Henriques, Nunes, Rei: IA-Tetris, IST Lisboa 2015";
  const Family near_perfect{{"aggregate_height", "lines", "holes", "bumpiness"},
                            kLisbonPairs,
                            "Lee: Tetris AI, the (near) perfect bot, 2013"};
  const Family pseudo_code{{"aggregate_height", "lines_squared", "lisbon_holes", "bumpiness"}, kLisbonPairs, kLisbon};
  const Family text{{"aggregate_height", "lines_squared", "holes", "bumpiness"}, kLisbonPairs, kLisbon};
  all.push_back(member(near_perfect, "near-perfect", {-0.510066, 0.760666, -0.35663, -0.184483},
                       "2.18 million lines on 10x20 with two pieces known, stopped there"));
  all.push_back(member(pseudo_code, "lisbon", {-0.46069467, 0.56695324, -0.4459617, -0.06362687},
                       "constants found by the work's genetic algorithm; holes as in its pseudo-code"));
  all.push_back(member(text, "lisbon-text", {-0.46069467, 0.56695324, -0.4459617, -0.06362687},
                       "constants found by the work's genetic algorithm; holes as in its text"));
}

void add_belo_horizonte(std::vector<Controller>& all) {
  const Family f{{"max_height", "landing_height", "removed_cells", "removed_rows", "eroded_cells", "row_transitions",
                  "column_transitions", "holes", "cumulative_wells"},
                 kGreedy,
                 "Sampaio, Sampaio, Pinto: Agente inteligente de jogo TETRIS, UNI-BH 2011"};
  all.push_back(member(f, "bh-pd", {0, -1, 0, 0, 1, -1, -1, -4, -1}, "Dellacherie's weights, the work's opponent"));
  all.push_back(
      member(f, "bh-01",
             {-0.6903200846016033, -48.397173471721274, 29.57801575198271, 4.947969428674859, 0.9258831965633374,
              -24.337463194268338, -72.90931022325682, -93.26927285333721, -38.827245269520624},
             "ties with bh-pd"));
  all.push_back(member(f, "bh-02", {0, -2, 0, 0, 1, -1, -5, -4, -2}, "no duel published"));
  all.push_back(member(f, "bh-03",
                       {0, -56.34441992955155, 0, 0, 25.160002295790907, -21.073885962160432, -70.94291300255718,
                        -81.7541860917633, -30.529664695917972},
                       "no duel published"));
  all.push_back(member(f, "bh-04", {-1, -1, 0, 0, 1, -1, -4, -3, -2}, "wins 6 of 10 games against bh-pd"));
  all.push_back(member(f, "bh-09",
                       {5.671504912205824, -9.49592892788563, 2.01539413359251, -8.37674001734818, 2.9089163698839204,
                        -2.3118950065170125, -8.932548918392895, -8.247085669016204, -2.8006237653192523},
                       "wins all games against bh-pd (limited games)"));
  all.push_back(member(f, "bh-14", {0, -3, 0, 0, -1, -2, -5, -5, -2}, "no duel published"));
}

/// The thesis plays with two pieces known and feeds the landing row where its text says height rise.
void add_milan(std::vector<Controller>& all) {
  constexpr std::string_view kMilan =
      "Di Leo: Sviluppo di un'intelligenza artificiale tramite algoritmo genetico per "
      "il gioco del Tetris, Politecnico di Milano 2015";
  const Family f{{"landing_row", "etp", "etw", "gaps", "lines"}, kMilanPairs, kMilan};
  const Family squares{
      {"landing_row", "landing_row^2", "etp", "etp^2", "etw", "etw^2", "gaps", "gaps^2", "lines", "lines^2"},
      kMilanPairs,
      kMilan};
  all.push_back(member(f, "milan-pieces", {-0.405709453, 0.616938309, 0.783830552, -0.490775875, 0.662098138},
                       "survival champion of generation 12: 40 002 790 points; measured again 11.0 million"));
  constexpr std::string_view kTrial = "repeat trial of 6 generations: about 510 000 points in 100 000 pieces";
  all.push_back(member(f, "milan-score-1", {-0.4416, -0.0161, 1.0, -0.9154, 0.8930}, kTrial));
  all.push_back(member(f, "milan-score-2", {-0.4264, -0.0117, 0.8762, -1.0, 0.8762}, kTrial));
  all.push_back(member(f, "milan-score-3", {-0.2596, 0.3110, 0.7589, -1.0, 0.7544}, kTrial));
  constexpr std::string_view kTwoPoint = "two-point crossover, 20 generations: about 510 000 points in 100 000 pieces";
  all.push_back(member(f, "milan-two-point-1", {-0.3182, 0.0483, 0.9027, -1.0, 0.8127}, kTwoPoint));
  all.push_back(member(f, "milan-two-point-2", {-0.2847, 0.0976, 0.7198, -1.0, 0.6001}, kTwoPoint));
  all.push_back(member(f, "milan-no-j", {-0.4566, 0.1816, 0.8928, -0.9437, 1.0}, "without J: 498 900 points"));
  all.push_back(member(f, "milan-no-l", {-0.4460, 0.2286, 1.0, -0.9343, 0.9441}, "without L: 492 943 points"));
  all.push_back(member(f, "milan-no-z", {-0.4622, 0.4261, 0.8154, -1.0, 0.8136},
                       "without Z: 545 200 points (etp printed with a minus that its own percentage contradicts)"));
  all.push_back(member(f, "milan-no-s", {-0.3831, 0.4495, 0.9386, -1.0, 0.9667}, "without S: 561 783 points"));
  all.push_back(member(f, "milan-no-t", {-0.3559, -0.2402, 0.9113, -1.0, 0.8802}, "without T: 532 953 points"));
  all.push_back(
      member(f, "milan-no-j-again", {-0.4668, -0.0834, 0.9053, -1.0, 0.9551}, "without J, second run: 516 476 points"));
  all.push_back(member(squares, "milan-extended",
                       {0.1396, -0.0254, 0.0135, 0.1552, 0.5870, 0.0072, -1.0, 0.0002, 0.1545, 0.0368},
                       "100 generations: 525 363 points, 5.254 per piece"));
}

/// Bred here for points of the milan table: four rows at once, and dt-20's weights where the pile is high.
void add_score(std::vector<Controller>& all) {
  const Family f{{"landing_height",
                  "clears_one",
                  "clears_two",
                  "clears_three",
                  "clears_four",
                  "pile_row_transitions",
                  "pile_column_transitions",
                  "pile_holes",
                  "pile_wells",
                  "pile_hole_depth",
                  "pile_rows_with_holes",
                  "pile_rows_missing_one",
                  "well_cells",
                  "well_holes",
                  "well_height",
                  "ready_rows",
                  "ready_at_once",
                  "four_ready",
                  "pile_bumpiness",
                  "step_squares",
                  "any_flat",
                  "any_step_up",
                  "any_step_down",
                  "steps_of_two",
                  "steps_of_three",
                  "height_above_squared[7]",
                  "height_above_squared[11]",
                  "height_above_squared[15]"},
                 {},
                 "Stackwright: CMA-ES on lost games that go on, presets score-1 to score-3"};
  const std::vector<Term> survival = std::ranges::find(all, "dt-20", &Controller::name)->terms;
  const auto add = [&](std::string_view name, int see, int above, std::initializer_list<double> weights,
                       std::string_view result) {
    Controller c = member(f, name, weights, result);
    c.search = {SearchKind::expectimax, see, 6, PairScore::final};
    c.safe = {above, survival};
    all.push_back(std::move(c));
  };
  add("score-1", 1, 6, {-2.6842, -6.3538, -4.3777, -2.5806, 18.1074, -1.2729, -5.6042, -2.4601, -2.2455, -0.691,
                        -9.6752, -0.304,  -7.0047, -6.4958, -0.5569, 0.3125,  1.1738,  1.4152,  -0.3737, -0.0487,
                        0.9218,  1.824,   2.1983,  0.1742,  -0.9753, -0.0296, -0.3011, -0.928},
      "one piece known: 6.44 points per piece (milan table), none of 20 games lost in 100 000 pieces each");
  add("score-2", 2, 10, {-1.4857, -8.979,  -8.4258, -0.5691, 20.213,  -1.3153, -8.335, -2.0004, -2.215, -0.0832,
                         -9.7541, -0.2274, -6.5052, -5.0537, 0.3058,  1.2832,  1.0362, 2.7508,  -0.077, 0.1496,
                         0.9024,  -0.1349, 3.0205,  -0.7853, -1.6892, -0.3018, 0.0532, -1.8158},
      "two pieces known: 8.63 points per piece (milan table), none of 20 games lost in 100 000 pieces each");
  add("score-3", 3, 12, {-0.7567, -13.0712, -9.4366, -0.8323, 27.0856, -1.1012, -7.5887, -1.4766, -2.6641, -1.6759,
                         -6.2633, 0.8256,   -5.9904, -3.8268, 0.8502,  1.1641,  0.9777,  2.907,   0.2004,  -0.0075,
                         0.1029,  2.8944,   3.8301,  -0.6299, -1.3707, -0.1421, -0.7731, -2.4527},
      "three pieces known: 9.38 points per piece (milan table), none of 20 games lost in 100 000 pieces each");
}

std::vector<Controller> make_controllers() {
  std::vector<Controller> all;
  add_literature(all);
  add_records(all);
  add_lisbon(all);
  add_belo_horizonte(all);
  add_milan(all);
  add_score(all);
  add_unit_networks(all);
  return all;
}

}  // namespace

std::span<const Controller> shipped_controllers() {
  static const std::vector<Controller> kAll = make_controllers();
  return kAll;
}

}  // namespace stackwright
