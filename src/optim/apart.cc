// Methods side by side: candidates put together, fitness taken apart.
#include "optim/apart.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <nlohmann/json.hpp>

namespace stackwright::optim {

Apart::Apart(std::vector<Optimiser> parts, Space space) : parts_(std::move(parts)), space_(std::move(space)) {
  assert(parts_.size() == parts_of(space_));
  refill();
}

void Apart::put(std::size_t part, const Genes& own, Genes& all) const {
  std::size_t next = 0;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    if (space_.genes[i].part == part) all[i] = own[next++];
  }
}

void Apart::refill() {
  batch_ = parts_[0].ask();
  for (Genes& candidate : batch_.candidates) candidate.assign(space_.size(), 0.0);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const Batch& own = parts_[part].ask();
    assert(own.candidates.size() == batch_.candidates.size() && own.round == 0);
    for (std::size_t i = 0; i < own.candidates.size(); ++i) put(part, own.candidates[i], batch_.candidates[i]);
  }
}

void Apart::tell(std::span<const double> fitness) {
  assert(fitness.size() == batch_.candidates.size() * parts_.size());
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    std::vector<double> own;
    for (std::size_t i = part; i < fitness.size(); i += parts_.size()) own.push_back(fitness[i]);
    parts_[part].tell(own);
  }
  refill();
}

Genes Apart::favourite() const {
  Genes genes(space_.size());
  for (std::size_t part = 0; part < parts_.size(); ++part) put(part, parts_[part].favourite(), genes);
  return genes;
}

Genes Apart::spread() const {
  Genes spread(space_.size());
  for (std::size_t part = 0; part < parts_.size(); ++part) put(part, parts_[part].spread(), spread);
  return spread;
}

std::vector<Champion> Apart::population() const {
  std::vector<Champion> together;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const std::vector<Champion> living = parts_[part].population();
    if (part == 0) together.resize(living.size());
    together.resize(std::min(together.size(), living.size()));
    for (std::size_t i = 0; i < together.size(); ++i) {
      together[i].genes.resize(space_.size());
      together[i].fitness += living[i].fitness;
      together[i].index = i;
      put(part, living[i].genes, together[i].genes);
    }
  }
  return together;
}

std::string Apart::exhausted() const {
  for (const Optimiser& part : parts_) {
    if (std::string reason = part.exhausted(); !reason.empty()) return reason;
  }
  return "";
}

void Apart::save(Json& json) const {
  Json parts = Json::array();
  for (const Optimiser& part : parts_) parts.push_back(Json{{"state", part.state()}});
  json["parts"] = std::move(parts);
}

Result<Done> Apart::load(const Fields& fields) {
  const Result<std::vector<Fields>> rows = fields.objects("parts");
  if (!rows) return rows.error();
  if (rows->size() != parts_.size()) return fields.wrong("parts", std::to_string(parts_.size()) + " states");
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const Result<std::string> state = (*rows)[part].text("state");
    if (!state) return state.error();
    if (auto restored = parts_[part].restore(*state); !restored) return restored;
  }
  const std::size_t candidates = parts_[0].ask().candidates.size();
  for (const Optimiser& part : parts_) {
    const bool together = part.generation() == parts_[0].generation() && part.ask().candidates.size() == candidates;
    if (!together) return fields.wrong("parts", "states of one generation");
  }
  refill();
  return Done{};
}

}  // namespace stackwright::optim
