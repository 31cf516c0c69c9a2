// The kernels for AVX-512 (with the bit-counting extensions of Ice Lake and Zen 4).
#include <immintrin.h>

#include <bit>
#include <cstdint>
#include <type_traits>

#include "eval/lanes/compiler.h"
#include "eval/lanes/kernels.h"
#include "eval/lanes/plan.h"

#define STACKWRIGHT_NARROW

namespace stackwright::lanes_avx512 {
namespace {
// clang-format off: vector types first
#include "eval/lanes/word.h"
#include "eval/lanes/vector_avx512.h"
#include "eval/lanes/kernel.h"
// clang-format on
}  // namespace

const lanes::Kernels kKernels = {kFew, choose, alone, second, promising, high, answers, heights, apply};

}  // namespace stackwright::lanes_avx512
