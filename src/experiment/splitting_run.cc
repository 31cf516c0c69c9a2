// The production run of splitting: waves of batches, mean and error over batches.
#include "experiment/splitting_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/distributions.h"

namespace stackwright {
namespace {

constexpr std::size_t kBatches = 64, kMains = 16;
constexpr std::uint64_t kWarmUp =
    256;  // pieces after which a main path no longer knows that it began on an empty board
constexpr int kMostWaves = 80;
constexpr int kMostWavesWithoutEnd = 6;
constexpr double kRunaway = 200;  // a batch that takes this many times the expected steps is cut off
constexpr std::uint64_t kAllowance = 50'000'000;
constexpr std::uint64_t kFewestExcursions = 40;  // with an end: below that an error cannot be told from the batches

/// The 97.5 % quantile of Student's distribution (Cornish and Fisher's expansion, good from ten degrees on).
double student_quantile(double degrees) {
  const double z = normal_quantile(0.975);
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

void judge(const Ladder& ladder, const std::vector<ParticleBatch>& batches, SplittingRun& run) {
  std::vector<double> rates;
  run.total = Tally(ladder.factor.size());
  for (const ParticleBatch& batch : batches) {
    run.total.add(batch.tally);
    rates.push_back(weighted(batch.tally.deaths, ladder) / static_cast<double>(batch.tally.main_steps));
  }
  const Summary summary = summarise(rates);
  run.rate = summary.mean;
  run.standard_error = summary.standard_error;
  const double reach = student_quantile(static_cast<double>(batches.size() - 1)) * run.standard_error;
  run.ci95_rate = {std::max(0.0, run.rate - reach), run.rate + reach};
  const double sum = weighted(run.total.deaths, ladder);
  run.cells_left = sum > 0 ? weighted(run.total.cells, ladder) / sum : 0;
  run.largest_share = sum > 0 ? run.total.largest / sum : 0;
}

/// Steps of each main path in the next wave: towards the precision, but never much more than is known.
std::uint64_t next_wave(const SplittingRun& run, std::uint64_t done, double precision) {
  double more = 1;
  if (run.rate > 0) {
    const double ratio = run.relative_error() / precision;
    more = std::clamp(1.05 * ratio * ratio - 1, 0.1, 1.0);
  }
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(more * static_cast<double>(done)));
}

}  // namespace

double pieces_at(double rate) { return rate > 0 ? 1 / rate - 1 : std::numeric_limits<double>::infinity(); }

/// Cells come with pieces, and go with lines or stay on the last board.
double lines_at(double rate, double cells_left, const tetris::Setting& setting) {
  return std::max(0.0, (pieces_at(rate) * setting.pieces->cells - cells_left) / setting.width);
}

Result<SplittingRun> run_splitting(const SplittingGame& game, const Ladder& ladder, double cost,
                                   const SplittingEffort& effort, const Limit& limit, Progress* progress) {
  SplittingRun run;
  std::vector<ParticleBatch> batches = new_batches(kBatches, kMains);
  const auto go = [&](const Ladder& with, std::uint64_t steps) {
    const double most = kRunaway * cost * static_cast<double>(steps * kMains);
    return run_batches(game, with, batches, steps, kAllowance + static_cast<std::uint64_t>(most), limit, nullptr,
                       progress);
  };
  const auto warm = go(Ladder{}, kWarmUp);
  if (!warm) return warm.error();
  const std::uint64_t warm_up = kBatches * kMains * kWarmUp;
  run.pieces = warm_up;
  run.interrupted = !*warm;
  use_ladder(ladder, batches);
  const double mains = static_cast<double>(kBatches * kMains);
  const double first = 1000 / (effort.precision * effort.precision) / (mains * cost);
  auto steps = static_cast<std::uint64_t>(std::clamp(first, 16.0, 2000.0));
  std::uint64_t done = 0;
  for (int wave = 0; wave < kMostWaves && !run.interrupted; ++wave) {
    const auto ran = go(ladder, steps);
    if (!ran) return ran.error();
    if (!*ran) {
      run.interrupted = true;
      break;
    }
    done += steps;
    judge(ladder, batches, run);
    run.pieces = warm_up + run.total.steps;
    if (run.total.cut_off || (run.rate <= 0 && wave + 1 >= kMostWavesWithoutEnd)) break;
    run.reached = run.rate > 0 && run.relative_error() <= effort.precision && run.total.excursions >= kFewestExcursions;
    if (run.reached || (effort.most_pieces > 0 && run.pieces >= effort.most_pieces)) break;
    steps = next_wave(run, done, effort.precision);
    if (effort.most_pieces > 0) {
      const double each = static_cast<double>(run.total.steps) / static_cast<double>(done);
      const double left = static_cast<double>(effort.most_pieces - run.pieces) / each;
      steps = std::min(steps, std::max<std::uint64_t>(1, static_cast<std::uint64_t>(left)));
    }
  }
  return run;
}

}  // namespace stackwright
