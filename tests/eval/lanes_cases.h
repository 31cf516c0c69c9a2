// Evaluators and boards on which the fast implementations are compared with the boolean twin.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "eval/tables.h"

namespace stackwright::lanes_cases {

inline std::vector<Term> weighted(const std::vector<std::pair<std::string, double>>& weights,
                                  Transform transform = Transform::none) {
  std::vector<Term> terms;
  for (const auto& [name, weight] : weights) {
    const auto feature = tetris::feature_named(name);
    EXPECT_TRUE(feature) << name;
    terms.push_back({*feature, 0, transform, weight});
  }
  return terms;
}

/// Everything that playing for four rows at once looks at.
inline std::vector<Term> four_rows() {
  std::vector<Term> terms = weighted({{"landing_height", -3.1},
                                      {"eroded_cells", 0.7},
                                      {"clears_one", -5.5},
                                      {"clears_two", -3.25},
                                      {"clears_three", -1.5},
                                      {"clears_four", 40},
                                      {"pile_row_transitions", -3.3},
                                      {"pile_column_transitions", -4.4},
                                      {"pile_holes", -6.1},
                                      {"pile_wells", -2.7},
                                      {"pile_hole_depth", -0.9},
                                      {"pile_rows_with_holes", -8.8},
                                      {"pile_diversity", 1.3},
                                      {"pile_bumpiness", -0.4},
                                      {"pile_rows_missing_one", 0.6},
                                      {"well_cells", -7.7},
                                      {"well_holes", -5.1},
                                      {"well_height", -2.2},
                                      {"ready_rows", 1.1},
                                      {"ready_at_once", 2.9},
                                      {"four_ready", 6.5},
                                      {"step_squares", -0.35},
                                      {"any_flat", 1.9},
                                      {"any_step_up", 2.3},
                                      {"any_step_down", 2.1},
                                      {"steps_of_two", -0.8},
                                      {"steps_of_three", -1.7},
                                      {"max_height", -0.2}});
  const double weight[] = {-0.11, -0.23, -0.47};
  for (int i = 0; i < 3; ++i) {
    terms.push_back({*tetris::feature_named("height_above_squared"), 4 * i + 3, Transform::none, weight[i]});
  }
  return terms;
}

/// Features of the surface, with all their indices.
inline std::vector<Term> surface() {
  std::vector<Term> terms = weighted({{"landing_height", -3.1}, {"covered_columns", -2.2}});
  const double scarce[] = {-1.9, -0.7, -0.3}, open[] = {1.3, 0.9};
  for (int i = 0; i < 3; ++i) terms.push_back({*tetris::feature_named("scarce"), i, Transform::none, scarce[i]});
  for (int i = 0; i < 2; ++i) terms.push_back({*tetris::feature_named("nearly_open"), i, Transform::none, open[i]});
  return terms;
}

inline std::vector<Term> with(std::vector<Term> terms, const std::vector<Term>& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

/// Evaluators that between them use every quantity of the kernels, straight and curved.
inline std::vector<std::pair<std::string, std::vector<Term>>> evaluators() {
  const auto bcts = weighted({{"landing_height", -12.629},
                              {"eroded_cells", 6.601974},
                              {"row_transitions", -9.215815},
                              {"column_transitions", -19.77356},
                              {"holes", -13.08335},
                              {"cumulative_wells", -10.48747},
                              {"hole_depth", -1.611863},
                              {"rows_with_holes", -24.04087}});
  const auto dellacherie = weighted({{"landing_height", -1},
                                     {"eroded_cells", 1},
                                     {"row_transitions", -1},
                                     {"column_transitions", -1},
                                     {"holes", -4},
                                     {"cumulative_wells", -1}});
  const auto milan =
      weighted({{"landing_row", -0.4057}, {"etp", 0.6169}, {"etw", 0.7838}, {"gaps", -0.4908}, {"lines", 0.6621}});
  const auto rise =
      weighted({{"height_rise", -0.4}, {"etp_floor", 0.6}, {"etw_sides", 0.8}, {"gaps", -0.5}, {"removed_rows", 0.7}});
  const auto lisbon =
      weighted({{"aggregate_height", -.46}, {"lines_squared", .567}, {"lisbon_holes", -.446}, {"bumpiness", -.0636}});
  const auto belo = weighted({{"max_height", 5.67},
                              {"landing_height", -9.5},
                              {"removed_cells", 2},
                              {"removed_rows", -8.4},
                              {"eroded_cells", 2.9},
                              {"row_transitions", -2.3},
                              {"column_transitions", -8.9},
                              {"holes", -8.2},
                              {"cumulative_wells", -2.8}});
  return {
      {"bcts", bcts},
      {"dt", with(bcts, weighted({{"pattern_diversity", 3.5}}))},
      {"dellacherie", dellacherie},
      {"surface", with(bcts, surface())},
      {"surface alone", surface()},
      {"milan", milan},
      {"rise", rise},
      {"lisbon", lisbon},
      {"belo-horizonte", belo},
      {"everything", with(with(with(bcts, belo), with(milan, rise)),
                          with(lisbon, weighted({{"pattern_diversity", 1}, {"constant", 2}})))},
      {"milan squares",
       with(milan, weighted({{"landing_row", -0.01}, {"etp", 0.02}, {"etw", 0.03}, {"gaps", -0.02}, {"lines", 0.1}},
                            Transform::square))},
      {"rise logarithms",
       with(rise, weighted({{"height_rise", .3}, {"etp_floor", .2}, {"etw_sides", .1}, {"gaps", .3}}, Transform::log))},
      {"board cubes", with(belo, weighted({{"max_height", -.001},
                                           {"row_transitions", -.001},
                                           {"column_transitions", .001},
                                           {"holes", -.01},
                                           {"cumulative_wells", .001},
                                           {"bumpiness", -.001}},
                                          Transform::cube))}};
}

/// The same for features made for four rows at once, which the twin finds slowly.
inline std::vector<std::pair<std::string, std::vector<Term>>> four_row_evaluators() {
  return {{"four rows", four_rows()},
          {"clears", weighted({{"clears_one", -3}, {"clears_two", 2}, {"clears_four", 9}, {"holes", -4}, {"etp", 1}})}};
}

inline std::vector<Simd> fast_ones() {
  std::vector<Simd> all;
  for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
    if (has_simd(simd)) all.push_back(simd);
  }
  return all;
}

/// Boards of all kinds: nearly full, half full, dense and low, empty.
inline tetris::Board random_board(const tetris::Setting& s, const Stream& random, std::uint64_t& at) {
  tetris::Board b = tetris::empty_board(s.width, s.height);
  const auto kind = random.below(at++, 4);
  const int rows = kind == 0   ? tetris::row_limit(s) - 1
                   : kind == 1 ? s.height / 2
                   : kind == 2 ? std::min(5, s.height - 2)
                               : 0;
  for (int x = 0; x < s.width; ++x) {
    for (int row = 0; row < rows; ++row) {
      if (random.below(at++, 100) < (kind == 2 ? 85u : 60u)) tetris::fill(b, x, row);
    }
  }
  tetris::remove_rows(b, tetris::full_rows(b));
  return b;
}

}  // namespace stackwright::lanes_cases
