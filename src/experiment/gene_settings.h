// What single genes of a problem have of their own, from settings.
#pragma once

#include <string_view>

#include "core/result.h"
#include "optim/settings.h"
#include "optim/space.h"

namespace stackwright {

/// The gene of a space by its name; an unknown one names the nearest.
Result<optim::Gene*> gene_named(optim::Space& space, std::string_view name);

/// `frozen` lists genes that stay 0; `own` has "NAME.low", .high, .init_low, .init_high, .kind, .start or .frozen.
Result<Done> set_single_genes(optim::Space& space, std::string_view frozen, const optim::Settings& own);

}  // namespace stackwright
