// The genes of a candidate: real or whole numbers, bounds, the range of the first values, frozen genes.
#include "optim/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "core/text.h"

namespace stackwright::optim {
namespace {

Result<Done> check_gene(const Gene& gene) {
  const auto wrong = [&](const std::string& why) { return Error{"gene " + in_quotes(gene.name) + ": " + why}; };
  if (gene.name.empty()) return Error{"a gene has no name"};
  if (std::isnan(gene.low) || std::isnan(gene.high)) return wrong("a bound is not a number");
  if (gene.low > gene.high) return wrong(fmt::format("low {} exceeds high {}", gene.low, gene.high));
  const bool whole = gene.kind == GeneKind::integer;
  if (whole && std::ceil(gene.low) > std::floor(gene.high)) {
    return wrong(fmt::format("no whole number between {} and {}", gene.low, gene.high));
  }
  const auto inside = [&](double value) { return std::isfinite(value) && value >= gene.low && value <= gene.high; };
  if (gene.frozen) {
    if (!inside(gene.frozen_value)) return wrong(fmt::format("frozen at {}, out of bounds", gene.frozen_value));
    if (whole && gene.frozen_value != std::floor(gene.frozen_value)) {
      return wrong(fmt::format("frozen at {}, not a whole number", gene.frozen_value));
    }
    return Done{};
  }
  if (gene.init_low > gene.init_high) {
    return wrong(fmt::format("first range: low {} exceeds high {}", gene.init_low, gene.init_high));
  }
  if (!inside(gene.init_low) || !inside(gene.init_high) || !std::isfinite(gene.init_high - gene.init_low)) {
    return wrong(fmt::format("first range {} to {} leaves the bounds {} to {}", gene.init_low, gene.init_high, gene.low,
                             gene.high));
  }
  if (whole && std::ceil(gene.init_low) > std::floor(gene.init_high)) {
    return wrong(fmt::format("no whole number in the first range {} to {}", gene.init_low, gene.init_high));
  }
  if (gene.start && !inside(*gene.start)) return wrong(fmt::format("start {} is out of bounds", *gene.start));
  return Done{};
}

}  // namespace

Result<Done> check_space(const Space& space) {
  if (space.genes.empty()) return Error{"there are no genes"};
  std::set<std::string> names;
  for (const Gene& gene : space.genes) {
    if (auto r = check_gene(gene); !r) return r;
    if (!names.insert(gene.name).second) return Error{"two genes are named " + in_quotes(gene.name)};
  }
  if (std::all_of(space.genes.begin(), space.genes.end(), [](const Gene& g) { return g.frozen; })) {
    return Error{"all genes are frozen: nothing to search"};
  }
  return Done{};
}

std::size_t parts_of(const Space& space) {
  std::size_t last = 0;
  for (const Gene& gene : space.genes) last = std::max(last, gene.part);
  return last + 1;
}

Space free_part(const Space& space) {
  Space free;
  std::vector<std::size_t> sizes((space.size() + space.block - 1) / space.block);
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (space.genes[i].frozen) continue;
    free.genes.push_back(space.genes[i]);
    ++sizes[i / space.block];
  }
  std::erase(sizes, 0u);
  const bool like = !sizes.empty() && std::ranges::count(sizes, sizes.front()) == std::ssize(sizes);
  free.block = like ? sizes.front() : 1;
  return free;
}

Genes with_frozen(const Space& space, std::span<const double> free) {
  Genes genes;
  genes.reserve(space.size());
  std::size_t next = 0;
  for (const Gene& gene : space.genes) genes.push_back(gene.frozen ? gene.frozen_value : free[next++]);
  assert(next == free.size());
  return genes;
}

double settle(const Gene& gene, double value) {
  if (gene.kind == GeneKind::real) return std::clamp(value, gene.low, gene.high);
  return std::clamp(std::floor(value + 0.5), std::ceil(gene.low), std::floor(gene.high));
}

Genes settle(const Space& space, std::span<const double> values) {
  assert(values.size() == space.size());
  Genes genes(values.size());
  for (std::size_t i = 0; i < genes.size(); ++i) genes[i] = settle(space.genes[i], values[i]);
  return genes;
}

double scale_of(const Gene& gene) {
  const double width = gene.init_high - gene.init_low;
  return width > 0 ? width : 1;
}

double start_of(const Gene& gene) { return gene.start.value_or(gene.init_low + (gene.init_high - gene.init_low) / 2); }

}  // namespace stackwright::optim
