// The settings of an experiment's steps that are not evolutions: matches, speed, known lists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "experiment/compare.h"
#include "experiment/match.h"
#include "optim/settings.h"
#include "search/solve.h"

namespace stackwright {

/// play and compare: players on shared sequences.
struct MatchSettings {
  std::string controllers;
  std::string board = "10x20";
  std::string rules = "standard";
  std::string piece_set = "tetromino";
  std::string pieces = "uniform";
  std::string rng = "fast";
  std::string score = "lines";
  std::string search;  // empty: as the controller says
  std::string pairs;
  int see = 0;  // 0: as the controller says
  int games = 10;
  int max_pieces = 0;
  int max_lines = 0;
  double misdrop = 0;
  Measure by = Measure::lines;
};

/// bench: how fast one way of playing is.
struct SpeedSettings {
  std::string controller = "bcts";
  std::string board = "10x20";
  std::string pieces = "uniform";
  std::string rng = "fast";
  std::string simd = "auto";
  int known = 1;
  int threads = 1;
  double seconds = 1;
  int tries = 3;
};

/// solve: known lists of pieces, placed by one search.
struct ListSettings {
  std::string lists;
  std::string board = "10x18";
  std::string rules = "ia-tetris";
  std::string score = "ia-tetris";
  std::string algorithm = "exact";
  std::string cost = "quality";
  std::string heuristic = "none";
  std::string ties = "random";
  int width = 1000;
  int k = 5;
  int depth = 4;
  int tries = 1;
  int max_nodes = 0;
  double max_seconds = 10;
};

const std::vector<optim::SettingRow<MatchSettings>>& match_settings();
const std::vector<optim::SettingRow<SpeedSettings>>& speed_settings();
const std::vector<optim::SettingRow<ListSettings>>& list_settings();

/// The parts of a list such as "dt-20, bh-pd{max_height=-0.1}, @evolve".
std::vector<std::string> names_in(std::string_view list);

/// A controller by name or file, changed by what stands in braces: "bh-pd{max_height=-0.1; holes=0}" has other weights for these
/// terms, and terms that it had not.
Result<Controller> changed_controller(std::string_view text);
Result<Controller> changed_controller(Controller controller, std::string_view changes);

/// How a player plays under these settings; an error names the setting.
Result<PlayOptions> match_options(const MatchSettings& settings, const Controller& controller);
Result<PlayOptions> speed_options(const SpeedSettings& settings, const Controller& controller);

struct ListJob {
  std::string letters;
  ListTask task;
};
Result<std::vector<ListJob>> list_jobs(const ListSettings& settings);
Result<SolveOptions> list_options(const ListSettings& settings, const tetris::Setting& setting, const StopToken& stop);

}  // namespace stackwright
