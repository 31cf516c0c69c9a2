// Python: optimisers with ask and tell.
#include <limits>

#include "common.h"
#include "optim/registry.h"

namespace stackwright::python {
namespace {

/// An optimiser with the words it was made from, by which it is pickled.
struct PyOptimiser {
  std::string method;
  py::object genes;
  optim::Settings settings;
  std::uint64_t seed = 1;
  optim::Optimiser optimiser;
};

/// A number of plain genes, or one dict per gene.
optim::Space space_of(const py::object& genes) {
  optim::Space space;
  if (py::isinstance<py::int_>(genes)) {
    for (int i = 0; i < genes.cast<int>(); ++i) {
      optim::Gene gene;
      gene.name = "x" + std::to_string(i);
      space.genes.push_back(gene);
    }
  } else {
    for (const auto& item : genes) {
      const auto row = item.cast<py::dict>();
      optim::Gene gene;
      for (const auto& [key_object, value] : row) {
        const auto key = key_object.cast<std::string>();
        if (key == "name")
          gene.name = value.cast<std::string>();
        else if (key == "integer")
          gene.kind = value.cast<bool>() ? optim::GeneKind::integer : optim::GeneKind::real;
        else if (key == "low")
          gene.low = value.cast<double>();
        else if (key == "high")
          gene.high = value.cast<double>();
        else if (key == "init_low")
          gene.init_low = value.cast<double>();
        else if (key == "init_high")
          gene.init_high = value.cast<double>();
        else if (key == "start")
          gene.start = value.cast<double>();
        else
          throw py::value_error("unknown field '" + key + "' of a gene");
      }
      space.genes.push_back(gene);
    }
  }
  take(optim::check_space(space));
  return space;
}

std::string setting_text(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return py::cast<std::string>(py::str(value));
}

PyOptimiser make_method(const std::string& method, const py::object& genes, std::uint64_t seed,
                        const py::kwargs& settings) {
  optim::Settings pairs;
  for (const auto& [key, value] : settings) pairs.emplace_back(key.cast<std::string>(), setting_text(value));
  return {method, genes, pairs, seed, take(optim::make_optimiser(method, pairs, space_of(genes), seed))};
}

py::array_t<double> matrix_of(const std::vector<optim::Genes>& rows, std::size_t width) {
  py::array_t<double> out({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(width)});
  double* to = out.mutable_data();
  for (const optim::Genes& row : rows) to = std::copy(row.begin(), row.end(), to);
  return out;
}

void tell_fitness(PyOptimiser& o, const py::array_t<double, py::array::c_style | py::array::forcecast>& fitness) {
  const std::size_t asked = o.optimiser.ask().candidates.size();
  if (fitness.ndim() != 1 || static_cast<std::size_t>(fitness.size()) != asked) {
    throw py::value_error("one fitness for each of " + std::to_string(asked) + " candidates expected, got shape " +
                          py::cast<std::string>(py::str(fitness.attr("shape"))));
  }
  const std::span<const double> all(fitness.data(), asked);
  const py::gil_scoped_release release;
  o.optimiser.tell(all);
}

/// The best single evaluation: genes and fitness.
py::object best_evaluation(const PyOptimiser& o) {
  const optim::Champion& champion = o.optimiser.best();
  if (champion.genes.empty()) return py::none();
  return py::make_tuple(array_of(champion.genes), champion.fitness);
}

py::array_t<double> favourite_genes(const PyOptimiser& o) {
  if (o.optimiser.generation() == 0) throw py::value_error("tell the fitness of a generation first");
  return array_of(o.optimiser.favourite());
}

py::tuple optimiser_state(const PyOptimiser& o) {
  return py::make_tuple(o.method, o.genes, o.seed, o.settings, o.optimiser.state());
}

PyOptimiser restored_optimiser(const py::tuple& t) {
  const auto settings = t[3].cast<optim::Settings>();
  PyOptimiser o{
      t[0].cast<std::string>(), t[1], settings, t[2].cast<std::uint64_t>(),
      take(optim::make_optimiser(t[0].cast<std::string>(), settings, space_of(t[1]), t[2].cast<std::uint64_t>()))};
  take(o.optimiser.restore(t[4].cast<std::string>()));
  return o;
}

}  // namespace

void bind_optim(py::module_& m) {
  py::class_<PyOptimiser>(m, "Optimiser", R"(A search for the best numbers: ask for candidates, tell their fitness.

`genes` is how many numbers, or a list of dicts with name, low, high, init_low, init_high, start, integer. Larger fitness is
better. Keywords are the method's settings (see `optimisers`).

>>> search = Optimiser("cma-es", 3, seed=1)
>>> for _ in range(60):
...     search.tell(-(search.ask() ** 2).sum(axis=1))
>>> bool(abs(search.favourite).max() < 1e-3)
True
)")
      .def(py::init(&make_method), "method"_a, "genes"_a, "seed"_a = 1)
      .def(
          "ask",
          [](const PyOptimiser& o) { return matrix_of(o.optimiser.ask().candidates, o.optimiser.space().size()); },
          "The candidates of this round, one to a row; the same until told.")
      .def("tell", &tell_fitness, "fitness"_a)
      .def_property_readonly("generation", [](const PyOptimiser& o) { return o.optimiser.generation(); })
      .def_property_readonly("evaluations", [](const PyOptimiser& o) { return o.optimiser.evaluations(); })
      .def_property_readonly("best", &best_evaluation, "(genes, fitness) of the best evaluation so far, or None.")
      .def_property_readonly("favourite", &favourite_genes, "What the method would answer now.")
      .def_property_readonly("spread", [](const PyOptimiser& o) { return array_of(o.optimiser.spread()); })
      .def_property_readonly(
          "exhausted", [](const PyOptimiser& o) { return o.optimiser.exhausted(); },
          "Why going on is useless, or an empty text.")
      .def(
          "state", [](const PyOptimiser& o) { return o.optimiser.state(); }, "Everything, as JSON text.")
      .def(
          "restore", [](PyOptimiser& o, const std::string& text) { take(o.optimiser.restore(text)); }, "state"_a)
      .def("__copy__", [](const PyOptimiser& o) { return o; })
      .def(
          "__deepcopy__", [](const PyOptimiser& o, const py::dict&) { return o; }, "memo"_a)
      .def(py::pickle(&optimiser_state, &restored_optimiser));
  m.def(
      "optimisers",
      [] {
        py::dict all;
        for (const optim::OptimiserRow& row : optim::optimisers()) {
          py::dict settings;
          for (const optim::SettingInfo& info : row.settings()) settings[py::str(info.name)] = info.meaning;
          all[py::str(std::string(row.name))] = py::make_tuple(std::string(row.about), settings);
        }
        return all;
      },
      "By name: what a method is, and its settings with their meanings.");
}

}  // namespace stackwright::python
