// Tetris as a problem whose genes are units: names, ranges and start of the genes.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"
#include "experiment/tetris_problem.h"

namespace stackwright {

/// Genes of unit 1 are "1.input", "1.shape" and so on. One layout serves the boards of training and of the finals: a filter
/// that is longer than a board needs is cut off there.
Result<Done> TetrisProblem::set_up_units() {
  if (!trim(settings_.genes).empty()) return optim::wrong_setting("genes", "empty with units", settings_.genes);
  unit_board_ = {std::max(options_.setting.width, final_setting_.width),
                 std::max(options_.setting.height, final_setting_.height)};
  const std::vector<std::string> names = units::gene_names(units::filter_genes(unit_board_.width, unit_board_.height));
  for (int unit = 1; unit <= settings_.units; ++unit) {
    for (const std::string& name : names) {
      optim::Gene gene;
      gene.name = std::to_string(unit) + "." + name;
      gene.low = gene.init_low = 0;
      gene.high = gene.init_high = 1;
      gene.start = 0.5;
      space_.genes.push_back(std::move(gene));
    }
  }
  if (!settings_.start.empty()) {
    if (auto r = start_units_from(settings_.start); !r) return r;
  }
  if (trim(settings_.free).empty()) return optim::check_space(space_);
  std::vector<std::string_view> known;
  known.reserve(names.size());
  for (const std::string& name : names) known.emplace_back(std::string_view(name).substr(0, name.find('[')));
  std::vector<std::string_view> free;
  for (const std::string_view part : split(settings_.free, ',')) {
    free.push_back(trim(part));
    if (std::ranges::find(known, free.back()) == known.end()) {
      known.erase(std::unique(known.begin(), known.end()), known.end());
      return Error{"free: " + unknown_name("gene of a unit", free.back(), known).message};
    }
  }
  for (std::size_t i = 0; i < space_.size(); ++i) {
    optim::Gene& gene = space_.genes[i];
    gene.frozen = std::ranges::find(free, known[i % known.size()]) == free.end();
    gene.frozen_value = gene.start.value_or(0.5);
  }
  return optim::check_space(space_);
}

/// The units of a controller; where it has fewer than the network, the last ones stay neutral.
Result<Done> TetrisProblem::start_units_from(const std::string& name) {
  const Result<Controller> start = load_controller(name);
  if (!start) return Error{"start: " + start.message()};
  if (auto fits = check_terms(*start, options_.setting); !fits) return Error{"start: " + fits.message()};
  const int filter = units::filter_genes(unit_board_.width, unit_board_.height);
  const std::size_t each = units::genes_of_unit(filter);
  std::size_t next = 0;
  for (const Term& term : start->terms) {
    if (!term.unit) return Error{"start: controller " + start->name + " has a term that is not a unit"};
    if (next == space_.size()) {
      return Error{"start: controller " + start->name + " has more than " + std::to_string(settings_.units) + " units"};
    }
    const std::vector<double> genes = units::encode({*term.unit, term.weight}, filter, settings_.decoding);
    for (std::size_t i = 0; i < each; ++i) space_.genes[next + i].start = genes[i];
    next += each;
  }
  return Done{};
}

}  // namespace stackwright
