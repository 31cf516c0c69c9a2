// The MPI plug-in: messages by MPI, loaded by the program when mpirun started it.
#include <mpi.h>

#include <list>
#include <string>

#include "experiment/transport.h"

namespace {

/// A message on its way keeps its bytes until MPI has taken them.
struct Sending {
  std::string bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

class MpiTransport final : public stackwright::Transport {
 public:
  MpiTransport() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &size_here_);
    MPI_Comm_free(&here);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int size_here() const override { return size_here_; }

  void send(int to, std::string_view bytes) override {
    forget_sent();
    Sending& sending = sending_.emplace_back();
    sending.bytes = std::string(bytes);
    MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD,
              &sending.request);
  }

  std::optional<stackwright::Message> receive() override {
    forget_sent();
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    stackwright::Message message;
    message.from = status.MPI_SOURCE;
    message.bytes.resize(static_cast<std::size_t>(size));
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
  }

  void finish() override {
    for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    sending_.clear();
    MPI_Finalize();
  }

 private:
  void forget_sent() {
    sending_.remove_if([](Sending& sending) {
      int done = 0;
      MPI_Test(&sending.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
  }

  int rank_ = 0;
  int size_ = 1;
  int size_here_ = 1;
  std::list<Sending> sending_;
};

}  // namespace

extern "C" stackwright::Transport* stackwright_mpi_transport() { return new MpiTransport; }
