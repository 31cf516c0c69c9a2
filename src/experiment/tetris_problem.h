// Tetris as a problem: weights of features are genes, or units are; games on random pieces give the fitness.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "experiment/controller.h"
#include "experiment/gene_settings.h"
#include "experiment/play_games.h"
#include "experiment/problem.h"
#include "games/tetris/text.h"
#include "optim/settings.h"
#include "search/solve.h"

namespace stackwright {

enum class Objective : std::uint8_t { pieces, lines, score, expected_lines };
enum class Average : std::uint8_t { mean, median, min, max };
enum class Sequences : std::uint8_t { shared, fresh };

struct TetrisSettings : GeneSettings {
  std::string board = "10x20";
  std::string rules = "standard";
  std::string piece_set = "tetromino";
  std::string pieces = "uniform";
  std::string rng = "fast";
  std::string score = "lines";
  std::string search = "greedy";
  std::string pairs = "final";
  std::string plan;
  int see = 1;
  int width = 0;
  std::string safe;
  int safe_above = 12;
  int games = 10;
  int max_pieces = 0;
  double misdrop = 0;
  bool restart = false;
  double loss_penalty = 0;
  double loss_penalty_rise = 0;
  Objective objective = Objective::lines;
  Average fitness = Average::mean;
  Sequences sequences = Sequences::shared;
  bool renew = true;
  std::string final_board;
  int final_games = 0;
  int held_out_games = 100;
  int held_out_pieces = 0;
  double rough_precision = 0.25;
  double precision = 0.05;
  double final_precision = 0.02;
  int most_simulated = 200'000'000;

  int units = 0;
  units::Decoding decoding = units::Decoding::published;
  std::string free;
  std::string genes;
};

const std::vector<optim::SettingRow<TetrisSettings>>& tetris_settings();

/// The terms that a list such as "landing_height, holes^2, log(wells), column_height[*]" names, in order.
Result<std::vector<Term>> parse_terms(std::string_view list, int width);

class TetrisProblem final : public Problem {
 public:
  static Result<std::unique_ptr<TetrisProblem>> make(const TetrisSettings& settings, std::uint64_t seed);

  const optim::Space& space() const override { return space_; }
  std::uint64_t tasks(const Assignment& assignment) const override;
  std::vector<TaskResult> further(const Assignment& assignment, std::span<const TaskResult> results) const override;
  Result<Done> play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                    Progress* progress) const override;
  std::vector<Evaluation> evaluate(const Assignment& assignment, std::span<const TaskResult> results) const override;
  HeldOut held_out(const Assignment& assignment, std::span<const TaskResult> results) const override;
  std::uint64_t pieces(const TaskResult& result) const override { return static_cast<std::uint64_t>(result[0]); }
  std::string command(const std::string& path) const override;
  std::string controller(const optim::Genes& genes, const std::string& name, const std::string& run, std::uint64_t seed,
                         const std::string& result) const override;

 private:
  TetrisProblem() = default;
  Result<Done> set_up_play();
  Result<Done> set_up_genes();
  Result<Done> set_up_own_values();
  Result<Done> set_up_units();
  std::uint64_t games(const Assignment& assignment) const;
  StreamKey key(const Assignment& assignment, std::uint64_t candidate, std::uint64_t game) const;
  double value(const Assignment& assignment, const TaskResult& result) const;
  Controller controller_of(const optim::Genes& genes) const;

  // The objective expected-lines: tasks are measurements.
  bool measures() const { return settings_.objective == Objective::expected_lines; }
  Result<Done> check_measuring() const;
  std::uint64_t measurements(const Assignment& assignment) const;
  Result<Done> measure_all(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                           Progress* progress) const;
  Result<std::optional<TaskResult>> measure_one(const Assignment& assignment, std::uint64_t task, const StopToken& stop,
                                                Progress* progress) const;
  std::uint64_t measuring_seed(const Assignment& assignment, std::uint64_t candidate, std::uint64_t part) const;
  const tetris::Setting& setting_of(const Assignment& assignment) const;
  std::vector<Evaluation> judge(const Assignment& assignment, std::span<const TaskResult> results) const;
  HeldOut measured_figure(std::span<const TaskResult> results) const;

  TetrisSettings settings_;
  std::uint64_t seed_ = 1;
  PlayOptions options_;
  tetris::Setting final_setting_;
  std::optional<Algorithm> plan_;  // lists known as a whole
  std::vector<Term> terms_;
  tetris::BoardSize unit_board_;  // that the genes of units are made for
  SafeMode safe_;
  optim::Space space_;
};

}  // namespace stackwright
