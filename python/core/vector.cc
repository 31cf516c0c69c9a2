// Python: many games stepped at once; NumPy arrays that are the games' own memory.
#include "common.h"
#include "experiment/vector_tetris.h"

namespace stackwright::python {
namespace {

using Actions = py::array_t<std::int64_t, py::array::c_style>;

/// The games, until they are closed; arrays that were handed out keep them in memory.
struct PyVector {
  PySetting setting;
  std::shared_ptr<VectorTetris> games;
  Actions sampled;

  VectorTetris& open() const {
    if (!games) throw py::value_error("the games are closed");
    return *games;
  }
};

VectorOptions vector_options(const PySetting& s, int games, const py::dict& given) {
  VectorOptions o;
  const auto text = [&given](const char* key) { return given[key].cast<std::string>(); };
  const auto names = [&](const char* key) {
    return take(feature_values(given[key].cast<std::vector<std::string>>(), s.setting));
  };
  o.games = games;
  o.setting = s.setting;
  o.source = take(tetris::parse_source(text("pieces"), *s.setting.pieces));
  o.rng = take(tetris::rng_named(text("rng")));
  o.scoring = take(tetris::scoring_named(text("score")));
  o.max_pieces = given["max_pieces"].cast<std::uint64_t>();
  o.preview = given["preview"].cast<int>();
  o.boards = given["boards"].cast<bool>();
  o.board_features = names("board_features");
  o.after_features = names("after_features");
  o.after_boards = given["after_boards"].cast<bool>();
  o.autoreset = take(autoreset_named(text("autoreset")));
  o.illegal_ends = given["illegal_ends"].cast<bool>();
  o.threads = given["threads"].cast<int>();
  return o;
}

std::unique_ptr<PyVector> make_vector(const py::object& setting, int games, const py::dict& given) {
  auto v = std::make_unique<PyVector>();
  v->setting = setting_of(setting);
  v->games = take(VectorTetris::make(vector_options(v->setting, games, given)));
  v->sampled = Actions(games);
  return v;
}

/// The memory of the games as an array that nobody can write to; it keeps them alive.
template <class T, class Element = T>
py::array view(const std::shared_ptr<VectorTetris>& games, const std::vector<T>& values,
               std::vector<py::ssize_t> shape) {
  const py::capsule owner(new std::shared_ptr<VectorTetris>(games),
                          [](void* p) { delete static_cast<std::shared_ptr<VectorTetris>*>(p); });
  py::array array(py::dtype::of<Element>(), std::move(shape), values.data(), owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::dict arrays_of(const PyVector& v) {
  const VectorTetris& games = v.open();
  const VectorArrays& a = games.arrays();
  const VectorOptions& o = games.options();
  const py::ssize_t n = games.games(), slots = games.slots(), told = o.preview + 1;
  const py::ssize_t width = o.setting.width, height = o.setting.height;
  const auto board_features = static_cast<py::ssize_t>(o.board_features.size());
  const auto after_features = static_cast<py::ssize_t>(o.after_features.size());
  py::dict d;
  const auto put = [&]<class Element = void>(const char* name, const auto& values, std::vector<py::ssize_t> shape) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    if (!values.empty())
      d[name] = view<T, std::conditional_t<std::is_void_v<Element>, T, Element>>(v.games, values, shape);
  };
  put("boards", a.boards, {n, height, width});
  put("pieces", a.pieces, {n, told});
  put.operator()<bool>("masks", a.masks, {n, slots});
  put("board_features", a.board_features, {n, board_features});
  put("after_features", a.after_features, {n, slots, after_features});
  put("after_boards", a.after_boards, {n, slots, height, width});
  put("rewards", a.rewards, {n});
  put.operator()<bool>("terminated", a.terminated, {n});
  put.operator()<bool>("truncated", a.truncated, {n});
  put("placed", a.placed, {n});
  put("lines", a.lines, {n});
  put("score", a.score, {n});
  put("final_boards", a.final_boards, {n, height, width});
  put("final_pieces", a.final_pieces, {n, told});
  put("final_features", a.final_features, {n, board_features});
  return d;
}

/// One seed per game from (seed, game) pairs; none: the next episodes.
void reset_games(const PyVector& v, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& seeds,
                 const py::object& which) {
  const std::shared_ptr<VectorTetris> games = v.games;
  v.open();
  std::vector<VectorSeed> all;
  for (const auto& [seed, game] : seeds) all.push_back({seed, game});
  std::vector<std::uint8_t> some;
  if (!which.is_none()) {
    for (const bool flag : which.cast<std::vector<bool>>()) some.push_back(flag);
  }
  Result<Done> done = Done{};
  {
    const py::gil_scoped_release release;
    done = games->reset(all, some);
  }
  take(done);
}

/// Whole numbers of any kind; other kinds are not rounded but refused.
Actions given_actions(const py::object& object, py::ssize_t games) {
  const auto given = py::array::ensure(object);
  if (!given) throw py::type_error("an array of actions expected");
  if (given.dtype().kind() != 'i' && given.dtype().kind() != 'u') {
    throw py::type_error("actions must be whole numbers, got dtype " + py::cast<std::string>(py::str(given.dtype())));
  }
  if (given.ndim() != 1 || given.shape(0) != games) {
    throw py::value_error("actions of shape (" + std::to_string(games) + ",) expected, got " +
                          py::cast<std::string>(py::str(given.attr("shape"))));
  }
  return py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(given);
}

void step_games(const PyVector& v, const py::object& object) {
  const std::shared_ptr<VectorTetris> games = v.games;  // somebody may close them meanwhile
  const Actions actions = given_actions(object, v.open().games());
  const std::span<const std::int64_t> all(actions.data(), static_cast<std::size_t>(actions.size()));
  Result<Done> done = Done{};
  {
    const py::gil_scoped_release release;
    done = games->step(all);
  }
  take(done);
}

Actions sample_games(const PyVector& v) {
  const std::shared_ptr<VectorTetris> games = v.games;
  v.open();
  Actions out = v.sampled;
  const std::span<std::int64_t> all(out.mutable_data(), static_cast<std::size_t>(out.size()));
  Result<Done> done = Done{};
  {
    const py::gil_scoped_release release;
    done = games->sample(all);
  }
  take(done);
  return out;
}

void set_boards(const PyVector& v, const py::array_t<std::uint8_t, py::array::c_style>& cells) {
  const std::shared_ptr<VectorTetris> games = v.games;
  v.open();
  const tetris::Setting& s = v.setting.setting;
  if (cells.ndim() != 3 || cells.shape(0) != games->games() || cells.shape(1) != s.height ||
      cells.shape(2) != s.width) {
    throw py::value_error("boards of shape (" + std::to_string(games->games()) + ", " + std::to_string(s.height) +
                          ", " + std::to_string(s.width) + ") expected, got " +
                          py::cast<std::string>(py::str(cells.attr("shape"))));
  }
  const std::span<const std::uint8_t> all(cells.data(), static_cast<std::size_t>(cells.size()));
  Result<Done> done = Done{};
  {
    const py::gil_scoped_release release;
    done = games->set_boards(all);
  }
  take(done);
}

}  // namespace

void bind_vector(py::module_& m) {
  py::class_<PyVector>(m, "VectorTetris", "Many games; use TetrisVec.")
      .def(py::init(&make_vector), "setting"_a, "games"_a, "options"_a)
      .def("arrays", &arrays_of, "The games' own memory, to be read.")
      .def("reset", &reset_games, "seeds"_a, "which"_a = py::none())
      .def("step", &step_games, "actions"_a)
      .def("sample", &sample_games, "A random allowed action per game, always in the same array.")
      .def(
          "board",
          [](const PyVector& v, int game) {
            if (game < 0 || game >= v.open().games()) throw py::index_error("there is no game " + std::to_string(game));
            return v.open().board(game);
          },
          "game"_a)
      .def(
          "set_position",
          [](const PyVector& v, int game, const tetris::Board& board, const py::object& piece) {
            take(v.open().set_position(game, board, piece_of(v.setting.setting, piece)));
          },
          "game"_a, "board"_a, "piece"_a)
      .def("set_boards", &set_boards, "boards"_a)
      .def("close", [](PyVector& v) { v.games.reset(); })
      .def_property_readonly("closed", [](const PyVector& v) { return !v.games; });
}

}  // namespace stackwright::python
