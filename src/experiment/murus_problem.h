// Murus Gallicus as a problem: the weights of the seven heuristics are genes, games among the candidates give the fitness.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "experiment/gene_settings.h"
#include "experiment/murus_tournament.h"
#include "experiment/problem.h"
#include "optim/settings.h"

namespace stackwright {

struct MurusSettings : GeneSettings {
  bool per_colour = false;
  int depth = 6;
  int nodes = 0;
  int games = 1;
  int openings = 0;
  int max_plies = 200;
  bool renew = true;
  int final_games = 10;
  int final_openings = 6;
  int held_out_games = 200;
  std::string opponent = "hand-set";
};

const std::vector<optim::SettingRow<MurusSettings>>& murus_settings();

/// Every generation is a double round-robin: each candidate meets each other with either colour, a point per win whichever the
/// colour. With `per_colour` the Romans' weights and the Gauls' are parts that are bred apart, by the points of their colour.
class MurusProblem final : public Problem {
 public:
  static Result<std::unique_ptr<MurusProblem>> make(const MurusSettings& settings, std::uint64_t seed);

  const optim::Space& space() const override { return space_; }
  bool relative() const override { return true; }
  std::uint64_t tasks(const Assignment& assignment) const override;
  Result<Done> play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                    Progress* progress) const override;
  std::vector<Evaluation> evaluate(const Assignment& assignment, std::span<const TaskResult> results) const override;
  /// The champion against the opponent of the settings, as often with either colour.
  HeldOut held_out(const Assignment& assignment, std::span<const TaskResult> results) const override;
  std::uint64_t pieces(const TaskResult& result) const override { return static_cast<std::uint64_t>(result[0]); }
  std::string command(const std::string& path) const override;
  std::string controller(const optim::Genes& genes, const std::string& name, const std::string& run, std::uint64_t seed,
                         const std::string& result) const override;

 private:
  MurusProblem() = default;
  Result<Done> set_up_genes();
  murus::Weights weights_of(const optim::Genes& genes) const;
  murus::Tournament tournament(const Assignment& assignment) const;

  MurusSettings settings_;
  std::uint64_t seed_ = 1;
  murus::Judgement opponent_;
  optim::Space space_;
};

}  // namespace stackwright
