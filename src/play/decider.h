// A controller at one table: a board and the known pieces in, the best placement out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/result.h"
#include "eval/tables.h"
#include "experiment/controller.h"
#include "games/tetris/sources.h"

namespace stackwright::play {

/// Used by one thread at a time. Decides exactly as the headless games of play_games() do.
class Decider {
 public:
  Decider() = default;
  Decider(const Decider&) = delete;
  Decider& operator=(const Decider&) = delete;
  virtual ~Decider() = default;

  /// Known pieces, the current one included, that it looks at.
  virtual int see() const = 0;
  /// The best placement of known[0]; at least one piece, and where there are fewer than see() (a list ends) it decides by
  /// those.
  virtual Choice choose(const tetris::Board& board, std::span<const std::uint8_t> known) = 0;
};

/// An error where the controller does not fit the board or the search is not there. The source tells a search that expects
/// something of unknown pieces how often they come.
Result<std::unique_ptr<Decider>> make_decider(const Controller& controller, const SearchSpec& search,
                                              const tetris::Setting& setting, const tetris::Source& source = {},
                                              Simd simd = Simd::automatic);

}  // namespace stackwright::play
