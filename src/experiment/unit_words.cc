// Units for people: what a unit looks for, and what it makes of what it finds.
#include "experiment/unit_words.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace stackwright {
namespace {

using units::Shape;
using units::Unit;

constexpr std::string_view kPlaces[units::kSquareCells] = {
    "above left", "above", "above right", "left", "here", "right", "below left", "below", "below right"};
constexpr std::size_t kPictureWidth = 10;

char drawn_cell(int cell) { return cell > 0 ? '+' : cell < 0 ? '-' : '.'; }

/// "3, 5 to 9": the places of a row or column filter with this value.
std::string places_of(const Unit& unit, int value) {
  std::string text;
  for (int i = 0; i < unit.length; ++i) {
    if (unit.filter[static_cast<std::size_t>(i)] != value) continue;
    int last = i;
    while (last + 1 < unit.length && unit.filter[static_cast<std::size_t>(last) + 1] == value) ++last;
    text += text.empty() ? "" : ", ";
    text += last == i ? fmt::format("{}", i) : fmt::format("{} to {}", i, last);
    i = last;
  }
  return text;
}

std::string demands_of(const Unit& unit) {
  std::string text;
  if (unit.shape != Shape::square) {
    const std::string_view what = unit.shape == Shape::row ? "column" : "row";
    for (const int value : {1, -1}) {
      const std::string places = places_of(unit, value);
      if (places.empty()) continue;
      text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", what, places, value > 0 ? "filled" : "empty");
    }
    return text;
  }
  for (std::size_t i = 0; i < units::kSquareCells; ++i) {
    if (unit.filter[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kPlaces[i], unit.filter[i] > 0 ? "filled" : "empty");
  }
  return text;
}

}  // namespace

std::vector<std::string> picture(const Unit& unit) {
  std::vector<std::string> lines;
  const std::size_t wide = unit.shape == Shape::square ? 3 : unit.shape == Shape::row ? unit.length : kPictureWidth;
  for (std::size_t i = 0; i < unit.length; ++i) {
    if (i % wide == 0) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += drawn_cell(unit.filter[i]);
  }
  return lines;
}

std::string responds_to(const Unit& unit) {
  constexpr std::string_view kBoards[] = {"the new piece alone", "the pile with the piece", "the board after removal"};
  constexpr std::string_view kOnes[] = {"rows", "columns", "cells"};
  const units::Demand demand = units::demand_of(unit, unit.length);
  const double needed = std::floor(demand.empty - unit.bias) + 1;
  const std::string where =
      fmt::format("{}, {}", kBoards[static_cast<std::size_t>(unit.input)], kOnes[static_cast<std::size_t>(unit.shape)]);
  if (needed > demand.cells) return where + ": none, ever";
  if (needed <= 0) return where + ": all, always";
  const std::string list = demands_of(unit);
  std::string words;
  if (demand.cells == 1) {
    words = fmt::format("{} with {}", where, list);
  } else if (needed == demand.cells) {
    words = fmt::format("{} with all of: {}", where, list);
  } else {
    words = fmt::format("{} with at least {} of {}: {}", where, static_cast<int>(needed), demand.cells, list);
  }
  if (unit.shape != Shape::square) return words;
  if (unit.mirrored) {
    words += unit.axis == units::Axis::vertical ? "; and the same mirrored left to right"
                                                : "; and the same mirrored top to bottom";
  }
  return words + fmt::format(" (beyond the sides {}, above and below {})", unit.sides_filled ? "filled" : "empty",
                             unit.ends_filled ? "filled" : "empty");
}

std::string gives(const Unit& unit) {
  switch (unit.reduce) {
    case units::Reduce::sum:
      return "how many";
    case units::Reduce::mid:
      return unit.shape == Shape::row ? "the middle of the lowest and the highest"
                                      : "the middle of the leftmost and the rightmost";
    case units::Reduce::loop:
      return fmt::format("from each, the steps {} over {} cells",
                         units::kDirectionNames[static_cast<std::size_t>(unit.direction)],
                         unit.counts_filled ? "filled" : "empty");
  }
  return "";
}

std::string describe(const Unit& unit) { return responds_to(unit) + ": " + gives(unit); }

}  // namespace stackwright
