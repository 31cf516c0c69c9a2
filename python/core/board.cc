// Python: boards and placements as values.
#include "common.h"
#include "games/tetris/game.h"
#include "games/tetris/slots.h"
#include "games/tetris/text.h"

namespace stackwright::python {
namespace {

using tetris::Board;
using tetris::Placement;

/// Any array of two dimensions whose numbers are 0 or not.
Board board_from_array(const py::object& object) {
  const auto given = py::array::ensure(object);
  if (!given) throw py::type_error("an array expected");
  if (given.ndim() != 2)
    throw py::value_error("an array of 2 dimensions expected, got " + std::to_string(given.ndim()));
  const char kind = given.dtype().kind();
  if (kind != 'b' && kind != 'u' && kind != 'i') {
    throw py::type_error("an array of booleans or whole numbers expected, got dtype " +
                         py::cast<std::string>(py::str(given.dtype())));
  }
  const auto cells = py::array_t<bool, py::array::c_style | py::array::forcecast>(given);
  const auto height = static_cast<int>(cells.shape(0)), width = static_cast<int>(cells.shape(1));
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  Board board = tetris::empty_board(take(tetris::parse_board_size(size)).width, height);
  for (int row = 0; row < height; ++row) {
    for (int x = 0; x < width; ++x) {
      if (cells.at(row, x)) fill(board, x, height - 1 - row);
    }
  }
  return board;
}

py::array_t<std::uint8_t> board_to_array(const Board& board) {
  py::array_t<std::uint8_t> out({int{board.height}, int{board.width}});
  tetris::write_cells(board, out.mutable_data());
  return out;
}

Board empty_of(const std::string& size) {
  const tetris::BoardSize s = take(tetris::parse_board_size(size));
  return tetris::empty_board(s.width, s.height);
}

void bind_board_value(py::module_& m) {
  py::class_<Board>(m, "Board", R"(A board as a value; it never changes.

>>> board = Board.parse("....\n#...\n##.#\n####")
>>> board.width, board.height, board.heights.tolist()
(4, 4, [3, 2, 1, 2])
>>> board == Board.from_array(board.to_array())
True
)")
      .def(py::init(&empty_of), "size"_a = "10x20", "An empty board of columns x rows.")
      .def_static(
          "parse", [](const std::string& text) { return take(tetris::parse_board(text)); }, "text"_a,
          "Reads rows top to bottom, '.' empty and '#' filled.")
      .def_static("from_array", &board_from_array, "cells"_a, "From an array (height, width), rows top to bottom.")
      .def("to_array", &board_to_array, "A new array (height, width) of 0 and 1, rows top to bottom.")
      .def_property_readonly("width", [](const Board& b) { return int{b.width}; })
      .def_property_readonly("height", [](const Board& b) { return int{b.height}; })
      .def_property_readonly(
          "heights",
          [](const Board& b) {
            std::vector<std::int64_t> heights;
            for (int x = 0; x < b.width; ++x) heights.push_back(tetris::column_height(b, x));
            return array_of(heights);
          },
          "Of each column, one above its highest filled cell.")
      .def(
          "__eq__", [](const Board& a, const Board& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Board& b) { return static_cast<py::ssize_t>(tetris::hash(b)); })
      .def("__str__", [](const Board& b) { return tetris::draw(b); })
      .def("__repr__",
           [](const Board& b) {
             return "<Board " + to_text(tetris::BoardSize{b.width, b.height}) + " " + tetris::position_text(b) + ">";
           })
      .def("__copy__", [](const Board& b) { return b; })
      .def(
          "__deepcopy__", [](const Board& b, const py::dict&) { return b; }, "memo"_a)
      .def(py::pickle([](const Board& b) { return py::make_tuple(tetris::draw(b)); },
                      [](const py::tuple& t) { return take(tetris::parse_board(t[0].cast<std::string>())); }));
}

Placement make_placement(int orientation, int column) {
  if (orientation < 0 || orientation >= tetris::kMaxOrientations || column < 0 || column >= tetris::kMaxWidth) {
    throw py::value_error("orientation must be from 0 to 3 and column from 0 to 15, got " +
                          std::to_string(orientation) + " and " + std::to_string(column));
  }
  return {static_cast<std::int8_t>(orientation), static_cast<std::int8_t>(column)};
}

void bind_placement(py::module_& m) {
  py::class_<Placement>(m, "Placement", R"(An orientation, from 0, and the leftmost column of the piece.

>>> Placement(1, 4)
Placement(1, 4)
)")
      .def(py::init(&make_placement), "orientation"_a, "column"_a)
      .def_property_readonly("orientation", [](const Placement& p) { return int{p.orientation}; })
      .def_property_readonly("column", [](const Placement& p) { return int{p.column}; })
      .def(
          "__eq__", [](const Placement& a, const Placement& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Placement& p) { return p.orientation * 16 + p.column; })
      .def("__repr__",
           [](const Placement& p) {
             return "Placement(" + std::to_string(p.orientation) + ", " + std::to_string(p.column) + ")";
           })
      .def("__copy__", [](const Placement& p) { return p; })
      .def(
          "__deepcopy__", [](const Placement& p, const py::dict&) { return p; }, "memo"_a)
      .def(py::pickle([](const Placement& p) { return py::make_tuple(int{p.orientation}, int{p.column}); },
                      [](const py::tuple& t) { return make_placement(t[0].cast<int>(), t[1].cast<int>()); }));
}

}  // namespace

void bind_board(py::module_& m) {
  bind_board_value(m);
  bind_placement(m);
}

}  // namespace stackwright::python
