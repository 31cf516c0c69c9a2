// Python: 2048 - boards as values, players by expectimax, whole games.
#include "common.h"
#include "core/random.h"
#include "core/text.h"
#include "experiment/twenty48_play.h"
#include "games/twenty48/game.h"

namespace stackwright::python {
namespace {

using Board2048 = twenty48::Board;
using Move2048 = twenty48::Move;

const twenty48::Twenty48& rules() {
  static const twenty48::Twenty48 kRules;
  return kRules;
}

Move2048 move_2048(const py::object& move) {
  if (py::isinstance<py::str>(move)) {
    const auto name = move.cast<std::string>();
    for (int m = 0; m < twenty48::kMoves; ++m) {
      if (name_of(static_cast<Move2048>(m)) == name) return static_cast<Move2048>(m);
    }
    throw py::value_error("unknown move " + in_quotes(name) + "; expected up, right, down or left");
  }
  const int number = move.cast<int>();
  if (number < 0 || number >= twenty48::kMoves) {
    throw py::value_error("move must be from 0 to 3 (up, right, down, left), got " + std::to_string(number));
  }
  return static_cast<Move2048>(number);
}

/// Tiles as they are written on the board, 0 where it is empty.
py::array_t<std::int64_t> tiles_of(Board2048 b) {
  py::array_t<std::int64_t> tiles({twenty48::kSide, twenty48::kSide});
  for (int cell = 0; cell < twenty48::kCells; ++cell) {
    const int rank = rank_at(b, cell);
    tiles.mutable_at(cell / twenty48::kSide, cell % twenty48::kSide) = rank == 0 ? 0 : std::int64_t{1} << rank;
  }
  return tiles;
}

py::array_t<bool> mask_of(Board2048 b) {
  py::array_t<bool> mask(twenty48::kMoves);
  for (int m = 0; m < twenty48::kMoves; ++m) mask.mutable_at(m) = false;
  rules().for_each_action(b, [&](Move2048 m) { mask.mutable_at(static_cast<int>(m)) = true; });
  return mask;
}

/// The next random tile: number `index` of a game of a seed, as the command line plays it.
Board2048 with_tile(Board2048 b, std::uint64_t seed, std::uint64_t index, std::uint64_t game, std::uint64_t episode) {
  if (count_empty(b) == 0) throw py::value_error("the board is full: no tile can appear");
  return with_random_tile(b, Stream(StreamKey{seed, Purpose::pieces, 0, episode, game}).at(index));
}

void bind_board_2048(py::module_& m) {
  py::class_<Board2048>(m, "Board", R"(A board of 2048 as a value. Moves are up, right, down, left, or 0 to 3.

>>> board = Board("2 2 . ./. . . ./. . . ./. . . 4")
>>> after, gain = board.slide("left")
>>> str(after), gain
('4 . . ./. . . ./. . . ./4 . . .', 4)
)")
      .def(py::init([](const std::string& text) { return text.empty() ? Board2048{} : take(rules().from_text(text)); }),
           "text"_a = "")
      .def_property_readonly("tiles", &tiles_of, "An array (4, 4) of tiles, 0 where it is empty.")
      .def_property_readonly("mask", &mask_of, "Which moves change the board.")
      .def_property_readonly("over", [](Board2048 b) { return rules().over(b); })
      .def(
          "slide",
          [](Board2048 b, const py::object& move) {
            const twenty48::Slid slid = twenty48::slide(*rules().rows, b, move_2048(move));
            return py::make_tuple(slid.board, slid.gain);
          },
          "move"_a, "The board before the next tile, and the points.")
      .def("with_tile", &with_tile, "seed"_a, "index"_a, "game"_a = 0, "episode"_a = 0,
           "The board with random tile number `index` of a game.")
      .def(
          "__eq__", [](Board2048 a, Board2048 b) { return a == b; }, py::is_operator())
      .def("__hash__", [](Board2048 b) { return static_cast<py::ssize_t>(rules().hash(b)); })
      .def("__str__", [](Board2048 b) { return rules().to_text(b); })
      .def("__repr__", [](Board2048 b) { return "Board('" + rules().to_text(b) + "')"; })
      .def(
          "__deepcopy__", [](Board2048 b, const py::dict&) { return b; }, "memo"_a)
      .def(py::pickle([](Board2048 b) { return py::make_tuple(b.cells); },
                      [](const py::tuple& t) { return Board2048{t[0].cast<std::uint64_t>()}; }));
}

ChanceLimits chance_limits(int depth, std::uint64_t nodes) {
  if (depth < 1 || depth > kMaxChanceDepth) {
    throw py::value_error("depth must be from 1 to " + std::to_string(kMaxChanceDepth) + ", got " +
                          std::to_string(depth));
  }
  ChanceLimits limits;
  limits.depth = depth;
  limits.nodes = nodes;
  return limits;
}

py::object best_2048(const Twenty48Player& player, Board2048 board, int depth, std::uint64_t nodes) {
  const ChanceLimits limits = chance_limits(depth, nodes);
  std::optional<ChanceChoice<Move2048>> choice;
  {
    const py::gil_scoped_release release;
    choice = best_move(player, board, limits);
  }
  if (!choice) return py::none();
  return py::make_tuple(std::string(name_of(choice->action)), choice->value);
}

py::dict play_games_2048(const Twenty48Player& player, std::uint64_t games, std::uint64_t seed, int depth,
                         int threads) {
  if (games < 1 || games > 10'000'000) throw py::value_error("games: from 1 to 10 million expected");
  Twenty48PlayOptions options;
  options.games = games;
  options.seed = seed;
  options.threads = threads;
  options.limits = chance_limits(depth, 0);
  const auto results = stoppable([&](const StopToken& stop) { return play_twenty48(player, options, stop, nullptr); });
  std::vector<std::int64_t> score, moves;
  py::list last;
  for (const Twenty48Result& r : results) {
    score.push_back(r.score);
    moves.push_back(static_cast<std::int64_t>(r.moves));
    last.append(r.last);
  }
  const Twenty48Summary s = summarise_twenty48(results);
  return py::dict("score"_a = array_of(score), "moves"_a = array_of(moves), "last"_a = last, "mean"_a = s.mean,
                  "ci95"_a = py::make_tuple(s.ci95.low, s.ci95.high));
}

}  // namespace

void bind_twenty48(py::module_& parent) {
  py::module_ m = parent.def_submodule("twenty48", "The game 2048.");
  bind_board_2048(m);
  py::class_<Twenty48Player>(m, "Player", R"(A player of 2048: 'features', or the path of a network that was trained.

>>> Player("features").best(Board("2 2 . ./. . . ./. . . ./. . . ."))[0] in ("left", "right", "up", "down")
True
)")
      .def(py::init([](const std::string& name) { return take(load_twenty48_player(name)); }), "name_or_path"_a)
      .def_property_readonly("name", [](const Twenty48Player& p) { return p.controller.name; })
      .def("best", &best_2048, "board"_a, "depth"_a = 1, "nodes"_a = 0,
           "(move, expected points), or None when it is over.")
      .def("play", &play_games_2048, "games"_a = 1, "seed"_a = 1, "depth"_a = 1, "threads"_a = 0,
           "Whole games: arrays score and moves, the last boards, mean and its interval.");
}

}  // namespace stackwright::python
