// Levels: how near a game is to its end, and how many copies of it are made on the way there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "eval/tables.h"
#include "games/tetris/rules.h"

namespace stackwright {

/// What the importance of a board is made of, in rows.
enum class LevelKind : std::uint8_t {
  height,  // half the highest column, half the mean of all
  value,   // the same, and a share of what the controller thought of its last move
};

Result<LevelKind> level_kind_named(std::string_view name);
std::string_view name_of(LevelKind kind);

/// The controller's scores on its way, in Linear's whole numbers.
struct ScoreSpread {
  double mean = 0;
  double deviation = 0;
};

/// All that a scale of levels is made from.
struct LevelPlan {
  LevelKind kind = LevelKind::height;
  int base = 5;        // level 0 while no column is higher
  int per_row = 1;     // levels for each row of importance
  ScoreSpread scores;  // needed for LevelKind::value
};

/// Maps what is seen of a game to a level. Level 0 holds all boards without a column above `base`; further levels begin
/// at equal distances of importance, up to the top.
class LevelScale {
 public:
  static constexpr int kMostLevels = 120;

  LevelScale() = default;
  LevelScale(const LevelPlan& plan, const tetris::Setting& setting);

  const LevelPlan& plan() const { return plan_; }
  int levels() const { return levels_; }

  /// The level of a board whose last move had a usual score.
  int level(const tetris::Board& board) const;
  int level(Heights heights, std::int32_t score) const {
    if (heights.highest <= plan_.base) return 0;
    int importance = width_ * heights.highest + heights.sum;  // in units of a row / (2 width)
    if (score_scale_ != 0) {
      const double worse = (plan_.scores.mean - static_cast<double>(score)) * score_scale_;
      importance += static_cast<int>(std::clamp(worse, -reach_, reach_));
    }
    return table_[static_cast<std::size_t>(std::clamp(importance, 0, static_cast<int>(table_.size()) - 1))];
  }

 private:
  LevelPlan plan_;
  int width_ = 0;
  int levels_ = 1;
  double score_scale_ = 0;              // units of importance per whole number of a score
  double reach_ = 0;                    // the most that a score can change
  std::vector<std::uint8_t> table_{0};  // level by importance
};

/// Levels with cumulative splitting factors: 1 = factor[0] <= factor[1] <= ...; a particle at level l weighs 1/factor[l].
struct Ladder {
  LevelScale scale;
  std::vector<double> factor;

  /// No copies at all: playing.
  explicit Ladder(LevelScale levels = {})
      : scale(std::move(levels)), factor(static_cast<std::size_t>(scale.levels()), 1.0) {}
};

}  // namespace stackwright
