// Positions and moves of Murus Gallicus: any text is read or refused, and what is read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "games/murus/game.h"
#include "play/murus_protocol.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stackwright::murus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Murus game;
  if (const auto move = parse_move_line(game, text); move && move_line(game, *move) != text) __builtin_trap();
  (void)parse_referee_line(game, text).ok();
  const auto position = game.from_text(text);
  if (!position) return 0;
  const auto again = game.from_text(game.to_text(*position));
  if (!again || !(*again == *position)) __builtin_trap();
  std::size_t moves = 0;
  game.for_each_action(*position, [&](Move m) {
    ++moves;
    if (!game.legal(*position, m)) __builtin_trap();
    const Position next = game.apply(*position, m);
    if (((next.towers[0] | next.towers[1] | next.walls[0] | next.walls[1]) & ~game.rules.cells) != 0) __builtin_trap();
  });
  if (moves != game.count_actions(*position) || moves > Murus::kMaxActions) __builtin_trap();
  return 0;
}
