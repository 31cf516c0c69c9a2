// Evolves the weights of Dellacherie's features on a small board with CMA-ES: ask, play, tell; then compares.
#include <cstdio>
#include <string>
#include <vector>

#include <stackwright/experiment/play_games.h>
#include <stackwright/experiment/play_summary.h>
#include <stackwright/optim/registry.h>

using namespace stackwright;

namespace {

/// Mean lines of each candidate over the same games.
std::vector<double> judge(const std::vector<Controller>& candidates, std::uint64_t seed, std::uint64_t games) {
  PlayOptions options;
  options.setting = {8, 8, tetris::Rules::standard, &tetris::tetrominoes()};
  options.max_pieces = 2000;
  std::vector<GameJob> jobs;
  for (const Controller& candidate : candidates) {
    for (std::uint64_t game = 0; game < games; ++game) {
      jobs.push_back({&candidate, {seed, Purpose::pieces, 0, 0, game}, 0});
    }
  }
  const auto results = play_games(options, jobs, StopToken{}, nullptr);
  std::vector<double> lines(candidates.size());
  if (!results) return std::puts(results.message().c_str()), lines;
  for (std::size_t i = 0; i < jobs.size(); ++i) lines[i / games] += static_cast<double>((*results)[i].lines);
  for (double& sum : lines) sum /= static_cast<double>(games);
  return lines;
}

Controller with_genes(Controller controller, const optim::Genes& genes) {
  for (std::size_t i = 0; i < genes.size(); ++i) controller.terms[i].weight = genes[i];
  return controller;
}

}  // namespace

int main() {
  const Controller pattern = *load_controller("dellacherie");
  optim::Space space;
  for (const Term& term : pattern.terms) space.genes.push_back({.name = name_of(term)});
  auto optimiser = optim::make_optimiser("cma-es", {}, space, 1);
  if (!optimiser) return std::puts(optimiser.message().c_str()), 2;

  for (std::uint64_t generation = 0; generation < 12; ++generation) {
    std::vector<Controller> candidates;
    for (const optim::Genes& genes : optimiser->ask().candidates) candidates.push_back(with_genes(pattern, genes));
    optimiser->tell(judge(candidates, 100 + generation, 20));
  }
  const std::vector<double> lines = judge({pattern, with_genes(pattern, optimiser->favourite())}, 99, 200);
  std::printf("dellacherie %.1f lines, evolved %.1f lines (8x8, 200 games neither has seen)\n", lines[0], lines[1]);
  return 0;
}
