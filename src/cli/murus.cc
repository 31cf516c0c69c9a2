// stackwright murus: Murus Gallicus played, asked for a move, refereed and joined over a socket.
#include "cli/murus.h"

#include "cli/subcommands.h"

namespace stackwright::cli {

Run prepare_murus(CLI::App& app, const StopToken& stop) {
  static constexpr Command kCommands[] = {
      {"play", "engine against engine, with a test of which one is stronger",
       "stackwright murus play --games 20 --depth 4 --white calabria --black hand-set --openings 4",
       prepare_murus_play},
      {"best", "the best move of a position",
       "stackwright murus best --position \"tttttttt/8/8/8/8/8/TTTTTTTT r\" --time-ms 800", prepare_murus_best},
      {"referee", "a server for games between programs, and for tournaments",
       "stackwright murus referee --port 4000 --games 10 --move-ms 1000", prepare_murus_referee},
      {"join", "play games on a referee's server", "stackwright murus join 127.0.0.1:4000 --time-ms 800",
       prepare_murus_join},
  };
  return prepare_commands(app, kCommands, "murus", stop);
}

}  // namespace stackwright::cli
