// All optimisers by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "optim/optimiser.h"
#include "optim/settings.h"
#include "optim/space.h"

namespace stackwright::optim {

struct OptimiserRow {
  std::string_view name;
  std::string_view about;
  std::vector<SettingInfo> (*settings)();
  Result<Optimiser> (*make)(const Settings& settings, const Space& space, std::uint64_t seed);
};

std::span<const OptimiserRow> optimisers();

/// An optimiser by name; errors name the optimiser, the setting or the gene.
Result<Optimiser> make_optimiser(std::string_view name, const Settings& settings, const Space& space,
                                 std::uint64_t seed);

/// Settings of an optimiser with defaults, ranges and meanings.
Result<std::vector<SettingInfo>> settings_of(std::string_view name);

}  // namespace stackwright::optim
