// A program's side of a refereed game of Murus Gallicus.
#pragma once

#include <string>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/murus_player.h"
#include "play/murus_table.h"
#include "play/socket.h"

namespace stackwright::murus {

struct JoinedGame {
  int colour = kRomans;
  std::string result;  // the referee's last line: VICTORY, DEFEAT, TIE or TIMEOUT; empty when the connection broke
  std::vector<Move> moves;
};

/// Plays every game that the referee offers on this connection, until it closes. An error when the referee says what the
/// protocol does not know.
Result<std::vector<JoinedGame>> join(play::LineConnection& line, const Murus& game, Player& player,
                                     const Limits& limits, const StopToken& stop, const Log& log);

}  // namespace stackwright::murus
