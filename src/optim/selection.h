// Selection: which members of a ranked population become parents.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "optim/draws.h"

namespace stackwright::optim {

enum class Selection : std::uint8_t { truncation, roulette, sus, tournament, rank, best_two_of_sample };
inline constexpr std::array<std::string_view, 6> kSelectionNames{"truncation", "roulette", "sus",
                                                                 "tournament", "rank",     "best-two-of-sample"};

enum class Mating : std::uint8_t { any_two, fitter_second };
inline constexpr std::array<std::string_view, 2> kMatingNames{"any-two", "fitter-second"};

struct SelectionSettings {
  Selection kind = Selection::truncation;
  double share = 0.2;  // truncation: the part of the population that breeds
  int tournament = 2;
  int sample = 20;
};

/// Parents as places in the population, 0 = the fittest.
struct Selected {
  std::vector<std::size_t> members;  // all that were selected, fittest first, each once
  std::vector<std::size_t> draws;    // two per child, in the order of selection
};

/// Shares of a wheel of fortune: fitness above the least where that is negative; equal shares where all are equal.
std::vector<double> wheel_shares(std::span<const double> fitness);
/// The place on the wheel of a point in [0, sum of shares).
std::size_t place_on_wheel(std::span<const double> shares, double point);
/// Stochastic universal sampling (Baker 1987): `count` equally spaced pointers, the first at `offset` (in [0, 1)) of a step.
std::vector<std::size_t> universal_sample(std::span<const double> shares, std::size_t count, double offset);

/// Selects for `children` pairs. `fitness` is sorted, fittest first.
Selected select(const SelectionSettings& settings, std::span<const double> fitness, std::size_t children, Draws& draws);

/// The parents of one child: two different members where there are two. `fitter_second` (Milan): the first is one that is
/// not the best of all selected, the second is any of those fitter than the first.
std::pair<std::size_t, std::size_t> mate(Mating mating, const Selected& selected, std::size_t child, Draws& draws);

}  // namespace stackwright::optim
