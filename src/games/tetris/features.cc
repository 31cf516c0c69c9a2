// The registry: every feature with its definition, where it comes from, its unit and a bound.
#include "games/tetris/features.h"

#include <vector>

#include "core/text.h"
#include "games/tetris/feature_functions.h"
#include "games/tetris/pile_feature_functions.h"
#include "games/tetris/surface_feature_functions.h"

namespace stackwright::tetris {
namespace {

// Conventions: side walls and floor count as filled, the space above the board as empty; "after" is the board after
// full rows are removed, "placed" the board with the piece in it before that. Row 0 is the bottom.
constexpr std::string_view kThiery = "Dellacherie; Thiery and Scherrer 2009 (MdpTetris)";
constexpr std::string_view kBertsekas = "Bertsekas and Tsitsiklis 1996";
constexpr std::string_view kBoehm = "Boehm, Kokai and Mandl 2005";
constexpr std::string_view kGabillon = "Gabillon, Ghavamzadeh and Scherrer 2013";
constexpr std::string_view kMilan = "Milan 2015";
constexpr std::string_view kBelo = "Belo Horizonte 2011";
constexpr std::string_view kLisbon = "Lisbon (IA-Tetris)";
constexpr std::string_view kCommon = "common";
constexpr std::string_view kOurs = "Stackwright, for games that last";
constexpr std::string_view kFour = "made for four rows at once";  // the last column is the well, the others the pile

// How many values.
int one(int) { return 1; }
int per_column(int w) { return w; }
int per_neighbours(int w) { return w - 1; }
int two(int) { return 2; }
int three(int) { return 3; }
int five(int) { return 5; }
int sixteen(int) { return 16; }

// Bounds. A board that is given with full rows in it can lose all its rows at once, so lines are bounded by the height.
double b_one(int, int, int) { return 1; }
double b_five(int, int, int) { return 5; }
double b_six(int, int, int) { return 6; }
double b_height(int, int h, int) { return h; }
double b_cells(int w, int h, int) { return w * h; }
double b_row_changes(int w, int h, int) { return (w + 1) * h; }
double b_column_changes(int w, int h, int) { return w * (h + 1); }
double b_wells(int w, int h, int) { return (w + 1) / 2 * (h * (h + 1) / 2); }  // no two wells side by side
double b_open_wells(int w, int h, int) { return (w + 1) / 2 * h; }
double b_weighted(int w, int h, int) { return w * (h * (h + 1) / 2); }
double b_piece(int, int, int cells) { return cells; }
double b_edges(int, int, int cells) { return 2 * cells + 2; }  // the longest outline of so many cells
double b_eroded(int, int h, int cells) { return h * cells; }
double b_height_squared(int, int h, int) { return h * h; }
double b_bumps(int w, int h, int) { return (w - 1) * h; }
double b_steps(int w, int, int) { return w; }
double b_squares(int w, int h, int) { return w * h * h; }
double b_four(int, int, int) { return 4; }

constexpr About kMove = About::move, kBoard = About::board;

constexpr Feature kFeatures[] = {
    {"landing_height",
     "row of the lowest cell of the placed piece (0 = bottom, before removal) + (height of the piece - 1) / 2", kThiery,
     kMove, 2, one, b_height, feature::landing_height},
    {"eroded_cells", "rows removed x cells of the piece inside removed rows", kThiery, kMove, 1, one, b_eroded,
     feature::eroded_cells},
    {"row_transitions", "after: filled/empty changes between horizontal neighbours over all rows, side walls filled",
     kThiery, kBoard, 1, one, b_row_changes, feature::row_transitions},
    {"column_transitions",
     "after: filled/empty changes between vertical neighbours over all columns, floor filled, above the board empty",
     kThiery, kBoard, 1, one, b_column_changes, feature::column_transitions},
    {"holes", "after: empty cells with a filled cell somewhere above in their column", kThiery, kBoard, 1, one, b_cells,
     feature::holes},
    {"cumulative_wells",
     "after: for each empty cell, covered or not, whose left and right neighbours are filled (walls count): the number "
     "of consecutive empty cells downwards from it, itself included, whatever stands beside those",
     kThiery, kBoard, 1, one, b_wells, feature::cumulative_wells},
    {"hole_depth",
     "after: total length of the vertical runs of filled cells whose lowest cell rests directly on an empty cell",
     kThiery, kBoard, 1, one, b_cells, feature::hole_depth},
    {"rows_with_holes", "after: rows that contain at least one hole", kThiery, kBoard, 1, one, b_height,
     feature::rows_with_holes},
    {"pattern_diversity", "after: number of distinct values of height[i+1] - height[i] within -2..2", kThiery, kBoard,
     1, one, b_five, feature::pattern_diversity},
    {"column_height",
     "after: height of column i (one above its highest filled cell, 0 when empty), i from 0 at the left", kBertsekas,
     kBoard, 1, per_column, b_height, feature::column_height},
    {"height_difference", "after: |height of column i - height of column i+1|", kBertsekas, kBoard, 1, per_neighbours,
     b_height, feature::height_difference},
    {"max_height", "after: largest column height", kBertsekas, kBoard, 1, one, b_height, feature::max_height},
    {"mean_height", "after: sum of the column heights / number of columns", kBertsekas, kBoard, 0, one, b_height,
     feature::mean_height},
    {"constant", "1", kBertsekas, kBoard, 1, one, b_one, feature::constant},
    {"removed_rows", "rows removed by the move", kBertsekas, kMove, 1, one, b_height, feature::lines},
    {"connected_holes", "after: vertical runs of holes (holes that touch vertically count once)", kBoehm, kBoard, 1,
     one, b_cells, feature::connected_holes},
    {"occupied_cells", "after: filled cells", kBoehm, kBoard, 1, one, b_cells, feature::occupied_cells},
    {"weighted_cells", "after: sum over filled cells of their height (bottom row 1)", kBoehm, kBoard, 1, one,
     b_weighted, feature::weighted_cells},
    {"rbf", "after: exp(-(c - i*h/4)^2 / (2 (h/5)^2)) with c = mean_height, h = rows of the board, i = 0..4", kGabillon,
     kBoard, 0, five, b_one, feature::rbf},
    {"height_rise", "largest column height after minus before the move", kMilan, kMove, 1, one, b_height,
     feature::height_rise},
    {"landing_row", "row of the lowest cell of the placed piece (0 = bottom, before removal)", kMilan, kMove, 1, one,
     b_height, feature::landing_row},
    {"etp", "placed: cell edges of the piece that touch filled cells of the pile (all four sides, not the floor)",
     kMilan, kMove, 1, one, b_edges, feature::etp},
    {"etp_floor", "placed: cell edges of the piece that touch filled cells of the pile or the floor", kMilan, kMove, 1,
     one, b_edges, feature::etp_floor},
    {"etw", "placed: cell edges of the piece that touch a side wall or the floor", kMilan, kMove, 1, one, b_edges,
     feature::etw},
    {"etw_sides", "placed: cell edges of the piece that touch a side wall", kMilan, kMove, 1, one, b_edges,
     feature::etw_sides},
    {"gaps", "holes after minus holes before the move", kMilan, kMove, 1, one, b_cells, feature::gaps},
    {"lines", "rows removed by the move", kMilan, kMove, 1, one, b_height, feature::lines},
    {"gaps_below_ratio", "placed: empty cells below a cell of the piece in its columns / max(1, all other holes)",
     kMilan, kMove, 0, one, b_cells, feature::gaps_below_ratio},
    {"removed_cells", "cells of the piece inside removed rows", kBelo, kMove, 1, one, b_piece, feature::removed_cells},
    {"open_wells",
     "after: empty cells with no filled cell above whose left and right neighbours are filled (walls count)", kBelo,
     kBoard, 1, one, b_open_wells, feature::open_wells},
    {"aggregate_height", "after: sum of the column heights", kCommon, kBoard, 1, one, b_cells,
     feature::aggregate_height},
    {"lines_squared", "rows removed by the move, squared", kLisbon, kMove, 1, one, b_height_squared,
     feature::lines_squared},
    {"lisbon_holes", "after: empty cells below the top of their column whose upper neighbour is filled", kLisbon,
     kBoard, 1, one, b_cells, feature::lisbon_holes},
    {"bumpiness", "after: sum of |height of column i - height of column i+1|", kCommon, kBoard, 1, one, b_bumps,
     feature::bumpiness},
    {"clears_one", "1 where the move removes one row, otherwise 0", kFour, kMove, 1, one, b_one, feature::clears<1>},
    {"clears_two", "1 where the move removes two rows, otherwise 0", kFour, kMove, 1, one, b_one, feature::clears<2>},
    {"clears_three", "1 where the move removes three rows, otherwise 0", kFour, kMove, 1, one, b_one,
     feature::clears<3>},
    {"clears_four", "1 where the move removes four rows (or more), otherwise 0", kFour, kMove, 1, one, b_one,
     feature::clears<4>},
    {"pile_row_transitions",
     "after, the last column taken as a wall: filled/empty changes between horizontal neighbours", kFour, kBoard, 1,
     one, b_row_changes, feature::of_pile<feature::row_transitions>},
    {"pile_column_transitions",
     "after, without the last column: filled/empty changes between vertical neighbours, floor filled, above empty",
     kFour, kBoard, 1, one, b_column_changes, feature::of_pile<feature::column_transitions>},
    {"pile_holes", "after, without the last column: empty cells with a filled cell somewhere above in their column",
     kFour, kBoard, 1, one, b_cells, feature::of_pile<feature::holes>},
    {"pile_wells", "after, the last column taken as a wall: cumulative_wells of the other columns", kFour, kBoard, 1,
     one, b_wells, feature::of_pile<feature::cumulative_wells>},
    {"pile_hole_depth",
     "after, without the last column: total length of the runs of filled cells that rest on an empty cell", kFour,
     kBoard, 1, one, b_cells, feature::of_pile<feature::hole_depth>},
    {"pile_rows_with_holes", "after, without the last column: rows that contain at least one hole", kFour, kBoard, 1,
     one, b_height, feature::of_pile<feature::rows_with_holes>},
    {"pile_diversity", "after, without the last column: number of distinct steps height[i+1] - height[i] within -2..2",
     kFour, kBoard, 1, one, b_five, feature::of_pile<feature::pattern_diversity>},
    {"pile_bumpiness", "after, without the last column: sum of |height of column i - height of column i+1|", kFour,
     kBoard, 1, one, b_bumps, feature::of_pile<feature::bumpiness>},
    {"pile_rows_missing_one", "after, without the last column: rows with exactly one empty cell", kFour, kBoard, 1, one,
     b_height, feature::pile_rows_missing_one},
    {"well_cells", "after: filled cells of the last column", kFour, kBoard, 1, one, b_height, feature::well_cells},
    {"well_holes", "after: holes of the last column", kFour, kBoard, 1, one, b_height, feature::well_holes},
    {"well_height", "after: height of the last column", kFour, kBoard, 1, one, b_height, feature::well_height},
    {"ready_rows", "after: rows in which only the cell of the last column is empty", kFour, kBoard, 1, one, b_height,
     feature::ready_rows},
    {"ready_at_once", "after: such rows one upon the other from the top of the last column on, at most 4", kFour,
     kBoard, 1, one, b_four, feature::ready_at_once},
    {"four_ready", "after: 1 where ready_at_once is 4, otherwise 0", kFour, kBoard, 1, one, b_one, feature::four_ready},
    {"step_squares", "after, without the last column: sum of (height of column i+1 - height of column i) squared",
     kFour, kBoard, 1, one, b_squares, feature::step_squares},
    {"any_flat", "after, without the last column: 1 where two neighbouring columns are of equal height, otherwise 0",
     kFour, kBoard, 1, one, b_one, feature::any_step<0>},
    {"any_step_up", "after, without the last column: 1 where some height[i+1] - height[i] is 1, otherwise 0", kFour,
     kBoard, 1, one, b_one, feature::any_step<1>},
    {"any_step_down", "after, without the last column: 1 where some height[i+1] - height[i] is -1, otherwise 0", kFour,
     kBoard, 1, one, b_one, feature::any_step<-1>},
    {"steps_of_two", "after, without the last column: neighbouring columns whose heights differ by 2", kFour, kBoard, 1,
     one, b_steps, feature::steps_of_two},
    {"steps_of_three", "after, without the last column: neighbouring columns whose heights differ by 3 or more", kFour,
     kBoard, 1, one, b_steps, feature::steps_of_three},
    {"height_above_squared", "after: square of the rows by which the largest column height exceeds i, i = 0..15", kFour,
     kBoard, 1, sixteen, b_height_squared, feature::height_above_squared},
    {"scarce",
     "after: pieces of O S Z T L J that find at most i places, i = 0..2; a place is a column x such that the steps of "
     "height "
     "from x on are, for O: 0; S: -1 or 0 +1; Z: +1 or -1 0; T: +1 or -1 or 0 0; L: 0 or -2; J: 0 or +2",
     kOurs, kBoard, 1, three, b_six, feature::scarce},
    {"covered_columns", "after: columns with a hole", kOurs, kBoard, 1, one, b_steps, feature::covered_columns},
    {"nearly_open",
     "after: columns with a hole whose cells above the highest one all lie in rows with at most i + 1 empty cells, i = "
     "0..1",
     kOurs, kBoard, 1, two, b_steps, feature::nearly_open},
};

}  // namespace

std::span<const Feature> features() { return kFeatures; }

Result<int> feature_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Feature& f : features()) {
    if (f.name == name) return static_cast<int>(names.size());
    names.push_back(f.name);
  }
  return unknown_name("feature", name, names);
}

}  // namespace stackwright::tetris
