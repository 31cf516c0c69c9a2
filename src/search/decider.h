// The seam between games and searches: a row of tables, the pieces their games know, and the placements a search chooses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/result.h"
#include "eval/tables.h"
#include "games/tetris/sources.h"

namespace stackwright {

enum class SearchKind : std::uint8_t { greedy, two_ply, beam, expectimax };

/// How a controller looks ahead.
struct SearchSpec {
  SearchKind kind = SearchKind::greedy;
  int see = 1;    // known pieces, the current one included
  int width = 0;  // plans that beam and expectimax follow after each placement; 0: all
  PairScore pairs = PairScore::final;
};

/// How many pieces a search looks at; it may be given more.
int pieces_used(const SearchSpec& search);

/// The known pieces of all games: row after row, tables side by side.
struct Preview {
  const std::uint8_t* pieces = nullptr;
  std::size_t tables = 0;  // of a row
  /// By table, how many pieces are known where some game knows fewer than the search looks at (at least 1); else empty.
  std::span<const std::uint8_t> known;

  std::span<const std::uint8_t> row(std::size_t ahead) const { return {pieces + ahead * tables, tables}; }
  std::uint8_t at(std::size_t ahead, std::size_t table) const { return pieces[ahead * tables + table]; }
};

/// What a row of tables plays with.
struct DeciderOptions {
  tetris::Setting setting;
  SearchSpec search;
  std::vector<std::uint32_t> odds;  // of pieces, for searches that expect something of unknown ones
  Simd simd = Simd::automatic;
  int lanes = 0;                 // tables; 0: as many as the implementation likes
  int safe_above = 0;            // with a safe evaluator: the height of the pile above which it decides
  const Linear* safe = nullptr;  // its terms, or none
};

/// Decides for the games at its tables. Every search kind is one of these; all of them choose the same placements in every
/// implementation, and a game's choices do not depend on the other tables.
class Decider {
 public:
  Decider() = default;
  Decider(const Decider&) = delete;
  Decider& operator=(const Decider&) = delete;
  virtual ~Decider() = default;

  /// Where the games are: boards, and the playing of moves. Evaluators are set by set_evaluator below.
  virtual Tables& tables() = 0;
  /// A table's own weights; the terms are those given at the start. `safe` where there is a safe evaluator.
  virtual void set_evaluator(int table, const Linear& evaluator, const Linear* safe) = 0;
  /// The choices of the live tables.
  virtual void choose(const Preview& preview, std::span<const std::uint32_t> live, std::span<Choice> out) = 0;
  /// Placements scored so far, lost ones included.
  virtual std::uint64_t evaluated() const = 0;
};

Result<std::unique_ptr<Decider>> make_decider(const DeciderOptions& options, const Linear& evaluator);

/// How often each piece comes from a source, as far as one can know without counting: weights in 1/65536, the pieces of a
/// cycle, otherwise all alike.
std::vector<std::uint32_t> piece_odds(const tetris::Source& source, const tetris::PieceSet& set);

}  // namespace stackwright
