// The unit networks that ship with the program: six units made by hand, and learned ones.
#include "experiment/unit_networks.h"

#include <cassert>
#include <string_view>

namespace stackwright {
namespace {

using units::Axis;
using units::Direction;
using units::Input;
using units::Reduce;
using units::Shape;
using units::Unit;

/// A unit from its drawn filter: '+' filled, '-' empty.
Unit drawn(Input input, Shape shape, std::string_view filter, double bias) {
  Unit unit;
  unit.input = input;
  unit.shape = shape;
  unit.length = 0;
  for (const char c : filter) {
    if (c == '/') continue;
    assert(unit.length < units::kMaxFilter);
    unit.filter[unit.length++] = static_cast<std::int8_t>(c == '+' ? 1 : c == '-' ? -1 : 0);
  }
  unit.bias = bias;
  return unit;
}

Unit landing_height() {
  Unit unit = drawn(Input::piece, Shape::row, "++++++++++", -0.5);
  unit.reduce = Reduce::mid;
  return unit;
}

Unit full_rows() { return drawn(Input::placed, Shape::row, "++++++++++", -9.5); }

Unit row_transitions() {
  Unit unit = drawn(Input::after, Shape::square, ".../+-./...", -0.5);
  unit.sides_filled = true;
  unit.mirrored = true;
  return unit;
}

Unit column_transitions() {
  Unit unit = drawn(Input::after, Shape::square, ".../.-./.+.", -0.5);
  unit.ends_filled = true;
  unit.mirrored = true;
  unit.axis = Axis::horizontal;
  return unit;
}

Unit covered_cells() { return drawn(Input::after, Shape::square, ".+./.-./...", -0.5); }

Unit wells() {
  Unit unit = drawn(Input::after, Shape::square, ".../+-+/...", -1.5);
  unit.sides_filled = true;
  unit.reduce = Reduce::loop;
  unit.direction = Direction::down;
  return unit;
}

Controller network(std::string_view name, std::string_view source, std::string_view published) {
  Controller c;
  c.name = name;
  c.kind = "units";
  c.source = source;
  c.published = published;
  return c;
}

/// A 3x3 unit whose edges are filled where it says so.
Unit square(Input input, std::string_view filter, double bias, bool sides, bool ends) {
  Unit unit = drawn(input, Shape::square, filter, bias);
  unit.sides_filled = sides;
  unit.ends_filled = ends;
  return unit;
}
Unit mirrored(Unit unit) {
  unit.mirrored = true;
  return unit;
}
/// From every one down over empty cells.
Unit falling(Unit unit) {
  unit.reduce = Reduce::loop;
  unit.direction = Direction::down;
  return unit;
}

void add(Controller& c, const Unit& unit, double weight) {
  Term term;
  term.weight = weight;
  term.unit = unit;
  c.terms.push_back(term);
}

}  // namespace

void add_unit_networks(std::vector<Controller>& all) {
  Controller hand = network("units-hand", "the generic unit network (Cyprus): Dellacherie's features as six units",
                            "5200 lines over 10 games, with the counting loop switched off");
  add(hand, landing_height(), -1);
  add(hand, full_rows(), 1);
  add(hand, row_transitions(), -1);
  add(hand, column_transitions(), -1);
  add(hand, covered_cells(), -4);
  add(hand, wells(), -1);
  all.push_back(std::move(hand));

  Controller learned =
      network("units-1", "Stackwright: eight units from nothing by rollouts, then their weights for expected lines",
              "21 lines (the published network learned from a neutral start)");
  add(learned, falling(square(Input::placed, "+++/.../...", -2.5, true, true)), 15.8757);
  add(learned, mirrored(square(Input::placed, ".+./..+/.+.", -2.5, true, false)), 3.7321);
  add(learned, falling(square(Input::placed, ".+./.../-.-", 0.5, false, true)), -0.6038);
  add(learned, falling(square(Input::placed, ".+./.../...", -0.5, false, false)), -8.8411);
  add(learned, square(Input::placed, ".../.../.-+", -0.5, true, true), -12.0429);
  add(learned, square(Input::placed, "---/.../.-.", 0.5, false, false), 2.3457);
  add(learned, mirrored(square(Input::placed, "+.+/.--/..-", -0.5, true, false)), 1.6445);
  add(learned, mirrored(square(Input::after, ".++/.-+/..+", -3.5, true, true)), -10.8261);
  all.push_back(std::move(learned));
}

}  // namespace stackwright
