// The list of subcommands.
#include "cli/command.h"

namespace stackwright::cli {

std::span<const Command> commands() {
  static constexpr Command kCommands[] = {
      {"play", "play games without a display and report their results",
       "stackwright play --controller dt-20 --board 10x10 --games 100 --seed 7", prepare_play, true},
      {"placements", "every placement of a piece on a board, with its features and score",
       "printf '..........\\n..........\\n..........\\n####.#####\\n' | stackwright placements --board-file - --piece "
       "T "
       "--controller bcts",
       prepare_placements},
      {"features", "the features that evaluators can use, with their definitions", "stackwright features --json",
       prepare_features},
      {"controllers", "the controllers that ship with the program, with their published results",
       "stackwright controllers", prepare_controllers},
      {"units", "a unit network looked into: pictures, what units respond to, the features they resemble",
       "stackwright units units-hand --positions 2000", prepare_units, true},
      {"learn",
       "learn a unit network from nothing: play, see which moves games survive, find units that tell them apart",
       "stackwright learn --rounds 5 --out network.json\n  stackwright learn --rounds 10 --out network.json --resume",
       prepare_learn, true},
      {"bench", "a signature of the program's behaviour, and its speed on one core",
       "stackwright bench --controller bcts --seconds 2", prepare_bench, true},
      {"perft", "count all sequences of moves: the exact check of a game's rules",
       "stackwright perft --game tetris --depth 3 --list TIS", prepare_perft},
      {"evolve", "breed players: run an optimiser, or go on with a run that was stopped; under mpirun on many machines",
       "stackwright evolve milan-score --set generations=5 --seed 7 --name first\n"
       "  stackwright evolve --resume first\n"
       "  mpirun -n 9 stackwright evolve milan-score",
       prepare_evolve, true},
      {"estimate", "expected lines of a game, where games are too long to be played",
       "stackwright estimate --controller bcts --precision 0.02 --seed 1\n"
       "  stackwright estimate --controller bcts --search two-ply --see 2 --precision 0.1 --max-seconds 600",
       prepare_estimate, true},
      {"runs", "what the experiment store holds: list, show, export and delete runs",
       "stackwright runs list\n  stackwright runs export milan-score-1 --what evaluations --out candidates.csv",
       prepare_runs},
      {"solve", "place a known list of pieces for the most points, by one of several searches; exact proves it",
       "stackwright solve --list TTITI --algorithm best-grandchild --heuristic aggregate_height", prepare_solve, true},
      {"murus", "Murus Gallicus: play, best, referee and join; each has --help with its options",
       "stackwright murus best --time-ms 800", prepare_murus, true},
      {"2048", "train n-tuple networks for 2048, play games with them, ask for a move",
       "stackwright 2048 train --network 4x6 --games 100000 --out network.json", prepare_twenty48, true},
      {"watch", "see an agent play the real game, play it yourself, or replay a recorded game, in the terminal",
       "stackwright watch --controller dt-20 --speed 4\n  stackwright watch --person --record mine.jsonl",
       prepare_watch, true},
      {"serve", "the laboratory as a web page: play, watch, race, look inside, evolve, compare",
       "stackwright serve --port 8480", prepare_serve, true},
      {"compare", "controllers on the same sequences: wins, means with intervals, which differences are real",
       "stackwright compare dt-20 bcts dellacherie --board 10x10 --games 1000", prepare_compare, true},
      {"experiment", "run a recipe: a published study with its figures beside; killed at any moment, --resume goes on",
       "stackwright experiment milan-score --quick --report milan.html\n  stackwright experiment milan-score --resume",
       prepare_experiment, true},
      {"report", "one HTML file of one or several runs, with tables and pictures",
       "stackwright report milan-score-1 --out milan.html\n  stackwright report milan-score-1 --pictures figures",
       prepare_report},
  };
  return kCommands;
}

}  // namespace stackwright::cli
