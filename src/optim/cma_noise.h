// Uncertainty handling for noisy fitness: how much ranks change when candidates are evaluated again.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stackwright::optim {

/// Hansen, Niederberger, Guzzella and Koumoutsakos, A Method for Handling Uncertainty in Evolutionary Optimization with an
/// Application to Feedback Control of Combustion (IEEE TEC 2009), with the paper's constants.
inline constexpr double kAcceptedRankChange = 0.2;  // theta
inline constexpr double kEffortGrowth = 1.5;        // alpha_t

/// How many of lambda candidates are evaluated again on average: a tenth, at least two.
double reevaluations(std::size_t lambda);

/// The measure s: positive where ranks change more than accepted. `first` and `second` hold the fitness of all candidates in
/// both evaluations (equal where there was no second); the first `again` candidates were evaluated twice.
double uncertainty(std::span<const double> first, std::span<const double> second, std::size_t again);

/// Candidates from best to worst by the sum of their two ranks; ties by the smaller change of rank, then the mean fitness.
std::vector<std::size_t> order_of_both(std::span<const double> first, std::span<const double> second);

}  // namespace stackwright::optim
