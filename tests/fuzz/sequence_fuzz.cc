// Sequences of pieces: any text is read or refused; what is read is a stream that can be read at any index.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/tetris/sources.h"

using namespace stackwright;
using namespace stackwright::tetris;

/// Letters of what was read must read back the same.
static void check_letters(std::string_view text, const PieceSet& set) {
  const auto pieces = parse_letters(text, set);
  if (!pieces) return;
  std::string letters;
  for (const std::uint8_t piece : *pieces) {
    if (piece >= set.size()) __builtin_trap();
    letters += set.pieces[piece].letter;
  }
  const auto again = parse_letters(letters, set);
  if (!again || *again != *pieces) __builtin_trap();
}

/// Pieces from the middle are the same as those read from the start.
static void check_source(std::string_view text, const PieceSet& set, Rng rng) {
  const auto source = parse_source(text, set);
  if (!source) return;
  std::array<std::uint8_t, 40> all{}, part{};
  const std::size_t n = open_stream(*source, set, rng, {})->read(0, all);
  const std::size_t m = open_stream(*source, set, rng, {})->read(13, {part.data(), 27});
  if (m != (n > 13 ? n - 13 : 0)) __builtin_trap();
  if (!std::equal(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(m), all.begin() + 13)) __builtin_trap();
  if (std::any_of(all.begin(), all.end(), [&](std::uint8_t piece) { return piece >= set.size(); })) __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_letters(text, tetrominoes());
  check_letters(text, hexominoes());
  (void)parse_digits(text, tetrominoes());
  if (text.starts_with("file:") || text.starts_with("digits:")) return 0;  // files of this machine are no matter here
  check_source(text, tetrominoes(), Rng::fast);
  check_source(text, pentominoes(), Rng::r250);
  return 0;
}
