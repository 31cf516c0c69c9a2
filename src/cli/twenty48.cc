// stackwright 2048: train, play, best.
#include "cli/twenty48.h"

#include "cli/subcommands.h"

namespace stackwright::cli {

Run prepare_twenty48(CLI::App& app, const StopToken& stop) {
  static constexpr Command kCommands[] = {
      {"train", "train an n-tuple network by temporal differences",
       "stackwright 2048 train --network 4x6 --method tc --games 100000 --out network.json", prepare_twenty48_train},
      {"play", "play games with a network and report their results",
       "stackwright 2048 play --network network.json --games 100 --depth 2", prepare_twenty48_play},
      {"best", "the best move of one position",
       "stackwright 2048 best --network features --position '2 4 8 16/. . 2 4/. . . 2/. . . .' --depth 3",
       prepare_twenty48_best},
  };
  return prepare_commands(app, kCommands, "2048", stop);
}

}  // namespace stackwright::cli
