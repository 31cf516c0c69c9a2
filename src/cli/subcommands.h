// Commands below a command: added, found among the arguments, run.
#pragma once

#include <span>
#include <string>

#include "cli/command.h"

namespace stackwright::cli {

/// Adds commands with their options and examples below the command `name` and returns what runs the one asked for.
Run prepare_commands(CLI::App& app, std::span<const Command> commands, const std::string& name, const StopToken& stop);

/// What is wrong with an argument that no option knows; names the nearest options.
Error unexpected(const CLI::App& app, const std::string& argument);

}  // namespace stackwright::cli
