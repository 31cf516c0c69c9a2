// Decisions at a row of tables, and misdrops.
#include "experiment/decide.h"

#include <cassert>
#include <vector>

#include "core/random.h"

namespace stackwright {

void decide(Tables& tables, const SearchSpec& search, KnownPieces known, std::span<Choice> out) {
  assert(known.size() >= static_cast<std::size_t>(pieces_needed(search.kind)));
  if (search.kind == SearchKind::two_ply) {
    tables.choose_pairs(known[0], known[1], search.pairs, out);
  } else {
    assert(search.kind == SearchKind::greedy);
    tables.choose(known[0], out);
  }
}

tetris::Placement astray(const tetris::Setting& setting, const tetris::Board& board, int piece,
                         tetris::Placement chosen, std::uint64_t bits) {
  std::vector<tetris::Placement> others;
  tetris::for_each_placement(setting, piece, [&](tetris::Placement other) {
    if (other != chosen && !tetris::place(setting, board, piece, other).lost) others.push_back(other);
  });
  if (others.empty()) return chosen;
  return others[scaled(bits, static_cast<std::uint32_t>(others.size()))];
}

}  // namespace stackwright
