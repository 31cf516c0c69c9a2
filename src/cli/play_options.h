// The options of commands that play games: read from the command line, made into what the library wants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options.h"
#include "core/json.h"
#include "experiment/play_games.h"

namespace stackwright::cli {

struct PlayArguments {
  std::string controller = "dt-20";
  SettingArguments setting;
  std::string pieces = "uniform";
  std::string rng = "fast";
  std::string score = "lines";
  std::string search;  // empty: as the controller says
  std::string pairs;
  std::string simd = "auto";
  std::optional<std::int64_t> see;
  std::optional<std::int64_t> beam_width;
  std::int64_t seed = 1;
  std::int64_t games = 1;
  std::int64_t max_pieces = 0;
  std::int64_t max_lines = 0;
  std::int64_t threads = 0;
  double misdrop = 0;
};

/// All options but --controller, which commands ask for in different ways.
void add_play_options(CLI::App& app, PlayArguments& out);

Result<PlayOptions> resolve(const PlayArguments& arguments, const Controller& controller);

/// The controller's search, changed by what the user asked for.
Result<SearchSpec> resolve_search(const PlayArguments& arguments, const Controller& controller);

/// `auto` and the like; an error where the processor lacks it.
Result<Simd> resolve_simd(const std::string& name);

/// What was really played, for the report.
Json configuration(const PlayArguments& arguments, const PlayOptions& options);

}  // namespace stackwright::cli
