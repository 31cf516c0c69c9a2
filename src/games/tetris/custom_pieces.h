// Piece sets of one's own, from drawn shapes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "games/tetris/pieces.h"

namespace stackwright::tetris {

/// A letter and its shape: rows top to bottom, '#' filled, '.' empty.
using DrawnPiece = std::pair<std::string, std::vector<std::string>>;

inline constexpr std::size_t kMostPieces = 60;  // as many as there are hexominoes

/// Pieces of 1 to 6 connected cells, each with one letter of its own; sizes may differ. Errors name the piece.
Result<PieceSet> custom_piece_set(const std::string& name, const std::vector<DrawnPiece>& drawn);

}  // namespace stackwright::tetris
