// The exact solver: totals from above, after a look for good plans by beams.
#include "search/exact.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "search/beam.h"
#include "search/exact_question.h"
#include "search/tetris_list.h"

namespace stackwright {
namespace {

/// All totals that some choice of removals gives, none above `most`.
std::set<std::int64_t> possible_totals(const exact::Course& course, std::int64_t most) {
  std::set<std::int64_t> totals{0};
  for (const std::uint8_t piece : course.list) {
    std::set<std::int64_t> more;
    for (const std::int64_t total : totals) {
      for (int rows = 0; rows <= course.tallest[piece]; ++rows) {
        const std::int64_t sum =
            total + course.scoring.points[static_cast<std::size_t>(rows)] + course.scoring.per_piece;
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

/// A plan to begin with, found in a moment: a beam that goes by the looks of the pile (Lisbon's evaluator).
std::optional<exact::Plan> first_plan(const tetris::Setting& setting, const tetris::Scoring& scoring,
                                      const tetris::Board& board, std::span<const std::uint8_t> list, Meter& meter) {
  constexpr std::size_t kWidth = 100;
  constexpr std::pair<std::string_view, double> kLisbon[] = {
      {"aggregate_height", -.46069467}, {"lines_squared", .56695324}, {"holes", -.4459617}, {"bumpiness", -.06362687}};
  std::vector<Term> terms;
  for (const auto& [name, weight] : kLisbon)
    terms.push_back({*tetris::feature_named(name), 0, Transform::none, weight});
  const ListHeuristic heuristic{ListHeuristic::Kind::evaluator, Linear(std::move(terms), setting)};
  const TetrisList problem(setting, scoring, board, {list.begin(), list.end()}, PathCost::quality, heuristic);
  const Found<TetrisList> found = beam_search(problem, {}, kWidth);
  meter.add_expanded(found.expanded);
  meter.add_generated(found.generated);
  if (!found.complete) return std::nullopt;
  return exact::Plan{found.plan, found.last.points};
}

/// Plans by beams, each for more points than the best known; narrow ones first.
void look_for_plans(ExactResult& result, exact::Question& question, const std::set<std::int64_t>& totals, int width,
                    const Meter& meter) {
  for (const int narrow : {width / 40, width}) {
    for (auto total = totals.rbegin(); total != totals.rend() && meter.end() == SearchEnd::done; ++total) {
      if (result.complete && *total <= result.points) break;
      keep(result, question.ask(*total, static_cast<std::size_t>(std::max(1, narrow))));
    }
  }
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
    keep(result, first_plan(setting, scoring, board, list, meter));
    look_for_plans(result, question, totals, options.beam_width, meter);
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
