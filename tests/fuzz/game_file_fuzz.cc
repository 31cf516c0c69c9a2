// Game files: any text is read or refused, and what is read replays and is recorded the same again as far as commands go.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "play/game_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace play = stackwright::play;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto file = play::parse_game_file(text, "input");
  if (!file) return 0;
  file->end.reset();  // an invented end is rarely right
  const auto recorded = play::replay(*file);
  if (!recorded) __builtin_trap();
  const auto again = play::parse_game_file(*recorded, "recorded");
  if (!again) __builtin_trap();
  const auto same = play::replay(*again);
  if (!same || !recorded->starts_with(*same)) __builtin_trap();
  if (again->end && *same != *recorded) __builtin_trap();
  return 0;
}
