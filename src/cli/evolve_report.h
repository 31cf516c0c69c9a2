// What `stackwright evolve` says in the end: the champion for people or as JSON, and the keys that can be set.
#pragma once

#include <string>

#include "core/result.h"
#include "experiment/evolve.h"
#include "experiment/evolve_config.h"
#include "experiment/store.h"

namespace stackwright::cli {

/// A run of the store: a new one, or the one to go on with.
struct OpenedEvolution {
  RunRow run;
  EvolveConfig config;
};

/// `path` is the champion's controller file.
Result<Done> report_evolution_json(const Store& store, const OpenedEvolution& opened, const EvolveOutcome& outcome,
                                   const std::string& path);
Result<Done> report_evolution_text(const OpenedEvolution& opened, const EvolveOutcome& outcome,
                                   const std::string& path);

/// All keys of a game and an optimiser, with their defaults and meanings.
void report_evolve_keys(const std::string& game, const std::string& optimiser, bool json);

}  // namespace stackwright::cli
