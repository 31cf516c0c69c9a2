// Messages between the processes of one run; MPI behind it comes as a plug-in, so that the program runs without.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace stackwright {

struct Message {
  int from = 0;
  std::string bytes;
};

/// Used by one thread of each process. Messages from one process to another arrive in order.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Processes on this machine, to share its cores.
  virtual int size_here() const = 0;
  virtual void send(int to, std::string_view bytes) = 0;
  /// A message that is there, never waiting for one.
  virtual std::optional<Message> receive() = 0;
  /// Called by every process when all is done.
  virtual void finish() = 0;
};

/// Whether this process was started by mpirun with others.
bool started_by_mpi();
/// Loads the MPI plug-in; an error tells what is missing.
Result<std::unique_ptr<Transport>> load_mpi();

}  // namespace stackwright
