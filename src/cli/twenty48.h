// The parts of stackwright 2048.
#pragma once

#include "cli/command.h"

namespace stackwright::cli {

Run prepare_twenty48_train(CLI::App& app, const StopToken& stop);
Run prepare_twenty48_play(CLI::App& app, const StopToken& stop);
Run prepare_twenty48_best(CLI::App& app, const StopToken& stop);

}  // namespace stackwright::cli
