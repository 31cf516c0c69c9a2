// Evolution of genomes made of like parts: blocks are drawn anew, borrowed and altered; who stays is judged again and again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "optim/draws.h"
#include "optim/optimiser.h"
#include "optim/settings.h"

namespace stackwright::optim {

struct BlocksSettings {
  int population = 40;
  int children = 80;
  int tournament = 2;
  double redraw = 0.2;
  double borrow = 0.25;
  double alter = 0.2;
  double shift = 0.2;
  double difference = 0.15;
  double again = 0.3;
  double altered = 3;
  int memory = 10;
};

const std::vector<SettingRow<BlocksSettings>>& blocks_settings();

/// A (mu + lambda) evolution for noisy fitness and genomes whose genes come in blocks (Space::block), such as the units of
/// a network: the order of blocks hardly matters, so a good one may be borrowed from any place of another candidate. Genes
/// that stand for choices are altered by drawing them anew, the others by normal shifts of all sizes and by differences of
/// living candidates (Storn and Price, Differential Evolution, 1997). The living are evaluated again in every generation
/// and stand for the mean of what they reached, so that a lucky child does not stay.
class Blocks {
 public:
  Blocks(const BlocksSettings& settings, Space space, std::uint64_t seed);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const;
  Genes spread() const;
  std::vector<Champion> population() const;
  std::string exhausted() const { return ""; }
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

 private:
  struct Living {
    Genes genes;
    double fitness = 0;  // mean
    double times = 0;    // evaluations in it, at most the memory
  };

  void prepare();
  Genes first_candidate(std::size_t index) const;
  Genes child(std::size_t index) const;
  void change(Genes& genes, Draws& draws) const;
  void redraw(Genes& genes, std::size_t block, Draws& draws) const;
  void borrow(Genes& genes, Draws& draws) const;
  void alter(Genes& genes, Draws& draws) const;
  void shift(Genes& genes, Draws& draws) const;
  void add_difference(Genes& genes, Draws& draws) const;
  std::size_t tournament(Draws& draws) const;
  std::size_t blocks() const;
  std::size_t begin_of(std::size_t block) const;

  BlocksSettings settings_;
  Space space_;
  std::uint64_t seed_;
  std::vector<Living> living_;  // fittest first; empty before the first generation ends
  Batch batch_;
};

}  // namespace stackwright::optim
