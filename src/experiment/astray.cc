// Misdrops: what is executed when a placement goes astray.
#include "experiment/astray.h"

#include <vector>

#include "core/random.h"

namespace stackwright {

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
