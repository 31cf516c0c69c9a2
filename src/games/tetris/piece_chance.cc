// Pieces as a chance with a memory: which sources can be that, and drawing by weight.
#include "games/tetris/piece_chance.h"

#include <algorithm>

#include "core/text.h"

namespace stackwright::tetris {

Result<PieceChance> PieceChance::make(const Source& source, const PieceSet& set) {
  PieceChance chance;
  chance.kind_ = source.kind;
  chance.pieces_ = static_cast<std::uint32_t>(set.size());
  if (source.kind == Source::Kind::list || source.kind == Source::Kind::cycle) {
    return Error{"pieces: " + in_quotes(source.text.substr(0, 40)) +
                 " leaves nothing to chance, so that there is no mean to estimate; expected uniform, weighted or bag"};
  }
  if (source.kind == Source::Kind::bag && set.size() > 63) {
    return Error{"pieces: a bag of " + std::to_string(set.size()) + " pieces is too large here; expected at most 63"};
  }
  if (source.kind == Source::Kind::weighted) {
    const double largest = *std::max_element(source.weights.begin(), source.weights.end());
    double sum = 0;
    for (const double weight : source.weights) chance.cumulative_.push_back(sum += weight / largest);
  }
  return chance;
}

std::uint8_t PieceChance::draw_by_weight(std::uint64_t bits) const {
  const double x = static_cast<double>(bits >> 11) * 0x1p-53 * cumulative_.back();
  std::size_t i = 0;
  while (i + 1 < cumulative_.size() && !(x < cumulative_[i])) ++i;
  while (i > 0 && cumulative_[i] == cumulative_[i - 1]) --i;  // rounding reached the end: the last with a weight
  return static_cast<std::uint8_t>(i);
}

}  // namespace stackwright::tetris
