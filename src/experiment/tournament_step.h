// The step of an experiment that is a tournament of Murus Gallicus.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "experiment/experiment.h"
#include "experiment/murus_tournament.h"
#include "optim/settings.h"

namespace stackwright {

struct TournamentSettings {
  std::string controllers;
  int depth = 6;
  int nodes = 0;
  int games = 10;
  int openings = 6;
  int max_plies = 200;
};
const std::vector<optim::SettingRow<TournamentSettings>>& tournament_settings();

/// A player under its name.
struct Entrant {
  std::string name;
  murus::Judgement judgement;
};

/// Weights by name or file; in braces what is taken from the other colour: NAME{gauls=romans} plays Black by White's weights.
Result<murus::Judgement> changed_judgement(murus::Judgement judgement, std::string_view changes);
/// Everybody that a list names, champions of earlier steps included.
Result<std::vector<Entrant>> entrants_of(const std::string& controllers, const std::vector<StepRecord>& before);

/// An error where a tournament could not be held.
Result<Done> check_tournament(const PlannedStep& step, const std::vector<const PlannedStep*>& before);

/// Plays what is missing; every finished game is kept in the store, so that a killed tournament goes on.
Result<StepResult> do_tournament(const StepWork& work);

/// `controllers` [{`name`, `games`, `wins`, `white` {...}, `black` {...}, `weights`}], `pairs` [{`a`, `b`, `wins`, `losses`,
/// `ties`, `p`, `p_adjusted`, `better`}], `best_white`, `best_black`, `controller` (the two together) and `summary`.
Json tournament_json(const std::vector<Entrant>& entrants, const murus::Tournament& tournament,
                     std::span<const TaskResult> results);

}  // namespace stackwright
