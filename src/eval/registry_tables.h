// Tables that evaluate any feature of the registry, one placement after the other.
#pragma once

#include <memory>

#include "eval/tables.h"

namespace stackwright {

std::unique_ptr<Tables> make_registry_tables(const tetris::Setting& setting, const Linear& evaluator, int tables);

}  // namespace stackwright
