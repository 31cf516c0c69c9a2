// Python: reading the experiment store; tables as NumPy arrays.
#include "common.h"
#include "experiment/store.h"

namespace stackwright::python {
namespace {

/// An open store, until it is closed.
struct PyStore {
  std::string path;
  std::unique_ptr<Store> store;

  const Store& open() const {
    if (!store) throw py::value_error("the store " + path + " is closed");
    return *store;
  }
};

std::unique_ptr<PyStore> open_store(const std::string& path) {
  auto s = std::make_unique<PyStore>();
  s->path = path.empty() ? Store::default_path() : path;
  s->store = std::make_unique<Store>(take(Store::open(s->path, Store::Access::read)));
  return s;
}

py::dict run_dict(const RunRow& r) {
  const py::object loads = py::module_::import("json").attr("loads");
  return py::dict("id"_a = r.id, "name"_a = r.name, "kind"_a = r.kind, "state"_a = std::string(name_of(r.state)),
                  "generation"_a = r.generation, "best"_a = r.best, "created"_a = r.created, "updated"_a = r.updated,
                  "seed"_a = r.seed, "version"_a = r.version, "configuration"_a = loads(r.configuration),
                  "result"_a = r.result.empty() ? py::object(py::none()) : loads(r.result));
}

RunId id_of(const Store& store, const py::object& run) {
  return take(store.find(py::cast<std::string>(py::str(run)))).id;
}

py::list all_runs(const PyStore& s) {
  py::list rows;
  for (const RunRow& row : take(s.open().list())) rows.append(run_dict(row));
  return rows;
}

/// A column of numbers.
template <class Row, class F>
py::array_t<double> column(const std::vector<Row>& rows, F&& f) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(static_cast<double>(f(row)));
  return array_of(values);
}

template <class Row>
py::array_t<double> genes_of(const std::vector<Row>& rows) {
  const std::size_t width = rows.empty() ? 0 : rows[0].genes.size();
  py::array_t<double> out({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(width)});
  double* to = out.mutable_data();
  for (const Row& row : rows) to = std::copy(row.genes.begin(), row.genes.end(), to);
  return out;
}

py::dict generation_table(const PyStore& s, const py::object& run) {
  using Row = GenerationRow;
  const auto rows = take(s.open().generations(id_of(s.open(), run)));
  return py::dict("generation"_a = column(rows, [](const Row& r) { return r.generation; }),
                  "evaluations"_a = column(rows, [](const Row& r) { return r.evaluations; }),
                  "best"_a = column(rows, [](const Row& r) { return r.best; }),
                  "mean"_a = column(rows, [](const Row& r) { return r.mean; }),
                  "worst"_a = column(rows, [](const Row& r) { return r.worst; }),
                  "pieces"_a = column(rows, [](const Row& r) { return r.pieces; }), "genes"_a = genes_of(rows));
}

py::dict evaluation_table(const PyStore& s, const py::object& run) {
  using Row = EvaluationRow;
  const auto rows = take(s.open().evaluations(id_of(s.open(), run)));
  return py::dict("generation"_a = column(rows, [](const Row& r) { return r.generation; }),
                  "candidate"_a = column(rows, [](const Row& r) { return r.candidate; }),
                  "fitness"_a = column(rows, [](const Row& r) { return r.fitness; }),
                  "mean"_a = column(rows, [](const Row& r) { return r.mean; }),
                  "games"_a = column(rows, [](const Row& r) { return r.games; }), "genes"_a = genes_of(rows));
}

}  // namespace

void bind_store(py::module_& m) {
  py::class_<PyStore>(m, "Store", "The experiment store, for reading: `with Store(path) as store: store.runs()`.")
      .def(py::init(&open_store), "path"_a = "")
      .def_readonly("path", &PyStore::path)
      .def("runs", &all_runs, "All runs, as dicts.")
      .def(
          "run",
          [](const PyStore& s, const py::object& run) {
            return run_dict(take(s.open().find(py::cast<std::string>(py::str(run)))));
          },
          "run"_a, "One run by name or number.")
      .def("generations", &generation_table, "run"_a, "Arrays by name: generation, best, mean, worst, genes, ...")
      .def("evaluations", &evaluation_table, "run"_a, "Arrays by name: generation, candidate, fitness, genes, ...")
      .def("close", [](PyStore& s) { s.store.reset(); })
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](PyStore& s, const py::args&) { s.store.reset(); });
}

}  // namespace stackwright::python
