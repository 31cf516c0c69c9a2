// Random search: the baseline that every other method must beat.
#include "optim/random_search.h"

#include <nlohmann/json.hpp>

#include "optim/draws.h"
#include "optim/ranking.h"
#include "optim/state.h"

namespace stackwright::optim {

const std::vector<SettingRow<RandomSettings>>& random_settings() {
  using S = RandomSettings;
  static const std::vector<SettingRow<S>> rows{
      whole<S>("population", &S::population, 1, 1'000'000, "candidates of a generation")};
  return rows;
}

RandomSearch::RandomSearch(const RandomSettings& settings, Space space, std::uint64_t seed)
    : settings_(settings), space_(std::move(space)), seed_(seed) {
  prepare();
}

void RandomSearch::prepare() {
  batch_.candidates.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings_.population); ++i) {
    Draws draws(seed_, batch_.generation, i, Use::first);
    batch_.candidates.push_back(first_values(space_, draws));
  }
}

void RandomSearch::tell(std::span<const double> fitness) {
  assert(fitness.size() == batch_.candidates.size());
  const std::size_t best = best_first(fitness)[0];
  if (best_.empty() || fitness[best] > best_fitness_) {
    best_ = batch_.candidates[best];
    best_fitness_ = fitness[best];
  }
  ++batch_.generation;
  prepare();
}

Genes RandomSearch::spread() const { return deviations(batch_.candidates, space_.size()); }

void RandomSearch::save(Json& json) const {
  json["generation"] = batch_.generation;
  put(json, "best", best_.empty() ? std::vector<Genes>{} : std::vector<Genes>{best_});
  put(json, "best_fitness", best_fitness_);
}

Result<Done> RandomSearch::load(const Fields& fields) {
  if (auto r = load_word(fields, "generation", batch_.generation); !r) return r;
  std::vector<Genes> rows;
  if (auto r = load_rows(fields, "best", space_.size(), rows); !r) return r;
  best_ = rows.empty() ? Genes{} : rows.front();
  if (auto r = load_number(fields, "best_fitness", best_fitness_); !r) return r;
  prepare();
  return Done{};
}

}  // namespace stackwright::optim
