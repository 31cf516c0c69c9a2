// What all files of the Python module share: results as exceptions, settings from words, work that Ctrl-C stops.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/progress.h"
#include "core/result.h"
#include "games/tetris/custom_pieces.h"
#include "games/tetris/rules.h"

namespace stackwright::python {

namespace py = pybind11;
using namespace pybind11::literals;

/// The value, or a ValueError with the one line that the library says.
template <class T>
T take(Result<T> result) {
  if (!result) throw py::value_error(result.message());
  return std::move(result).value();
}

/// A set of pieces with the shapes it was drawn from, which are none for the sets that ship.
struct PySet {
  std::shared_ptr<const tetris::PieceSet> set;
  std::vector<tetris::DrawnPiece> drawn;
};

/// What a game is played with. Keeps its pieces alive.
struct PySetting {
  tetris::Setting setting;
  PySet pieces;
};

PySet shipped_set(const std::string& name);
PySetting make_setting(const std::string& board, const std::string& rules, const py::object& piece_set);
/// A Setting as it is, a text as the size of a board, None as the default.
PySetting setting_of(const py::object& value);
/// The index of a piece given by its letter or its index.
int piece_of(const tetris::Setting& setting, const py::object& piece);
std::string letter_of(const tetris::Setting& setting, int piece);

/// Runs work(stop) on another thread without the GIL; Ctrl-C asks it to stop, and raises KeyboardInterrupt when it has.
template <class F>
auto stoppable(F&& work) {
  using T = std::invoke_result_t<F, const StopToken&>;
  StopToken stop;
  std::optional<T> result;
  std::exception_ptr thrown;
  bool done = false, interrupted = false;
  std::mutex mutex;
  std::condition_variable ended;
  {
    const py::gil_scoped_release release;
    std::jthread worker([&] {
      try {
        result.emplace(work(stop));
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      ended.notify_all();
    });
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      if (interrupted) continue;
      lock.unlock();
      {
        const py::gil_scoped_acquire acquire;
        interrupted = PyErr_CheckSignals() != 0;
      }
      if (interrupted) stop.request();
      lock.lock();
    }
  }
  if (interrupted) throw py::error_already_set();
  if (thrown) std::rethrow_exception(thrown);
  return *std::move(result);
}

/// A new array with the values of a vector.
template <class T>
py::array_t<T> array_of(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

void bind_board(py::module_& m);
void bind_pieces(py::module_& m);
void bind_game(py::module_& m);
void bind_vector(py::module_& m);
void bind_controller(py::module_& m);
void bind_play(py::module_& m);
void bind_optim(py::module_& m);
void bind_evolve(py::module_& m);
void bind_store(py::module_& m);
void bind_solve(py::module_& m);
void bind_twenty48(py::module_& m);
void bind_murus(py::module_& m);

}  // namespace stackwright::python
