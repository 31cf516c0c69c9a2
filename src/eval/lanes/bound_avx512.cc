// The bound on second moves for AVX-512.
#include <immintrin.h>

#include <bit>
#include <cstdint>
#include <initializer_list>

#include "eval/lanes/compiler.h"
#include "eval/lanes/kernels.h"
#include "eval/lanes/limits.h"

namespace stackwright::lanes_avx512 {
namespace {
// clang-format off: each builds on those before
#include "eval/lanes/columns.h"
#include "eval/lanes/bound.h"
// clang-format on
}  // namespace

std::uint64_t promising(const lanes::Plan& plan, const lanes::GroupBoards& boards, const lanes::Limits& limits,
                        int table, int piece, int next, const std::int32_t* score, std::int32_t least) {
  return promising_moves(plan, boards, limits, table, piece, next, score, least);
}

}  // namespace stackwright::lanes_avx512
