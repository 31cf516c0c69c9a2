// The pilot: survey, rounds of short runs, factors from the visits seen.
#include "experiment/splitting_pilot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math.h"

namespace stackwright {
namespace {

constexpr std::size_t kPilotBatches = 8, kPilotMains = 32;
/// Pieces after which a game no longer knows that it began on an empty board, in parts: where very many games end soon, that
/// is all there is to know.
constexpr std::uint64_t kForget[] = {32, 32, 64, 128};
constexpr std::uint64_t kManyDeaths = 64;
constexpr std::uint64_t kWatch = 512;
constexpr int kBaseOnePiece = 5, kBaseMorePieces = 4;  // a sound pile: no copies while all columns are this low
constexpr double kUsual = 0.8;  // a controller's own idea of a sound pile: this share of its boards
constexpr int kMostPerRow = 8;

constexpr int kMostRounds = 64;
constexpr std::uint64_t kMostWork = 16;      // by so much rounds may grow when they come no further
constexpr std::uint64_t kPilotRunaway = 20;  // a batch that takes so many times its share of the work is cut off
constexpr int kBeyond = 3;                   // levels after the last one visited that get a factor by guess
constexpr double kMostRatio = 4;             // of neighbouring factors
constexpr double kVisits =
    0.3;  // of each level, as a share of those of level 0: the best of 0.1, 0.3, 1 and 3 for bcts
constexpr double kGuessedRatio = 2.5;
constexpr double kSteep = 3.2;       // visits that fall faster than this from level to level ask for more levels
constexpr std::uint64_t kSeen = 20;  // visits that say something about a level
constexpr double kFlat = 8;          // the most and the least visited level may differ by this
constexpr std::uint64_t kEnoughDeaths = 60, kEnoughExcursions = 12;

/// Visits of all rounds: the share of time that a game spends at each level is visits / exposure.
struct Occupation {
  std::vector<std::uint64_t> visits;
  std::vector<double> exposure;

  explicit Occupation(std::size_t levels) : visits(levels), exposure(levels) {}
  void add(const Tally& tally, const Ladder& ladder) {
    for (std::size_t l = 0; l < visits.size(); ++l) {
      visits[l] += tally.visits[l];
      exposure[l] += ladder.factor[l] * static_cast<double>(tally.main_steps);
    }
  }
  bool seen(std::size_t l) const { return visits[l] >= kSeen; }
  double share(std::size_t l) const { return static_cast<double>(visits[l]) / exposure[l]; }
  std::size_t last_seen() const {
    std::size_t last = 0;
    for (std::size_t l = 0; l < visits.size(); ++l) last = seen(l) ? l : last;
    return last;
  }
  double cost(const Ladder& ladder) const {
    double sum = 0;
    for (std::size_t l = 0; l < visits.size(); ++l) {
      if (visits[l] > 0) sum += share(l) * ladder.factor[l];
    }
    return std::max(1.0, sum);
  }
  /// By what visits fall from level to level, on average over the levels seen after the first.
  double fall() const {
    const std::size_t last = last_seen();
    if (last < 4 || !seen(1)) return 1;
    return portable_pow(share(1) / share(last), 1.0 / static_cast<double>(last - 1));
  }
};

int base_of(const SplittingGame& game, const Survey& survey) {
  const int height = game.options.setting.height;
  int base = std::min(game.options.search.see > 1 ? kBaseMorePieces : kBaseOnePiece, height / 2);
  std::uint64_t below = 0;
  for (int h = 0; h < height; ++h) {
    below += survey.highest[static_cast<std::size_t>(h)];
    if (static_cast<double>(below) >= kUsual * static_cast<double>(survey.count))
      return std::min(std::max(base, h), height - 2);
  }
  return base;
}

ScoreSpread spread_of(const Survey& survey) {
  if (survey.count < 2) return {};
  const auto n = static_cast<double>(survey.count);
  const double mean = survey.scores / n;
  return {mean, std::sqrt(std::max(0.0, survey.squares / n - mean * mean))};
}

/// Factors with which all levels are visited equally often, less than level 0, as far as the visits seen can tell.
void set_factors(const Occupation& seen, Ladder& ladder) {
  const std::size_t last = seen.last_seen();
  double ratio = kGuessedRatio;
  for (std::size_t l = 1; l < ladder.factor.size(); ++l) {
    const double before = ladder.factor[l - 1];
    if (seen.seen(l)) {
      ladder.factor[l] = std::clamp(kVisits * seen.share(0) / seen.share(l), before, before * kMostRatio);
      ratio = std::clamp(ladder.factor[l] / before, 1.0, kGuessedRatio);
    } else {
      ladder.factor[l] = l <= last + kBeyond ? before * ratio : before;
    }
  }
}

/// Half the way back to no copies, after a round that ran away.
void soften(Ladder& ladder) {
  std::vector<double> softer{1.0};
  for (std::size_t l = 1; l < ladder.factor.size(); ++l) {
    softer.push_back(softer.back() * std::sqrt(ladder.factor[l] / ladder.factor[l - 1]));
  }
  ladder.factor = std::move(softer);
}

/// Whether all levels on the way to where games end are visited about equally often.
bool is_flat(const Tally& tally) {
  std::uint64_t ends = 0, all = 0;
  for (const std::uint64_t deaths : tally.deaths) all += deaths;
  if (tally.visits.size() < 3) return true;
  double least = static_cast<double>(tally.visits[1]), most = least;
  for (std::size_t l = 2; l < tally.visits.size() && 2 * ends < all; ++l) {
    ends += tally.deaths[l];
    least = std::min(least, static_cast<double>(tally.visits[l]));
    most = std::max(most, static_cast<double>(tally.visits[l]));
  }
  return most <= kFlat * least;
}

Tally sum_of(const std::vector<ParticleBatch>& batches) {
  Tally sum;
  for (const ParticleBatch& batch : batches) sum.add(batch.tally);
  return sum;
}

}  // namespace

Result<Surveyed> survey_games(const SplittingGame& game, const Limit& limit, Progress* progress) {
  Surveyed out;
  out.batches = new_batches(kPilotBatches, kPilotMains);
  out.survey.highest.resize(tetris::kMaxHeight + 1);
  const Ladder none;
  constexpr std::uint64_t kNoLimit = ~std::uint64_t{0} / 2;
  for (const std::uint64_t steps : kForget) {
    const auto forgot = run_batches(game, none, out.batches, steps, kNoLimit, limit, nullptr, progress);
    if (!forgot) return forgot.error();
    const Tally tally = sum_of(out.batches);
    out.steps = tally.main_steps;
    out.deaths = tally.deaths[0];
    out.pieces = tally.steps;
    out.whole = *forgot;
    if (!out.whole || out.deaths >= kManyDeaths) return out;
  }
  use_ladder(none, out.batches);
  const auto watched = run_batches(game, none, out.batches, kWatch, kNoLimit, limit, &out.survey, progress);
  if (!watched) return watched.error();
  const Tally tally = sum_of(out.batches);
  out.steps = tally.main_steps;
  out.deaths = tally.deaths[0];
  out.pieces += tally.steps;
  out.whole = *watched;
  return out;
}

Result<Pilot> run_pilot(const SplittingGame& game, LevelKind kind, Surveyed surveyed, std::uint64_t work,
                        const Limit& limit, Progress* progress) {
  std::vector<ParticleBatch>& batches = surveyed.batches;
  LevelPlan plan{kind, base_of(game, surveyed.survey), game.options.search.see > 1 ? 2 : 1, spread_of(surveyed.survey)};
  const auto scale = [&] { return LevelScale(plan, game.options.setting); };
  Pilot pilot;
  pilot.ladder = Ladder(scale());
  Occupation seen(pilot.ladder.factor.size());
  const std::uint64_t most_work = kMostWork * work;
  for (pilot.rounds = 1; pilot.rounds <= kMostRounds; ++pilot.rounds) {
    const double mains = static_cast<double>(kPilotBatches * kPilotMains);
    const double wanted = static_cast<double>(work) / (mains * pilot.cost);
    const auto steps = static_cast<std::uint64_t>(std::clamp(wanted, 16.0, 4096.0));
    const std::uint64_t most = kPilotRunaway * (work / kPilotBatches + steps * kPilotMains);
    use_ladder(pilot.ladder, batches);
    const auto ran = run_batches(game, pilot.ladder, batches, steps, most, limit, nullptr, progress);
    if (!ran) return ran.error();
    const Tally tally = sum_of(batches);
    pilot.pieces += tally.steps;
    if (!*ran) return pilot;
    if (tally.cut_off) {
      soften(pilot.ladder);
      pilot.cost = std::max(1.0, std::sqrt(pilot.cost));
      continue;
    }
    const std::size_t reached = seen.last_seen();
    seen.add(tally, pilot.ladder);
    std::uint64_t deaths = 0;
    for (const std::uint64_t d : tally.deaths) deaths += d;
    pilot.ends = deaths >= kEnoughDeaths && tally.excursions >= kEnoughExcursions;
    if (pilot.ends && is_flat(tally)) {
      pilot.whole = true;
      break;
    }
    if (plan.per_row < kMostPerRow && seen.fall() > kSteep) {
      plan.per_row *= 2;
      pilot.ladder = Ladder(scale());
      seen = Occupation(pilot.ladder.factor.size());
      pilot.cost = 1;
      continue;
    }
    // A round that climbed no further than those before it was too short to see games end.
    if (!pilot.ends && seen.last_seen() <= reached) work = std::min(2 * work, most_work);
    set_factors(seen, pilot.ladder);
    pilot.cost = seen.cost(pilot.ladder);
  }
  if (!pilot.whole) {
    pilot.whole = true;
    pilot.doubt =
        pilot.ends ? "the pilot could not make all levels equally visited" : "the pilot did not see enough games end";
  }
  set_factors(seen, pilot.ladder);
  pilot.cost = seen.cost(pilot.ladder);
  return pilot;
}

}  // namespace stackwright
