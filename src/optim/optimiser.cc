// The common shape of optimisers: frozen genes, the best so far, and the state around a method.
#include "optim/optimiser.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "optim/state.h"

namespace stackwright::optim {
namespace {

constexpr std::string_view kFormat = "stackwright.optimiser/1";

}  // namespace

Optimiser::Optimiser(const Optimiser& other)
    : method_(other.method_->clone()),
      space_(other.space_),
      identity_(other.identity_),
      batch_(other.batch_),
      evaluations_(other.evaluations_),
      best_(other.best_) {}

Optimiser& Optimiser::operator=(const Optimiser& other) {
  if (this != &other) *this = Optimiser(other);
  return *this;
}

void Optimiser::refill() {
  batch_ = method_->ask();
  for (Genes& candidate : batch_.candidates) candidate = with_frozen(space_, candidate);
}

bool Optimiser::candidates_are_allowed() const {
  return std::all_of(batch_.candidates.begin(), batch_.candidates.end(), [&](const Genes& genes) {
    for (std::size_t i = 0; i < genes.size(); ++i) {
      const Gene& gene = space_.genes[i];
      if (!std::isfinite(genes[i]) || genes[i] < gene.low || genes[i] > gene.high) return false;
    }
    return true;
  });
}

void Optimiser::tell(std::span<const double> fitness) {
  const std::size_t parts = parts_of(space_);
  assert(fitness.size() == batch_.candidates.size() * parts);
  std::vector<double> numbers(fitness.begin(), fitness.end());
  for (double& number : numbers) {
    if (std::isnan(number)) number = -std::numeric_limits<double>::infinity();
  }
  for (std::size_t i = 0; i < batch_.candidates.size(); ++i) {
    double sum = numbers[i * parts];
    for (std::size_t part = 1; part < parts; ++part) sum += numbers[i * parts + part];
    if (best_.genes.empty() || sum > best_.fitness) {
      best_ = {batch_.candidates[i], sum, batch_.generation, batch_.first + i};
    }
  }
  evaluations_ += batch_.candidates.size();
  method_->tell(numbers);
  refill();
}

Genes Optimiser::favourite() const { return with_frozen(space_, method_->favourite()); }

Genes Optimiser::spread() const {
  const Genes free = method_->spread();
  Genes all;
  std::size_t next = 0;
  for (const Gene& gene : space_.genes) all.push_back(gene.frozen ? 0.0 : free[next++]);
  return all;
}

std::vector<Champion> Optimiser::population() const {
  std::vector<Champion> living = method_->population();
  for (Champion& one : living) one.genes = with_frozen(space_, one.genes);
  return living;
}

std::string Optimiser::state() const {
  Json json;
  json["format"] = kFormat;
  json["identity"] = identity_;
  json["evaluations"] = evaluations_;
  put(json, "best_genes", best_.genes);
  put(json, "best_fitness", best_.fitness);
  json["best_generation"] = best_.generation;
  json["best_index"] = best_.index;
  Json method = Json::object();
  method_->save(method);
  json["method"] = std::move(method);
  return json_text(json, -1);
}

Result<Done> Optimiser::load_head(const Fields& fields) {
  const Result<std::string> format = fields.text("format");
  if (!format) return format.error();
  if (*format != kFormat) return fields.wrong("format", "\"" + std::string(kFormat) + "\"");
  const Result<std::uint64_t> identity = fields.word("identity");
  if (!identity) return identity.error();
  if (*identity != identity_) return Error{"the state belongs to another optimiser, other settings, genes or seed"};
  if (auto r = load_word(fields, "evaluations", evaluations_); !r) return r;
  const std::size_t genes = evaluations_ == 0 ? 0 : space_.size();
  if (auto r = load_numbers(fields, "best_genes", genes, best_.genes); !r) return r;
  if (auto r = load_number(fields, "best_fitness", best_.fitness); !r) return r;
  if (auto r = load_word(fields, "best_generation", best_.generation); !r) return r;
  return load_word(fields, "best_index", best_.index);
}

Result<Done> Optimiser::restore(std::string_view text) {
  const Result<Json> json = parse_json(text, "state of an optimiser");
  if (!json) return json.error();
  const Fields fields(*json);
  Optimiser copy(*this);
  if (auto r = copy.load_head(fields); !r) return r;
  const Result<Fields> method = fields.object("method");
  if (!method) return method.error();
  if (auto r = copy.method_->load(*method); !r) return r;
  copy.refill();
  if (!copy.candidates_are_allowed()) return Error{"the state of the optimiser leads to genes out of bounds"};
  *this = std::move(copy);
  return Done{};
}

}  // namespace stackwright::optim
