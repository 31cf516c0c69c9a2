// What becomes of games after one placement or another: what units are learned from.
#pragma once

#include <cstdint>
#include <vector>

#include "core/crew.h"
#include "core/progress.h"
#include "eval/linear.h"
#include "eval/units/plan.h"
#include "games/tetris/rules.h"

namespace stackwright {

using UnitNetwork = std::vector<units::WeightedUnit>;

std::vector<Term> terms_of(const UnitNetwork& network);

struct LessonSettings {
  int positions = 2000;
  int rollouts = 4;      // games that go on from each placement
  int horizon = 100;     // pieces that they last at most
  int rough_game = 250;  // pieces: on the way to positions the player errs so often that its games last about so long
};

/// Who plays, and which random numbers are used.
struct LessonPlan {
  tetris::Setting setting;
  UnitNetwork player;  // none: every move by chance
  double noise = 0;    // the share of moves made by chance on the way to the positions
  std::uint64_t seed = 1;
  std::uint64_t round = 0;
  LessonSettings settings;
};

/// Placements in many positions, and how long games lasted after them.
struct Lessons {
  tetris::Setting setting;
  std::vector<units::LaneBoards> boards;  // kLanes placements each
  std::vector<std::uint32_t> position;    // of each placement; those of a position stand together
  std::vector<float> value;               // how much longer games lasted than after others of its position
  double survival = 0;                    // the mean share of the horizon that games lasted
};

/// The least noise (of a few) with which games of the player are about as short as `rough_game`: good players hardly ever come
/// near their end by themselves.
double noise_for(const LessonPlan& plan);

/// Positions are taken from noisy games where the pile is high, for there moves matter; then the player goes on from each
/// placement without noise, with the same pieces for all placements of a position. Any crew gives the same lessons. Those of
/// a stopped call are worth nothing.
Lessons make_lessons(const LessonPlan& plan, Crew& crew, const StopToken& stop);

}  // namespace stackwright
