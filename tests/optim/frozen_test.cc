// The candidates of every optimiser are the same on every machine and with every compiler: frozen hashes.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "core/hash.h"
#include "optim/functions.h"

namespace stackwright::optim {
namespace frozen_test {

/// A hash of all candidates of 30 generations on the sphere with four bounded genes, one of them whole.
std::uint64_t hash_of_candidates(const char* name, const Settings& settings) {
  Space space = space_of(5, -3, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    space.genes[i].low = -4;
    space.genes[i].high = 5;
  }
  space.genes[3].kind = GeneKind::integer;
  Optimiser optimiser = made(name, settings, space, 2026);
  Hasher hasher;
  while (optimiser.generation() < 30) {
    for (const Genes& genes : optimiser.ask().candidates) {
      for (const double gene : genes) hasher.add(std::bit_cast<std::uint64_t>(gene));
    }
    step(optimiser, sphere);
  }
  return hasher.value();
}

struct Frozen {
  const char* name;
  Settings settings;
  std::uint64_t hash;
};

TEST(Frozen, CandidatesAreTheSameOnEveryMachine) {
  const Settings milan{{"first", "best-of"},
                       {"mating", "fitter-second"},
                       {"crossover", "swap-blend"},
                       {"duplicates", "false"},
                       {"mutation_rate", "0.02"}};
  const Settings lisbon{{"population", "50"},   {"selection", "best-two-of-sample"}, {"crossover", "fitness-weighted"},
                        {"mutation", "lisbon"}, {"replacement", "replace-worst"},    {"children", "20"}};
  for (const Frozen& f :
       {Frozen{"ga", milan, 0x3aaf1e908b87da45ULL},
        {"ga", lisbon, 0xc7f5dad469fa7b6bULL},
        {"ga", {{"selection", "sus"}, {"mutation", "gaussian"}, {"crossover", "two-point"}}, 0x7a101c5d05851b9bULL},
        {"cma-es", {}, 0x19fcfbda0b52b551ULL},
        {"cma-es", {{"bounds", "resample"}, {"elitist", "true"}}, 0x5ae464edcd8400e1ULL},
        {"cma-es", {{"noise", "true"}, {"restarts", "bipop"}, {"tolerance_fitness", "1"}}, 0x52b15b2c935c64a8ULL},
        {"sep-cma-es", {}, 0xeb660431139bf72bULL},
        {"cross-entropy", {}, 0x86ab1de3932ef5ffULL},
        {"xnes", {}, 0xe208557dac224a3cULL},
        {"random", {}, 0x3c7398fe087d43e7ULL}}) {
    EXPECT_EQ(hash_of_candidates(f.name, f.settings), f.hash) << f.name;
  }
}

}  // namespace frozen_test
}  // namespace stackwright::optim
