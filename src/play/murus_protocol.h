// The lines that a referee of Murus Gallicus and a program exchange.
//
// Referee: WELCOME White or WELCOME Black, two MESSAGE lines, YOUR_TURN; after a move VALID_MOVE or ILLEGAL_MOVE; to the
// other side OPPONENT_MOVE <move> followed by YOUR_TURN; at the end VICTORY, DEFEAT, TIE or TIMEOUT.
// Program: MOVE <row><column>,<direction>, such as MOVE G1,NE.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "games/murus/game.h"

namespace stackwright::murus {

enum class Said { welcome, message, your_turn, valid_move, illegal_move, opponent_move, victory, defeat, tie, timeout };

/// A line of the referee, as a program reads it.
struct RefereeLine {
  Said said = Said::message;
  int colour = kRomans;  // of welcome
  Move move;             // of opponent_move
};
Result<RefereeLine> parse_referee_line(const Murus& game, std::string_view line);

/// A line of a program: the move it names, which need not be legal.
Result<Move> parse_move_line(const Murus& game, std::string_view line);
std::string move_line(const Murus& game, Move move);

}  // namespace stackwright::murus
