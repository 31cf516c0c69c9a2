// Finds and loads the MPI plug-in: beside the program, or where it is installed.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <dlfcn.h>

#include "core/text.h"
#include "experiment/transport.h"

namespace stackwright {
namespace {

constexpr const char* kPlugin = "stackwright_mpi.so";

bool more_than_one(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr) return false;
  const auto number = parse_int(value, variable, 0, 1 << 30);
  return number && *number > 1;
}

}  // namespace

bool started_by_mpi() { return more_than_one("OMPI_COMM_WORLD_SIZE") || more_than_one("PMI_SIZE"); }

Result<std::unique_ptr<Transport>> load_mpi() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  fs::path path = folder / kPlugin;
  if (!fs::exists(path, error)) path = folder.parent_path() / "lib" / "stackwright" / kPlugin;
  if (!fs::exists(path, error)) {
    return Error::fault("started by mpirun, but the MPI plug-in was not built; install libopenmpi-dev and build again");
  }
  // MPI opens plug-ins of its own that look for its symbols among the global ones.
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return Error::fault("cannot load the MPI plug-in: " + std::string(::dlerror()));
  using Make = Transport* (*)();
  const auto make = reinterpret_cast<Make>(::dlsym(library, "stackwright_mpi_transport"));
  if (make == nullptr) return Error::fault(path.string() + " is not the MPI plug-in of this program");
  std::unique_ptr<Transport> transport(make());
  if (transport->size() > 1) return transport;
  transport->finish();
  return Error::fault(
      "started by mpirun with others, but the MPI plug-in finds itself alone: it was built for another MPI");
}

}  // namespace stackwright
