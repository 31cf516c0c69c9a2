// Batches of boards judged by evaluators that have units.
#pragma once

#include <memory>

#include "eval/judge.h"

namespace stackwright {

std::unique_ptr<Judge> make_unit_judge(Simd simd, const tetris::Setting& setting, const Linear& evaluator);

}  // namespace stackwright
