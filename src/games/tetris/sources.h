// Where pieces come from: uniform, weighted, bag, lists and files, over a random engine chosen by name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "core/result.h"
#include "games/tetris/pieces.h"

namespace stackwright::tetris {

/// The pieces of one game, addressed by index (preview, undo, fork).
class PieceStream {
 public:
  virtual ~PieceStream() = default;
  /// Writes the pieces [start, start + out.size()) and returns how many there are (fewer where a list ends).
  virtual std::size_t read(std::uint64_t start, std::span<std::uint8_t> out) = 0;
};

enum class Rng : std::uint8_t { fast, r250, crypto };
Result<Rng> rng_named(std::string_view name);
std::string_view name_of(Rng rng);

/// A declared way to draw pieces; the same text and key give the same pieces on every machine (except crypto).
struct Source {
  enum class Kind : std::uint8_t { uniform, weighted, bag, list, cycle };
  Kind kind = Kind::uniform;
  std::vector<double> weights;       // weighted: one per piece of the set
  std::vector<std::uint8_t> pieces;  // list, cycle (files are read into a list)
  std::string text = "uniform";      // as the user wrote it
};

/// Reads `uniform`, `weighted:I=1,S=0.5`, `bag`, `cycle:SZ`, `list:TTITI`, `file:PATH` (letters, white space ignored),
/// `digits:PATH` (Belo Horizonte: 0 to 6 = O I S Z L J T).
Result<Source> parse_source(std::string_view text, const PieceSet& set);

/// The piece letters of a text, white space ignored; an error names the position of a wrong letter.
Result<std::vector<std::uint8_t>> parse_letters(std::string_view text, const PieceSet& set);
/// Belo Horizonte's digits.
Result<std::vector<std::uint8_t>> parse_digits(std::string_view text, const PieceSet& set);

std::unique_ptr<PieceStream> open_stream(const Source& source, const PieceSet& set, Rng rng, const StreamKey& key);

}  // namespace stackwright::tetris
