// Python: Murus Gallicus - positions as values, and players by alpha-beta.
#include "common.h"
#include "experiment/murus_match.h"
#include "experiment/murus_player.h"

namespace stackwright::python {
namespace {

/// A position together with the size of its board.
struct PyPosition {
  murus::Murus game;
  murus::Position position;
};

PyPosition make_position(const std::string& text, int columns, int rows) {
  if (columns < murus::kMinColumns || columns > murus::kMaxColumns || rows < murus::kMinRows ||
      rows > murus::kMaxRows) {
    throw py::value_error("a board of 3 to 8 columns and 4 to 7 rows expected, got " + std::to_string(columns) + "x" +
                          std::to_string(rows));
  }
  PyPosition p{{murus::base_rules(columns, rows)}, {}};
  p.position = text.empty() ? p.game.start() : take(p.game.from_text(text));
  return p;
}

std::string side_word(int side) { return side == murus::kRomans ? "romans" : "gauls"; }

std::vector<std::string> position_moves(const PyPosition& p) {
  std::vector<std::string> moves;
  p.game.for_each_action(p.position, [&](murus::Move m) { moves.push_back(p.game.move_text(m)); });
  return moves;
}

PyPosition play_move(const PyPosition& p, const std::string& text) {
  const murus::Move move = take(p.game.move_from_text(text));
  if (!p.game.legal(p.position, move)) throw py::value_error("move " + text + " cannot be played here");
  return {p.game, p.game.apply(p.position, move)};
}

/// Roman towers 2 and walls 1, Gallic ones negative; row A first.
py::array_t<std::int8_t> position_array(const PyPosition& p) {
  py::array_t<std::int8_t> cells({p.game.rules.rows, p.game.rules.columns});
  for (int r = 0; r < p.game.rules.rows; ++r) {
    for (int c = 0; c < p.game.rules.columns; ++c) {
      const murus::Cells at = murus::bit(murus::cell_at(r, c));
      int value = 0;
      for (const int side : {murus::kRomans, murus::kGauls}) {
        const int sign = side == murus::kRomans ? 1 : -1;
        if ((p.position.towers[side] & at) != 0) value = 2 * sign;
        if ((p.position.walls[side] & at) != 0) value = sign;
      }
      cells.mutable_at(r, c) = static_cast<std::int8_t>(value);
    }
  }
  return cells;
}

std::string murus_text(const PyPosition& p) { return p.game.to_text(p.position); }

void bind_position(py::module_& m) {
  py::class_<PyPosition>(m, "Position", R"(A position as a value; the start by default.

>>> start = Position()
>>> start.side, len(start.moves)
('romans', 20)
>>> str(start.play("G1,N"))
'tttttttt/8/8/8/W7/W7/1TTTTTTT g'
)")
      .def(py::init(&make_position), "text"_a = "", "columns"_a = 8, "rows"_a = 7)
      .def_property_readonly("side", [](const PyPosition& p) { return side_word(p.position.side); })
      .def_property_readonly("moves", &position_moves)
      .def_property_readonly("over", [](const PyPosition& p) { return p.game.over(p.position); })
      .def_property_readonly("winner",
                             [](const PyPosition& p) -> py::object {
                               const auto winner = p.game.winner(p.position);
                               return winner ? py::object(py::str(side_word(*winner))) : py::object(py::none());
                             })
      .def("play", &play_move, "move"_a, "The position after a move such as 'G1,NE'.")
      .def("to_array", &position_array, "Roman towers 2 and walls 1, Gallic ones negative; row A first.")
      .def(
          "__eq__",
          [](const PyPosition& a, const PyPosition& b) {
            return a.position == b.position && a.game.rules.rows == b.game.rules.rows &&
                   a.game.rules.columns == b.game.rules.columns;
          },
          py::is_operator())
      .def("__hash__", [](const PyPosition& p) { return static_cast<py::ssize_t>(p.game.hash(p.position)); })
      .def("__str__", &murus_text)
      .def("__repr__", [](const PyPosition& p) { return "Position('" + murus_text(p) + "')"; })
      .def(
          "__deepcopy__", [](const PyPosition& p, const py::dict&) { return p; }, "memo"_a)
      .def(py::pickle(
          [](const PyPosition& p) { return py::make_tuple(murus_text(p), p.game.rules.columns, p.game.rules.rows); },
          [](const py::tuple& t) {
            return make_position(t[0].cast<std::string>(), t[1].cast<int>(), t[2].cast<int>());
          }));
}

murus::Limits limits_of(int depth, std::uint64_t nodes, double milliseconds) {
  if (depth < 0 || milliseconds < 0) throw py::value_error("limits must not be negative");
  if (depth == 0 && nodes == 0 && milliseconds == 0)
    throw py::value_error("a limit expected: depth, nodes or milliseconds");
  return {depth, nodes, milliseconds};
}

/// What a player judges by.
struct PyPlayer {
  std::string name;
  murus::Judgement judgement;
};

py::dict decide_move(const PyPlayer& player, const PyPosition& p, int depth, std::uint64_t nodes, double milliseconds) {
  const murus::Limits limits = limits_of(depth, nodes, milliseconds);
  if (p.game.over(p.position)) throw py::value_error("the game is over");
  const auto decision = stoppable([&](const StopToken& stop) {
    const auto search = make_player(p.game, player.judgement);
    const murus::Decision d = search->decide(p.position, limits, &stop);
    return std::pair(d, search->in_units(d.value));
  });
  std::vector<std::string> line;
  for (const murus::Move m : decision.first.line) line.push_back(p.game.move_text(m));
  return py::dict("move"_a = p.game.move_text(decision.first.move), "value"_a = decision.second,
                  "depth"_a = decision.first.depth, "nodes"_a = decision.first.nodes, "line"_a = line);
}

py::dict play_games_murus(const PyPlayer& first, const PyPlayer& second, int games, int depth, std::uint64_t nodes,
                          int opening_plies, std::uint64_t seed, int threads) {
  if (games < 1 || opening_plies < 0 || threads < 1) throw py::value_error("games and threads must be at least 1");
  const murus::Limits limits = limits_of(depth, nodes, 0);
  murus::MatchOptions options;
  options.games = games;
  options.opening_plies = opening_plies;
  options.seed = seed;
  options.threads = threads;
  const auto played = stoppable([&](const StopToken& stop) {
    return play_match({first.judgement, limits, {}}, {second.judgement, limits, {}}, options, stop);
  });
  const murus::MatchScore score = score_of(played);
  return py::dict("wins"_a = score.wins, "losses"_a = score.losses, "ties"_a = score.ties, "p"_a = score.p);
}

}  // namespace

void bind_murus(py::module_& parent) {
  py::module_ m = parent.def_submodule("murus", "The game Murus Gallicus.");
  bind_position(m);
  py::class_<PyPlayer>(m, "Player", R"(A player: 'trained', 'hand-set', or the path of a file of weights.

>>> Player().decide(Position(), depth=2)["move"] in Position().moves
True
)")
      .def(py::init([](const std::string& name) {
             return PyPlayer{name, take(murus::load_judgement(name))};
           }),
           "weights"_a = "trained")
      .def_readonly("name", &PyPlayer::name)
      .def("decide", &decide_move, "position"_a, "depth"_a = 0, "nodes"_a = 0, "milliseconds"_a = 0.0,
           "The best move under limits: move, value, depth, nodes, line.")
      .def("match", &play_games_murus, "opponent"_a, "games"_a = 2, "depth"_a = 4, "nodes"_a = 0, "opening_plies"_a = 4,
           "seed"_a = 1, "threads"_a = 1, "Games against another: wins, losses, ties, p.");
}

}  // namespace stackwright::python
