// Levels: the table from importance to level.
#include "experiment/splitting_levels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 2> kKinds{"height", "value"};

/// One standard deviation of the controller's score counts as so many rows: a small share beside the height.
constexpr double kValueShare = 0.4;
constexpr double kMostValueRows = 2;

}  // namespace

Result<LevelKind> level_kind_named(std::string_view name) {
  const auto found = std::find(kKinds.begin(), kKinds.end(), name);
  if (found == kKinds.end()) return unknown_name("kind of levels", name, kKinds);
  return static_cast<LevelKind>(found - kKinds.begin());
}

std::string_view name_of(LevelKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

LevelScale::LevelScale(const LevelPlan& plan, const tetris::Setting& setting) : plan_(plan), width_(setting.width) {
  const int unit = 2 * width_;
  if (plan.kind == LevelKind::value && std::isfinite(plan.scores.mean) && plan.scores.deviation > 0 &&
      std::isfinite(plan.scores.deviation)) {
    score_scale_ = kValueShare * unit / plan.scores.deviation;
    reach_ = kMostValueRows * unit;
  }
  // The lowest board above the base has one column of base + 1 and nothing else; most have a pile of half that beside it.
  const int first = width_ * (plan.base + 1) + width_ * (plan.base + 1) / 2;
  table_.clear();
  const int last = unit * setting.height + static_cast<int>(reach_);
  for (int importance = 0; importance <= last; ++importance) {
    const int level = 1 + std::max(0, (importance - first) * plan.per_row / unit);
    table_.push_back(static_cast<std::uint8_t>(std::min(level, kMostLevels - 1)));
  }
  levels_ = 1 + table_.back();
}

int LevelScale::level(const tetris::Board& board) const {
  Heights heights{static_cast<std::uint16_t>(tetris::max_height(board)), 0};
  for (int x = 0; x < board.width; ++x) {
    heights.sum = static_cast<std::uint16_t>(heights.sum + tetris::column_height(board, x));
  }
  return level(heights, static_cast<std::int32_t>(plan_.scores.mean));
}

}  // namespace stackwright
