// Rounds of learning: lessons, units, weights, trials.
#include "experiment/unit_learning.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/hash.h"
#include "core/random.h"
#include "experiment/play_games.h"

namespace stackwright {
namespace {

constexpr std::size_t kBook = 3;           // rounds whose lessons count
constexpr float kFading = 0.6f;            // what a round counts beside the next one
constexpr std::size_t kClimbed = 6;        // candidates that are improved
constexpr double kLargestWeight = 15;      // weights are scaled to it: only their ratios matter
constexpr std::size_t kPart = 32;          // candidates judged by a thread at a time
constexpr std::uint64_t kRefining = 1000;  // places of the network when it is gone through again

}  // namespace

const std::vector<optim::SettingRow<UnitLearningSettings>>& unit_learning_settings() {
  using S = UnitLearningSettings;
  using optim::whole;
  static const std::vector<optim::SettingRow<S>> rows{
      whole<S>("units", &S::units, 1, 64, "units of the network"),
      whole<S>("positions", &S::positions, 10, 1'000'000, "positions of a round"),
      whole<S>("rollouts", &S::rollouts, 1, 10'000, "games that go on from each placement"),
      whole<S>("horizon", &S::horizon, 1, 100'000, "pieces that they last at most"),
      whole<S>("rough_game", &S::rough_game, 10, 100'000, "positions come from games made about so short by errors"),
      whole<S>("candidates", &S::candidates, 16, 1'000'000, "units drawn by chance for every place of the network"),
      whole<S>("trial_games", &S::trial_games, 1, 100'000, "games by which a new network is compared with the best"),
      whole<S>("trial_pieces", &S::trial_pieces, 100, 1'000'000'000, "pieces that they last at most"),
  };
  return rows;
}

Controller controller_of(const UnitNetwork& network, std::string name) {
  Controller controller;
  controller.name = std::move(name);
  controller.kind = "units";
  controller.terms = terms_of(network);
  return controller;
}

LessonPlan UnitLearner::plan_of(const Source& source) const {
  return {setting_, source.player, source.noise, seed_, source.round, settings_};
}

/// Lessons that are not in the book yet: those of this round, and after loading those of the last ones.
void UnitLearner::complete_book(Crew& crew, const StopToken& stop) {
  const std::size_t known = book_.rounds.size();
  for (std::size_t i = known; i < sources_.size(); ++i) {
    book_.rounds.push_back(make_lessons(plan_of(sources_[i]), crew, stop));
  }
  book_.weights.assign(sources_.size(), 1);
  for (std::size_t i = sources_.size(); i-- > 1;) book_.weights[i - 1] = book_.weights[i] * kFading;
}

units::WeightedUnit UnitLearner::decoded(const Genes& genes) const {
  return units::decode(genes, setting_.width, setting_.height, units::Decoding::sparse);
}

/// Half of the units are 3x3 whatever the draw says, as there are so many more of them; none is a column.
UnitLearner::Genes UnitLearner::drawn(std::uint64_t place, std::uint64_t number) const {
  const Stream random(StreamKey{seed_, Purpose::optimiser, rounds_, place, number});
  Genes genes(units::genes_of_unit(units::filter_genes(setting_.width, setting_.height)));
  for (std::size_t i = 0; i < genes.size(); ++i) genes[i] = random.unit(i);
  const bool square = genes[1] >= 1.0 / 3 || number % 2 == 0;
  genes[1] = square ? 5.0 / 6 : 1.0 / 6;
  return genes;
}

/// From every start by small changes that explain more; the best of what is reached.
UnitLearner::Genes UnitLearner::climb(const UnitFit& fit, const std::vector<Genes>& starts, std::uint64_t place,
                                      int tries, Crew& crew, const StopToken& stop) const {
  std::vector<Genes> reached = starts;
  std::vector<double> gains(starts.size());
  crew.run(starts.size(), [&](std::size_t s) {
    const Stream random(StreamKey{seed_, Purpose::tie, rounds_, place, s});
    std::uint64_t at = 0;
    const auto below = [&](std::size_t n) { return std::size_t{random.below(at++, static_cast<std::uint32_t>(n))}; };
    Genes& best = reached[s];
    gains[s] = fit.gain_of(decoded(best).unit);
    for (int t = 0; t < tries && !stop.requested(); ++t) {
      Genes changed = best;
      const std::size_t changes = 1 + below(3);
      for (std::size_t c = 0; c < changes; ++c) {
        const std::size_t gene = below(changed.size() - 1);  // not the weight
        if (gene != 1) changed[gene] = random.unit(at++);
      }
      if (below(4) == 0) std::swap(changed[2 + below(units::kSquareCells)], changed[2 + below(units::kSquareCells)]);
      const double gain = fit.gain_of(decoded(changed).unit);
      if (gain > gains[s]) gains[s] = gain, best = std::move(changed);
    }
  });
  return reached[static_cast<std::size_t>(std::ranges::max_element(gains) - gains.begin())];
}

/// One unit after another, each for what the ones before it leave unexplained.
std::vector<UnitLearner::Genes> UnitLearner::choose_units(UnitFit& fit, Crew& crew, const StopToken& stop) const {
  std::vector<Genes> chosen;
  for (std::uint64_t place = 0; place < static_cast<std::uint64_t>(settings_.units) && !stop.requested(); ++place) {
    std::vector<Genes> candidates = proposed_;
    for (int i = 0; i < settings_.candidates; ++i) candidates.push_back(drawn(place, static_cast<std::uint64_t>(i)));
    std::vector<std::pair<double, std::size_t>> ranking(candidates.size());
    crew.run((candidates.size() + kPart - 1) / kPart, [&](std::size_t part) {
      for (std::size_t i = part * kPart; i < std::min(candidates.size(), (part + 1) * kPart); ++i) {
        ranking[i] = {stop.requested() ? 0 : -fit.gain_of(decoded(candidates[i]).unit), i};
      }
    });
    std::ranges::sort(ranking);
    std::vector<Genes> starts;
    for (std::size_t i = 0; i < std::min(kClimbed, ranking.size()); ++i)
      starts.push_back(candidates[ranking[i].second]);
    chosen.push_back(climb(fit, starts, place, settings_.candidates / 12, crew, stop));
    fit.add(decoded(chosen.back()).unit);
  }
  return chosen;
}

/// Every unit once more, given all the others.
void UnitLearner::refine(std::vector<Genes>& chosen, Crew& crew, const StopToken& stop) const {
  for (std::size_t k = 0; k < chosen.size() && !stop.requested(); ++k) {
    UnitFit fit(book_);
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      if (j != k) fit.add(decoded(chosen[j]).unit);
    }
    const std::vector<Genes> starts(4, chosen[k]);
    chosen[k] = climb(fit, starts, kRefining + k, settings_.candidates / 16, crew, stop);
  }
}

Result<Trials> UnitLearner::trial(const UnitNetwork& network, const Crew& crew, const StopToken& stop) const {
  const Controller controller = controller_of(network, "");
  PlayOptions options;
  options.setting = setting_;
  options.max_pieces = static_cast<std::uint64_t>(settings_.trial_pieces);
  options.threads = crew.threads();
  std::vector<GameJob> jobs(static_cast<std::size_t>(settings_.trial_games));
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].controller = &controller;
    jobs[i].key = StreamKey{seed_, Purpose::pieces, rounds_ + 1, 0, i};
  }
  const auto games = play_games(options, jobs, stop, nullptr);
  if (!games) return games.error();
  Trials trials;
  for (const GameResult& game : *games) {
    trials.lines += game.lines;
    trials.pieces += game.pieces;
    trials.ends += game.ended == Ended::top ? 1 : 0;
    ++trials.games;
  }
  return trials;
}

Result<RoundReport> UnitLearner::next_round(Crew& crew, const StopToken& stop) {
  const UnitLearner before = *this;
  RoundReport report;
  report.round = rounds_;
  Source source{rounds_, 0, network_};
  if (!network_.empty()) source.noise = noise_for(plan_of(source));
  sources_.push_back(std::move(source));
  complete_book(crew, stop);
  if (sources_.size() > kBook) {
    sources_.erase(sources_.begin());
    book_.rounds.erase(book_.rounds.begin());
    book_.weights.erase(book_.weights.begin());
  }
  UnitFit fit(book_);
  std::vector<Genes> chosen = choose_units(fit, crew, stop);
  refine(chosen, crew, stop);
  if (stop.requested()) {
    *this = before;
    return report;
  }
  UnitNetwork fresh;
  for (const Genes& genes : chosen) fresh.push_back(decoded(genes));
  const std::vector<double> weights = fit.weights_for_choices(fresh, hash_words({seed_, rounds_}));
  double largest = 0;
  for (const double w : weights) largest = std::max(largest, std::abs(w));
  for (std::size_t i = 0; i < fresh.size(); ++i)
    fresh[i].weight = largest > 0 ? weights[i] / largest * kLargestWeight : 0;
  // Both play the same games; what the best one did before counts too, or a lucky network would stay for ever.
  const auto played = trial(fresh, crew, stop);
  if (!played) return played.error();
  if (!network_.empty()) {
    const auto again = trial(network_, crew, stop);
    if (!again) return again.error();
    trials_.lines += again->lines;
    trials_.pieces += again->pieces;
    trials_.ends += again->ends;
    trials_.games += again->games;
  }
  if (stop.requested()) {
    *this = before;
    return report;
  }
  report.noise = sources_.back().noise;
  report.survival = book_.rounds.back().survival;
  report.explained = fit.explained();
  report.fresh = *played;
  report.taken = network_.empty() || played->mean() > trials_.mean();
  if (report.taken) network_ = std::move(fresh), trials_ = *played;
  report.best = trials_;
  proposed_ = std::move(chosen);
  ++rounds_;
  return report;
}

}  // namespace stackwright
