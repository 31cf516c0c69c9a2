// Units and least squares.
#include "experiment/unit_fit.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include "optim/registry.h"

namespace stackwright {
namespace {

constexpr double kNew = 1e-3;      // a unit of which less is left besides the others says nothing new
constexpr int kGenerations = 100;  // of the search for weights
constexpr double kRidge = 1e-4;    // keeps weights of units that say nearly the same within bounds

/// Partial sums in a fixed order, so that every machine has the same bits.
double dot(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  constexpr std::size_t kSums = 16;
  float sums[kSums] = {};
  std::size_t i = 0;
  for (; i + kSums <= a.size(); i += kSums) {
    for (std::size_t k = 0; k < kSums; ++k) sums[k] += a[i + k] * b[i + k];
  }
  double sum = 0;
  for (const float s : sums) sum += s;
  for (; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void subtract(std::vector<float>& from, double times, std::span<const float> what) {
  const auto factor = static_cast<float>(times);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= factor * what[i];
}

/// Solves a x = b for a symmetric positive matrix by elimination.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (a[i][i] <= 0) continue;
    for (std::size_t r = i + 1; r < n; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  std::vector<double> x(n);
  for (std::size_t i = n; i-- > 0;) {
    double sum = b[i];
    for (std::size_t c = i + 1; c < n; ++c) sum -= a[i][c] * x[c];
    x[i] = a[i][i] > 0 ? sum / a[i][i] : 0;
  }
  return x;
}

/// Outputs of one round above the mean of their position, appended.
void append_outputs(const Lessons& lessons, float weight, const units::Unit& unit, const units::Kernels& kernels,
                    std::vector<float>& to) {
  const units::UnitPlan plan = units::plan_of(unit, lessons.setting.width, lessons.setting.height);
  const float scale = weight / static_cast<float>(units::fraction_of(unit));
  const std::size_t first = to.size(), count = lessons.value.size();
  std::int32_t out[units::kLanes];
  for (const units::LaneBoards& boards : lessons.boards) {
    kernels.outputs(plan, boards, units::kLanes, out);
    for (const std::int32_t o : out) to.push_back(static_cast<float>(o) * scale);
  }
  to.resize(first + count);
  for (std::size_t i = 0; i < count;) {
    std::size_t end = i;
    float sum = 0;
    while (end < count && lessons.position[end] == lessons.position[i]) sum += to[first + end++];
    const float mean = sum / static_cast<float>(end - i);
    for (; i < end; ++i) to[first + i] -= mean;
  }
}

}  // namespace

UnitFit::UnitFit(const LessonBook& book) : book_(book), kernels_(units::kernels_for(best_simd())) {
  for (std::size_t r = 0; r < book.rounds.size(); ++r) {
    for (const float v : book.rounds[r].value) values_.push_back(v * book.weights[r]);
  }
  rest_ = values_;
  total_ = dot(values_, values_);
}

std::vector<float> UnitFit::outputs(const units::Unit& unit) const {
  std::vector<float> all;
  all.reserve(values_.size() + units::kLanes);
  for (std::size_t r = 0; r < book_.rounds.size(); ++r) {
    append_outputs(book_.rounds[r], book_.weights[r], unit, kernels_, all);
  }
  return all;
}

void UnitFit::orthogonalise(std::vector<float>& outputs) const {
  const double before = dot(outputs, outputs);
  for (const std::vector<float>& b : basis_) subtract(outputs, dot(outputs, b), b);
  if (dot(outputs, outputs) < kNew * before) std::fill(outputs.begin(), outputs.end(), 0.0f);
}

double UnitFit::gain(std::span<const float> orthogonal) const {
  const double size = dot(orthogonal, orthogonal);
  if (size <= 0 || total_ <= 0) return 0;
  const double along = dot(orthogonal, rest_);
  return along * along / size / total_;
}

double UnitFit::gain_of(const units::Unit& unit) const {
  std::vector<float> x = outputs(unit);
  orthogonalise(x);
  return gain(x);
}

void UnitFit::add(const units::Unit& unit) {
  std::vector<float> x = outputs(unit);
  orthogonalise(x);
  const double size = dot(x, x);
  if (size <= 0) return;
  explained_ += gain(x);
  for (float& v : x) v = static_cast<float>(v / std::sqrt(size));
  subtract(rest_, dot(x, rest_), x);
  basis_.push_back(std::move(x));
}

std::vector<double> UnitFit::weights_of(std::span<const units::WeightedUnit> network) const {
  std::vector<std::vector<float>> columns;
  columns.reserve(network.size());
  for (const units::WeightedUnit& one : network) columns.push_back(outputs(one.unit));
  std::vector<std::vector<double>> a(network.size(), std::vector<double>(network.size()));
  std::vector<double> b(network.size());
  for (std::size_t i = 0; i < network.size(); ++i) {
    for (std::size_t j = 0; j < network.size(); ++j) a[i][j] = dot(columns[i], columns[j]);
    a[i][i] *= 1 + kRidge;
    b[i] = dot(columns[i], values_);
  }
  return solve(std::move(a), std::move(b));
}

/// The mean value of the placements that these weights choose, position by position.
double UnitFit::worth_of_choices(const std::vector<std::vector<float>>& columns,
                                 std::span<const double> weights) const {
  double worth = 0;
  std::size_t first = 0;
  for (const Lessons& lessons : book_.rounds) {
    for (std::size_t i = 0; i < lessons.position.size();) {
      const std::uint32_t position = lessons.position[i];
      double best = -std::numeric_limits<double>::infinity();
      float value = 0;
      for (; i < lessons.position.size() && lessons.position[i] == position; ++i) {
        double score = 0;
        for (std::size_t k = 0; k < columns.size(); ++k) score += weights[k] * columns[k][first + i];
        if (score > best) best = score, value = values_[first + i];
      }
      worth += value;
    }
    first += lessons.position.size();
  }
  return worth;
}

std::vector<double> UnitFit::weights_for_choices(std::span<const units::WeightedUnit> network,
                                                 std::uint64_t seed) const {
  std::vector<double> weights = weights_of(network), scales;
  std::vector<std::vector<float>> columns;
  double size = 0;
  for (std::size_t k = 0; k < network.size(); ++k) {
    columns.push_back(outputs(network[k].unit));
    const double deviation = std::sqrt(dot(columns[k], columns[k]) / static_cast<double>(columns[k].size()));
    scales.push_back(deviation > 0 ? deviation : 1);
    size += weights[k] * scales[k] * weights[k] * scales[k];
  }
  optim::Space space;
  for (std::size_t k = 0; k < network.size(); ++k) {
    optim::Gene gene;
    gene.name = std::to_string(k);
    gene.start = size > 0 ? weights[k] * scales[k] / std::sqrt(size) : 0;
    space.genes.push_back(std::move(gene));
  }
  auto optimiser = optim::make_optimiser("cma-es", {{"sigma", "0.1"}, {"population", "16"}}, space, seed).value();
  const auto unscaled = [&](const optim::Genes& genes) {
    std::vector<double> out;
    for (std::size_t k = 0; k < genes.size(); ++k) out.push_back(genes[k] / scales[k]);
    return out;
  };
  double best = worth_of_choices(columns, weights);
  for (int g = 0; g < kGenerations; ++g) {
    std::vector<double> fitness;
    for (const optim::Genes& genes : optimiser.ask().candidates) {
      const std::vector<double> tried = unscaled(genes);
      fitness.push_back(worth_of_choices(columns, tried));
      if (fitness.back() > best) best = fitness.back(), weights = tried;
    }
    optimiser.tell(fitness);
  }
  return weights;
}

}  // namespace stackwright
