// Which implementation plays: by name, by what the processor has, by what the evaluator needs.
#include "eval/tables.h"

#include <array>

#include "core/text.h"
#include "eval/boolean_tables.h"
#include "eval/lane_tables.h"
#include "eval/registry_tables.h"
#include "eval/units/unit_tables.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"auto", "boolean", "plain", "avx2", "avx512"};

/// Games side by side by default: enough groups of lanes that low and high piles can be kept apart.
constexpr int kTablesPerCore = 256;

}  // namespace

void Tables::heights(std::span<Heights> out) const {
  for (int t = 0; t < size(); ++t) {
    const tetris::Board b = board(t);
    Heights& h = out[static_cast<std::size_t>(t)];
    h = {static_cast<std::uint16_t>(tetris::max_height(b)), 0};
    for (int x = 0; x < b.width; ++x) h.sum = static_cast<std::uint16_t>(h.sum + tetris::column_height(b, x));
  }
}

Result<Simd> simd_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Simd>(i);
  }
  return unknown_name("implementation", name, kNames);
}

std::string_view name_of(Simd simd) { return kNames[static_cast<std::size_t>(simd)]; }

bool has_simd(Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (simd == Simd::avx512) {
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vnni");
  }
  return true;
#else
  return simd != Simd::avx2 && simd != Simd::avx512;
#endif
}

Simd best_simd() {
  if (has_simd(Simd::avx512)) return Simd::avx512;
  if (has_simd(Simd::avx2)) return Simd::avx2;
  return Simd::plain;
}

Result<std::unique_ptr<Tables>> make_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                            int lanes) {
  if (simd == Simd::automatic) simd = best_simd();
  if (!has_simd(simd))
    return Error{"this processor has no " + std::string(name_of(simd)) + "; use auto, plain or boolean"};
  if (has_units(evaluator.terms())) return make_unit_tables(simd, setting, evaluator, lanes);
  const int tables = lanes > 0 ? lanes : simd == Simd::boolean ? 1 : simd == Simd::plain ? 8 : kTablesPerCore;
  if (simd == Simd::boolean) return make_boolean_tables(setting, evaluator, tables);
  if (auto fast = make_lane_tables(simd, setting, evaluator, tables)) return fast;
  return make_registry_tables(setting, evaluator, tables);
}

}  // namespace stackwright
