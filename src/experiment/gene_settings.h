// Genes of a problem from settings: what all have, and what single ones have of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "optim/settings.h"
#include "optim/space.h"

namespace stackwright {

struct GeneSettings {
  std::string kind = "real";
  double low = -1;
  double high = 1;
  double init_low = -1;
  double init_high = 1;
  std::string frozen;
  std::string start;
  optim::Settings gene;  // "NAME.low" and the like: what one gene has of its own
};

/// The rows of these settings but `start`, which each problem reads in its own way. Bounds lie within +-bound, first values
/// within +-init_bound.
template <class S>
void add_gene_rows(std::vector<optim::SettingRow<S>>& rows, double bound, double init_bound) {
  using namespace optim;
  rows.push_back(text<S>("kind", &S::kind, "real or integer", "real or whole numbers"));
  rows.push_back(real<S>("low", &S::low, -bound, bound, "lower bound of genes"));
  rows.push_back(real<S>("high", &S::high, -bound, bound, "upper bound of genes"));
  rows.push_back(real<S>("init_low", &S::init_low, -init_bound, init_bound, "first values lie from here"));
  rows.push_back(real<S>("init_high", &S::init_high, -init_bound, init_bound, "... to here"));
  rows.push_back(text<S>("frozen", &S::frozen, "genes", "genes that stay 0"));
}

/// A gene with what all genes have.
Result<optim::Gene> make_gene(const GeneSettings& settings, std::string name);

/// The gene of a space by its name; an unknown one names the nearest.
Result<optim::Gene*> gene_named(optim::Space& space, std::string_view name);

/// `frozen` lists genes that stay 0; `own` has "NAME.low", .high, .init_low, .init_high, .kind, .start or .frozen.
Result<Done> set_single_genes(optim::Space& space, std::string_view frozen, const optim::Settings& own);

}  // namespace stackwright
