// The kernel of units by instruction set.
#pragma once

#include "eval/tables.h"
#include "eval/units/plan.h"

namespace stackwright::units {

/// The processor must have it; where there is none of its own ("boolean"), the plain one.
const Kernels& kernels_for(Simd simd);

}  // namespace stackwright::units
