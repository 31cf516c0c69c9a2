// The named scoring tables.
#include "games/tetris/scoring.h"

#include "core/text.h"

namespace stackwright::tetris {
namespace {

/// Points for 5 and 6 rows (larger pieces only) go on by the last step, points(4) - points(3); no source gives them.
constexpr Scoring table(std::string_view name, std::int32_t one, std::int32_t two, std::int32_t three,
                        std::int32_t four) {
  const std::int32_t step = four - three;
  return {name, {0, one, two, three, four, four + step, four + 2 * step}, 0};
}

constexpr Scoring kTables[] = {
    table("lines", 1, 2, 3, 4),              // the literature's measure
    table("milan", 10, 30, 60, 100),         // at most 10 points per piece, with four-row clears only
    table("nes", 40, 100, 300, 1200),        // strict play multiplies by the level
    table("ia-tetris", 100, 300, 500, 800),  // Lisbon
    {"pieces", {0, 0, 0, 0, 0, 0, 0}, 1},    // one point per placed piece
};

}  // namespace

Result<Scoring> scoring_named(std::string_view name) {
  for (const Scoring& scoring : kTables) {
    if (scoring.name == name) return scoring;
  }
  constexpr std::string_view kNames[] = {"lines", "milan", "nes", "ia-tetris", "pieces"};
  return unknown_name("score", name, kNames);
}

}  // namespace stackwright::tetris
