// A unit: one generic feature extractor with parameters (Cyprus), as a plain value and as genes in [0, 1].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "games/tetris/rules.h"

namespace stackwright::units {

/// Which board a unit looks at: the new piece alone, the pile with it before rows are removed, or after.
enum class Input : std::uint8_t { piece, placed, after };
/// 1 x W, H x 1, or 3 x 3 around every cell.
enum class Shape : std::uint8_t { row, column, square };
enum class Direction : std::uint8_t { left, up, right, down };
/// vertical: left and right are exchanged; horizontal: top and bottom.
enum class Axis : std::uint8_t { vertical, horizontal };
/// How the map of ones becomes a number.
enum class Reduce : std::uint8_t { sum, mid, loop };

inline constexpr std::array<std::string_view, 3> kInputNames{"piece", "placed", "after"};
inline constexpr std::array<std::string_view, 3> kShapeNames{"row", "column", "3x3"};
inline constexpr std::array<std::string_view, 4> kDirectionNames{"left", "up", "right", "down"};
inline constexpr std::array<std::string_view, 2> kAxisNames{"vertical", "horizontal"};
inline constexpr std::array<std::string_view, 3> kReduceNames{"sum", "mid", "loop"};

inline constexpr int kMaxFilter = tetris::kMaxHeight;  // cells of the longest filter there is
inline constexpr int kSquareCells = 9;
inline constexpr double kLargestBias = 20;
inline constexpr double kLargestWeight = 20;

/// The board is correlated with the filter; where the sum plus the bias is above 0 (not at 0) the map is one. The weight is
/// not part of a unit.
struct Unit {
  Input input = Input::after;
  Shape shape = Shape::square;
  /// -1, 0 or +1. A row from the left, a column from the bottom, 3x3 line by line from the top left.
  std::array<std::int8_t, kMaxFilter> filter{};
  std::uint8_t length = kSquareCells;  // cells of the filter that are given
  double bias = 0;
  /// What a 3x3 filter sees beyond the edges: left and right (with the corners), above and below.
  bool sides_filled = false;
  bool ends_filled = false;
  Reduce reduce = Reduce::sum;  // mid: row and column only; loop: 3x3 without mirror only
  Direction direction = Direction::down;
  bool counts_filled = false;  // the loop walks over filled cells, not over empty ones
  bool mirrored = false;       // 3x3: the mirrored filter is applied too, and both maps are summed
  Axis axis = Axis::vertical;

  friend bool operator==(const Unit&, const Unit&) = default;
};

/// What genes mean.
/// published: filter cells are thirds; bias and weight are linear onto [-20, 20].
/// smooth: the bias is the share of the filter's cells other than 0 that must match, so that every value means something.
/// sparse: filters have few cells (a sixth -1, a sixth +1) that mostly must all match, and small weights are as likely as
/// large ones are rare (a cube onto [-20, 20]): what is drawn by chance is more often something useful, and harms less.
enum class Decoding : std::uint8_t { published, smooth, sparse };
inline constexpr std::array<std::string_view, 3> kDecodingNames{"published", "smooth", "sparse"};

/// A unit and what its output is multiplied with.
struct WeightedUnit {
  Unit unit;
  double weight = 0;
};

/// Genes of a unit besides its filter's.
inline constexpr std::size_t kOtherGenes = 12;
/// As many filter genes as the longest filter on such boards needs: 20 on 10x20, so that a unit has 32 genes.
int filter_genes(int width, int height);
inline std::size_t genes_of_unit(int filter) { return static_cast<std::size_t>(filter) + kOtherGenes; }
/// "input", "shape", "cell[0]", ..., "bias", ..., "weight": what each gene of a unit says.
std::vector<std::string> gene_names(int filter);

/// Genes for boards of this size, in [0, 1]; on a border between two choices the upper one is taken. A row filter has as many
/// cells as the board has columns, a column filter as many as it has rows.
WeightedUnit decode(std::span<const double> genes, int width, int height, Decoding decoding);
/// Genes in the middle of what each choice allows; decoding them gives the unit back (in the published decoding a bias or
/// weight beyond 20 is cut there).
std::vector<double> encode(const WeightedUnit& unit, int filter, Decoding decoding);

/// An error where the filter is too short for the board. A longer one is cut off.
Result<Done> check_unit(const Unit& unit, const tetris::Setting& setting);

/// The output of a unit for a transition.
double output(const Unit& unit, const tetris::Transition& t);
/// A number that outputs never exceed, and of which fraction they are multiples: 1, or 2 for halves.
double bound_of(const Unit& unit, int width, int height);
inline int fraction_of(const Unit& unit) { return unit.reduce == Reduce::mid ? 2 : 1; }

/// The filter cells other than 0, of the first `cells`; and how many of them want an empty cell.
struct Demand {
  int cells = 0;
  int empty = 0;
};
Demand demand_of(const Unit& unit, int cells);

/// "after 3x3 loop down": a unit in a few words.
std::string short_name(const Unit& unit);

}  // namespace stackwright::units
