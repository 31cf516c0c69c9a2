// Which games judge a candidate.
#include "experiment/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stackwright {

std::uint64_t games_of(const Assignment& assignment, int training, int finals, int held_out) {
  switch (assignment.stage) {
    case Stage::training:
      return static_cast<std::uint64_t>(std::max(1.0, std::floor(training * assignment.batch.effort + 0.5)));
    case Stage::finals:
      return static_cast<std::uint64_t>(finals);
    case Stage::held_out:
      return static_cast<std::uint64_t>(held_out);
  }
  return 0;
}

std::uint64_t generation_of(const Assignment& assignment, bool renew) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  switch (assignment.stage) {
    case Stage::training:
      return renew ? assignment.batch.generation : 0;
    case Stage::finals:
      return kLast - 1;
    case Stage::held_out:
      return kLast;
  }
  return 0;
}

std::uint64_t number_of(const Assignment& assignment, std::uint64_t game) {
  constexpr std::uint64_t kRounds = std::uint64_t{1} << 32;
  return assignment.stage == Stage::training ? assignment.batch.round * kRounds + game : game;
}

}  // namespace stackwright
