// A comparison that is followed live: controllers on the same sequences, and the curves of how many games still go on.
#pragma once

#include <cstdint>
#include <vector>

#include "experiment/compare.h"
#include "experiment/play_games.h"
#include "web/session.h"

namespace stackwright::web {

struct CompareOrder {
  std::vector<Controller> controllers;
  PlayOptions options;  // search is each controller's own
  std::uint64_t games = 100;
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Publishes the lengths of all finished games a few times a second, and in the end the standings with their intervals and
/// which differences are significant. Games are played in rounds, so that all curves form together.
class CompareSession final : public Session {
 public:
  CompareSession(std::string name, CompareOrder order);
  ~CompareSession() override;

 private:
  void run() override;
  Result<Done> play();
  void show(bool last);

  const CompareOrder order_;
  std::mutex mutex_;  // guards what follows
  std::vector<PlayerGames> players_;
  std::vector<std::vector<bool>> finished_;  // game by game
  std::string state_ = "running";
  std::string reason_;
};

}  // namespace stackwright::web
