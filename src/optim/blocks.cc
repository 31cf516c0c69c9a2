// Evolution of genomes made of like parts: how children are made, who stays.
#include "optim/blocks.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "optim/ranking.h"
#include "optim/state.h"

namespace stackwright::optim {
namespace {

// Shifts of all sizes: deviations between these shares of a gene's first range, equally often in every power.
constexpr double kSmallestShift = 0.003, kLargestShift = 0.3;
constexpr double kShifted = 0.3;     // the share of genes that a shift moves
constexpr double kOfOneKind = 0.25;  // genes that differ by more of their range say different things
constexpr int kMostChanges = 20;

}  // namespace

const std::vector<SettingRow<BlocksSettings>>& blocks_settings() {
  using S = BlocksSettings;
  static const std::vector<SettingRow<S>> rows{
      whole<S>("population", &S::population, 2, 100'000, "candidates that live"),
      whole<S>("children", &S::children, 1, 1'000'000, "new candidates of a generation"),
      whole<S>("tournament", &S::tournament, 1, 1000, "candidates of which the best becomes a parent"),
      real<S>("redraw", &S::redraw, 0, 1e6, "how often a child gets a new block, relative to the other changes"),
      real<S>("borrow", &S::borrow, 0, 1e6, "... a block of another candidate"),
      real<S>("alter", &S::alter, 0, 1e6, "... new values for some genes of a block"),
      real<S>("shift", &S::shift, 0, 1e6, "... normal shifts, of one block or of all"),
      real<S>("difference", &S::difference, 0, 1e6, "... the difference of two others, where they are of one kind"),
      real<S>("again", &S::again, 0, 0.95, "chance of one more change"),
      real<S>("altered", &S::altered, 0.01, 1e6, "genes altered on average"),
      whole<S>("memory", &S::memory, 1, 1'000'000, "evaluations of which a living candidate's fitness is the mean"),
  };
  return rows;
}

Blocks::Blocks(const BlocksSettings& settings, Space space, std::uint64_t seed)
    : settings_(settings), space_(std::move(space)), seed_(seed) {
  prepare();
}

std::size_t Blocks::blocks() const { return (space_.size() + space_.block - 1) / space_.block; }

std::size_t Blocks::begin_of(std::size_t block) const { return std::min(block * space_.block, space_.size()); }

void Blocks::prepare() {
  batch_.candidates.clear();
  if (living_.empty()) {
    const auto count = static_cast<std::size_t>(settings_.population + settings_.children);
    for (std::size_t i = 0; i < count; ++i) batch_.candidates.push_back(first_candidate(i));
    return;
  }
  for (const Living& one : living_) batch_.candidates.push_back(one.genes);
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings_.children); ++i) batch_.candidates.push_back(child(i));
}

/// The start itself, and the start with some blocks drawn anew.
Genes Blocks::first_candidate(std::size_t index) const {
  Genes genes;
  for (const Gene& gene : space_.genes) genes.push_back(settle(gene, start_of(gene)));
  if (index == 0) return genes;
  Draws draws(seed_, 0, index, Use::first);
  const std::size_t count = 1 + draws.below(blocks());
  for (std::size_t i = 0; i < count; ++i) redraw(genes, draws.below(blocks()), draws);
  return genes;
}

Genes Blocks::child(std::size_t index) const {
  Draws draws(seed_, batch_.generation, index, Use::mutation);
  Genes genes = living_[tournament(draws)].genes;
  const Genes parent = genes;
  for (int changes = 0; changes < kMostChanges && (changes == 0 || genes == parent || draws.chance(settings_.again));
       ++changes) {
    change(genes, draws);
  }
  return settle(space_, genes);
}

/// The living stand in the order of their fitness.
std::size_t Blocks::tournament(Draws& draws) const {
  std::size_t best = living_.size() - 1;
  for (int i = 0; i < settings_.tournament; ++i) best = std::min(best, draws.below(living_.size()));
  return best;
}

void Blocks::change(Genes& genes, Draws& draws) const {
  const BlocksSettings& s = settings_;
  double choice = draws.unit() * (s.redraw + s.borrow + s.alter + s.shift + s.difference);
  const auto falls_on = [&](double share) {
    choice -= share;
    return choice < 0;
  };
  if (falls_on(s.redraw)) return redraw(genes, draws.below(blocks()), draws);
  if (falls_on(s.borrow)) return borrow(genes, draws);
  if (falls_on(s.alter)) return alter(genes, draws);
  if (falls_on(s.shift)) return shift(genes, draws);
  add_difference(genes, draws);
}

void Blocks::redraw(Genes& genes, std::size_t block, Draws& draws) const {
  for (std::size_t g = begin_of(block); g < begin_of(block + 1); ++g) genes[g] = first_value(space_.genes[g], draws);
}

void Blocks::borrow(Genes& genes, Draws& draws) const {
  const Genes& lender = living_[draws.below(living_.size())].genes;
  const std::size_t from = begin_of(draws.below(blocks())), to = begin_of(draws.below(blocks()));
  for (std::size_t i = 0; i < space_.block; ++i) {
    if (from + i < genes.size() && to + i < genes.size()) {
      genes[to + i] = settle(space_.genes[to + i], lender[from + i]);
    }
  }
}

void Blocks::alter(Genes& genes, Draws& draws) const {
  const std::size_t block = draws.below(blocks());
  const double chance = settings_.altered / static_cast<double>(space_.block);
  for (std::size_t g = begin_of(block); g < begin_of(block + 1); ++g) {
    if (draws.chance(chance)) genes[g] = first_value(space_.genes[g], draws);
  }
}

void Blocks::shift(Genes& genes, Draws& draws) const {
  const bool one = draws.chance(0.5);
  const std::size_t block = draws.below(blocks());
  const double deviation = kSmallestShift * std::pow(kLargestShift / kSmallestShift, draws.unit());
  for (std::size_t g = one ? begin_of(block) : 0; g < (one ? begin_of(block + 1) : genes.size()); ++g) {
    if (!draws.chance(kShifted)) continue;
    genes[g] = settle(space_.genes[g], genes[g] + deviation * scale_of(space_.genes[g]) * draws.normal());
  }
}

void Blocks::add_difference(Genes& genes, Draws& draws) const {
  const Genes& a = living_[draws.below(living_.size())].genes;
  const Genes& b = living_[draws.below(living_.size())].genes;
  const double factor = draws.between(0.2, 1);
  for (std::size_t g = 0; g < genes.size(); ++g) {
    const double difference = a[g] - b[g];
    if (std::abs(difference) > kOfOneKind * scale_of(space_.genes[g])) continue;
    genes[g] = settle(space_.genes[g], genes[g] + factor * difference);
  }
}

void Blocks::tell(std::span<const double> fitness) {
  assert(fitness.size() == batch_.candidates.size());
  std::vector<Living> all = std::move(living_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Living& one = all[i];
    one.times = std::min(one.times + 1, static_cast<double>(settings_.memory));
    const bool finite = std::isfinite(one.fitness) && std::isfinite(fitness[i]);
    one.fitness = finite ? one.fitness + (fitness[i] - one.fitness) / one.times : fitness[i];
  }
  for (std::size_t i = all.size(); i < fitness.size(); ++i) all.push_back({batch_.candidates[i], fitness[i], 1});
  std::vector<double> reached;
  reached.reserve(all.size());
  for (const Living& one : all) reached.push_back(one.fitness);
  living_.clear();
  for (const std::size_t i : best_first(reached)) {
    if (living_.size() < static_cast<std::size_t>(settings_.population)) living_.push_back(std::move(all[i]));
  }
  ++batch_.generation;
  prepare();
}

/// The fittest of those that were judged more than a few times, if there is one: the others may be lucky.
Genes Blocks::favourite() const {
  if (living_.empty()) return batch_.candidates.front();
  const auto proven =
      std::ranges::find_if(living_, [&](const Living& one) { return 2 * one.times >= settings_.memory; });
  return proven != living_.end() ? proven->genes : living_.front().genes;
}

std::vector<Champion> Blocks::population() const {
  std::vector<Champion> all;
  for (std::size_t i = 0; i < living_.size(); ++i) all.push_back({living_[i].genes, living_[i].fitness, 0, i});
  return all;
}

Genes Blocks::spread() const {
  if (living_.empty()) return deviations(batch_.candidates, space_.size());
  std::vector<Genes> all;
  all.reserve(living_.size());
  for (const Living& one : living_) all.push_back(one.genes);
  return deviations(all, space_.size());
}

void Blocks::save(Json& json) const {
  std::vector<Genes> rows;
  std::vector<double> fitness, times;
  for (const Living& one : living_) {
    rows.push_back(one.genes);
    fitness.push_back(one.fitness);
    times.push_back(one.times);
  }
  json["generation"] = batch_.generation;
  put(json, "population", rows);
  put(json, "fitness", fitness);
  put(json, "times", times);
}

Result<Done> Blocks::load(const Fields& fields) {
  std::vector<Genes> rows;
  std::vector<double> fitness, times;
  if (auto r = load_word(fields, "generation", batch_.generation); !r) return r;
  if (auto r = load_rows(fields, "population", space_.size(), rows); !r) return r;
  const std::size_t expected = batch_.generation == 0 ? 0 : static_cast<std::size_t>(settings_.population);
  if (rows.size() != expected) {
    return fields.wrong("population", "an array of " + std::to_string(expected) + " candidates");
  }
  if (auto r = load_numbers(fields, "fitness", expected, fitness); !r) return r;
  if (auto r = load_numbers(fields, "times", expected, times); !r) return r;
  living_.clear();
  for (std::size_t i = 0; i < expected; ++i) living_.push_back({std::move(rows[i]), fitness[i], times[i]});
  prepare();
  return Done{};
}

}  // namespace stackwright::optim
