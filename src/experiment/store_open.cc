// Opening a store: where it lies, what is refused, and the settings of its connection.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include <sqlite3.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "experiment/store_file.h"

namespace stackwright {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The place for SQLite: an absolute path, which it takes for nothing but a file (":memory:" and "file:x" are special).
Result<std::string> place_of_store(const std::string& path, Store::Access access) {
  if (path.empty()) return Error{"the path of a store must not be empty"};
  std::error_code error;
  const fs::path place = fs::absolute(path, error);
  if (!error && access == Store::Access::write) fs::create_directories(place.parent_path(), error);
  if (error) {
    return store_error(path,
                       fmt::format("cannot make its folder '{}': {}", place.parent_path().string(), error.message()));
  }
  if (const std::string why = why_not_open(path, access); !why.empty()) {
    return store_error(path, "cannot be opened: " + why);
  }
  const fs::path real = fs::weakly_canonical(place, error);
  return error ? place.string() : real.string();
}

SQLite::Database open_database(const std::string& place, Store::Access access, double wait_seconds) {
  const int flags =
      access == Store::Access::write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY;
  const double milliseconds = std::min(wait_seconds * 1000, 1e9);
  return {place, flags, milliseconds >= 1 ? static_cast<int>(milliseconds) : 0};
}

/// Whether somebody works on the store or died at it.
bool has_log(const std::string& place) {
  std::error_code error;
  const auto size = fs::file_size(place + "-wal", error);
  return !error && size > 0;
}

/// A store on a read-only medium, where SQLite cannot make the shared index of its write-ahead log.
SQLite::Database open_unchanging(const std::string& place) {
  std::string name = "file:";
  for (const char c : place) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/._-~").find(c) != std::string_view::npos;
    name += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return {name + "?immutable=1", SQLite::OPEN_READONLY | SQLITE_OPEN_URI};
}

/// A damaged or hostile file is found out early and runs no code of its own.
void distrust(SQLite::Database& database) {
  database.exec("PRAGMA trusted_schema = OFF");
  database.exec("PRAGMA cell_size_check = ON");
}

Result<Done> prepare_reading(StoreFile& file) {
  const Result<int> version = check_store(file.database, file.path, store_version());
  if (!version) return version.error();
  if (*version == 0) return store_error(file.path, "is empty");
  if (*version < store_version()) {
    return store_error(file.path, fmt::format("has the older format {}; it is brought to format {} when it is next "
                                              "opened for writing",
                                              *version, store_version()));
  }
  return Done{};
}

Result<Done> prepare_writing(StoreFile& file) {
  // First a look: a database that is not ours is left as it is.
  const Result<int> version = check_store(file.database, file.path, store_version());
  if (!version) return version.error();
  if (sqlite3_db_readonly(file.database.getHandle(), "main") != 0) {
    return store_error(file.path, "cannot be written: it is read-only");
  }
  file.database.exec("PRAGMA journal_mode = WAL");
  file.database.exec("PRAGMA journal_size_limit = 67108864");
  file.database.exec("PRAGMA synchronous = FULL");
  file.database.exec("PRAGMA foreign_keys = ON");
  if (*version == store_version()) return Done{};
  return upgrade_store(file.database, file.path, store_steps());
}

}  // namespace

StoreFile::StoreFile(std::string path_given, std::string place_found, double wait, SQLite::Database opened)
    : path(std::move(path_given)), place(std::move(place_found)), wait_seconds(wait), database(std::move(opened)) {
  struct stat about {};
  if (::stat(place.c_str(), &about) == 0) {
    device = about.st_dev;
    node = about.st_ino;
  }
}

Result<Done> before_writing(StoreFile& file, Sync sync) {
  struct stat about {};
  if (::stat(file.place.c_str(), &about) != 0 || about.st_dev != file.device || about.st_ino != file.node) {
    return store_error(file.path, "was removed or replaced while it was in use; nothing more can be written to it",
                       Error::Kind::fault);
  }
  const auto now = Clock::now();
  const bool full = sync == Sync::now || now - file.synced >= std::chrono::seconds(1);
  file.database.exec(full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (full) file.synced = now;
  return Done{};
}

Result<Store> Store::open(const std::string& path, Access access, double wait_seconds) {
  const Result<std::string> place = place_of_store(path, access);
  if (!place) return place.error();
  const auto give_up = Clock::now() + std::chrono::duration<double>(std::min(wait_seconds, 1e6));
  bool unchanging = false;
  for (;;) {
    std::unique_ptr<Inside> inside;
    try {
      inside =
          std::make_unique<Inside>(path, *place, wait_seconds,
                                   unchanging ? open_unchanging(*place) : open_database(*place, access, wait_seconds));
      distrust(inside->database);
      const Result<Done> ready = access == Access::write ? prepare_writing(*inside) : prepare_reading(*inside);
      if (!ready) return ready.error();
      return Store(std::move(inside));
    } catch (const SQLite::Exception& fault) {
      const int code = fault.getErrorCode() & 0xff;
      if (code == SQLITE_BUSY && Clock::now() < give_up) {
        // Two processes that turn on the write-ahead log at once are refused without waiting.
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      } else if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && access == Access::read && !unchanging &&
                 !has_log(*place)) {
        unchanging = true;
      } else {
        return inside ? store_fault(*inside, fault) : store_fault(path, fault, 0, wait_seconds);
      }
    }
  }
}

std::string Store::default_path() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  // The XDG base directory specification: a path that is not absolute is ignored.
  if (const std::string data = variable("XDG_DATA_HOME"); data.starts_with("/"))
    return data + "/stackwright/stackwright.db";
  const std::string home = variable("HOME");
  return home.empty() ? "stackwright.db" : home + "/.local/share/stackwright/stackwright.db";
}

}  // namespace stackwright
