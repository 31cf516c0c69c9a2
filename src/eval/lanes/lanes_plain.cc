// The kernels without vector instructions: the same code, a lane at a time.
#include <bit>
#include <cstdint>
#include <type_traits>

#include "eval/lanes/compiler.h"
#include "eval/lanes/kernels.h"
#include "eval/lanes/plan.h"

namespace stackwright::lanes_plain {
namespace {
// clang-format off: vector types first
#include "eval/lanes/word.h"
#include "eval/lanes/vector_plain.h"
#include "eval/lanes/kernel.h"
// clang-format on
}  // namespace

const lanes::Kernels kKernels = {kFew, choose, alone, second, promising, high, answers, heights, apply};

}  // namespace stackwright::lanes_plain
