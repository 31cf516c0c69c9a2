// Inside a decision: every placement of a piece with its features, weights and score, and which one was chosen.
#pragma once

#include "core/json.h"
#include "core/result.h"
#include "experiment/controller.h"

namespace stackwright::web {

/// {"board": rows top to bottom joined by '/', "piece": "T", "next": "LS" (may be missing), ...} with a controller gives
/// `terms` [{name, weight, definition, picture}], `placements` [{orientation, column, cells, lines, lost, score, values, parts}] in the
/// program's order, best first, and `chosen`: the index of what the controller plays with all pieces it sees. Parts are
/// what each term adds to the score, exactly.
Result<Json> look_inside(const Json& message, const Controller& controller);

}  // namespace stackwright::web
