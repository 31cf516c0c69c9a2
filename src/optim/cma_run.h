// One run of CMA-ES between restarts: when it has come to its end, and how large the next one is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "optim/cma_model.h"
#include "optim/draws.h"

namespace stackwright::optim {

/// The fitness of the generations of a run: what the criteria of its end look at.
struct CmaHistory {
  std::vector<double> best;
  std::vector<double> median;
  double last_range = 0;  // best minus worst of the last generation
  std::uint64_t generations = 0;

  void add(std::span<const double> sorted);
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);
};

struct CmaTolerances {
  double fitness = 1e-12;
  double genes = 1e-12;  // as a share of the first step size
};

/// Why a run cannot go on with profit (Hansen's tutorial, B.3), or an empty text.
std::string end_of_run(const CmaModel& model, const CmaConstants& constants, const CmaHistory& history,
                       const CmaTolerances& tolerances, double first_sigma);

enum class Restarts : std::uint8_t { none, ipop, bipop };
inline constexpr std::array<std::string_view, 3> kRestartsNames{"none", "ipop", "bipop"};

/// The population and first step size of each run. IPOP: Auger and Hansen, A Restart CMA Evolution Strategy With
/// Increasing Population Size (CEC 2005). BIPOP: Hansen, Benchmarking a BI-Population CMA-ES on the BBOB-2009 Function
/// Testbed (GECCO 2009): large populations that double, and in turn small ones with small steps, by budget used.
struct CmaSchedule {
  std::uint64_t run = 0;
  std::uint64_t lambda = 0;
  double sigma = 0;
  std::uint64_t evaluations = 0;  // of this run
  std::uint64_t limit = 0;        // evaluations at which a small run ends; 0: none
  bool small = false;
  std::uint64_t doublings = 0;
  std::uint64_t spent_large = 0;
  std::uint64_t spent_small = 0;
  std::uint64_t last_large = 0;  // evaluations of the last large run

  /// Moves on to the next run.
  void next(Restarts restarts, std::uint64_t default_lambda, double default_sigma, Draws& draws);
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);
};

}  // namespace stackwright::optim
