// A subcommand: one file, one row in commands().
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/progress.h"
#include "core/result.h"

namespace CLI {
class App;
}

namespace stackwright::cli {

inline constexpr int kDone = 0, kFailed = 1, kWrongInput = 2, kInterrupted = 130;

/// Does the work of a subcommand after its options were read; gives the exit code, or what was wrong with the input.
using Run = std::function<Result<int>()>;

struct Command {
  std::string_view name;
  std::string_view help;
  std::string_view example;
  /// Adds the options of the command to `app` and returns what to run. `stop` is requested by Ctrl-C.
  Run (*prepare)(CLI::App& app, const StopToken& stop);
  /// Looks at `stop` and reports what it has; other commands are simply ended by Ctrl-C.
  bool stops = false;
};

std::span<const Command> commands();

Run prepare_play(CLI::App& app, const StopToken& stop);
Run prepare_placements(CLI::App& app, const StopToken& stop);
Run prepare_features(CLI::App& app, const StopToken& stop);
Run prepare_controllers(CLI::App& app, const StopToken& stop);
Run prepare_units(CLI::App& app, const StopToken& stop);
Run prepare_learn(CLI::App& app, const StopToken& stop);
Run prepare_bench(CLI::App& app, const StopToken& stop);
Run prepare_perft(CLI::App& app, const StopToken& stop);
Run prepare_evolve(CLI::App& app, const StopToken& stop);
Run prepare_estimate(CLI::App& app, const StopToken& stop);
Run prepare_runs(CLI::App& app, const StopToken& stop);
Run prepare_solve(CLI::App& app, const StopToken& stop);
Run prepare_murus(CLI::App& app, const StopToken& stop);
Run prepare_twenty48(CLI::App& app, const StopToken& stop);
Run prepare_serve(CLI::App& app, const StopToken& stop);
Run prepare_watch(CLI::App& app, const StopToken& stop);
Run prepare_compare(CLI::App& app, const StopToken& stop);
Run prepare_experiment(CLI::App& app, const StopToken& stop);
Run prepare_report(CLI::App& app, const StopToken& stop);

}  // namespace stackwright::cli
