// Scores of all placements of pieces on boards by evaluators with units: boards are packed into lanes, whoever asks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "eval/linear.h"
#include "eval/tables.h"
#include "eval/units/plan.h"

namespace stackwright::units {

/// An evaluator made ready for the kernels.
struct Network {
  Network(const Linear& evaluator, const tetris::Setting& setting);

  struct Part {
    UnitPlan plan;
    std::int32_t weight = 0;  // of one step of the output
    bool about_move = false;
  };

  Linear evaluator;
  std::vector<Part> parts;            // those about the move first
  std::vector<std::size_t> features;  // terms that are not units
  bool sees_piece = false;            // some unit looks at the new piece alone
};

/// A placement that does not lose.
struct PlacementScore {
  std::uint32_t owner = 0;
  tetris::Placement move;
  std::int32_t score = 0;
  std::int32_t moves = 0;  // the part of the score that speaks of the move
};

class UnitScorer {
 public:
  UnitScorer(Simd simd, const tetris::Setting& setting);

  Simd simd() const { return simd_; }
  /// Scores every placement of a piece; they come out of finish() in order, under the owner's number.
  void add(const Network& network, const tetris::Board& board, int piece, std::uint32_t owner);
  /// All that was added since the last time.
  const std::vector<PlacementScore>& finish();
  /// Placements looked at so far, lost ones included.
  std::uint64_t evaluated() const { return evaluated_; }

 private:
  void spread(const tetris::Board& board);
  void add_lane(const tetris::Board& board, int piece, tetris::Placement move, int row, std::uint32_t owner);
  void flush();
  void remove_full_rows();
  void add_features();

  Simd simd_;
  const Kernels* kernels_;
  tetris::Setting setting_;
  const Network* network_ = nullptr;  // of the lanes that are filled
  LaneBoards boards_;
  int filled_ = 0;
  std::vector<PlacementScore> scores_;           // the last `filled_` wait for their scores
  std::vector<tetris::Transition> transitions_;  // of the lanes, where features are needed
  bool done_ = false;
  std::uint64_t evaluated_ = 0;
};

/// Networks by their terms: games with the same evaluator share one.
class NetworkCache {
 public:
  explicit NetworkCache(const tetris::Setting& setting) : setting_(setting) {}
  std::shared_ptr<const Network> get(const Linear& evaluator);

 private:
  tetris::Setting setting_;
  std::shared_ptr<const Network> last_;
};

}  // namespace stackwright::units
