// What the fast kernels are told: which quantities an evaluator needs, their weights, and the shapes of the pieces.
#pragma once

#include <cstdint>

namespace stackwright::lanes {

/// The numbers a kernel finds for a placement. Those that speak of the board are changes against the board before; the
/// score is a weighted sum of them plus a base value of the board. Weighted two by two, so the order makes the pairs.
enum Quantity : int {
  kLandingTwice,  // 2 * landing_height
  kRowTransitions,
  kCoveredRuns,  // runs of empty cells with a filled cell on top; column_transitions = width + 2 of these
  kHoles,
  kHoleDepth,
  kRowsWithHoles,
  kWells,
  kDiversity,
  kLandingRow,
  kMaxHeight,
  kAggregate,
  kBumpiness,
  kScarce0,  // pieces with at most 0, 1, 2 places
  kScarce1,
  kScarce2,
  kCoveredColumns,
  kNearlyOpen0,  // under rows that lack at most one cell, at most two
  kNearlyOpen1,
  // Of the pile without the last column (the well), while the quantities above speak of the pile, too.
  kStepSquares,
  kStepsOfTwo,
  kStepsOfThree,
  kAnyFlat,
  kAnyUp,
  kAnyDown,
  kMissingOne,
  kReady,
  kReadyAtOnce,
  kFourReady,
  kWellCells,
  kWellHoles,
  kWellHeight,
  kAbove0,  // squared height above the plan's limits
  kAbove1,
  kAbove2,
  kTouch,  // edges on filled cells of the pile
  kWall,   // edges on side walls
  kFloor,  // edges on the floor
  kLines,
  kRemovedCells,
  kEroded,
  kLinesSquared,
  kClearsOne,
  kClearsTwo,
  kClearsThree,
  kClearsFour,
  kSpare,
  kLandingRowSquared,
  kTouchSquared,
  kBorderSquared,  // edges on side walls or floor
  kGapsSquared,    // holes that the move makes
  kQuantities,
};
inline constexpr int kPairs = kQuantities / 2;
inline constexpr int kBoardQuantities = kAbove2 + 1;
inline constexpr int kAbove = 3;  // limits of height that an evaluator may have

/// Which groups of quantities an evaluator uses; the kernel leaves the others out.
struct Needs {
  bool row_transitions = false, covered = false, depth = false, hole_rows = false, wells = false, diversity = false;
  bool landing = false, landing_row = false, max_height = false, aggregate = false, bumpiness = false;
  bool contacts = false, eroded = false, clears = false;
  bool squares = false;  // of what Milan's evaluators look at
  bool scarce = false, openings = false;
  bool pile = false;         // the last column stands as a wall; all quantities of the pile are found
  bool low_weights = false;  // some weight needs more than its upper 16 bits
  bool wide = false;         // some weight needs more than both halves, or some feature has a table instead of a weight

  friend bool operator==(const Needs&, const Needs&) = default;
};

/// Features that can have a table of scores by value (powers and logarithms).
enum class Curved : std::uint8_t {
  landing_twice,
  row_transitions,
  column_transitions,
  holes,
  depth,
  hole_rows,
  wells,
  diversity,
  landing_row,
  max_height,
  height_rise,
  aggregate,
  bumpiness,
  lisbon_holes,
  etp,
  etp_floor,
  etw,
  etw_sides,
  gaps,
  lines,
  removed_cells,
  eroded,
  lines_squared,
  none,
};

inline constexpr int kMaxCurves = 24;

/// One such table: score of value v is table[v - low], per table of games.
struct Curve {
  Curved feature;
  std::int32_t low = 0, size = 0;
  std::int32_t offset = 0;  // into the scores of a lane
};

/// Weights of one evaluator, in whole numbers.
struct Weights {
  std::int32_t change[kQuantities] = {};     // of the quantities
  std::int32_t base[kBoardQuantities] = {};  // of the same quantities of the board before
  std::int32_t constant = 0;
};

inline constexpr int kMaxPieces = 16;
inline constexpr int kShapeWidth = 4;  // kernels know pieces that fit a 4 x 4 box, without gaps in a row or column
inline constexpr int kShapeTurns = 4;
inline constexpr std::uint8_t kUnused = 64;  // bottom of a column that a shape does not have

/// Shapes as byte tables by piece, one per orientation, so that lanes can look up their own piece.
struct ShapeTable {
  std::uint8_t bottom[kShapeWidth][kMaxPieces];
  std::uint8_t mask[kShapeWidth][kMaxPieces];
  std::uint8_t length[kShapeWidth][kMaxPieces];
  std::uint8_t last_length[kMaxPieces];  // of the rightmost column
  std::uint8_t floor[kMaxPieces];        // columns with a cell in the lowest row
  std::uint8_t width[kMaxPieces];        // 99 where the piece has no such orientation
  std::uint8_t height[kMaxPieces];
  std::uint16_t packed[kMaxPieces];   // the four column masks, 4 bits each
  std::uint16_t bottoms[kMaxPieces];  // the four bottoms, 4 bits each
  int min_width, max_width;           // over the pieces that have it
};

/// Two orientations of a piece side by side, 16 lanes (columns) each, as words of 16 bits.
struct PairedShapes {
  static constexpr int kLanes = 32;
  alignas(64) std::uint16_t bottom[kShapeWidth][kLanes];
  std::uint16_t mask[kShapeWidth][kLanes];
  std::uint16_t length[kShapeWidth][kLanes];
  std::uint16_t used[kShapeWidth][kLanes];  // all ones where the shape has the column
  std::uint16_t last_length[kLanes], floor[kLanes], width[kLanes], height[kLanes], packed[kLanes];
  std::uint16_t slot[kLanes];
  int turn[2];
  int max_width;
};

/// An orientation of a piece as the bound on second moves sees it.
struct Outline {
  int width, height;
  int bottom[kShapeWidth];
  unsigned mask[kShapeWidth];  // cells by column
  unsigned row[4];             // cells by row
  int left, right;             // cells of the first and the last column: edges that a wall beside it touches
  int sides;                   // edges to the left and right that another piece can touch, those two included
  int floor;                   // columns with a cell in the lowest row
};

inline constexpr int kGroup = 32;      // tables that are handled together
inline constexpr int kSlots = 4 * 16;  // placements: orientation * 16 + column
inline constexpr std::int32_t kLost = INT32_MIN;

/// All that is the same for all tables.
struct Plan {
  int width, height, limit;  // limit: rows a piece may reach
  int cells;                 // of a piece
  int pieces;
  int orientations[kMaxPieces];
  ShapeTable shape[kShapeTurns];
  int turns;  // the most orientations of any piece
  PairedShapes paired[kMaxPieces][kShapeTurns / 2];
  Outline outline[kMaxPieces][kShapeTurns];
  int longest_row[kMaxPieces];  // the most cells that a piece has in a row, however it is turned
  Needs needs;
  int above[kAbove];  // limits of height
  int curves;
  Curve curve[kMaxCurves];
  int curve_size;  // scores per lane, all curves together
};

/// Weights of a group arranged for the kernels.
struct GroupWeights {
  alignas(64) std::int32_t change[kQuantities][kGroup];
  alignas(64) std::int32_t base[kBoardQuantities][kGroup];
  alignas(64) std::int32_t constant[kGroup];
  /// Upper and lower halves (change = upper * 4096 + lower), two quantities to a word, table by table ...
  alignas(64) std::int32_t upper[kPairs][kGroup];
  alignas(64) std::int32_t lower[kPairs][kGroup];
  /// ... and the same in the order in which 16-bit lanes are unpacked (tables 0-3, 8-11, 16-19, 24-27, then 4-7, ...).
  alignas(64) std::int32_t upper_unpacked[kPairs][kGroup];
  alignas(64) std::int32_t lower_unpacked[kPairs][kGroup];
  bool same = true;                // all tables have the same weights
  std::int32_t* curves = nullptr;  // [table][curve_size]
};

/// Boards of a group: a word per column, tables side by side.
struct GroupBoards {
  alignas(64) std::uint32_t column[16][kGroup];
};

/// What a group's decision comes to.
struct GroupChoices {
  alignas(64) std::int32_t score[kGroup];  // kLost where every placement loses
  alignas(64) std::int32_t slot[kGroup];
};

/// All placements of a group: score by slot, kLost where it loses or does not exist.
struct GroupScores {
  alignas(64) std::int32_t score[kSlots][kGroup];
};

struct Limits;

/// The kernels of one instruction set.
struct Kernels {
  /// Up to so many games of a group are quicker one after the other (`alone`) than side by side (`choose`).
  int few;
  /// Best placement of pieces[t] for the tables [first, last) of the group; with `all`, every placement's score too. Ranges of
  /// tables begin and end at multiples of a vector.
  void (*choose)(const Plan&, const GroupBoards&, const GroupWeights&, const std::uint8_t* pieces, int first, int last,
                 GroupChoices& out, GroupScores* all);
  /// All placements of `piece` at one table: score by slot (64-byte aligned, kLost where it loses or does not exist), and the
  /// first best slot.
  int (*alone)(const Plan&, const GroupBoards&, const GroupWeights&, int piece, int table, std::int32_t* score);
  /// Best score of `second` after pieces[table[j]] was placed by slot[j] (not losing), for 32 pairs, `count` of them used.
  void (*second)(const Plan&, const GroupBoards&, const GroupWeights&, const std::uint8_t* pieces,
                 const std::uint8_t* table, const std::uint8_t* slot, int count, int second, std::int32_t* best);
  /// The first moves of `piece` at a table, as bits by slot, that can reach the score `least` together with an answer of
  /// `next`; `score` has the first moves' own scores (kLost: none). nullptr where nothing is bounded.
  std::uint64_t (*promising)(const Plan&, const GroupBoards&, const Limits&, int table, int piece, int next,
                             const std::int32_t* score, std::int32_t least);
  /// The tables on which something stands higher than 12 rows, as bits: 16-bit lanes do not serve them.
  std::uint32_t (*high)(const Plan&, const GroupBoards&);
  /// Best scores of `count` pieces on each of the boards [0, last): best[i][table], kLost where every placement loses.
  void (*answers)(const Plan&, const GroupBoards&, const GroupWeights&, const std::uint8_t* pieces, int count, int last,
                  std::int32_t (*best)[kGroup]);
  /// The highest column and the sum of all columns, for each table of the group (64-byte aligned).
  void (*heights)(const Plan&, const GroupBoards&, std::uint32_t* highest, std::uint32_t* sum);
  /// Plays a slot at each of the tables [first, last); rows removed, or -1 where it loses (the board then stays).
  void (*apply)(const Plan&, GroupBoards&, const std::uint8_t* pieces, const std::uint8_t* slot, int first, int last,
                std::int8_t* lines);
};

}  // namespace stackwright::lanes
