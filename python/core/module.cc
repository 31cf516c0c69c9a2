// The Python module stackwright._core: everything that is fast or exact; the package around it makes it pleasant.
#include "common.h"
#include "core/paths.h"

PYBIND11_MODULE(_core, m) {
  using namespace stackwright::python;
  m.doc() = "The C++ core of stackwright. Use the package stackwright, which documents all of this.";
  m.attr("__version__") = std::string(stackwright::version());
  m.def("data_folder", &stackwright::data_folder, "The folder with presets and recipes.");
  bind_board(m);
  bind_pieces(m);
  bind_game(m);
  bind_vector(m);
  bind_controller(m);
  bind_play(m);
  bind_optim(m);
  bind_evolve(m);
  bind_store(m);
  bind_solve(m);
  bind_twenty48(m);
  bind_murus(m);
}
