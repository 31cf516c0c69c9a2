// Units in controller files: reading with clear errors, writing.
#include "experiment/unit_file.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"

namespace stackwright {
namespace {

using units::Decoding;
using units::Reduce;
using units::Shape;
using units::Unit;

constexpr double kMaxUnitWeight = 1e100;
constexpr double kMaxUnitBias = 1e6;
constexpr std::size_t kShortestFilter = tetris::kMinWidth;  // of a row or column: no board is smaller

template <class Enum>
Result<Done> read_choice(const Fields& fields, std::string_view name, std::span<const std::string_view> known,
                         Enum& out) {
  const Result<std::string> text = fields.text(name);
  if (!text) return text.error();
  const auto found = std::find(known.begin(), known.end(), *text);
  if (found == known.end())
    return Error{"field " + in_quotes(fields.path_of(name)) + ": " + unknown_name(name, *text, known).message};
  out = static_cast<Enum>(found - known.begin());
  return Done{};
}

Result<Done> read_bit(const Fields& fields, std::string_view name, bool& out) {
  if (!fields.has(name)) return Done{};
  const Result<std::int64_t> bit = fields.whole(name, 0, 1);
  if (!bit) return bit.error();
  out = *bit == 1;
  return Done{};
}

Result<double> read_limited(const Fields& fields, std::string_view name, double largest) {
  Result<double> number = fields.real(name);
  if (number && std::abs(*number) > largest) return fields.wrong(name, fmt::format("at most {} in size", largest));
  return number;
}

/// '+' filled, '-' empty, '.' either.
Result<Done> read_filter(const Fields& fields, Unit& unit) {
  const Result<std::string> text = fields.text("filter");
  if (!text) return text.error();
  const bool square = unit.shape == Shape::square;
  const std::string expected = square ? "three lines of three cells (+ - .) such as .../+-+/..."
                                      : fmt::format("{} to {} cells (+ - .)", kShortestFilter, units::kMaxFilter);
  std::string cells;
  for (std::size_t i = 0; i < text->size(); ++i) {
    const char c = (*text)[i];
    if (square && c == '/' && (i == 3 || i == 7)) continue;
    if (c != '+' && c != '-' && c != '.') return fields.wrong("filter", expected);
    cells += c;
  }
  const bool fits = square ? text->size() == 11 && cells.size() == 9
                           : cells.size() >= kShortestFilter && cells.size() <= units::kMaxFilter;
  if (!fits) return fields.wrong("filter", expected);
  unit.length = static_cast<std::uint8_t>(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    unit.filter[i] = static_cast<std::int8_t>(cells[i] == '+' ? 1 : cells[i] == '-' ? -1 : 0);
  }
  return Done{};
}

/// What becomes of the map, and what only 3x3 filters have.
Result<Done> read_reduction(const Fields& fields, Unit& unit) {
  const bool square = unit.shape == Shape::square;
  if (fields.has("reduce")) {
    if (auto r = read_choice(fields, "reduce", units::kReduceNames, unit.reduce); !r) return r;
  }
  if (unit.reduce == Reduce::mid && square) return fields.wrong("reduce", "sum or loop with a 3x3 filter");
  if (unit.reduce == Reduce::loop && !square) return fields.wrong("reduce", "sum or mid with a row or column filter");
  for (const std::string_view name : {"sides", "ends", "mirror"}) {
    if (!square && fields.has(name)) return fields.wrong(name, "absent: only a 3x3 filter has it");
  }
  if (auto r = read_bit(fields, "sides", unit.sides_filled); !r) return r;
  if (auto r = read_bit(fields, "ends", unit.ends_filled); !r) return r;
  if (fields.has("mirror")) {
    if (auto r = read_choice(fields, "mirror", units::kAxisNames, unit.axis); !r) return r;
    unit.mirrored = true;
    if (unit.reduce == Reduce::loop) return fields.wrong("mirror", "absent with a loop");
  }
  for (const std::string_view name : {"direction", "counts"}) {
    if (unit.reduce != Reduce::loop && fields.has(name)) return fields.wrong(name, "absent without a loop");
  }
  if (unit.reduce != Reduce::loop) return Done{};
  if (auto r = read_choice(fields, "direction", units::kDirectionNames, unit.direction); !r) return r;
  return read_bit(fields, "counts", unit.counts_filled);
}

Result<Term> read_genes(const Fields& fields, tetris::BoardSize board) {
  if (auto r = fields.only({"genes", "decoding", "board"}); !r) return r.error();
  if (fields.has("board")) {
    const Result<std::string> text = fields.text("board");
    if (!text) return text.error();
    const Result<tetris::BoardSize> size = tetris::parse_board_size(*text);
    if (!size) return Error{"field " + in_quotes(fields.path_of("board")) + ": " + size.message()};
    board = *size;
  }
  const Result<std::vector<double>> genes = fields.reals("genes");
  if (!genes) return genes.error();
  const std::size_t expected = units::genes_of_unit(units::filter_genes(board.width, board.height));
  if (genes->size() != expected) {
    return Error{fmt::format("field {} must have {} entries on {}, got {}", in_quotes(fields.path_of("genes")),
                             expected, tetris::to_text(board), genes->size())};
  }
  for (std::size_t i = 0; i < genes->size(); ++i) {
    if (!((*genes)[i] >= 0 && (*genes)[i] <= 1)) {
      return Error{fmt::format("field {} must be from 0 to 1, got {}",
                               in_quotes(fmt::format("{}[{}]", fields.path_of("genes"), i)), (*genes)[i])};
    }
  }
  Decoding decoding = Decoding::published;
  if (fields.has("decoding")) {
    if (auto r = read_choice(fields, "decoding", units::kDecodingNames, decoding); !r) return r.error();
  }
  const units::WeightedUnit decoded = units::decode(*genes, board.width, board.height, decoding);
  Term term;
  term.weight = decoded.weight;
  term.unit = decoded.unit;
  return term;
}

Result<Term> read_unit(const Fields& fields, std::span<const std::string_view> inputs, tetris::BoardSize board) {
  if (fields.has("genes")) return read_genes(fields, board);
  if (auto r = fields.only(
          {"input", "shape", "filter", "bias", "sides", "ends", "reduce", "direction", "counts", "mirror", "weight"});
      !r) {
    return r.error();
  }
  Unit unit;
  if (auto r = read_choice(fields, "input", inputs, unit.input); !r) return r.error();
  if (auto r = read_choice(fields, "shape", units::kShapeNames, unit.shape); !r) return r.error();
  if (auto r = read_filter(fields, unit); !r) return r.error();
  const Result<double> bias = read_limited(fields, "bias", kMaxUnitBias);
  if (!bias) return bias.error();
  unit.bias = *bias;
  if (auto r = read_reduction(fields, unit); !r) return r.error();
  const Result<double> weight = read_limited(fields, "weight", kMaxUnitWeight);
  if (!weight) return weight.error();
  Term term;
  term.weight = *weight;
  term.unit = unit;
  return term;
}

}  // namespace

Result<Done> read_units(const Fields& file, std::vector<Term>& terms, std::span<const std::string_view> inputs,
                        tetris::BoardSize board) {
  const Result<std::vector<Fields>> objects = file.objects("units");
  if (!objects) return objects.error();
  if (objects->empty() || objects->size() > kMaxUnits) {
    return Error{fmt::format("field {} must have 1 to {} entries, got {}", in_quotes(file.path_of("units")), kMaxUnits,
                             objects->size())};
  }
  for (const Fields& fields : *objects) {
    const Result<Term> term = read_unit(fields, inputs, board);
    if (!term) return term.error();
    terms.push_back(*term);
  }
  return Done{};
}

std::string filter_text(const units::Unit& unit) {
  std::string text;
  for (int i = 0; i < unit.length; ++i) {
    if (unit.shape == Shape::square && (i == 3 || i == 6)) text += '/';
    text += unit.filter[static_cast<std::size_t>(i)] > 0   ? '+'
            : unit.filter[static_cast<std::size_t>(i)] < 0 ? '-'
                                                           : '.';
  }
  return text;
}

std::string unit_text(const Term& term, std::span<const std::string_view> inputs) {
  const Unit& u = *term.unit;
  std::string out = fmt::format(R"({{"input": "{}", "shape": "{}", "filter": "{}", "bias": {})",
                                inputs[static_cast<std::size_t>(u.input)],
                                units::kShapeNames[static_cast<std::size_t>(u.shape)], filter_text(u), u.bias);
  if (u.shape == Shape::square) {
    out += fmt::format(R"(, "sides": {:d}, "ends": {:d})", u.sides_filled, u.ends_filled);
  }
  out += fmt::format(R"(, "reduce": "{}")", units::kReduceNames[static_cast<std::size_t>(u.reduce)]);
  if (u.mirrored) out += fmt::format(R"(, "mirror": "{}")", units::kAxisNames[static_cast<std::size_t>(u.axis)]);
  if (u.reduce == Reduce::loop) {
    out += fmt::format(R"(, "direction": "{}", "counts": {:d})",
                       units::kDirectionNames[static_cast<std::size_t>(u.direction)], u.counts_filled);
  }
  return out + fmt::format(R"(, "weight": {}}})", term.weight);
}

}  // namespace stackwright
