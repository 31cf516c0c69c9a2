// Misdrops: what is executed when a placement goes astray.
#pragma once

#include <cstdint>

#include "games/tetris/game.h"

namespace stackwright {

/// One of the other placements that do not lose, by 64 random bits; where there is none, the chosen one.
tetris::Placement astray(const tetris::Setting& setting, const tetris::Board& board, int piece,
                         tetris::Placement chosen, std::uint64_t bits);

}  // namespace stackwright
