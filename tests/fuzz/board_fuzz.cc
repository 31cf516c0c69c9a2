// Drawn boards and board sizes: any text is read or refused, and what is read is drawn and read back the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "games/tetris/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stackwright::tetris;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto read = parse_board_size(text); read && to_text(*read) != to_text(*parse_board_size(to_text(*read)))) {
    __builtin_trap();
  }
  const auto board = parse_board(text);
  if (!board) return 0;
  const auto again = parse_board(draw(*board));
  if (!again || !(*again == *board)) __builtin_trap();
  return 0;
}
