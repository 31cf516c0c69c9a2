// All optimisers by name.
#include "optim/registry.h"

#include <array>
#include <bit>
#include <string>

#include "core/hash.h"
#include "core/text.h"
#include "optim/apart.h"
#include "optim/blocks.h"
#include "optim/cma_es.h"
#include "optim/cross_entropy.h"
#include "optim/ga.h"
#include "optim/random_search.h"
#include "optim/xnes.h"

namespace stackwright::optim {
namespace {

void add_genes(Hasher& hasher, const Space& space) {
  if (space.block != 1) hasher.add(std::uint64_t{space.block});
  for (const Gene& gene : space.genes) {
    hasher.add(gene.name).add(static_cast<std::uint64_t>(gene.kind)).add(gene.frozen).add(gene.start.has_value());
    for (const double x :
         {gene.low, gene.high, gene.init_low, gene.init_high, gene.start.value_or(0), gene.frozen_value}) {
      hasher.add(std::bit_cast<std::uint64_t>(x));
    }
  }
}

/// A number for everything that decides what an optimiser does.
template <class S>
std::uint64_t identity_of(std::string_view name, const std::vector<SettingRow<S>>& rows, const S& settings,
                          const Space& space, std::uint64_t seed) {
  Hasher hasher;
  hasher.add(name).add(seed);
  for (const SettingRow<S>& row : rows) hasher.add(row.name).add(row.write(settings));
  add_genes(hasher, space);
  return hasher.value();
}

template <class M, class S>
Result<Optimiser> make(std::string_view name, const std::vector<SettingRow<S>>& rows, const Settings& pairs,
                       const Space& space, std::uint64_t seed, const S& defaults = {}) {
  if (auto r = check_space(space); !r) return r.error();
  const Result<S> settings = read_settings(name, rows, pairs, defaults);
  if (!settings) return settings.error();
  return Optimiser(M(*settings, free_part(space), seed), space, identity_of(name, rows, *settings, space, seed));
}

CmaSettings diagonal_defaults() {
  CmaSettings settings;
  settings.covariance = Covariance::diagonal;
  return settings;
}

constexpr std::array<OptimiserRow, 7> kOptimisers{{
    {"ga", "genetic algorithm, every operator of the five works", [] { return describe(ga_settings()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<GeneticAlgorithm>("ga", ga_settings(), pairs, space, seed);
     }},
    {"cma-es", "covariance matrix adaptation (Hansen 2016)", [] { return describe(cma_settings()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<CmaEs>("cma-es", cma_settings(), pairs, space, seed);
     }},
    {"sep-cma-es", "covariance matrix adaptation, diagonal (Ros and Hansen 2008)",
     [] { return describe(cma_settings(), diagonal_defaults()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<CmaEs>("sep-cma-es", cma_settings(), pairs, space, seed, diagonal_defaults());
     }},
    {"cross-entropy", "noisy cross-entropy (Szita and Lorincz 2006)", [] { return describe(cross_entropy_settings()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<CrossEntropy>("cross-entropy", cross_entropy_settings(), pairs, space, seed);
     }},
    {"xnes", "exponential natural evolution strategies (Glasmachers et al. 2010)",
     [] { return describe(xnes_settings()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<Xnes>("xnes", xnes_settings(), pairs, space, seed);
     }},
    {"blocks", "evolution of genomes made of like parts, such as networks of units",
     [] { return describe(blocks_settings()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<Blocks>("blocks", blocks_settings(), pairs, space, seed);
     }},
    {"random", "random search, the baseline", [] { return describe(random_settings()); },
     [](const Settings& pairs, const Space& space, std::uint64_t seed) {
       return make<RandomSearch>("random", random_settings(), pairs, space, seed);
     }},
}};

Result<const OptimiserRow*> row_named(std::string_view name) {
  std::vector<std::string_view> known;
  for (const OptimiserRow& row : kOptimisers) {
    if (row.name == name) return &row;
    known.push_back(row.name);
  }
  return unknown_name("optimiser", name, known);
}

/// The same method once for each part of the genes.
Result<Optimiser> make_for_parts(const OptimiserRow& row, const Settings& settings, const Space& space,
                                 std::uint64_t seed) {
  if (auto r = check_space(space); !r) return r.error();
  for (const auto& [key, text] : settings) {
    if ((key == "restarts" && text != "none") || (key == "noise" && text == "true")) {
      return wrong_setting(key, "off where genes have parts: their generations must be of one size", text);
    }
  }
  const Space free = free_part(space);
  Hasher hasher;
  hasher.add("parts").add(row.name).add(seed);
  add_genes(hasher, space);
  std::vector<Optimiser> parts;
  for (std::size_t part = 0; part < parts_of(space); ++part) {
    Space own;
    for (Gene gene : free.genes) {
      if (gene.part != part) continue;
      gene.part = 0;
      own.genes.push_back(std::move(gene));
    }
    if (own.genes.empty()) return Error{"all genes of one part are frozen"};
    Result<Optimiser> optimiser = row.make(settings, own, hash_words({seed, part}));
    if (!optimiser) return optimiser;
    if (part > 0 && optimiser->ask().candidates.size() != parts[0].ask().candidates.size()) {
      return Error{"the parts of the genes are not of one size: set the population"};
    }
    hasher.add(part).add(optimiser->state());  // it names its settings by a number
    parts.push_back(*std::move(optimiser));
  }
  return Optimiser(Apart(std::move(parts), free), space, hasher.value());
}

}  // namespace

std::span<const OptimiserRow> optimisers() { return kOptimisers; }

Result<Optimiser> make_optimiser(std::string_view name, const Settings& settings, const Space& space,
                                 std::uint64_t seed) {
  const Result<const OptimiserRow*> row = row_named(name);
  if (!row) return row.error();
  if (parts_of(space) > 1) return make_for_parts(**row, settings, space, seed);
  return (*row)->make(settings, space, seed);
}

Result<std::vector<SettingInfo>> settings_of(std::string_view name) {
  const Result<const OptimiserRow*> row = row_named(name);
  if (!row) return row.error();
  return (*row)->settings();
}

}  // namespace stackwright::optim
