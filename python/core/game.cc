// Python: a game of Tetris with its history, and all boards that a piece can lead to.
#include "common.h"
#include "eval/afterstates.h"
#include "games/tetris/history.h"
#include "games/tetris/slots.h"
#include "games/tetris/text.h"

namespace stackwright::python {
namespace {

using tetris::Board;
using tetris::Placement;

/// A game, with the words it was made from.
struct PyGame {
  PySetting setting;
  std::string pieces, rng;
  std::uint64_t seed = 1, game = 0;
  tetris::History history;

  PyGame(const PySetting& s, std::string source, std::uint64_t seed_, std::uint64_t game_, std::string engine)
      : setting(s),
        pieces(std::move(source)),
        rng(std::move(engine)),
        seed(seed_),
        game(game_),
        history(tetris::HistoryStart{setting.setting, take(tetris::parse_source(pieces, *setting.setting.pieces)),
                                     take(tetris::rng_named(rng)), StreamKey{seed, Purpose::pieces, 0, 0, game}}) {}
};

PyGame make_game(const py::object& setting, const std::string& pieces, std::uint64_t seed, std::uint64_t game,
                 const std::string& rng) {
  return {setting_of(setting), pieces, seed, game, rng};
}

py::object piece_at(PyGame& g, std::uint64_t index) {
  const int piece = g.history.piece(index);
  return piece < 0 ? py::object(py::none()) : py::object(py::str(letter_of(g.setting.setting, piece)));
}

std::string game_preview(PyGame& g, int count) {
  std::string letters;
  for (int i = 0; i < count; ++i) {
    const int piece = g.history.piece(g.history.size() + static_cast<std::uint64_t>(i));
    if (piece < 0) break;
    letters += letter_of(g.setting.setting, piece);
  }
  return letters;
}

/// A Placement, or the number of one.
Placement given_placement(const PySetting& s, const py::object& action) {
  if (py::isinstance<Placement>(action)) return action.cast<Placement>();
  const int slot = action.cast<int>();
  if (slot < 0 || slot >= tetris::slot_count(s.setting)) {
    throw py::value_error("action must be from 0 to " + std::to_string(tetris::slot_count(s.setting) - 1) + ", got " +
                          std::to_string(slot));
  }
  return placement_of(s.setting, slot);
}

bool game_over(PyGame& g) {
  const int piece = g.history.piece(g.history.size());
  return piece < 0 || tetris::SlotTable(g.setting.setting).safe(g.history.board(), piece) == 0;
}

py::list game_moves(const PyGame& g) {
  py::list moves;
  for (std::uint64_t i = 0; i < g.history.size(); ++i) moves.append(g.history.move(i));
  return moves;
}

PyGame forked(const PyGame& g, const std::optional<std::uint64_t>& at) {
  if (at && *at > g.history.size()) {
    throw py::value_error("fork: a move from 0 to " + std::to_string(g.history.size()) + " expected, got " +
                          std::to_string(*at));
  }
  PyGame copy = g;
  copy.history = g.history.fork(at.value_or(g.history.size()));
  return copy;
}

PyGame replayed(const py::tuple& t) {
  PyGame g(t[0].cast<PySetting>(), t[1].cast<std::string>(), t[2].cast<std::uint64_t>(), t[3].cast<std::uint64_t>(),
           t[4].cast<std::string>());
  for (const auto& move : t[5].cast<py::list>()) take(g.history.play(move.cast<Placement>()));
  return g;
}

void bind_history(py::module_& m) {
  py::class_<PyGame>(m, "Game", R"(A game that remembers: played, undone, forked, saved.

The same seed and game number give the pieces of `stackwright play --seed SEED` in its game number GAME.

>>> game = Game("10x20", seed=7)
>>> game.play(Placement(0, 0)), len(game)
(0, 1)
>>> fork = game.fork()
>>> game.undo(), len(game), len(fork)
(True, 0, 1)
)")
      .def(py::init(&make_game), "setting"_a = py::none(), "pieces"_a = "uniform", "seed"_a = 1, "game"_a = 0,
           "rng"_a = "fast")
      .def_property_readonly("setting", [](const PyGame& g) { return g.setting; })
      .def_property_readonly("board", [](const PyGame& g) { return g.history.board(); })
      .def_property_readonly(
          "piece", [](PyGame& g) { return piece_at(g, g.history.size()); },
          "The letter of the piece to place; None where a list has ended.")
      .def_property_readonly("lines", [](const PyGame& g) { return g.history.lines(); })
      .def_property_readonly("over", &game_over, "No placement of the piece fits, or there is no piece.")
      .def_property_readonly("moves", &game_moves)
      .def("preview", &game_preview, "count"_a, "The letters of the next pieces, the current one first.")
      .def(
          "play",
          [](PyGame& g, const py::object& action) {
            return take(g.history.play(given_placement(g.setting, action))).lines;
          },
          "action"_a, "Places the piece by a Placement or its number; gives the rows removed.")
      .def(
          "undo", [](PyGame& g) { return g.history.undo(); }, "False at the start.")
      .def("fork", &forked, "at"_a = py::none(), "The same game up to a move, with the same pieces to come.")
      .def(
          "save", [](const PyGame& g) { return g.history.save(); }, "One JSON document.")
      .def("__len__", [](const PyGame& g) { return g.history.size(); })
      .def(
          "__eq__",
          [](const PyGame& a, const PyGame& b) {
            return game_moves(a).equal(game_moves(b)) && a.history.board() == b.history.board() &&
                   a.pieces == b.pieces && a.rng == b.rng && a.seed == b.seed && a.game == b.game;
          },
          py::is_operator())
      .def("__copy__", [](const PyGame& g) { return g; })
      .def(
          "__deepcopy__", [](const PyGame& g, const py::dict&) { return g; }, "memo"_a)
      .def(py::pickle(
          [](const PyGame& g) { return py::make_tuple(g.setting, g.pieces, g.seed, g.game, g.rng, game_moves(g)); },
          &replayed));
}

/// Slots, boards, features, lines of every placement that does not lose.
py::tuple afterstates(const Board& board, const py::object& piece, const py::object& setting_given,
                      const std::vector<std::string>& names) {
  const PySetting s =
      setting_of(setting_given.is_none() ? py::object(py::str(to_text(tetris::BoardSize{board.width, board.height})))
                                         : setting_given);
  if (board.width != s.setting.width || board.height != s.setting.height) {
    throw py::value_error("a board of the setting's size expected");
  }
  const int number = piece_of(s.setting, piece);
  const AfterstateFeatures features(take(feature_values(names, s.setting)), s.setting);
  std::vector<float> all(static_cast<std::size_t>(tetris::slot_count(s.setting)) * features.size());
  tetris::Slots slots = features.write(board, number, all.data());
  const auto rows = static_cast<py::ssize_t>(std::popcount(slots)), width = static_cast<py::ssize_t>(features.size());
  py::array_t<std::int64_t> actions(rows), lines(rows);
  py::array_t<std::uint8_t> boards({rows, py::ssize_t{board.height}, py::ssize_t{board.width}});
  py::array_t<float> values({rows, width});
  for (py::ssize_t i = 0; slots != 0; slots &= slots - 1, ++i) {
    const int slot = std::countr_zero(slots);
    const tetris::Transition t = place(s.setting, board, number, placement_of(s.setting, slot));
    actions.mutable_at(i) = slot;
    lines.mutable_at(i) = t.lines;
    tetris::write_cells(t.after, boards.mutable_data(i, 0, 0));
    for (py::ssize_t k = 0; k < width; ++k) values.mutable_at(i, k) = all[static_cast<std::size_t>(slot * width + k)];
  }
  return py::make_tuple(actions, boards, values, lines);
}

}  // namespace

void bind_game(py::module_& m) {
  bind_history(m);
  m.def("afterstates", &afterstates, "board"_a, "piece"_a, "setting"_a = py::none(), "features"_a = py::list(),
        "Actions, boards, features and lines of every placement that does not lose.");
  m.def(
      "feature_names",
      [](const std::vector<std::string>& names, const py::object& setting) {
        std::vector<std::string> full;
        for (const FeatureValue& v : take(feature_values(names, setting_of(setting).setting)))
          full.push_back(name_of(v));
        return full;
      },
      "names"_a, "setting"_a = py::none(), "Names with their indices: what each column of features stands for.");
  m.def(
      "placement",
      [](int action, const py::object& setting) { return given_placement(setting_of(setting), py::int_(action)); },
      "action"_a, "setting"_a = py::none(), "The placement that a number stands for.");
  m.def(
      "action",
      [](const Placement& placement, const py::object& setting) {
        const PySetting s = setting_of(setting);
        if (placement.column >= s.setting.width) throw py::value_error("column is beyond the board");
        return slot_of(s.setting, placement);
      },
      "placement"_a, "setting"_a = py::none(), "The number of a placement.");
}

}  // namespace stackwright::python
