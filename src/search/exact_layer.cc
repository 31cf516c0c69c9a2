// The distinct boards after so many pieces.
#include "search/exact_layer.h"

#include <algorithm>

#include "core/hash.h"

namespace stackwright::exact {

std::uint64_t hash_of(const std::uint64_t* board, int words) {
  Hasher hasher;
  for (int i = 0; i < words; ++i) hasher.add(board[i]);
  return hasher.value();
}

void DistinctBoards::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), 0);
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    std::size_t at = hashes_[i] & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

void DistinctBoards::insert(const std::uint64_t* board, std::uint64_t hash, Mark mark) {
  if (boards_.size() * 2 >= slots_.size()) grow();
  const auto high = static_cast<std::uint32_t>(hash >> 32);
  std::size_t at = high & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    const std::size_t i = slots_[at] - 1;
    if (hashes_[i] != high || !std::equal(board, board + words_, boards_.board(i))) continue;
    if (mark.points > boards_.mark(i).points) boards_.mark(i) = mark;
    return;
  }
  boards_.add(board, mark);
  hashes_.push_back(high);
  slots_[at] = static_cast<std::uint32_t>(boards_.size());
}

}  // namespace stackwright::exact
