// Tables whose evaluators have units.
#pragma once

#include <memory>

#include "eval/tables.h"

namespace stackwright {

/// Every table may have units of its own.
std::unique_ptr<Tables> make_unit_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                         int tables);

}  // namespace stackwright
