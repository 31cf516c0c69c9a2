// Controller files: any text is read or refused, and what is read is written and read back the same. Its terms judge a move.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiment/controller.h"
#include "games/tetris/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = stackwright::controller_from_json(text);
  if (!read) return 0;
  const std::string written = stackwright::to_json(*read);
  const auto again = stackwright::controller_from_json(written);
  if (!again || stackwright::to_json(*again) != written) __builtin_trap();

  const stackwright::tetris::Setting setting;
  if (!stackwright::check_terms(*read, setting)) return 0;
  auto board = stackwright::tetris::empty_board(setting.width, setting.height);
  for (std::size_t x = 0; x < 10; ++x) board.column[x] = static_cast<std::uint32_t>(0x5a3f17u >> x) & 0xfffu;
  const auto moved = stackwright::tetris::place(setting, board, 4, {1, 3});
  for (const auto& term : read->terms) {
    if (!std::isfinite(value_of(term, moved))) __builtin_trap();
  }
  return 0;
}
