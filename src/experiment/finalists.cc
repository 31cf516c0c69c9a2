// Who plays the finals: means of all evaluations, drawn towards those of the generations.
#include "experiment/finalists.h"

#include <algorithm>
#include <map>

namespace stackwright {
namespace {

struct Mean {
  double sum = 0;
  double count = 0;

  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return sum / count; }
};

struct Candidate {
  const optim::Genes* genes;
  Mean fitness, generations;

  double worth() const { return (fitness.sum + generations.value()) / (fitness.count + 1); }
};

}  // namespace

std::vector<optim::Genes> finalists_by_mean(std::span<const EvaluationRow> evaluations, std::size_t places) {
  std::map<std::uint64_t, Mean> generations;
  for (const EvaluationRow& row : evaluations) generations[row.generation].add(row.fitness);
  std::vector<Candidate> candidates;  // in the order in which they appeared
  std::map<optim::Genes, std::size_t> known;
  for (const EvaluationRow& row : evaluations) {
    const auto [at, is_new] = known.try_emplace(row.genes, candidates.size());
    if (is_new) candidates.push_back({&row.genes, {}, {}});
    Candidate& candidate = candidates[at->second];
    candidate.fitness.add(row.fitness);
    candidate.generations.add(generations[row.generation].value());
  }
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::worth);
  std::vector<optim::Genes> finalists;
  for (std::size_t i = 0; i < std::min(places, candidates.size()); ++i) finalists.push_back(*candidates[i].genes);
  return finalists;
}

}  // namespace stackwright
