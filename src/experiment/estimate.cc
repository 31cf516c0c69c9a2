// The expected length of a controller's games: which way, how well, and whether to believe it.
#include "experiment/estimate.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/math.h"
#include "core/text.h"
#include "experiment/estimate_play.h"
#include "experiment/splitting_pilot.h"
#include "experiment/splitting_run.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 3> kMethods{"auto", "splitting", "playing"};

/// Generations of the random streams of a seed: no two parts of an estimate share numbers.
constexpr std::uint64_t kSurveyNumbers = 0, kPilotNumbers = 1, kRunNumbers = 2, kSecondPilotNumbers = 3,
                        kSecondRunNumbers = 4;

constexpr double kMostShare = 0.1;          // of the sum, in one excursion
constexpr double kMostError = 0.2;          // relative
constexpr std::uint64_t kFewestEnds = 40;   // excursions with a game over
constexpr double kJointErrors = 3;          // by so many standard errors two opinions may differ
constexpr double kSecondPrecision = 2.5;    // the second opinion's precision, as a multiple of the first's
constexpr std::uint64_t kShortDeaths = 30;  // game overs in the survey from which games count as short
constexpr std::uint64_t kFewDeaths = 5;     // ... or from which their length is roughly known
constexpr double kCheapPlay = 4e6;          // pieces: below this, playing costs less than a pilot

/// One run of splitting with its pilot.
struct Opinion {
  Pilot pilot;
  SplittingRun run;
};

struct Work {
  const EstimateOptions& options;
  SplittingGame game;
  Limit limit;
  Progress* progress;
};

Figure figure_of(const SplittingRun& run, const tetris::Setting& setting) {
  Figure figure;
  figure.pieces = pieces_at(run.rate);
  figure.relative_error = run.rate > 0 ? run.relative_error() : 1;
  if (run.rate > 0) {
    figure.lines = lines_at(run.rate, run.cells_left, setting);
    figure.ci95_lines = {lines_at(run.ci95_rate.high, run.cells_left, setting),
                         lines_at(run.ci95_rate.low, run.cells_left, setting)};
    return figure;
  }
  // No game over: main paths alone, played, tell how long games are at least.
  const MeanEstimate least = exponential_mean(static_cast<double>(run.total.main_steps), 0, Observed::to_a_limit);
  figure.lines = std::numeric_limits<double>::infinity();
  figure.ci95_lines = {least.interval.low * setting.pieces->cells / setting.width, figure.lines};
  return figure;
}

Result<Opinion> ask(Work& work, LevelKind kind, const Surveyed& surveyed, double precision, std::uint64_t pilot_numbers,
                    std::uint64_t run_numbers) {
  Opinion opinion;
  const auto pilot_work = static_cast<std::uint64_t>(std::clamp(400 / (precision * precision), 200'000.0, 1'500'000.0));
  work.game.key.generation = pilot_numbers;
  auto pilot = run_pilot(work.game, kind, surveyed, pilot_work, work.limit, work.progress);
  if (!pilot) return pilot.error();
  opinion.pilot = *std::move(pilot);
  if (!opinion.pilot.whole) {
    opinion.run.interrupted = true;
    return opinion;
  }
  work.game.key.generation = run_numbers;
  auto run = run_splitting(work.game, opinion.pilot.ladder, opinion.pilot.cost, {precision, work.options.max_pieces},
                           work.limit, work.progress);
  if (!run) return run.error();
  opinion.run = *std::move(run);
  return opinion;
}

/// Why an opinion is not to be believed by itself; empty where nothing speaks against it.
std::string doubts(const Opinion& opinion) {
  const SplittingRun& run = opinion.run;
  if (run.total.main_steps == 0) return "the time was over, or a stop was asked for, before the first wave was done";
  if (run.total.cut_off) return "a batch ran away and was cut off";
  if (run.rate <= 0) return "no game over was seen";
  if (run.relative_error() > kMostError) return "the relative error is above 0.2";
  if (run.largest_share > kMostShare) return "one excursion holds more than a tenth of the sum";
  if (run.total.excursions < kFewestEnds)
    return "only " + std::to_string(run.total.excursions) + " excursions held a game over";
  return opinion.pilot.doubt;
}

/// How the two figures fit; an opinion without a game over fits nothing.
bool agree(const Figure& a, const Figure& b) {
  if (!std::isfinite(a.pieces) || !std::isfinite(b.pieces)) return false;
  const double joint = std::sqrt(a.relative_error * a.relative_error + b.relative_error * b.relative_error);
  return std::fabs(portable_log(a.pieces / b.pieces)) <= kJointErrors * joint;
}

void report(const Opinion& opinion, const tetris::Setting& setting, Estimate& out) {
  const SplittingRun& run = opinion.run;
  out.figure = figure_of(run, setting);
  out.largest_share = run.largest_share;
  for (std::size_t l = 0; l < run.total.visits.size(); ++l) {
    out.levels.push_back({opinion.pilot.ladder.factor[l], run.total.visits[l], run.total.deaths[l]});
    out.ends += run.total.deaths[l];
  }
  out.reason = doubts(opinion);
  if (run.rate > 0 && run.standard_error > 0) {
    const double played = out.figure.pieces / (run.relative_error() * run.relative_error());
    out.gain = played / static_cast<double>(run.pieces + opinion.pilot.pieces);
  }
}

Result<Estimate> estimate_by_splitting(Work& work, const Surveyed& surveyed) {
  const EstimateOptions& options = work.options;
  const auto first = ask(work, options.levels, surveyed, options.precision, kPilotNumbers, kRunNumbers);
  if (!first) return first.error();
  Estimate out;
  out.pieces_simulated = surveyed.pieces + first->pilot.pieces + first->run.pieces;
  report(*first, options.play.setting, out);
  if (options.second_opinion && first->run.rate > 0 && !work.limit.over()) {
    const LevelKind other = options.levels == LevelKind::height ? LevelKind::value : LevelKind::height;
    const auto second = ask(work, other, surveyed, std::min(0.15, kSecondPrecision * options.precision),
                            kSecondPilotNumbers, kSecondRunNumbers);
    if (!second) return second.error();
    out.pieces_simulated += second->pilot.pieces + second->run.pieces;
    SecondOpinion opinion;
    opinion.figure = figure_of(second->run, options.play.setting);
    opinion.levels = other;
    opinion.agrees = agree(out.figure, opinion.figure);
    if (out.reason.empty() && second->run.rate <= 0) out.reason = "the second opinion saw no game over";
    if (out.reason.empty() && !opinion.agrees) out.reason = "the second opinion disagrees";
    out.second_opinion = opinion;
  } else if (options.second_opinion && out.reason.empty()) {
    out.reason = "there was no time for a second opinion";
  }
  out.trusted = out.reason.empty();
  return out;
}

}  // namespace

Result<EstimateMethod> estimate_method_named(std::string_view name) {
  const auto found = std::find(kMethods.begin(), kMethods.end(), name);
  if (found == kMethods.end()) return unknown_name("method", name, kMethods);
  return static_cast<EstimateMethod>(found - kMethods.begin());
}

std::string_view name_of(EstimateMethod method) { return kMethods[static_cast<std::size_t>(method)]; }

Result<Estimate> estimate(const EstimateOptions& options, const Controller& controller, const StopToken& stop,
                          Progress* progress) {
  EstimateOptions checked = options;
  checked.play.max_pieces = checked.play.max_lines = 0;
  if (auto fine = check_options(checked.play); !fine) return fine.error();
  if (auto fine = check_terms(controller, checked.play.setting); !fine) return fine.error();
  auto chance = tetris::PieceChance::make(checked.play.source, *checked.play.setting.pieces);
  if (!chance) return chance.error();
  Limit limit{&stop, std::nullopt};
  if (checked.max_seconds > 0) {
    limit.until =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                               std::chrono::duration<double>(std::min(checked.max_seconds, 1e8)));
  }
  if (checked.method == EstimateMethod::playing) {
    auto played = estimate_by_playing(checked, controller, limit, progress);
    if (played) played->interrupted = stop.requested();
    return played;
  }
  Work work{checked, {checked.play, controller, *std::move(chance), {}}, limit, progress};
  work.game.key.seed = checked.seed;
  work.game.key.generation = kSurveyNumbers;
  const auto surveyed = survey_games(work.game, limit, progress);
  if (!surveyed) return surveyed.error();
  const double length =
      static_cast<double>(surveyed->steps) / static_cast<double>(std::max<std::uint64_t>(1, surveyed->deaths));
  const bool is_short =
      surveyed->deaths >= kShortDeaths ||
      (surveyed->deaths >= kFewDeaths && length / (checked.precision * checked.precision) < kCheapPlay);
  Result<Estimate> out = [&] {
    if (!is_short || checked.method == EstimateMethod::splitting) return estimate_by_splitting(work, *surveyed);
    auto played = estimate_by_playing(checked, controller, limit, progress);
    if (played) played->pieces_simulated += surveyed->pieces;
    return played;
  }();
  if (!out) return out;
  if (is_short) out->advice = "games are short: playing them is the better way";
  out->interrupted = stop.requested();
  return out;
}

}  // namespace stackwright
