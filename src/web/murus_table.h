// A game of Murus Gallicus on the page: people and engines on either side.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "experiment/murus_player.h"
#include "web/game_session.h"

namespace stackwright::web {

/// One side: a person, or an engine with its judgement and limits.
struct MurusSide {
  std::string name;
  std::optional<murus::Judgement> engine;
  murus::Limits limits;
};

struct MurusOrder {
  std::array<MurusSide, 2> sides;  // Romans, Gauls
  murus::Position start;
  int max_plies = 300;
};

/// Acts: a move such as "G1,NE"; undo (takes back up to the person's last move); hint (the engine looks at the position).
std::unique_ptr<Performance> make_murus_table(const MurusOrder& order);

}  // namespace stackwright::web
