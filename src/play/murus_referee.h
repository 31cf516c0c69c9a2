// A referee for Murus Gallicus: a server that pairs the programs that connect, or holds a tournament of them.
#pragma once

#include <functional>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "play/murus_table.h"
#include "play/socket.h"

namespace stackwright::murus {

struct Standing {
  int guest = 0;
  int wins = 0, losses = 0, ties = 0;
  int as_white = 0, as_black = 0;  // wins by colour
};
/// A row for every guest, best first: a point per win, half a point per tie.
std::vector<Standing> standings(const std::vector<RefereedGame>& games);

class Referee {
 public:
  static Result<Referee> open(const RefereeOptions& options);

  int port() const { return play::local_port(listener_); }
  /// Plays until all games are done or `stop` is requested. Pairs as they come: each program plays one game and is then
  /// disconnected. A tournament: every pair plays `games` games with colours alternating, over lasting connections;
  /// each game opens with a new WELCOME, and who has left loses.
  std::vector<RefereedGame> run(const StopToken& stop, const Log& log);

 private:
  Referee(const RefereeOptions& options, play::Socket listener) : options_(options), listener_(std::move(listener)) {}

  std::vector<RefereedGame> run_pairs(const StopToken& stop, const Log& log);
  std::vector<RefereedGame> run_tournament(const StopToken& stop, const Log& log);
  /// Lets guests in until there are so many; those who leave or speak before their game are sent away.
  void gather(std::vector<Guest>& guests, std::size_t wanted, const StopToken& stop, const Log& log,
              const std::function<void(Guest&)>& greet);
  void settle(Guest& guest, const StopToken& stop) const;

  RefereeOptions options_;
  play::Socket listener_;
  int arrivals_ = 0;
};

}  // namespace stackwright::murus
