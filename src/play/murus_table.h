// One refereed game of Murus Gallicus between two connected programs.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/progress.h"
#include "games/murus/game.h"
#include "play/socket.h"

namespace stackwright::murus {

struct RefereeOptions {
  Murus game;
  play::Address address;
  int move_ms = 1000;
  int max_plies = 300;  // a longer game is a tie
  int games = 0;        // of pairs as they come: in all, 0 without end; of a tournament: for each pair
  int players = 0;      // 0: pairs as they come; 2 and more: a tournament of so many programs
};

using Log = std::function<void(const std::string& line)>;

/// A connected program.
struct Guest {
  int number = 0;  // in the order of arrival, from 1
  play::LineConnection line;
  int colour = kRomans;
  bool owes_move = false;  // it ran out of time, and its late move may still come
};

struct RefereedGame {
  std::array<int, 2> guests{};  // numbers of White and Black
  std::optional<int> winner;    // a colour
  std::string reason;
  std::vector<Move> moves;
};

/// The lines that open a game: those that need no opponent, and the last one when both are there.
void welcome(Guest& guest, int colour);
void announce(Guest& guest);

/// Plays from announced to the end line. Whoever breaks the protocol, is late, moves wrongly or leaves loses; nothing
/// that a guest does makes this wait longer than the clocks allow.
RefereedGame referee_game(Guest& white, Guest& black, const RefereeOptions& options, const StopToken& stop,
                          const Log& log);

}  // namespace stackwright::murus
