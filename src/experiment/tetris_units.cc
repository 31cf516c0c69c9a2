// Tetris as a problem whose genes are units.
#include <algorithm>
#include <string>
#include <vector>

#include "core/text.h"
#include "experiment/tetris_problem.h"
#include "experiment/unit_genes.h"

namespace stackwright {

/// One layout serves the boards of training and of the finals: a filter that is longer than a board needs is cut off there.
Result<Done> TetrisProblem::set_up_units() {
  if (!trim(settings_.genes).empty()) return optim::wrong_setting("genes", "empty with units", settings_.genes);
  unit_board_ = {std::max(options_.setting.width, final_setting_.width),
                 std::max(options_.setting.height, final_setting_.height)};
  UnitGenes how{settings_.units, units::filter_genes(unit_board_.width, unit_board_.height), settings_.decoding};
  how.free = settings_.free;
  if (!settings_.start.empty()) {
    const Result<Controller> start = load_controller(settings_.start);
    if (!start) return Error{"start: " + start.message()};
    if (auto fits = check_terms(*start, options_.setting); !fits) return Error{"start: " + fits.message()};
    for (const Term& term : start->terms) {
      if (!term.unit) return Error{"start: controller " + start->name + " has a term that is not a unit"};
      how.start.push_back({*term.unit, term.weight});
    }
  }
  Result<optim::Space> space = unit_space(how);
  if (!space) return space.error();
  space_ = *std::move(space);
  return Done{};
}

}  // namespace stackwright
