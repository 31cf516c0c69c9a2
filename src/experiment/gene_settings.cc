// Genes of a problem from settings: what all have, and what single ones have of their own.
#include "experiment/gene_settings.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace stackwright {
namespace {

Result<Done> set_one(optim::Gene& gene, const std::string& key, std::string_view field, const std::string& text) {
  if (field == "kind" && (text == "real" || text == "integer")) {
    gene.kind = text == "integer" ? optim::GeneKind::integer : optim::GeneKind::real;
    return Done{};
  }
  const Result<double> number = parse_real(text, "gene." + key);
  if (!number && field != "kind") return number.error();
  if (field == "low")
    gene.low = *number;
  else if (field == "high")
    gene.high = *number;
  else if (field == "init_low")
    gene.init_low = *number;
  else if (field == "init_high")
    gene.init_high = *number;
  else if (field == "start")
    gene.start = *number;
  else if (field == "frozen")
    gene.frozen = true, gene.frozen_value = *number;
  else
    return optim::wrong_setting("gene." + key, "kind, low, high, init_low, init_high, start or frozen", text);
  return Done{};
}

}  // namespace

Result<optim::Gene> make_gene(const GeneSettings& settings, std::string name) {
  if (settings.kind != "real" && settings.kind != "integer") {
    return optim::wrong_setting("kind", "real or integer", settings.kind);
  }
  optim::Gene gene;
  gene.name = std::move(name);
  gene.kind = settings.kind == "integer" ? optim::GeneKind::integer : optim::GeneKind::real;
  gene.low = settings.low;
  gene.high = settings.high;
  gene.init_low = settings.init_low;
  gene.init_high = settings.init_high;
  return gene;
}

Result<optim::Gene*> gene_named(optim::Space& space, std::string_view name) {
  std::vector<std::string_view> names;
  names.reserve(space.genes.size());
  for (const optim::Gene& gene : space.genes) names.push_back(gene.name);
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return unknown_name("gene", name, names);
  return &space.genes[static_cast<std::size_t>(at - names.begin())];
}

Result<Done> set_single_genes(optim::Space& space, std::string_view frozen, const optim::Settings& own) {
  for (std::string_view name : split(frozen, ',')) {
    if (name = trim(name); name.empty()) continue;
    const Result<optim::Gene*> gene = gene_named(space, name);
    if (!gene) return Error{"frozen: " + gene.message()};
    (*gene)->frozen = true;
  }
  for (const auto& [key, text] : own) {
    const auto dot = key.rfind('.');
    const std::string_view field =
        dot == std::string::npos ? std::string_view() : std::string_view(key).substr(dot + 1);
    const Result<optim::Gene*> gene = gene_named(space, std::string_view(key).substr(0, dot));
    if (!gene) return gene.error();
    if (auto set = set_one(**gene, key, field, text); !set) return set;
  }
  return Done{};
}

}  // namespace stackwright
