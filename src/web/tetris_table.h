// Strict games at one table: a person, an agent, or both side by side on the same pieces.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "experiment/controller.h"
#include "play/strict_rules.h"
#include "web/game_session.h"

namespace stackwright::web {

/// Who plays one of the games: a person, or a controller.
struct TetrisSeat {
  std::string name;
  std::optional<Controller> agent;
};

struct TetrisOrder {
  play::StrictSetup setup;  // the same for all, so that they get the same pieces
  std::vector<TetrisSeat> seats;
  play::Tick key = 40;  // of agents, from one key to the next
};

/// What a person may do: left, right, down, drop, rotate-clockwise, rotate-counter-clockwise, hold.
/// The table is over when all games are, or when a person's is.
Result<std::unique_ptr<Performance>> make_tetris_table(const TetrisOrder& order);

}  // namespace stackwright::web
