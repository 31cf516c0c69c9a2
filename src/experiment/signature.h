// The signature of the program's behaviour: equal for every compiler, implementation and number of threads.
#pragma once

#include <cstdint>

#include "core/progress.h"
#include "core/result.h"
#include "eval/tables.h"

namespace stackwright {

/// A hash over every placement of fixed games: several boards, rules, piece sets, controllers and searches. A change of
/// behaviour changes it; nothing else does.
Result<std::uint64_t> bench_signature(Simd simd, const StopToken& stop, int threads = 1, int lanes = 0);

}  // namespace stackwright
