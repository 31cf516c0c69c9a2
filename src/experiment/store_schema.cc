// The tables of the store, their version, and how older stores are brought up to it; docs/store.md describes them.
#include <fmt/format.h>

#include "experiment/store_file.h"

namespace stackwright {
namespace {

constexpr int kApplication = 0x53745772;  // "StWr"

// Numbers that must come back bit for bit have no declared type: a REAL column would turn -0.0 into 0.0.
constexpr const char* kFirstTables = R"(
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'finished', 'failed')),
    generation INTEGER NOT NULL DEFAULT 0,
    best,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    updated TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    configuration TEXT NOT NULL,
    result TEXT NOT NULL DEFAULT ''
  );
  CREATE TABLE checkpoints (
    run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
    batch INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT ''
  );
  CREATE TABLE tasks (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    task INTEGER NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (run, task)
  ) WITHOUT ROWID;
  CREATE TABLE generations (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    evaluations INTEGER NOT NULL,
    best, mean, worst,
    genes TEXT NOT NULL,
    spread TEXT NOT NULL,
    gene_spread, fitness_spread,
    pieces INTEGER NOT NULL,
    seconds,
    PRIMARY KEY (run, generation)
  );
  CREATE TABLE evaluations (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    round INTEGER NOT NULL,
    candidate INTEGER NOT NULL,
    genes TEXT NOT NULL,
    fitness, min, mean, median, max,
    games INTEGER NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (run, generation, round, candidate)
  );
)";

// Experiments: runs that are steps of another run, and games that were played for their own sake.
constexpr const char* kExperiments = R"(
  ALTER TABLE runs ADD COLUMN parent INTEGER REFERENCES runs(id) ON DELETE CASCADE;
  ALTER TABLE runs ADD COLUMN step TEXT NOT NULL DEFAULT '';
  CREATE INDEX runs_by_parent ON runs (parent) WHERE parent IS NOT NULL;
  CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    game INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    score INTEGER NOT NULL,
    ones INTEGER NOT NULL,
    twos INTEGER NOT NULL,
    threes INTEGER NOT NULL,
    fours INTEGER NOT NULL,
    ended TEXT NOT NULL CHECK (ended IN ('top', 'limit', 'list')),
    PRIMARY KEY (run, player, game)
  ) WITHOUT ROWID;
)";

constexpr const char* kSteps[] = {kFirstTables, kExperiments};

int pragma_number(SQLite::Database& database, const char* pragma) { return database.execAndGet(pragma).getInt(); }

}  // namespace

int store_version() { return static_cast<int>(std::size(kSteps)); }

std::span<const char* const> store_steps() { return kSteps; }

Result<int> check_store(SQLite::Database& database, const std::string& path, int known_version) {
  // One look at one moment: between two, another process may make the tables.
  database.exec("SAVEPOINT look");
  const bool empty = pragma_number(database, "SELECT count(*) FROM sqlite_master") == 0;
  const int application = pragma_number(database, "PRAGMA application_id");
  const int version = pragma_number(database, "PRAGMA user_version");
  database.exec("RELEASE look");
  if (empty && application == 0 && version == 0) return 0;
  if (application != kApplication || version < 1) return store_error(path, "is a database of another program");
  if (version > known_version) {
    return store_error(path, fmt::format("has format {}, made by a newer version of the program; this one knows "
                                         "formats up to {}",
                                         version, known_version));
  }
  return version;
}

Result<Done> upgrade_store(SQLite::Database& database, const std::string& path, std::span<const char* const> steps) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  // Somebody else may have done it between our first look and the lock.
  const Result<int> version = check_store(database, path, static_cast<int>(steps.size()));
  if (!version) return version.error();
  for (const char* step : steps.subspan(static_cast<std::size_t>(*version))) database.exec(step);
  database.exec(fmt::format("PRAGMA application_id = {}", kApplication));
  database.exec(fmt::format("PRAGMA user_version = {}", steps.size()));
  transaction.commit();
  return Done{};
}

}  // namespace stackwright
