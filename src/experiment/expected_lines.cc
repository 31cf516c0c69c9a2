// Expected lines as a fitness: measuring, putting measurements together, writing them as whole numbers.
#include "experiment/expected_lines.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "experiment/estimate_play.h"
#include "experiment/splitting_pilot.h"
#include "experiment/splitting_run.h"

namespace stackwright {
namespace {

constexpr std::uint64_t kRoughSurvey = 0, kRoughPilot = 1, kRoughRun = 2;
constexpr std::uint64_t kEnoughDeaths = 8;  // game overs in the survey from which games are played
constexpr double kRoughShare = 0.25;        // of the sum in one excursion: a fitness may be rougher than a figure
constexpr double kRuleOfThree = 3;

std::int64_t as_whole(double value) { return std::bit_cast<std::int64_t>(value); }
double as_real(std::int64_t bits) { return std::bit_cast<double>(bits); }

Result<std::optional<MeasuredRate>> play_short(const PlayOptions& options, const Controller& controller,
                                               const Wanted& wanted, const Limit& limit, Progress* progress) {
  EstimateOptions how;
  how.play = options;
  how.seed = wanted.seed;
  how.precision = wanted.precision;
  how.max_pieces = wanted.most_pieces;
  const auto played = estimate_by_playing(how, controller, limit, progress);
  if (!played) return played.error();
  if (limit.over()) return std::optional<MeasuredRate>();
  MeasuredRate out;
  out.played = true;
  out.sound = true;
  out.pieces = played->pieces_simulated;
  out.weight = static_cast<double>(played->pieces_simulated + played->ends);
  out.rate = 1 / (played->figure.pieces + 1);
  out.error = played->figure.relative_error * out.rate;
  out.cells_left = played->figure.pieces * options.setting.pieces->cells - played->figure.lines * options.setting.width;
  return std::optional<MeasuredRate>(std::move(out));
}

}  // namespace

Result<std::optional<MeasuredRate>> measure(const PlayOptions& options, const Controller& controller,
                                            const Wanted& wanted, const StopToken& stop, Progress* progress) {
  auto chance = tetris::PieceChance::make(options.source, *options.setting.pieces);
  if (!chance) return chance.error();
  SplittingGame game{options, controller, *std::move(chance), {}};
  game.key.seed = wanted.seed;
  const Limit limit{&stop, std::nullopt};
  const std::optional<MeasuredRate> none;
  if (wanted.before != nullptr && wanted.before->played) {
    return play_short(options, controller, wanted, limit, progress);
  }
  MeasuredRate out;
  if (wanted.before != nullptr) {
    out.ladder = wanted.before->ladder;
    out.cost = wanted.before->cost;
  } else {
    game.key.generation = kRoughSurvey;
    auto surveyed = survey_games(game, limit, progress);
    if (!surveyed) return surveyed.error();
    if (!surveyed->whole) return none;
    if (surveyed->deaths >= kEnoughDeaths) return play_short(options, controller, wanted, limit, progress);
    game.key.generation = kRoughPilot;
    const double work = std::clamp(400 / (wanted.precision * wanted.precision), 200'000.0, 1'000'000.0);
    out.pieces = surveyed->pieces;
    auto pilot =
        run_pilot(game, LevelKind::value, *std::move(surveyed), static_cast<std::uint64_t>(work), limit, progress);
    if (!pilot) return pilot.error();
    if (!pilot->whole) return none;
    out.pieces += pilot->pieces;
    out.ladder = pilot->ladder;
    out.cost = pilot->cost;
  }
  game.key.generation = kRoughRun;
  const auto run = run_splitting(game, out.ladder, out.cost, {wanted.precision, wanted.most_pieces}, limit, progress);
  if (!run) return run.error();
  if (run->interrupted) return none;
  out.pieces += run->pieces;
  out.weight = static_cast<double>(run->total.main_steps);
  out.rate = run->rate;
  out.error = run->standard_error;
  out.cells_left = run->cells_left;
  out.sound = run->rate > 0 && !run->total.cut_off && run->largest_share <= kRoughShare;
  return std::optional<MeasuredRate>(std::move(out));
}

MeasuredRate together(std::span<const MeasuredRate> parts) {
  MeasuredRate sum;
  double squares = 0;
  sum.sound = !parts.empty();
  for (const MeasuredRate& part : parts) {
    sum.pieces += part.pieces;
    sum.weight += part.weight;
    sum.rate += part.weight * part.rate;
    sum.cells_left += part.weight * part.rate * part.cells_left;
    squares += part.weight * part.weight * part.error * part.error;
    sum.sound = sum.sound && part.sound;
    sum.played = part.played;
    sum.cost = part.cost;
    sum.ladder = part.ladder;
  }
  if (sum.rate > 0) sum.cells_left /= sum.rate;
  if (sum.weight > 0) {
    sum.rate /= sum.weight;
    sum.error = std::sqrt(squares) / sum.weight;
  }
  return sum;
}

double lines_of(const MeasuredRate& measured, const tetris::Setting& setting) {
  if (measured.rate > 0) return lines_at(measured.rate, measured.cells_left, setting);
  return measured.weight / kRuleOfThree * setting.pieces->cells / setting.width;
}

TaskResult to_task(const MeasuredRate& m, std::uint64_t candidate) {
  const LevelPlan& plan = m.ladder.scale.plan();
  TaskResult result{static_cast<std::int64_t>(m.pieces),
                    static_cast<std::int64_t>(candidate),
                    m.sound ? 1 : 0,
                    m.played ? 1 : 0,
                    as_whole(m.weight),
                    as_whole(m.rate),
                    as_whole(m.error),
                    as_whole(m.cells_left),
                    as_whole(m.cost),
                    static_cast<std::int64_t>(plan.kind),
                    plan.base,
                    plan.per_row,
                    as_whole(plan.scores.mean),
                    as_whole(plan.scores.deviation)};
  for (const double factor : m.ladder.factor) result.push_back(as_whole(factor));
  return result;
}

MeasuredRate measured_from_task(const TaskResult& result, const tetris::Setting& setting) {
  constexpr std::size_t kHead = 14;
  MeasuredRate m;
  if (result.size() <= kHead) return m;
  m.pieces = static_cast<std::uint64_t>(result[0]);
  m.sound = result[2] != 0;
  m.played = result[3] != 0;
  m.weight = as_real(result[4]);
  m.rate = as_real(result[5]);
  m.error = as_real(result[6]);
  m.cells_left = as_real(result[7]);
  m.cost = as_real(result[8]);
  if (m.played) return m;
  LevelPlan plan;
  plan.kind = result[9] == 1 ? LevelKind::value : LevelKind::height;
  plan.base = static_cast<int>(std::clamp<std::int64_t>(result[10], 0, setting.height));
  plan.per_row = static_cast<int>(std::clamp<std::int64_t>(result[11], 1, 64));
  plan.scores = {as_real(result[12]), as_real(result[13])};
  m.ladder = Ladder(LevelScale(plan, setting));
  for (std::size_t l = 1; l < m.ladder.factor.size(); ++l) {
    const double factor = kHead + l < result.size() ? as_real(result[kHead + l]) : 1;
    m.ladder.factor[l] = std::isfinite(factor) ? std::max(m.ladder.factor[l - 1], factor) : m.ladder.factor[l - 1];
  }
  return m;
}

std::uint64_t candidate_of(const TaskResult& result) {
  return result.size() > 1 ? static_cast<std::uint64_t>(result[1]) : 0;
}

}  // namespace stackwright
