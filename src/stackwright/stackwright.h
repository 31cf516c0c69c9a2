// The public header: everything that programs outside may build on, by what one wants to do.
//
//   find_package(stackwright 0.1 REQUIRED)                     in CMakeLists.txt
//   target_link_libraries(mine stackwright::experiment)        or a library further left: core, games, eval, search, optim
//   #include <stackwright/stackwright.h>
//
// | to                                  | include alone                     | target                   | begin with                     |
// | play Tetris by hand                 | games/tetris/history.h            | stackwright::games       | tetris::History                |
// | place pieces on boards, fast        | games/tetris/rules.h              | stackwright::games       | tetris::place                  |
// | describe boards by features         | games/tetris/features.h           | stackwright::games       | tetris::features               |
// | know what every placement leads to  | eval/afterstates.h                | stackwright::eval        | AfterstateFeatures             |
// | write a game of one's own           | games/game.h                      | stackwright::games       | ChanceGame, TwoPlayerGame      |
// | search it                           | search/alphabeta.h, chance_search.h | stackwright::search    | AlphaBeta, ChanceSearch        |
// | solve a known list of pieces        | search/solve.h                    | stackwright::search      | solve                          |
// | optimise numbers                    | optim/registry.h                  | stackwright::optim       | optim::make_optimiser          |
// | load and play controllers           | experiment/play_games.h           | stackwright::experiment  | load_controller, play_games    |
// | step many games for a learner       | experiment/vector_tetris.h        | stackwright::experiment  | VectorTetris                   |
// | evolve and keep what was done       | experiment/evolve.h, store.h      | stackwright::experiment  | evolve, Store                  |
// | play strict Tetris with gravity     | play/strict_game.h                | stackwright::play        | play::StrictGame               |
//
// What is stable: the names, parameters and meanings that these headers declare stay as they are within a minor version
// (0.1.x); find_package refuses another one. Random streams, scores and signatures stay too: the same seed gives the same
// game. Headers that are not named here, and namespaces lanes_* and parts, are the library's own affair.
//
// Conventions: wrong input comes back as Result with one clear line, a wrong program is an assert. Libraries never print,
// never read a clock into results and have no globals. States are plain values. Row 0 is the bottom, column 0 the left.
#pragma once

#include "core/paths.h"
#include "core/progress.h"
#include "core/random.h"
#include "core/result.h"
#include "eval/afterstates.h"
#include "experiment/controller.h"
#include "experiment/evolve.h"
#include "experiment/play_games.h"
#include "experiment/play_summary.h"
#include "experiment/store.h"
#include "experiment/vector_tetris.h"
#include "games/game.h"
#include "games/murus/game.h"
#include "games/perft.h"
#include "games/tetris/custom_pieces.h"
#include "games/tetris/features.h"
#include "games/tetris/game.h"
#include "games/tetris/history.h"
#include "games/tetris/slots.h"
#include "games/tetris/text.h"
#include "games/twenty48/game.h"
#include "optim/registry.h"
#include "play/strict_game.h"
#include "search/alphabeta.h"
#include "search/chance_search.h"
#include "search/solve.h"
