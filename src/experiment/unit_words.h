// Units for people: drawn, and in words.
#pragma once

#include <string>
#include <vector>

#include "eval/units/unit.h"

namespace stackwright {

/// The filter as lines of cells: '+' wants filled, '-' wants empty, '.' does not care. A column stands on its foot, ten rows
/// to a line from left to right.
std::vector<std::string> picture(const units::Unit& unit);

/// "the board after removal, cells where both of: above filled, here empty".
std::string responds_to(const units::Unit& unit);
/// "how many", "the middle of the lowest and the highest", "steps down over empty cells from each".
std::string gives(const units::Unit& unit);
/// Both in one sentence.
std::string describe(const units::Unit& unit);

}  // namespace stackwright
