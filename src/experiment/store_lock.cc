// Who works on a run: one byte per run of a file beside the store, locked by the kernel and freed when the process dies.
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "experiment/store_file.h"

namespace stackwright {
namespace {

std::string locks_of(const StoreFile& file) { return file.place + "-locks"; }

/// The byte of a run. Such a lock belongs to the open file, so two of one process exclude each other as well.
struct flock byte_of(RunId run) {
  struct flock byte {};
  byte.l_type = F_WRLCK;
  byte.l_whence = SEEK_SET;
  byte.l_start = run;
  byte.l_len = 1;
  return byte;
}

}  // namespace

RunLock::RunLock(RunLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

RunLock& RunLock::operator=(RunLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

RunLock::~RunLock() {
  if (file_ >= 0) ::close(file_);
}

Result<RunLock> Store::lock(RunId run) const {
  StoreFile& file = *inside_;
  const auto failed = [&](int error) {
    return store_error(
        file.path,
        fmt::format("cannot lock run {}: '{}': {}", run, locks_of(file), std::generic_category().message(error)),
        Error::Kind::fault);
  };
  RunLock lock(::open(locks_of(file).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock.file_ < 0) return failed(errno);
  struct flock byte = byte_of(run);
  const int error = ::fcntl(lock.file_, F_OFD_SETLK, &byte) == 0 ? 0 : errno;
  if (error != 0 && error != EAGAIN && error != EACCES) return failed(error);
  // Asked for under the lock: nobody can remove the run any more.
  const Result<RunRow> row = reading(file, [&] { return run_numbered(file, run); });
  if (!row) return row.error();
  if (error != 0) {
    return store_error(file.path,
                       fmt::format("run {} ({}) is held by another process that works on it", run, row->name),
                       Error::Kind::fault);
  }
  return lock;
}

bool Store::held(RunId run) const {
  const RunLock locks(::open(locks_of(*inside_).c_str(), O_RDONLY | O_CLOEXEC));
  if (locks.file_ < 0) return false;
  struct flock byte = byte_of(run);
  return ::fcntl(locks.file_, F_OFD_GETLK, &byte) == 0 && byte.l_type != F_UNLCK;
}

}  // namespace stackwright
