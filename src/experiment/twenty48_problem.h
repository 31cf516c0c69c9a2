// 2048 as a problem: weights of features are genes, or units are; the scores of whole games give the fitness.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "experiment/gene_settings.h"
#include "experiment/problem.h"
#include "experiment/twenty48_controller.h"
#include "optim/settings.h"

namespace stackwright {

struct Twenty48Settings : GeneSettings {
  int games = 10;
  int depth = 1;
  bool renew = true;
  int final_games = 100;
  int held_out_games = 1000;
  int units = 0;
  units::Decoding decoding = units::Decoding::smooth;
  std::string free;
  std::string genes;
};

const std::vector<optim::SettingRow<Twenty48Settings>>& twenty48_settings();

/// A candidate's fitness is the mean score of its games; all candidates of a generation meet the same tiles.
class Twenty48Problem final : public Problem {
 public:
  static Result<std::unique_ptr<Twenty48Problem>> make(const Twenty48Settings& settings, std::uint64_t seed);

  const optim::Space& space() const override { return space_; }
  std::uint64_t tasks(const Assignment& assignment) const override;
  Result<Done> play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                    Progress* progress) const override;
  std::vector<Evaluation> evaluate(const Assignment& assignment, std::span<const TaskResult> results) const override;
  HeldOut held_out(const Assignment& assignment, std::span<const TaskResult> results) const override;
  std::uint64_t pieces(const TaskResult& result) const override { return static_cast<std::uint64_t>(result[0]); }
  std::string command(const std::string& path) const override;
  std::string controller(const optim::Genes& genes, const std::string& name, const std::string& run, std::uint64_t seed,
                         const std::string& result) const override;

 private:
  Twenty48Problem() = default;
  Result<Done> set_up_units();
  Result<Done> set_up_features();
  std::uint64_t games(const Assignment& assignment) const;
  Twenty48Controller controller_of(const optim::Genes& genes) const;

  Twenty48Settings settings_;
  std::uint64_t seed_ = 1;
  std::vector<Twenty48Term> terms_;  // of features; none with units
  optim::Space space_;
};

}  // namespace stackwright
