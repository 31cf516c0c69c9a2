// How a source is written: parsing of piece lists, digits, weights and files.
#include "games/tetris/sources.h"

#include <algorithm>

#include "core/text.h"

namespace stackwright::tetris {
namespace {

constexpr std::string_view kRngs[] = {"fast", "r250", "crypto"};
constexpr std::string_view kKinds[] = {"uniform", "weighted", "bag", "cycle", "list", "file", "digits"};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

std::string letters_of(const PieceSet& set) {
  std::string letters;
  for (const Piece& piece : set.pieces) letters += piece.letter;
  return letters;
}

/// Characters to pieces by `piece_of` (-1: none); white space is skipped.
template <class F>
Result<std::vector<std::uint8_t>> parse_pieces(std::string_view text, const std::string& expected, F&& piece_of) {
  std::vector<std::uint8_t> pieces;
  std::size_t line = 1, line_start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++line;
      line_start = i + 1;
    }
    if (is_space(text[i])) continue;
    const int piece = piece_of(text[i]);
    if (piece < 0) {
      return Error{"pieces: " + in_quotes(text.substr(i, 1)) + " at line " + std::to_string(line) + ", column " +
                   std::to_string(i - line_start + 1) + "; expected " + expected};
    }
    pieces.push_back(static_cast<std::uint8_t>(piece));
  }
  if (pieces.empty()) return Error{"pieces: the list is empty; expected " + expected};
  return pieces;
}

/// "I=1,S=0.5": a piece not named has weight 0.
Result<std::vector<double>> parse_weights(std::string_view text, const PieceSet& set) {
  std::vector<double> weights(set.pieces.size(), 0.0);
  std::vector<bool> named(set.pieces.size(), false);
  for (std::string_view part : split(text, ',')) {
    part = trim(part);
    const std::string quoted = in_quotes(part);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return Error{"pieces: weight " + quoted + " is not LETTER=NUMBER"};
    const std::string_view letter = trim(part.substr(0, equals));
    const int piece = letter.size() == 1 ? set.find(letter[0]) : -1;
    if (piece < 0) {
      return Error{"pieces: weight " + quoted + " names no piece of the set; expected one of " + letters_of(set)};
    }
    if (named[piece]) return Error{"pieces: weight " + quoted + " names its piece a second time"};
    const auto weight = parse_real(trim(part.substr(equals + 1)), "weight of piece " + std::string(letter));
    if (!weight) return weight.error();
    if (*weight < 0) return Error{"pieces: weight " + quoted + " is negative"};
    named[piece] = true;
    weights[piece] = *weight;
  }
  if (std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0; })) {
    return Error{"pieces: all weights of " + in_quotes(text) + " are zero"};
  }
  return weights;
}

/// The pieces of a list written out or in a file.
Result<std::vector<std::uint8_t>> pieces_of(std::string_view kind, std::string_view rest, const PieceSet& set) {
  if (kind == "list" || kind == "cycle") return parse_letters(rest, set);
  const std::string path(rest);
  const auto content = read_file(path);
  if (!content) return content.error();
  auto pieces = kind == "digits" ? parse_digits(*content, set) : parse_letters(*content, set);
  if (!pieces) return Error{path + ": " + pieces.message()};
  return pieces;
}

}  // namespace

Result<Rng> rng_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kRngs); ++i) {
    if (kRngs[i] == name) return static_cast<Rng>(i);
  }
  return unknown_name("random engine", name, kRngs);
}

std::string_view name_of(Rng rng) { return kRngs[static_cast<std::size_t>(rng)]; }

Result<std::vector<std::uint8_t>> parse_letters(std::string_view text, const PieceSet& set) {
  return parse_pieces(text, "letters of " + letters_of(set), [&](char c) { return set.find(c); });
}

Result<std::vector<std::uint8_t>> parse_digits(std::string_view text, const PieceSet& set) {
  if (set.name != "tetromino") return Error{"pieces: digits name tetrominoes, the piece set is " + set.name};
  constexpr std::string_view kOrder = "OISZLJT";
  return parse_pieces(text, "digits 0 to 6 (O I S Z L J T)",
                      [&](char c) { return c >= '0' && c <= '6' ? set.find(kOrder[c - '0']) : -1; });
}

Result<Source> parse_source(std::string_view text, const PieceSet& set) {
  Source source;
  source.text = std::string(text);
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  if (std::find(std::begin(kKinds), std::end(kKinds), kind) == std::end(kKinds)) {
    return unknown_name("pieces", kind, kKinds);
  }
  const bool plain = kind == "uniform" || kind == "bag";
  if (plain != (colon == std::string_view::npos)) {
    return Error{"pieces: " + in_quotes(text) + (plain ? " takes nothing after its name" : " needs ':' and more")};
  }
  if (plain) {
    source.kind = kind == "bag" ? Source::Kind::bag : Source::Kind::uniform;
    return source;
  }
  const std::string_view rest = text.substr(colon + 1);
  if (kind == "weighted") {
    source.kind = Source::Kind::weighted;
    auto weights = parse_weights(rest, set);
    if (!weights) return weights.error();
    source.weights = std::move(*weights);
    return source;
  }
  source.kind = kind == "cycle" ? Source::Kind::cycle : Source::Kind::list;
  auto pieces = pieces_of(kind, rest, set);
  if (!pieces) return pieces.error();
  source.pieces = std::move(*pieces);
  return source;
}

}  // namespace stackwright::tetris
