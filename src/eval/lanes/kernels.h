// The kernels of each instruction set, behind one table of functions.
#pragma once

#include "eval/lanes/plan.h"

namespace stackwright::lanes_plain {
extern const lanes::Kernels kKernels;
}
namespace stackwright::lanes_avx2 {
extern const lanes::Kernels kKernels;
}
namespace stackwright::lanes_avx512 {
extern const lanes::Kernels kKernels;
}
