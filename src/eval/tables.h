// Many games of one setting decided and played side by side: the interface of all implementations.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/result.h"
#include "eval/linear.h"
#include "games/tetris/rules.h"

namespace stackwright {

enum class Simd : std::uint8_t { automatic, boolean, plain, avx2, avx512 };

Result<Simd> simd_named(std::string_view name);
std::string_view name_of(Simd simd);
/// What `automatic` means on this processor.
Simd best_simd();
/// Whether this processor can run it.
bool has_simd(Simd simd);

/// How the score of a plan of two moves is made of its two transitions.
enum class PairScore : std::uint8_t {
  sum,    // score of the first + score of the second (Milan)
  final,  // move features of both + board features of the second (Lisbon)
};

/// A decision: the first best placement in (orientation, column) order.
struct Choice {
  tetris::Placement move;
  bool lost = false;       // every placement loses; move is then the first one
  std::int32_t score = 0;  // in Linear's whole numbers; of the pair where two pieces are known
};

/// How high a pile is: its highest column, and all columns together.
struct Heights {
  std::uint16_t highest = 0;
  std::uint16_t sum = 0;
};

/// A row of tables with a game at each. All implementations choose and play identically, bit for bit.
class Tables {
 public:
  virtual ~Tables() = default;

  /// Number of tables; `apply` and `choose` always speak of all of them. Tables that are not in use hold an empty board.
  virtual int size() const = 0;
  /// What is really running ("plain" also stands in where a fast version does not cover the evaluator).
  virtual Simd simd() const = 0;

  virtual void set_board(int table, const tetris::Board& board) = 0;
  virtual tetris::Board board(int table) const = 0;
  /// Every table may have weights of its own; terms must be the same features as those given at the start.
  virtual void set_evaluator(int table, const Linear& evaluator) = 0;
  /// Tables not in use cost less where an implementation can skip them; their choices are not looked at.
  virtual void set_active(int table, bool active) = 0;

  /// Best placement of pieces[t] at each table t.
  virtual void choose(std::span<const std::uint8_t> pieces, std::span<Choice> out) = 0;
  /// Best placement of pieces[t] when next[t] is known, over all pairs of placements. A first move after which the next
  /// piece can only lose counts as lost only against first moves that lose themselves; among such, its own score decides.
  virtual void choose_pairs(std::span<const std::uint8_t> pieces, std::span<const std::uint8_t> next, PairScore pairs,
                            std::span<Choice> out) = 0;
  /// Plays moves[t] with pieces[t]; writes the number of rows removed, or -1 where the move lost (board unchanged).
  virtual void apply(std::span<const std::uint8_t> pieces, std::span<const tetris::Placement> moves,
                     std::span<std::int8_t> lines) = 0;
  /// How high the pile at each table in use is.
  virtual void heights(std::span<Heights> out) const;
  /// Placements scored so far, lost ones included.
  virtual std::uint64_t evaluated() const = 0;
};

/// Tables of the wanted kind; an error when the processor lacks it. `lanes` = 0 lets the implementation choose its size.
Result<std::unique_ptr<Tables>> make_tables(Simd simd, const tetris::Setting& setting, const Linear& evaluator,
                                            int lanes = 0);

}  // namespace stackwright
