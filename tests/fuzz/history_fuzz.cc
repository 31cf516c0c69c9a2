// Saved games: any text is read or refused, and what is read is saved and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/tetris/history.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stackwright::tetris::History;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Pieces from files of this machine are not a matter of the parser.
  if (text.find("file:") != std::string_view::npos || text.find("digits:") != std::string_view::npos) return 0;
  const auto read = History::load(text, "input");
  if (!read) return 0;
  const std::string written = read->save();
  const auto again = History::load(written, "input");
  if (!again || again->save() != written) __builtin_trap();
  return 0;
}
