// A game of 2048 on the page: a person's, a network's, or both in turns.
#pragma once

#include <cstdint>
#include <memory>

#include "experiment/twenty48_controller.h"
#include "search/chance_search.h"
#include "web/game_session.h"

namespace stackwright::web {

struct Twenty48Order {
  std::shared_ptr<const Twenty48Player> player;
  ChanceLimits limits;
  std::uint64_t seed = 1;
  bool automatic = true;  // the network moves
};

/// Acts: up, right, down, left; auto and hand (who moves), advice (what the network would do), undo. A game that the
/// network plays alone is the headless one of the same seed.
std::unique_ptr<Performance> make_twenty48_table(const Twenty48Order& order);

}  // namespace stackwright::web
