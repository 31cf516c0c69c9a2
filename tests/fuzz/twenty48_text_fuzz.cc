// Positions of 2048 and shapes of networks: any text is read or refused, and what is read is written and read the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "eval/ntuple_shape.h"
#include "games/twenty48/game.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const stackwright::twenty48::Twenty48 game;
  if (const auto board = game.from_text(text)) {
    const auto again = game.from_text(game.to_text(*board));
    if (!again || *again != *board) __builtin_trap();
  }
  if (const auto shape = stackwright::parse_shape(text)) {
    const auto again = stackwright::parse_shape(to_text(*shape));
    if (!again || *again != *shape) __builtin_trap();
    if (stackwright::plan_of(*shape).tuples != static_cast<int>(shape->tuples.size())) __builtin_trap();
  }
  return 0;
}
