// Optimisers on test functions: evaluations until the value falls below 1e-8, one line per seed; see compare_cmaes.py.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/text.h"
#include "optim/registry.h"

namespace {

using namespace stackwright;
using namespace stackwright::optim;

constexpr double kTarget = 1e-8;

double sphere(const Genes& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return sum;
}

/// Axes from 1 to 1000, so the condition of the Hessian is 1e6.
double ellipsoid(const Genes& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::pow(1e6, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x[i] * x[i];
  }
  return sum;
}

double rosenbrock(const Genes& x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
  }
  return sum;
}

double rastrigin(const Genes& x) {
  constexpr double kTwoPi = 6.283185307179586;
  double sum = 10 * static_cast<double>(x.size());
  for (const double v : x) sum += v * v - 10 * std::cos(kTwoPi * v);
  return sum;
}

struct Task {
  std::string method = "cma-es";
  std::string function = "sphere";
  std::size_t dimension = 10;
  std::int64_t population = 0;  // 0: the method's own
  double start = 3;
  double sigma = 2;
  std::int64_t seeds = 15;
  std::int64_t limit = 1'000'000;  // evaluations
};

/// Evaluations until the target, or 0 where the limit came first.
std::uint64_t evaluations(const Task& task, double (*function)(const Genes&), std::uint64_t seed) {
  Space space;
  for (std::size_t i = 0; i < task.dimension; ++i) {
    Gene gene;
    gene.name = fmt::format("x{}", i);
    gene.init_low = task.start - 0.5;  // a width of 1: the share of the range is the step size
    gene.init_high = task.start + 0.5;
    space.genes.push_back(gene);
  }
  Settings settings;
  if (task.method != "ga" && task.method != "random") settings.emplace_back("sigma", fmt::format("{}", task.sigma));
  if (task.population > 0) settings.emplace_back("population", fmt::format("{}", task.population));
  auto optimiser = make_optimiser(task.method, settings, space, seed);
  if (!optimiser) {
    fmt::print(stderr, "{}\n", optimiser.message());
    std::exit(2);
  }
  while (optimiser->evaluations() < static_cast<std::uint64_t>(task.limit) && optimiser->exhausted().empty()) {
    std::vector<double> fitness;
    for (const Genes& genes : optimiser->ask().candidates) fitness.push_back(-function(genes));
    const auto reached = std::find_if(fitness.begin(), fitness.end(), [](double f) { return f > -kTarget; });
    if (reached != fitness.end()) {
      return optimiser->evaluations() + static_cast<std::uint64_t>(reached - fitness.begin()) + 1;
    }
    optimiser->tell(fitness);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, double (*)(const Genes&)> functions{
      {"sphere", sphere}, {"ellipsoid", ellipsoid}, {"rosenbrock", rosenbrock}, {"rastrigin", rastrigin}};
  Task task;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 8) {
    task = {words[0],
            words[1],
            std::stoul(words[2]),
            std::stol(words[3]),
            std::stod(words[4]),
            std::stod(words[5]),
            std::stol(words[6]),
            std::stol(words[7])};
  } else if (!words.empty()) {
    fmt::print(stderr, "usage: METHOD FUNCTION DIMENSION POPULATION START SIGMA SEEDS LIMIT\n");
    return 2;
  }
  const auto function = functions.find(task.function);
  if (function == functions.end()) {
    fmt::print(stderr, "unknown function '{}'\n", task.function);
    return 2;
  }
  for (std::int64_t seed = 1; seed <= task.seeds; ++seed) {
    fmt::print("{}\n", evaluations(task, function->second, static_cast<std::uint64_t>(seed)));
  }
  return 0;
}
