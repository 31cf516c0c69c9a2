// What the kernels of n-tuple networks work on: where the entries of a board lie, and what a round of training is.
//
// Boards are looked up in a split form: the low two bits of all 16 ranks in the low half of a word, the high two bits in
// the high half. An index has the low bits of a tuple's cells below their high bits, so that positions that differ in the
// small tiles of two cells share a cache line, and in all of them share a few pages. That alone is worth a third of the
// speed: training is a matter of cache misses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/random.h"
#include "games/twenty48/moves.h"

namespace stackwright::ntuple {

inline constexpr int kMaxTuples = 16;
inline constexpr int kMaxCells = 7;  // of a tuple: 16^7 numbers are 1 GB
inline constexpr int kMaxStages = 8;
inline constexpr int kMaxRuns = kMaxCells;
inline constexpr int kForms = twenty48::kSymmetries;
inline constexpr int kMaxLookups = kMaxTuples * kForms;

/// Index of a tuple: the parts (split >> shift[r]) & mask[r] of all runs of neighbouring cells put together, then the
/// high half folded down onto the low one.
struct TuplePlan {
  std::uint64_t shift[kMaxRuns] = {};
  std::uint64_t mask[kMaxRuns] = {};
  int runs = 0;
  int fold = 0;
  std::size_t offset = 0;  // of the tuple's table within a stage, in entries
};

struct Plan {
  TuplePlan tuple[kMaxTuples];
  int tuples = 0;
  std::size_t entries = 0;  // of one stage
  int stages = 1;
  int stage_rank[kMaxStages] = {};  // stage s is for boards whose highest tile has at least stage_rank[s]; [0] is 0

  int lookups() const { return tuples * kForms; }
};

/// Sums of the errors seen by an entry and of their sizes: what temporal coherence makes step sizes of.
struct Coherence {
  float error = 0;
  float size = 0;
};

enum class Method : std::uint8_t { td, tc };

struct GameRecord {
  std::int64_t score = 0;
  std::uint32_t moves = 0;
  twenty48::Board last;
};

/// One move of a game: the split afterstate, and what the move earned.
struct Step {
  std::uint64_t split = 0;
  std::int32_t gain = 0;
  std::int32_t stage = 0;
};

/// Games to train on, one after the other, two at a time.
struct Round {
  const Plan* plan = nullptr;
  const twenty48::RowTable* rows = nullptr;
  float* weights = nullptr;
  Coherence* coherence = nullptr;  // only for Method::tc
  Method method = Method::td;
  float alpha = 0;
  std::uint32_t games = 0;
  const Stream* tiles = nullptr;  // of each game
  GameRecord* records = nullptr;  // of each game: what became of it
  Step* episode[2] = {};          // room for kMaxMoves each
};

/// No game has more moves: the sum of all tiles grows by at least 2 with each, and 16 tiles 32768 are the most there is.
inline constexpr std::size_t kMaxMoves = 16 * 32768 / 2;

/// What a kernel can do, one row per instruction set; all give the same bits.
struct Kernels {
  void (*train)(const Round& round);
  /// Values of `count` boards; the sum of all lookups.
  void (*values)(const Plan& plan, const float* weights, const twenty48::Board* boards, std::size_t count, float* out);
};

}  // namespace stackwright::ntuple

namespace stackwright::lanes_plain {
extern const ntuple::Kernels kNTupleKernels;
}
namespace stackwright::lanes_avx2 {
extern const ntuple::Kernels kNTupleKernels;
}
namespace stackwright::lanes_avx512 {
extern const ntuple::Kernels kNTupleKernels;
}
