// The unit networks that ship with the program.
#pragma once

#include <vector>

#include "experiment/controller.h"

namespace stackwright {

void add_unit_networks(std::vector<Controller>& all);

}  // namespace stackwright
