// The exact solver: totals from above, after a look for good plans by beams.
#include "search/exact.h"

#include <set>

#include "search/exact_question.h"

namespace stackwright {
namespace {

/// All totals that some choice of removals gives, none above `most`.
std::set<std::int64_t> possible_totals(const exact::Course& course, std::int64_t most) {
  std::set<std::int64_t> totals{0};
  for (const std::uint8_t piece : course.list) {
    std::set<std::int64_t> more;
    for (const std::int64_t total : totals) {
      for (int rows = 0; rows <= course.tallest[piece]; ++rows) {
        const std::int64_t sum = total + course.scoring.points[static_cast<std::size_t>(rows)] + course.scoring.per_piece;
        if (sum <= most) more.insert(sum);
      }
    }
    totals = std::move(more);
  }
  return totals;
}

void keep(ExactResult& result, const std::optional<exact::Plan>& plan) {
  if (!plan || (result.complete && plan->points <= result.points)) return;
  result.complete = true;
  result.points = plan->points;
  result.plan = plan->moves;
}

}  // namespace

std::int64_t points_bound(const tetris::Setting& setting, const tetris::Scoring& scoring, const tetris::Board& board,
                          std::span<const std::uint8_t> list) {
  const exact::Course course = exact::make_course(setting, scoring, list);
  return exact::Bound(course).most(exact::rows_from(board), 0);
}

ExactResult solve_exactly(const tetris::Setting& setting, const tetris::Scoring& scoring, const tetris::Board& board,
                          std::span<const std::uint8_t> list, const ExactOptions& options) {
  const exact::Course course = exact::make_course(setting, scoring, list);
  Meter meter(options.limits);
  exact::Question question(course, board, options, meter);
  ExactResult result;
  result.bound = question.bound().most(exact::rows_from(board), 0);
  if (list.empty()) {
    result.complete = result.proved = true;
    return result;
  }
  const std::set<std::int64_t> totals = possible_totals(course, result.bound);
  if (options.beam_width > 0) {
    for (auto total = totals.rbegin(); total != totals.rend() && !result.complete && meter.look_up(); ++total) {
      keep(result, question.ask(*total, static_cast<std::size_t>(options.beam_width)));
    }
  }
  for (auto total = totals.rbegin(); total != totals.rend() && meter.look_up(); ++total) {
    result.bound = *total;
    if (result.complete && *total <= result.points) break;
    keep(result, question.ask(*total, 0));
  }
  result.end = meter.end();
  result.expanded = meter.expanded();
  result.generated = meter.generated();
  if (result.complete && result.points >= result.bound) result.bound = result.points;
  result.proved = result.end == SearchEnd::done || (result.complete && result.points == result.bound);
  if (result.proved) result.bound = result.points;
  return result;
}

}  // namespace stackwright
