// The kernel of units for AVX2.
#include <immintrin.h>

#include <bit>
#include <cstdint>
#include <type_traits>

#include "eval/lanes/compiler.h"
#include "eval/units/plan.h"

namespace stackwright::lanes_avx2 {
namespace {
using units::LaneBoards;
using units::UnitPlan;
// clang-format off: vector types first
#include "eval/lanes/word.h"
#include "eval/lanes/vector_avx2.h"
// clang-format on
inline Wide parity(Wide a, Wide b, Wide c) { return a ^ b ^ c; }
inline Wide majority(Wide a, Wide b, Wide c) { return (a & b) | ((a ^ b) & c); }
#include "eval/units/kernel.h"
}  // namespace

const units::Kernels kUnitKernels = {unit_outputs, unit_scores, unit_full_rows};

}  // namespace stackwright::lanes_avx2
