// Units: from genes to choices and back, and what they can give on a board.
#include "eval/units/unit.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stackwright::units {
namespace {

/// One of n equal parts of [0, 1]; a border belongs to the upper part.
int part(double gene, int n) { return std::clamp(static_cast<int>(std::floor(gene * n)), 0, n - 1); }
/// The middle of a part.
double middle(int chosen, int n) { return (chosen + 0.5) / n; }

double onto(double gene, double largest) { return (2 * gene - 1) * largest; }
double from(double value, double largest) { return std::clamp((value / largest + 1) / 2, 0.0, 1.0); }

/// A filter cell and its gene: thirds, or a sixth at both ends.
int cell_of(double gene, Decoding decoding) {
  if (decoding != Decoding::sparse) return part(gene, 3) - 1;
  const int sixth = part(gene, 6);
  return sixth == 0 ? -1 : sixth == 5 ? 1 : 0;
}
double gene_of_cell(int cell, Decoding decoding) {
  return decoding != Decoding::sparse ? middle(cell + 1, 3) : cell == 0 ? 0.5 : middle(cell < 0 ? 0 : 5, 6);
}

/// How many of the demanded cells must match, as a bias half way to the next number.
double bias_of(const Demand& demand, double gene, Decoding decoding) {
  if (decoding == Decoding::published) return onto(gene, kLargestBias);
  if (demand.cells == 0) return 0;
  const double share = decoding == Decoding::sparse ? std::sqrt(gene) : gene;
  return demand.empty - (1 + part(share, demand.cells)) + 0.5;
}
double gene_of_bias(const Demand& demand, double bias, Decoding decoding) {
  if (decoding == Decoding::published) return from(bias, kLargestBias);
  const double needed = std::floor(demand.empty - bias) + 1;  // matches
  const int cells = std::max(1, demand.cells);
  const double share = middle(static_cast<int>(std::clamp<double>(needed, 1, cells)) - 1, cells);
  return decoding == Decoding::sparse ? share * share : share;
}

double weight_of(double gene, Decoding decoding) {
  const double linear = 2 * gene - 1;
  return (decoding == Decoding::sparse ? linear * linear * linear : linear) * kLargestWeight;
}
double gene_of_weight(double weight, Decoding decoding) {
  if (decoding != Decoding::sparse) return from(weight, kLargestWeight);
  return std::clamp((std::cbrt(weight / kLargestWeight) + 1) / 2, 0.0, 1.0);
}

int cells_of(Shape shape, int width, int height) {
  return shape == Shape::square ? kSquareCells : shape == Shape::row ? width : height;
}

}  // namespace

int filter_genes(int width, int height) { return std::max({width, height, kSquareCells}); }

std::vector<std::string> gene_names(int filter) {
  std::vector<std::string> names{"input", "shape"};
  for (int i = 0; i < filter; ++i) names.push_back("cell[" + std::to_string(i) + "]");
  for (const char* name : {"bias", "sides", "ends", "mid", "loop", "direction", "counts", "mirror", "axis", "weight"}) {
    names.emplace_back(name);
  }
  return names;
}

WeightedUnit decode(std::span<const double> genes, int width, int height, Decoding decoding) {
  assert(genes.size() == genes_of_unit(filter_genes(width, height)));
  const std::size_t filter = genes.size() - kOtherGenes;
  const std::span<const double> rest = genes.subspan(2 + filter);
  WeightedUnit result;
  Unit& u = result.unit;
  u.input = static_cast<Input>(part(genes[0], 3));
  u.shape = static_cast<Shape>(part(genes[1], 3));
  u.length = static_cast<std::uint8_t>(cells_of(u.shape, width, height));
  for (std::size_t i = 0; i < u.length; ++i) u.filter[i] = static_cast<std::int8_t>(cell_of(genes[2 + i], decoding));
  u.bias = bias_of(demand_of(u, u.length), rest[0], decoding);
  if (u.shape == Shape::square) {
    u.sides_filled = part(rest[1], 2) == 1;
    u.ends_filled = part(rest[2], 2) == 1;
    u.mirrored = part(rest[7], 2) == 1;
    if (u.mirrored) u.axis = static_cast<Axis>(part(rest[8], 2));
    if (!u.mirrored && part(rest[4], 2) == 1) {
      u.reduce = Reduce::loop;
      u.direction = static_cast<Direction>(part(rest[5], 4));
      u.counts_filled = part(rest[6], 2) == 1;
    }
  } else if (part(rest[3], 2) == 1) {
    u.reduce = Reduce::mid;
  }
  result.weight = weight_of(rest[9], decoding);
  return result;
}

std::vector<double> encode(const WeightedUnit& unit, int filter, Decoding decoding) {
  const Unit& u = unit.unit;
  std::vector<double> genes{middle(static_cast<int>(u.input), 3), middle(static_cast<int>(u.shape), 3)};
  for (int i = 0; i < filter; ++i) {
    genes.push_back(gene_of_cell(i < u.length ? u.filter[static_cast<std::size_t>(i)] : 0, decoding));
  }
  genes.push_back(gene_of_bias(demand_of(u, u.length), u.bias, decoding));
  const auto yes = [&](bool b) { genes.push_back(middle(b ? 1 : 0, 2)); };
  yes(u.sides_filled);
  yes(u.ends_filled);
  yes(u.reduce == Reduce::mid);
  yes(u.reduce == Reduce::loop);
  genes.push_back(middle(static_cast<int>(u.direction), 4));
  yes(u.counts_filled);
  yes(u.mirrored);
  yes(u.axis == Axis::horizontal);
  genes.push_back(gene_of_weight(unit.weight, decoding));
  return genes;
}

Result<Done> check_unit(const Unit& unit, const tetris::Setting& setting) {
  const int needed = unit.shape == Shape::row      ? setting.width
                     : unit.shape == Shape::column ? setting.height
                                                   : kSquareCells;
  if (unit.length >= needed) return Done{};
  return Error{"a " + std::string(kShapeNames[static_cast<std::size_t>(unit.shape)]) + " filter of " +
               std::to_string(unit.length) + " cells is too short for a board of " + std::to_string(setting.width) +
               "x" + std::to_string(setting.height)};
}

double bound_of(const Unit& unit, int width, int height) {
  const int along = unit.shape == Shape::row ? height : width;  // places of a row or column filter
  if (unit.reduce == Reduce::mid) return along;
  if (unit.shape != Shape::square) return along;
  if (unit.reduce == Reduce::sum) return width * height * (unit.mirrored ? 2 : 1);
  const bool sideways = unit.direction == Direction::left || unit.direction == Direction::right;
  return width * height * ((sideways ? width : height) + 1) / 2.0;
}

Demand demand_of(const Unit& unit, int cells) {
  Demand demand;
  for (int i = 0; i < cells; ++i) {
    demand.cells += unit.filter[static_cast<std::size_t>(i)] != 0 ? 1 : 0;
    demand.empty += unit.filter[static_cast<std::size_t>(i)] < 0 ? 1 : 0;
  }
  return demand;
}

std::string short_name(const Unit& unit) {
  std::string name = std::string(kInputNames[static_cast<std::size_t>(unit.input)]) + " " +
                     std::string(kShapeNames[static_cast<std::size_t>(unit.shape)]) + " " +
                     std::string(kReduceNames[static_cast<std::size_t>(unit.reduce)]);
  if (unit.reduce == Reduce::loop) name += " " + std::string(kDirectionNames[static_cast<std::size_t>(unit.direction)]);
  if (unit.mirrored) name += " mirrored";
  return name;
}

}  // namespace stackwright::units
