// What removing so many rows can be worth at most.
#include "search/exact_price.h"

#include <algorithm>

namespace stackwright::exact {
namespace {

constexpr std::size_t kEvents = kMaxLevel + 1;
constexpr std::size_t kTogether = tetris::kMaxPieceCells + 1, kGaps = kMaxGap + 1;

}  // namespace

Prices::Prices(const Course& course, int most_rows) : course_(course), rows_(static_cast<std::size_t>(most_rows) + 1) {
  points_.assign((course.list.size() + 1) * kTogether * kGaps * rows_ * kEvents, -1);
  for (int together = 0; together < static_cast<int>(kTogether); ++together) {
    for (int gap = 0; gap <= kMaxGap; ++gap) fill(together, gap);
  }
}

std::size_t Prices::plane(int placed, int together, int gap) const {
  const auto p = static_cast<std::size_t>(placed), t = static_cast<std::size_t>(together);
  return ((p * kTogether + t) * kGaps + static_cast<std::size_t>(gap)) * rows_ * kEvents;
}

void Prices::fill(int together, int gap) {
  points_[plane(course_.pieces(), together, gap)] = 0;
  for (int placed = course_.pieces() - 1; placed >= 0; --placed) {
    const std::int32_t* later = points_.data() + plane(placed + 1, together, gap);
    std::int32_t* now = points_.data() + plane(placed, together, gap);
    std::copy(later, later + rows_ * kEvents, now);
    const std::uint8_t piece = course_.list[static_cast<std::size_t>(placed)];
    const int tallest = course_.tallest[piece];
    const int over_gap = gap < kMaxGap ? std::min(tallest, course_.span[piece] - gap) : 0;
    const auto most = static_cast<std::size_t>(std::max({0, std::min(tallest, together), over_gap}));
    for (std::size_t i = 0; i < rows_ * kEvents; ++i) {
      if (later[i] < 0) continue;
      const std::size_t rows = i / kEvents, events = std::min<std::size_t>(i % kEvents + 1, kMaxLevel);
      for (std::size_t c = 1; c <= most && rows + c < rows_; ++c) {
        std::int32_t& best = now[(rows + c) * kEvents + events];
        best = std::max(best, later[i] + course_.scoring.points[c]);
      }
    }
  }
}

std::int64_t Prices::best(int placed, int rows, int together, int gap, int level) const {
  const int clipped = std::clamp(together, 0, tetris::kMaxPieceCells);
  const std::int32_t* row =
      points_.data() + plane(placed, clipped, std::min(gap, kMaxGap)) + static_cast<std::size_t>(rows) * kEvents;
  const std::int32_t most = *std::max_element(row + std::min(level, kMaxLevel), row + kEvents);
  if (most < 0) return kNever;
  return most + static_cast<std::int64_t>(course_.scoring.per_piece) * (course_.pieces() - placed);
}

}  // namespace stackwright::exact
