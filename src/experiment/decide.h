// Decisions at a row of tables: by any search, from the pieces that every table knows; and misdrops.
#pragma once

#include <cstdint>
#include <span>

#include "eval/tables.h"
#include "experiment/controller.h"

namespace stackwright {

/// known[0][t] is the piece to place at table t, known[1][t] the one after it, and so on.
using KnownPieces = std::span<const std::span<const std::uint8_t>>;

/// The decision of a search at every table in use; as many pieces are known as the search may see.
void decide(Tables& tables, const SearchSpec& search, KnownPieces known, std::span<Choice> out);

/// What is executed when a placement goes astray: one of the others that do not lose, by 64 random bits; where there is
/// none, the chosen one.
tetris::Placement astray(const tetris::Setting& setting, const tetris::Board& board, int piece,
                         tetris::Placement chosen, std::uint64_t bits);

}  // namespace stackwright
