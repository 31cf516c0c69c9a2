// Python: controllers as values - their terms and weights, one decision, the scores of all placements.
#include <cmath>
#include <limits>

#include "common.h"
#include "eval/afterstates.h"
#include "experiment/controller.h"
#include "games/tetris/slots.h"
#include "play/decider.h"

namespace stackwright::python {
namespace {

using TermTuple = std::tuple<std::string, int, std::string, double>;

Term term_of(const TermTuple& t) {
  Term term;
  term.feature = take(tetris::feature_named(std::get<0>(t)));
  term.index = std::get<1>(t);
  term.transform = take(transform_named(std::get<2>(t)));
  term.weight = std::get<3>(t);
  return term;
}

SearchSpec search_of(const std::string& kind, int see, int width, const std::string& pairs) {
  SearchSpec search{take(search_named(kind)), see, width, take(pairs_named(pairs))};
  if (see == 0) search.see = pieces_needed(search.kind);
  take(check_search(search));
  return search;
}

/// As the reader of controller files has it, whose checks are all that can be wrong but for numbers that have no digits.
Controller checked(const Controller& c) {
  for (const Term& term : c.terms) {
    if (!std::isfinite(term.weight)) throw py::value_error("weight of " + name_of(term) + " must be a finite number");
  }
  return take(controller_from_json(to_json(c)));
}

/// From {"holes": -4} or [("holes", 0, "none", -4)].
Controller make_controller(const py::object& weights, const std::string& name, const std::string& search, int see,
                           int width, const std::string& pairs) {
  Controller c;
  c.name = name;
  c.search = search_of(search, see, width, pairs);
  if (py::isinstance<py::dict>(weights)) {
    const tetris::Setting widest{tetris::kMaxWidth, tetris::kMaxHeight, tetris::Rules::standard,
                                 &tetris::tetrominoes()};
    for (const auto& [key, weight] : weights.cast<py::dict>()) {
      const std::vector<std::string> one{key.cast<std::string>()};
      const auto values = take(feature_values(one, widest));
      if (values.size() != 1)
        throw py::value_error("feature '" + one[0] + "' needs an index, such as " + one[0] + "[0]");
      c.terms.push_back({values[0].feature, values[0].index, Transform::none, weight.cast<double>()});
    }
  } else {
    for (const TermTuple& t : weights.cast<std::vector<TermTuple>>()) c.terms.push_back(term_of(t));
  }
  return checked(c);
}

py::list terms_of(const Controller& c) {
  py::list terms;
  for (const Term& t : c.terms) {
    terms.append(py::make_tuple(std::string(tetris::features()[static_cast<std::size_t>(t.feature)].name), t.index,
                                std::string(name_of(t.transform)), t.weight));
  }
  return terms;
}

py::array_t<double> weights_of(const Controller& c) {
  std::vector<double> weights;
  for (const Term& t : c.terms) weights.push_back(t.weight);
  return array_of(weights);
}

Controller with_weights(const Controller& c, const std::vector<double>& weights) {
  if (weights.size() != c.terms.size()) {
    throw py::value_error(std::to_string(c.terms.size()) + " weights expected, got " + std::to_string(weights.size()));
  }
  Controller changed = c;
  for (std::size_t i = 0; i < weights.size(); ++i) changed.terms[i].weight = weights[i];
  changed.source = changed.published = "";
  changed.provenance = {};
  return checked(changed);
}

PySetting setting_for(const py::object& given, const tetris::Board& board) {
  const std::string size = std::to_string(board.width) + "x" + std::to_string(board.height);
  PySetting s = setting_of(given.is_none() ? py::object(py::str(size)) : given);
  if (board.width != s.setting.width || board.height != s.setting.height) {
    throw py::value_error("a board of the setting's size expected");
  }
  return s;
}

/// The placement of the first piece, or None where every one loses.
py::object choose_placement(const Controller& c, const tetris::Board& board, const py::object& pieces,
                            const py::object& setting) {
  const PySetting s = setting_for(setting, board);
  std::vector<std::uint8_t> known;
  if (py::isinstance<py::int_>(pieces)) {
    known.push_back(static_cast<std::uint8_t>(piece_of(s.setting, pieces)));
  } else {
    for (const auto& piece : pieces) {
      known.push_back(static_cast<std::uint8_t>(piece_of(s.setting, py::reinterpret_borrow<py::object>(piece))));
    }
  }
  if (known.empty()) throw py::value_error("at least one piece expected");
  const auto decider = take(play::make_decider(c, c.search, s.setting));
  Choice choice;
  {
    const py::gil_scoped_release release;
    choice = decider->choose(board, known);
  }
  return choice.lost ? py::object(py::none()) : py::cast(choice.move);
}

/// By action: the number that is compared, in units of the weights; NaN where a placement loses or is none.
py::array_t<double> placement_scores(const Controller& c, const tetris::Board& board, const py::object& piece,
                                     const py::object& setting) {
  const PySetting s = setting_for(setting, board);
  take(check_terms(c, s.setting));
  const int number = piece_of(s.setting, piece);
  const Linear evaluator(c.terms, s.setting);
  std::vector<double> out(static_cast<std::size_t>(tetris::slot_count(s.setting)),
                          std::numeric_limits<double>::quiet_NaN());
  tetris::for_each_placement(s.setting, number, [&](tetris::Placement move) {
    const tetris::Transition t = place(s.setting, board, number, move);
    if (!t.lost) out[static_cast<std::size_t>(slot_of(s.setting, move))] = evaluator.real(evaluator.score(t));
  });
  return array_of(out);
}

py::dict search_words(const Controller& c) {
  return py::dict("kind"_a = std::string(name_of(c.search.kind)), "see"_a = c.search.see, "width"_a = c.search.width,
                  "pairs"_a = std::string(name_of(c.search.pairs)));
}

}  // namespace

void bind_controller(py::module_& m) {
  py::class_<Controller>(m, "Controller", R"(An evaluator and how it looks ahead.

>>> mine = Controller({"holes": -4, "landing_height": -1})
>>> str(mine.choose(Board(), "O"))
'Placement(0, 0)'
>>> Controller.load("dellacherie").weights.tolist()
[-1.0, 1.0, -1.0, -1.0, -4.0, -1.0]
)")
      .def(py::init(&make_controller), "weights"_a, "name"_a = "", "search"_a = "greedy", "see"_a = 0, "width"_a = 0,
           "pairs"_a = "final")
      .def_static(
          "load", [](const std::string& name) { return take(load_controller(name)); }, "name_or_path"_a,
          "A shipped name, or the path of a controller file.")
      .def_static(
          "from_json", [](const std::string& text) { return take(controller_from_json(text)); }, "text"_a)
      .def(
          "to_json", [](const Controller& c) { return to_json(c); }, "The text of a controller file.")
      .def_readonly("name", &Controller::name)
      .def_readonly("source", &Controller::source)
      .def_readonly("published", &Controller::published)
      .def_property_readonly("terms", &terms_of, "(feature, index, transform, weight) of each term.")
      .def_property_readonly("weights", &weights_of)
      .def_property_readonly("search", &search_words)
      .def("with_weights", &with_weights, "weights"_a, "The same terms with other weights.")
      .def("choose", &choose_placement, "board"_a, "pieces"_a, "setting"_a = py::none(),
           "The best placement of the first of the known pieces; None where every one loses.")
      .def("scores", &placement_scores, "board"_a, "piece"_a, "setting"_a = py::none(),
           "The score of every action; NaN where there is none or it loses.")
      .def(
          "__eq__", [](const Controller& a, const Controller& b) { return to_json(a) == to_json(b); },
          py::is_operator())
      .def("__hash__", [](const Controller& c) { return std::hash<std::string>()(to_json(c)); })
      .def("__repr__",
           [](const Controller& c) {
             return "<Controller " + c.name + ": " + std::to_string(c.terms.size()) + " terms>";
           })
      .def(
          "__deepcopy__", [](const Controller& c, const py::dict&) { return c; }, "memo"_a)
      .def(py::pickle([](const Controller& c) { return py::make_tuple(to_json(c)); },
                      [](const py::tuple& t) { return take(controller_from_json(t[0].cast<std::string>())); }));
  m.def(
      "controllers",
      [] {
        std::vector<std::string> names;
        for (const Controller& c : shipped_controllers()) names.push_back(c.name);
        return names;
      },
      "Names of the controllers that ship.");
}

}  // namespace stackwright::python
