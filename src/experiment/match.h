// A match: any number of players, each on the same sequences of pieces; every finished game can be kept in a store.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/play_games.h"
#include "experiment/store.h"

namespace stackwright {

/// Who plays, and how: players may differ in terms, search and preview.
struct MatchPlayer {
  Controller controller;
  PlayOptions options;
};

/// The games of one player, in the order of their sequences.
struct PlayerGames {
  std::string name;
  std::vector<GameResult> games;
};

/// Where finished games are kept: a run of a store, held by the caller, or nowhere.
struct MatchKeeping {
  Store* store = nullptr;
  RunId run = 0;
};

struct MatchOutcome {
  bool interrupted = false;
  std::vector<PlayerGames> players;  // those that finished all their games
};

/// Plays `games` sequences with each player. Game i has the same pieces for all of them. What the run has already is not
/// played again, so that a killed match goes on; the outcome is the same.
Result<MatchOutcome> play_match(std::span<const MatchPlayer> players, std::uint64_t games, std::uint64_t seed,
                                const MatchKeeping& keeping, const StopToken& stop, Progress* progress);

/// The games of a run that is finished, by player; `names` in the order of the players.
Result<std::vector<PlayerGames>> stored_match(const Store& store, RunId run, std::span<const std::string> names);

std::string_view name_of(Ended ended);

}  // namespace stackwright
