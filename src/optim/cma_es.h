// CMA-ES: evolution with an adapted covariance matrix, full or diagonal, with bounds, elite, restarts and noise handling.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optim/cma_model.h"
#include "optim/cma_run.h"
#include "optim/optimiser.h"
#include "optim/settings.h"

namespace stackwright::optim {

inline constexpr std::array<std::string_view, 2> kCovarianceNames{"full", "diagonal"};

/// What happens to a point out of bounds. `mirror`: it is evaluated where its reflection at the bound lies, while the
/// distribution goes on without bounds, so that an optimum on a bound or in a corner is one like any other; deviations stay
/// below a third of the width between bounds (as in Hansen's pycma). `resample`: drawn again, up to 100 times (each
/// coordinate by itself where the covariance is diagonal), then moved to the bound, as python3-cmaes.
enum class Bounds : std::uint8_t { mirror, resample };
inline constexpr std::array<std::string_view, 2> kBoundsNames{"mirror", "resample"};

struct CmaSettings {
  int population = 0;
  double sigma = 0.3;
  Covariance covariance = Covariance::full;
  Bounds bounds = Bounds::mirror;
  bool elitist = false;
  Restarts restarts = Restarts::none;
  bool noise = false;
  double noise_max_effort = 1;
  double tolerance_fitness = 1e-12;
  double tolerance_genes = 1e-12;
};

const std::vector<SettingRow<CmaSettings>>& cma_settings();

/// A point on the other side of a bound is reflected at it; far outside, more than once.
double mirrored(double value, double low, double high);

/// Hansen and Ostermeier (2001); Hansen's tutorial (2016). The coordinates are genes divided by the width of their first
/// range. Genes that are whole numbers are sampled as real and rounded to be evaluated. With `noise` a generation has a
/// second round in which some candidates are asked for again.
class CmaEs {
 public:
  CmaEs(const CmaSettings& settings, Space space, std::uint64_t seed);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const;
  Genes spread() const;
  std::string exhausted() const { return ended_; }
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

  const CmaModel& model() const { return model_; }
  const CmaSchedule& schedule() const { return schedule_; }
  double effort() const { return effort_; }

 private:
  std::uint64_t first_population() const;
  void start_run(Genes mean);
  void prepare();
  Genes sample(std::size_t index) const;
  void ask_again(std::span<const double> fitness);
  std::vector<std::size_t> judge_noise(std::span<const double> again);
  void learn(std::span<const std::size_t> order, std::span<const double> fitness);
  void insert_elite(std::vector<Genes>& ranked, std::vector<double>& reached);
  void limit_deviations();
  void finish_generation();
  Genes genes_of(std::span<const double> point) const;

  CmaSettings settings_;
  Space space_;
  std::uint64_t seed_;
  std::vector<double> scale_;
  CmaSchedule schedule_;
  CmaConstants constants_;
  CmaModel model_;
  CmaHistory history_;
  Genes elite_;
  double elite_fitness_ = 0;
  std::vector<double> first_fitness_;  // of the first round, while the second is asked for
  double effort_ = 1;
  std::string ended_;
  std::vector<Genes> points_;  // the candidates in the distribution's coordinates
  Batch batch_;
};

}  // namespace stackwright::optim
