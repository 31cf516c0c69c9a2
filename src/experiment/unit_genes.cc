// Networks of generic units as genes.
#include "experiment/unit_genes.h"

#include <algorithm>
#include <string_view>

#include "core/text.h"

namespace stackwright {
namespace {

/// Freezes all genes but those named where they start.
Result<Done> free_only(optim::Space& space, std::string_view wanted, std::span<const std::string> names) {
  std::vector<std::string_view> known;
  known.reserve(names.size());
  for (const std::string& name : names) known.emplace_back(std::string_view(name).substr(0, name.find('[')));
  std::vector<std::string_view> free;
  for (const std::string_view part : split(wanted, ',')) {
    free.push_back(trim(part));
    if (std::ranges::find(known, free.back()) == known.end()) {
      known.erase(std::unique(known.begin(), known.end()), known.end());
      return Error{"free: " + unknown_name("gene of a unit", free.back(), known).message};
    }
  }
  for (std::size_t i = 0; i < space.size(); ++i) {
    optim::Gene& gene = space.genes[i];
    gene.frozen = std::ranges::find(free, known[i % known.size()]) == free.end();
    gene.frozen_value = gene.start.value_or(0.5);
  }
  return Done{};
}

}  // namespace

Result<optim::Space> unit_space(const UnitGenes& how) {
  if (how.start.size() > static_cast<std::size_t>(how.units)) {
    return Error{"start: expected at most " + std::to_string(how.units) + " units, got " +
                 std::to_string(how.start.size())};
  }
  const std::vector<std::string> names = units::gene_names(how.filter);
  const std::vector<double> neutral(names.size(), 0.5);
  optim::Space space;
  space.block = names.size();
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(how.units); ++unit) {
    const std::vector<double> start =
        unit < how.start.size() ? units::encode(how.start[unit], how.filter, how.decoding) : neutral;
    for (std::size_t i = 0; i < names.size(); ++i) {
      optim::Gene gene;
      gene.name = std::to_string(unit + 1) + "." + names[i];
      gene.low = gene.init_low = 0;
      gene.high = gene.init_high = 1;
      gene.start = start[i];
      space.genes.push_back(std::move(gene));
    }
  }
  if (!trim(how.free).empty()) {
    if (auto fine = free_only(space, how.free, names); !fine) return fine.error();
  }
  if (auto fine = optim::check_space(space); !fine) return fine.error();
  return space;
}

std::vector<units::WeightedUnit> network_of(std::span<const double> genes, int filter, int width, int height,
                                            units::Decoding decoding) {
  const std::size_t each = units::genes_of_unit(filter);
  std::vector<units::WeightedUnit> network;
  network.reserve(genes.size() / each);
  for (std::size_t first = 0; first + each <= genes.size(); first += each) {
    network.push_back(units::decode(genes.subspan(first, each), width, height, decoding));
  }
  return network;
}

}  // namespace stackwright
