// Networks of units learned from nothing: play, see which placements games survived, choose units that tell them apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/crew.h"
#include "core/json.h"
#include "core/progress.h"
#include "core/result.h"
#include "experiment/controller.h"
#include "experiment/unit_fit.h"
#include "experiment/unit_lessons.h"
#include "optim/settings.h"

namespace stackwright {

struct UnitLearningSettings : LessonSettings {
  int units = 8;
  int candidates = 1500;
  int trial_games = 60;
  int trial_pieces = 100'000;
};

const std::vector<optim::SettingRow<UnitLearningSettings>>& unit_learning_settings();

/// Lines of trial games, for lengths that are exponential.
struct Trials {
  std::uint64_t lines = 0, pieces = 0, ends = 0, games = 0;

  double mean() const { return static_cast<double>(lines) / static_cast<double>(ends > 0 ? ends : 1); }
};

struct RoundReport {
  std::uint64_t round = 0;
  double noise = 0, survival = 0, explained = 0;
  Trials fresh, best;  // the new network, and the better one of both after this round
  bool taken = false;
};

/// Policy iteration by rollouts (Lagoudakis and Parr, "Reinforcement learning as classification", 2003) whose ranking is a
/// network of units. A round: lessons from the best network so far; units for all places of a new network, drawn by chance,
/// improved by small changes and chosen for what they explain of the lessons of this round and the last ones; weights by least
/// squares. The new network is taken if it clears more lines on trial games; its lessons stay in any case. Starts from moves by
/// chance. Columns are not among the filters: they speak of one height of the board. Any number of threads gives the same.
class UnitLearner {
 public:
  UnitLearner(const UnitLearningSettings& settings, const tetris::Setting& setting, std::uint64_t seed)
      : settings_(settings), setting_(setting), seed_(seed) {}

  const UnitLearningSettings& settings() const { return settings_; }
  const tetris::Setting& setting() const { return setting_; }
  std::uint64_t seed() const { return seed_; }
  std::uint64_t rounds() const { return rounds_; }
  /// The best so far; empty before the first round.
  const UnitNetwork& network() const { return network_; }
  const Trials& trials() const { return trials_; }

  /// A stopped round leaves everything as it was, and its report is worth nothing.
  Result<RoundReport> next_round(Crew& crew, const StopToken& stop);

  /// Everything that decides the next rounds, with the settings. Lessons are made again from what they were made of.
  std::string save() const;
  static Result<UnitLearner> load(std::string_view text);

 private:
  using Genes = std::vector<double>;
  struct Source {  // of the lessons of a round
    std::uint64_t round = 0;
    double noise = 0;
    UnitNetwork player;
  };

  static Result<UnitLearner> load_fields(const Fields& file);
  LessonPlan plan_of(const Source& source) const;
  void complete_book(Crew& crew, const StopToken& stop);
  std::vector<Genes> choose_units(UnitFit& fit, Crew& crew, const StopToken& stop) const;
  void refine(std::vector<Genes>& chosen, Crew& crew, const StopToken& stop) const;
  Genes climb(const UnitFit& fit, const std::vector<Genes>& starts, std::uint64_t place, int tries, Crew& crew,
              const StopToken& stop) const;
  Genes drawn(std::uint64_t place, std::uint64_t number) const;
  units::WeightedUnit decoded(const Genes& genes) const;
  Result<Trials> trial(const UnitNetwork& network, const Crew& crew, const StopToken& stop) const;

  UnitLearningSettings settings_;
  tetris::Setting setting_;
  std::uint64_t seed_;
  std::uint64_t rounds_ = 0;
  UnitNetwork network_;
  Trials trials_;
  std::vector<Genes> proposed_;  // units of the last round: candidates again
  std::vector<Source> sources_;  // of the book, oldest first
  LessonBook book_;              // may lack the lessons of the first sources after loading
};

/// A controller that plays by a network.
Controller controller_of(const UnitNetwork& network, std::string name);

}  // namespace stackwright
