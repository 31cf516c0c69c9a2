// What can go wrong with a store's file, each in one line that names it.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "experiment/store_file.h"

namespace stackwright {
namespace {

std::string reason_of(int error) { return std::generic_category().message(error); }

std::string busy_reason(double waited) { return fmt::format("another process has it locked (waited {:g} s)", waited); }

std::string full_reason(int system_error) {
  return fmt::format("cannot be written: {}; what was there before is unharmed",
                     system_error == ENOSPC ? "the disk is full" : reason_of(system_error));
}

std::string io_reason(const SQLite::Exception& fault, int system_error) {
  if (system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG) return full_reason(system_error);
  return fmt::format(
      "cannot be read or written: {} ({})", fault.getErrorStr(),
      system_error != 0 ? reason_of(system_error) : fmt::format("code {}", fault.getExtendedErrorCode()));
}

}  // namespace

Error store_error(const std::string& path, std::string_view why, Error::Kind kind) {
  std::string line = fmt::format("store '{}': {}", path, why);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return {std::move(line), kind};
}

Error store_damage(const std::string& path, std::string_view what) {
  return store_error(path, fmt::format("is damaged: {}", what), Error::Kind::fault);
}

Error store_fault(const std::string& path, const SQLite::Exception& fault, int system_error, double waited) {
  constexpr auto kFault = Error::Kind::fault;
  switch (fault.getErrorCode() & 0xff) {
    case SQLITE_FULL:
      return store_error(path, full_reason(ENOSPC), kFault);
    case SQLITE_IOERR:
      return store_error(path, io_reason(fault, system_error), kFault);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_error(path, busy_reason(waited), kFault);
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return store_error(path, "cannot be written: it is read-only");
    case SQLITE_CORRUPT:
      return store_damage(path, fault.what());
    case SQLITE_NOTADB:
      return store_error(path, "is not a store: no SQLite database, or a damaged one");
    case SQLITE_CANTOPEN: {
      std::string why = why_not_open(path, Store::Access::write);
      if (why.empty()) why = system_error != 0 ? reason_of(system_error) : fault.what();
      return store_error(path, "cannot be opened: " + why);
    }
    default:
      return store_error(path, fault.what(), kFault);
  }
}

Error store_fault(StoreFile& file, const SQLite::Exception& fault) {
  const int last = errno;
  const int kept = sqlite3_system_errno(file.database.getHandle());
  return store_fault(file.path, fault, kept != 0 ? kept : last, file.wait_seconds);
}

/// Asks the file system without opening the file: closing it again would drop the locks of this process's other stores.
std::string why_not_open(const std::string& path, Store::Access access) {
  const bool write = access == Store::Access::write;
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    if (errno != ENOENT || !write) return reason_of(errno);
    if (::stat(folder.c_str(), &about) != 0) return reason_of(errno);
  } else {
    if (S_ISDIR(about.st_mode)) return "it is a folder";
    if (!S_ISREG(about.st_mode)) return "it is not a plain file";
    if (::faccessat(AT_FDCWD, path.c_str(), write ? R_OK | W_OK : R_OK, AT_EACCESS) != 0) return reason_of(errno);
  }
  if (write && ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return fmt::format("no new file can be made in its folder: {}", reason_of(errno));
  }
  return "";
}

}  // namespace stackwright
