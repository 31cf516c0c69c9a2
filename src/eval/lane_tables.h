// Tables played by the fast kernels.
#pragma once

#include <memory>

#include "eval/tables.h"

namespace stackwright {

/// Tables on plain, avx2 or avx512 kernels; null when the kernels do not cover the pieces or a feature.
std::unique_ptr<Tables> make_lane_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                         int tables);

}  // namespace stackwright
