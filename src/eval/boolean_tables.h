// Tables played the slow obvious way, for comparison: Milan's two-dimensional array of booleans.
#pragma once

#include <memory>

#include "eval/tables.h"

namespace stackwright {

/// So many tables (at least one) on boards of booleans.
std::unique_ptr<Tables> make_boolean_tables(const tetris::Setting& setting, const Linear& evaluator, int tables);

}  // namespace stackwright
