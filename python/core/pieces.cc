// Python: piece sets and settings as values, and the registry of features.
#include <functional>

#include "common.h"
#include "core/text.h"
#include "games/tetris/features.h"
#include "games/tetris/slots.h"
#include "games/tetris/text.h"

namespace stackwright::python {
namespace {

PySet drawn_set(const std::string& name, const py::dict& shapes) {
  PySet set;
  for (const auto& [letter, rows] : shapes) {
    set.drawn.emplace_back(letter.cast<std::string>(), rows.cast<std::vector<std::string>>());
  }
  set.set = std::make_shared<const tetris::PieceSet>(take(tetris::custom_piece_set(name, set.drawn)));
  return set;
}

py::dict shapes_of(const PySet& set) {
  py::dict shapes;
  for (const auto& [letter, rows] : set.drawn) shapes[py::str(letter)] = rows;
  return shapes;
}

std::string letters_of(const PySet& set) {
  std::string letters;
  for (const tetris::Piece& piece : set.set->pieces) letters += piece.letter;
  return letters;
}

py::list orientations_of(const PySet& set, const std::string& letter) {
  const int piece = letter.size() == 1 ? set.set->find(letter[0]) : -1;
  if (piece < 0) throw py::value_error("unknown piece " + in_quotes(letter) + "; the set has " + letters_of(set));
  py::list list;
  const tetris::Piece& p = set.set->pieces[static_cast<std::size_t>(piece)];
  for (int o = 0; o < p.orientations; ++o) {
    const tetris::Orientation& turn = p.orientation[static_cast<std::size_t>(o)];
    py::array_t<std::uint8_t> cells({int{turn.height}, int{turn.width}});
    for (int row = 0; row < turn.height; ++row) {
      for (int x = 0; x < turn.width; ++x) {
        cells.mutable_at(turn.height - 1 - row, x) = turn.column[static_cast<std::size_t>(x)] >> row & 1;
      }
    }
    list.append(cells);
  }
  return list;
}

void bind_sets(py::module_& m) {
  py::class_<PySet>(m, "PieceSet", R"(Pieces of one's own, from drawn shapes of 1 to 6 cells.

>>> pieces = PieceSet("corners", {"V": ["#.", "##"], "I": ["###"]})
>>> pieces.letters, len(pieces.orientations("V"))
('VI', 4)
)")
      .def(py::init(&drawn_set), "name"_a, "shapes"_a)
      .def_static("shipped", &shipped_set, "name"_a, "tetromino, pentomino or hexomino.")
      .def_property_readonly("name", [](const PySet& s) { return s.set->name; })
      .def_property_readonly("letters", &letters_of, "A piece's index is its place here.")
      .def("orientations", &orientations_of, "letter"_a, "Arrays of cells, rows top to bottom, clockwise.")
      .def(
          "__eq__", [](const PySet& a, const PySet& b) { return a.set->name == b.set->name && a.drawn == b.drawn; },
          py::is_operator())
      .def("__hash__", [](const PySet& s) { return std::hash<std::string>()(s.set->name); })
      .def("__repr__", [](const PySet& s) { return "<PieceSet " + s.set->name + " " + letters_of(s) + ">"; })
      .def(
          "__deepcopy__", [](const PySet& s, const py::dict&) { return s; }, "memo"_a)
      .def(py::pickle([](const PySet& s) { return py::make_tuple(s.set->name, shapes_of(s)); },
                      [](const py::tuple& t) {
                        const auto shapes = t[1].cast<py::dict>();
                        return shapes.empty() ? shipped_set(t[0].cast<std::string>())
                                              : drawn_set(t[0].cast<std::string>(), shapes);
                      }));
}

std::string board_text(const PySetting& s) { return to_text(tetris::BoardSize{s.setting.width, s.setting.height}); }

void bind_setting(py::module_& m) {
  py::class_<PySetting>(m, "Setting", R"(Board, rules and pieces: what a game is played with.

>>> Setting("10x18", rules="ia-tetris").actions
40
)")
      .def(py::init(&make_setting), "board"_a = "10x20", "rules"_a = "standard", "piece_set"_a = "tetromino")
      .def_property_readonly("board", &board_text)
      .def_property_readonly("width", [](const PySetting& s) { return s.setting.width; })
      .def_property_readonly("height", [](const PySetting& s) { return s.setting.height; })
      .def_property_readonly("rules", [](const PySetting& s) { return std::string(name_of(s.setting.rules)); })
      .def_property_readonly("piece_set", [](const PySetting& s) { return s.pieces; })
      .def_property_readonly(
          "actions", [](const PySetting& s) { return tetris::slot_count(s.setting); },
          "Placements as numbers: orientation * width + column, below this.")
      .def(
          "__eq__",
          [](const PySetting& a, const PySetting& b) {
            return board_text(a) == board_text(b) && a.setting.rules == b.setting.rules &&
                   a.pieces.set->name == b.pieces.set->name && a.pieces.drawn == b.pieces.drawn;
          },
          py::is_operator())
      .def("__hash__", [](const PySetting& s) { return std::hash<std::string>()(board_text(s) + s.pieces.set->name); })
      .def("__repr__",
           [](const PySetting& s) {
             return "Setting('" + board_text(s) + "', rules='" + std::string(name_of(s.setting.rules)) +
                    "', piece_set='" + s.pieces.set->name + "')";
           })
      .def(
          "__deepcopy__", [](const PySetting& s, const py::dict&) { return s; }, "memo"_a)
      .def(py::pickle(
          [](const PySetting& s) {
            return py::make_tuple(board_text(s), std::string(name_of(s.setting.rules)), s.pieces);
          },
          [](const py::tuple& t) { return make_setting(t[0].cast<std::string>(), t[1].cast<std::string>(), t[2]); }));
}

py::list feature_rows() {
  py::list rows;
  for (const tetris::Feature& f : tetris::features()) {
    rows.append(py::make_tuple(std::string(f.name), std::string(f.definition), std::string(f.source),
                               f.about == tetris::About::move ? "move" : "board"));
  }
  return rows;
}

}  // namespace

PySet shipped_set(const std::string& name) {
  const tetris::PieceSet* set = take(tetris::piece_set(name));
  return {{set, [](const tetris::PieceSet*) {}}, {}};  // it lives as long as the program
}

PySetting make_setting(const std::string& board, const std::string& rules, const py::object& piece_set) {
  PySetting s;
  const tetris::BoardSize size = take(tetris::parse_board_size(board));
  s.pieces = py::isinstance<py::str>(piece_set) ? shipped_set(piece_set.cast<std::string>()) : piece_set.cast<PySet>();
  s.setting = {size.width, size.height, take(tetris::rules_named(rules)), s.pieces.set.get()};
  return s;
}

PySetting setting_of(const py::object& value) {
  if (value.is_none()) return make_setting("10x20", "standard", py::str("tetromino"));
  if (py::isinstance<py::str>(value)) return make_setting(value.cast<std::string>(), "standard", py::str("tetromino"));
  if (!py::isinstance<PySetting>(value))
    throw py::type_error("a Setting or the size of a board such as '10x20' expected");
  return value.cast<PySetting>();
}

int piece_of(const tetris::Setting& setting, const py::object& piece) {
  if (py::isinstance<py::str>(piece)) {
    const auto letter = piece.cast<std::string>();
    const int found = letter.size() == 1 ? setting.pieces->find(letter[0]) : -1;
    if (found < 0) throw py::value_error("unknown piece " + in_quotes(letter));
    return found;
  }
  const int index = piece.cast<int>();
  if (index < 0 || index >= setting.pieces->size()) {
    throw py::value_error("piece must be a letter or from 0 to " + std::to_string(setting.pieces->size() - 1) +
                          ", got " + std::to_string(index));
  }
  return index;
}

std::string letter_of(const tetris::Setting& setting, int piece) {
  return std::string(1, setting.pieces->pieces[static_cast<std::size_t>(piece)].letter);
}

void bind_pieces(py::module_& m) {
  bind_sets(m);
  bind_setting(m);
  m.def("feature_rows", &feature_rows, "Rows of the registry: name, definition, source, about.");
}

}  // namespace stackwright::python
