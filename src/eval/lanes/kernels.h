// The kernels of each instruction set, behind one table of functions.
#pragma once

#include "eval/lanes/plan.h"

namespace stackwright::lanes_plain {
extern const lanes::Kernels kKernels;
std::uint64_t promising(const lanes::Plan&, const lanes::GroupBoards&, const lanes::Limits&, int table, int piece,
                        int next, const std::int32_t* score, std::int32_t least);
}  // namespace stackwright::lanes_plain
namespace stackwright::lanes_avx2 {
extern const lanes::Kernels kKernels;
std::uint64_t promising(const lanes::Plan&, const lanes::GroupBoards&, const lanes::Limits&, int table, int piece,
                        int next, const std::int32_t* score, std::int32_t least);
}  // namespace stackwright::lanes_avx2
namespace stackwright::lanes_avx512 {
extern const lanes::Kernels kKernels;
std::uint64_t promising(const lanes::Plan&, const lanes::GroupBoards&, const lanes::Limits&, int table, int piece,
                        int next, const std::int32_t* score, std::int32_t least);
}  // namespace stackwright::lanes_avx512
