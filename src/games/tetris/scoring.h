// Scoring tables: points for the rows removed by one placement.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/result.h"

namespace stackwright::tetris {

/// Points for 0 to 6 rows (six only with hexominoes; tables published for four rows continue by their last step).
struct Scoring {
  std::string_view name = "lines";
  std::array<std::int32_t, 7> points{0, 1, 2, 3, 4, 5, 6};
  std::int32_t per_piece = 0;
};

/// lines, milan, nes, ia-tetris or pieces.
Result<Scoring> scoring_named(std::string_view name);

}  // namespace stackwright::tetris
