// What the files of the store share: the open database, its transactions, its faults told in one line.
#pragma once

#include <cerrno>
#include <chrono>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <sys/types.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include "experiment/store.h"

namespace stackwright {

/// The open database of a store.
struct StoreFile {
  StoreFile(std::string path_given, std::string place_found, double wait, SQLite::Database opened);

  std::string path;   // as it was given; errors name it
  std::string place;  // absolute and without symbolic links, so that all processes agree on the locks beside it
  double wait_seconds;
  SQLite::Database database;
  std::mutex mutex;  // one transaction of this connection at a time
  dev_t device = 0;  // these two tell whether the file at `path` is still the open one
  ino_t node = 0;
  std::chrono::steady_clock::time_point synced{};  // when the last transaction was made to survive a power cut
};

struct Store::Inside : StoreFile {
  using StoreFile::StoreFile;
};

/// "store 'PATH': WHY"
Error store_error(const std::string& path, std::string_view why, Error::Kind kind = Error::Kind::wrong_input);
/// "store 'PATH': is damaged: WHAT"
Error store_damage(const std::string& path, std::string_view what);
/// What SQLite complains of; `system_error` is the errno behind it or 0.
Error store_fault(const std::string& path, const SQLite::Exception& fault, int system_error, double waited);
/// The same right after it happened: SQLite does not keep the errno of a commit, so the thread's own is looked at too.
Error store_fault(StoreFile& file, const SQLite::Exception& fault);
/// Why a file cannot be opened, in words; empty when nothing speaks against it.
std::string why_not_open(const std::string& path, Store::Access access);

/// The version of the schema that this program writes.
int store_version();
/// SQL that brings a store from version i to version i + 1; version 0 is an empty file.
std::span<const char* const> store_steps();
/// An error unless the database is a store (or empty) whose version this program knows; gives the version.
Result<int> check_store(SQLite::Database& database, const std::string& path, int known_version);
/// Brings a store, or an empty file, to the version after the last step, in one transaction.
Result<Done> upgrade_store(SQLite::Database& database, const std::string& path, std::span<const char* const> steps);

/// now: a power cut after it loses nothing; soon: it may lose what was written within the last second.
enum class Sync : std::uint8_t { now, soon };
/// Sets how the next transaction is synced; an error when somebody removed or replaced the file.
Result<Done> before_writing(StoreFile& file, Sync sync);

/// Runs `work` on one unchanging view of the store.
template <class Work>
std::invoke_result_t<Work> reading(StoreFile& file, Work work) {
  const std::lock_guard guard(file.mutex);
  try {
    const SQLite::Transaction view(file.database);
    return work();
  } catch (const SQLite::Exception& fault) {
    return store_fault(file, fault);
  }
}

/// Runs `work` in a transaction: all of it is written, or nothing when it gives an error or the disk does.
template <class Work>
std::invoke_result_t<Work> writing(StoreFile& file, Sync sync, Work work) {
  const std::lock_guard guard(file.mutex);
  std::optional<SQLite::Transaction> transaction;  // rolled back after the fault was told, for it wipes out the reason
  errno = 0;
  try {
    if (auto ready = before_writing(file, sync); !ready) return ready.error();
    transaction.emplace(file.database, SQLite::TransactionBehavior::IMMEDIATE);
    auto result = work();
    if (result) transaction->commit();
    return result;
  } catch (const SQLite::Exception& fault) {
    return store_fault(file, fault);
  }
}

/// The row of a run; an error when there is none. Inside a transaction.
Result<RunRow> run_numbered(StoreFile& file, RunId run);

}  // namespace stackwright
