// A player of Murus Gallicus: an evaluator, by name or file, and alpha-beta under limits.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "core/progress.h"
#include "core/result.h"
#include "eval/murus_linear.h"
#include "eval/murus_tables.h"
#include "games/murus/game.h"
#include "search/alphabeta.h"

namespace stackwright::murus {

/// What a player judges by: the weights of the seven heuristics, or values by cell.
using Judgement = std::variant<Weights, CellValues>;

/// What a judgement can be given by, for messages and help.
inline constexpr std::string_view kJudgementNames = "trained, calabria, hand-set or a file";

/// "trained", "hand-set", the name of a shipped file of weights, or the path of one.
Result<Judgement> load_judgement(const std::string& name_or_file);

using Limits = two_player::Limits;
using Decision = two_player::Decision<Murus>;
using SearchOptions = two_player::AlphaBetaOptions;

/// Remembers what it searched from move to move of a game.
class Player {
 public:
  virtual ~Player() = default;
  virtual void new_game() = 0;
  /// The game must not be over.
  virtual Decision decide(const Position& position, const Limits& limits, const StopToken* stop = nullptr) = 0;
  /// A value as the evaluator's weights count.
  virtual double in_units(two_player::Score value) const = 0;
};

std::unique_ptr<Player> make_player(const Murus& game, const Judgement& judgement, const SearchOptions& options = {});

}  // namespace stackwright::murus
