// The settings of an evolution: from presets and files (TOML), changed key by key, checked as a whole.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "experiment/murus_problem.h"
#include "experiment/problem.h"
#include "experiment/tetris_problem.h"
#include "experiment/twenty48_problem.h"
#include "optim/optimiser.h"
#include "optim/settings.h"
#include "optim/stopping.h"

namespace stackwright {

struct EvolveSettings {
  std::string about;
  std::string game = "tetris";
  std::string optimiser = "ga";
  int generations = 0;
  int evaluations = 0;
  int stagnation = 0;
  int same_champion = 0;
  double target = 0;
  double gene_convergence = 0;
  double fitness_convergence = 0;
  double max_seconds = 0;
  int finalists = 5;
  bool finalists_by_mean = false;
};

const std::vector<optim::SettingRow<EvolveSettings>>& evolve_settings();

/// Everything that shapes a run, checked.
struct EvolveConfig {
  EvolveSettings run;
  TetrisSettings tetris;  // of these only that of the run's game counts
  MurusSettings murus;
  Twenty48Settings twenty48;
  optim::Settings optimiser;  // with the defaults of its method
  optim::StopRules stop;
};

/// Keys and values of all kinds in one flat list; of a key given twice the last counts. Errors name the key.
Result<EvolveConfig> evolve_config(const optim::Settings& pairs);

/// The complete configuration, defaults too; reading it back gives the same.
Json to_json(const EvolveConfig& config);
Result<EvolveConfig> evolve_config_from_json(std::string_view text);

/// All keys with their meanings, for the help of a command.
std::vector<optim::SettingInfo> evolve_keys(std::string_view game, std::string_view optimiser);

/// What a game is made of: "pieces" or "moves".
std::string_view unit_of_play(const EvolveConfig& config);

/// "key=value" as written on a command line.
Result<std::pair<std::string, std::string>> parse_setting(std::string_view text);

/// A preset's name, or the path of a TOML file (what has a slash or ends in .toml is a path).
Result<optim::Settings> read_preset(std::string_view name_or_path);
/// `what` names the text in errors.
Result<optim::Settings> parse_preset(std::string_view text, std::string_view what);
/// Names of the presets that ship, in order.
std::vector<std::string> preset_names();

Result<std::unique_ptr<Problem>> make_problem(const EvolveConfig& config, std::uint64_t seed);
Result<optim::Optimiser> make_optimiser(const EvolveConfig& config, const optim::Space& space, std::uint64_t seed);

}  // namespace stackwright
