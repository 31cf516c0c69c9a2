// What a run leaves in the store: its checkpoint, finished tasks, generations and evaluations.
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "experiment/store_file.h"
#include "optim/state.h"

namespace stackwright {
namespace {

std::int64_t signed_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

std::uint64_t word_at(SQLite::Statement& row, int column) {
  return static_cast<std::uint64_t>(row.getColumn(column).getInt64());
}

/// SQLite keeps every double but NaN, which it turns into NULL.
double number_at(SQLite::Statement& row, int column) {
  const SQLite::Column value = row.getColumn(column);
  return value.isNull() ? std::numeric_limits<double>::quiet_NaN() : value.getDouble();
}

std::string list_text(std::span<const double> numbers) {
  Json object;
  optim::put(object, "list", numbers);
  return json_text(object["list"], -1);
}

Result<std::vector<double>> list_at(const StoreFile& file, SQLite::Statement& row, int column) {
  const std::string what = std::string("column '") + row.getColumnName(column) + "'";
  Result<Json> list = parse_json(row.getColumn(column).getString(), what);
  if (!list) return store_damage(file.path, list.message());
  const std::size_t size = list->size();
  Json object;
  object["list"] = std::move(*list);
  auto numbers = optim::get_numbers(Fields(object), "list", size);
  if (!numbers) return store_damage(file.path, what + " must be a list of numbers");
  return numbers;
}

/// An error unless `batch` is the one that comes next.
Result<Done> check_batch(StoreFile& file, RunId run, std::uint64_t batch) {
  SQLite::Statement query(file.database, "SELECT batch FROM checkpoints WHERE run = ?");
  query.bind(1, run);
  if (!query.executeStep()) return store_error(file.path, fmt::format("there is no run {}", run));
  const std::uint64_t next = word_at(query, 0);
  if (next == batch) return Done{};
  return store_error(file.path, fmt::format("run {}: batch {} was given, but the next one is {}", run, batch, next),
                     Error::Kind::fault);
}

void insert_evaluations(StoreFile& file, RunId run, std::span<const EvaluationRow> rows) {
  SQLite::Statement insert(file.database, "INSERT INTO evaluations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const EvaluationRow& e : rows) {
    insert.bind(1, run);
    insert.bind(2, signed_of(e.generation));
    insert.bind(3, e.round);
    insert.bind(4, signed_of(e.candidate));
    insert.bind(5, list_text(e.genes));
    int column = 6;
    for (const double number : {e.fitness, e.min, e.mean, e.median, e.max}) insert.bind(column++, number);
    insert.bind(11, signed_of(e.games));
    insert.bind(12, e.details);
    insert.exec();
    insert.reset();
  }
}

void insert_generation(StoreFile& file, RunId run, const GenerationRow& g) {
  SQLite::Statement insert(file.database, "INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, run);
  insert.bind(2, signed_of(g.generation));
  insert.bind(3, signed_of(g.evaluations));
  insert.bind(4, g.best);
  insert.bind(5, g.mean);
  insert.bind(6, g.worst);
  insert.bind(7, list_text(g.genes));
  insert.bind(8, list_text(g.spread));
  insert.bind(9, g.gene_spread);
  insert.bind(10, g.fitness_spread);
  insert.bind(11, signed_of(g.pieces));
  insert.bind(12, g.seconds);
  insert.exec();
  SQLite::Statement update(file.database,
                           "UPDATE runs SET generation = generation + 1, "
                           "best = CASE WHEN best IS NULL OR ?1 > best THEN ?1 ELSE best END WHERE id = ?2");
  update.bind(1, g.best);
  update.bind(2, run);
  update.exec();
}

void insert_games(StoreFile& file, RunId run, std::span<const PlayedGame> games) {
  SQLite::Statement insert(file.database, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const PlayedGame& g : games) {
    insert.bind(1, run);
    int column = 2;
    for (const std::uint64_t n : {g.player, g.game, g.pieces, g.lines}) insert.bind(column++, signed_of(n));
    insert.bind(column++, g.score);
    for (const std::uint64_t n : g.clears) insert.bind(column++, signed_of(n));
    insert.bind(column, g.ended);
    insert.exec();
    insert.reset();
  }
}

void move_checkpoint(StoreFile& file, RunId run, const FinishedBatch& batch) {
  SQLite::Statement update(file.database, "UPDATE checkpoints SET batch = ?, state = ? WHERE run = ?");
  update.bind(1, signed_of(batch.batch + 1));
  update.bind(2, batch.state);
  update.bind(3, run);
  update.exec();
  SQLite::Statement drop(file.database, "DELETE FROM tasks WHERE run = ?");
  drop.bind(1, run);
  drop.exec();
  SQLite::Statement touch(file.database,
                          "UPDATE runs SET updated = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?");
  touch.bind(1, run);
  touch.exec();
}

Result<GenerationRow> read_generation(const StoreFile& file, SQLite::Statement& row) {
  GenerationRow g;
  g.generation = word_at(row, 0);
  g.evaluations = word_at(row, 1);
  g.best = number_at(row, 2);
  g.mean = number_at(row, 3);
  g.worst = number_at(row, 4);
  auto genes = list_at(file, row, 5);
  if (!genes) return genes.error();
  auto spread = list_at(file, row, 6);
  if (!spread) return spread.error();
  g.genes = std::move(*genes);
  g.spread = std::move(*spread);
  g.gene_spread = number_at(row, 7);
  g.fitness_spread = number_at(row, 8);
  g.pieces = word_at(row, 9);
  g.seconds = number_at(row, 10);
  return g;
}

Result<PlayedGame> read_game(const StoreFile&, SQLite::Statement& row) {
  PlayedGame g;
  int column = 0;
  for (std::uint64_t* n : {&g.player, &g.game, &g.pieces, &g.lines}) *n = word_at(row, column++);
  g.score = row.getColumn(column++).getInt64();
  for (std::uint64_t& n : g.clears) n = word_at(row, column++);
  g.ended = row.getColumn(column).getString();
  return g;
}

Result<EvaluationRow> read_evaluation(const StoreFile& file, SQLite::Statement& row) {
  EvaluationRow e;
  e.generation = word_at(row, 0);
  e.round = static_cast<std::uint32_t>(row.getColumn(1).getInt64());
  e.candidate = word_at(row, 2);
  auto genes = list_at(file, row, 3);
  if (!genes) return genes.error();
  e.genes = std::move(*genes);
  int column = 4;
  for (double* number : {&e.fitness, &e.min, &e.mean, &e.median, &e.max}) *number = number_at(row, column++);
  e.games = word_at(row, 9);
  e.details = row.getColumn(10).getString();
  return e;
}

/// All rows of a query, each read by `read`.
template <class Row>
Result<std::vector<Row>> read_all(const StoreFile& file, SQLite::Statement& query,
                                  Result<Row> (*read)(const StoreFile&, SQLite::Statement&)) {
  std::vector<Row> rows;
  while (query.executeStep()) {
    Result<Row> row = read(file, query);
    if (!row) return row.error();
    rows.push_back(std::move(*row));
  }
  return rows;
}

}  // namespace

Result<Checkpoint> Store::checkpoint(RunId run) const {
  StoreFile& file = *inside_;
  return reading(file, [&]() -> Result<Checkpoint> {
    SQLite::Statement query(file.database, "SELECT batch, state FROM checkpoints WHERE run = ?");
    query.bind(1, run);
    if (!query.executeStep()) return store_error(file.path, fmt::format("there is no run {}", run));
    Checkpoint checkpoint{word_at(query, 0), query.getColumn(1).getString(), {}};
    SQLite::Statement tasks(file.database, "SELECT task, result FROM tasks WHERE run = ? ORDER BY task");
    tasks.bind(1, run);
    while (tasks.executeStep()) checkpoint.tasks.push_back({word_at(tasks, 0), tasks.getColumn(1).getString()});
    return checkpoint;
  });
}

Result<Done> Store::add_tasks(RunId run, std::uint64_t batch, std::span<const TaskRow> tasks) {
  StoreFile& file = *inside_;
  return writing(file, Sync::soon, [&]() -> Result<Done> {
    if (auto next = check_batch(file, run, batch); !next) return next;
    SQLite::Statement insert(file.database,
                             "INSERT INTO tasks VALUES (?1, ?2, ?3) ON CONFLICT (run, task) "
                             "DO UPDATE SET result = ?3 WHERE result = ?3");
    for (const TaskRow& task : tasks) {
      insert.bind(1, run);
      insert.bind(2, signed_of(task.task));
      insert.bind(3, task.result);
      if (insert.exec() == 0) {
        return store_error(file.path,
                           fmt::format("run {}: task {} of batch {} has another result already", run, task.task, batch),
                           Error::Kind::fault);
      }
      insert.reset();
    }
    return Done{};
  });
}

Result<Done> Store::finish_batch(RunId run, const FinishedBatch& batch) {
  StoreFile& file = *inside_;
  return writing(file, Sync::now, [&]() -> Result<Done> {
    if (auto next = check_batch(file, run, batch.batch); !next) return next;
    insert_evaluations(file, run, batch.evaluations);
    if (batch.generation) insert_generation(file, run, *batch.generation);
    insert_games(file, run, batch.games);
    move_checkpoint(file, run, batch);
    return Done{};
  });
}

Result<std::vector<GenerationRow>> Store::generations(RunId run) const {
  StoreFile& file = *inside_;
  return reading(file, [&] {
    SQLite::Statement query(file.database,
                            "SELECT generation, evaluations, best, mean, worst, genes, spread, gene_spread, "
                            "fitness_spread, pieces, seconds FROM generations WHERE run = ? ORDER BY generation");
    query.bind(1, run);
    return read_all(file, query, read_generation);
  });
}

Result<std::vector<std::pair<std::uint64_t, double>>> Store::fitness(RunId run) const {
  StoreFile& file = *inside_;
  return reading(file, [&]() -> Result<std::vector<std::pair<std::uint64_t, double>>> {
    SQLite::Statement query(file.database, "SELECT generation, fitness FROM evaluations WHERE run = ?");
    query.bind(1, run);
    std::vector<std::pair<std::uint64_t, double>> rows;
    while (query.executeStep()) rows.emplace_back(word_at(query, 0), number_at(query, 1));
    return rows;
  });
}

Result<std::vector<PlayedGame>> Store::games(RunId run) const {
  StoreFile& file = *inside_;
  return reading(file, [&] {
    SQLite::Statement query(file.database,
                            "SELECT player, game, pieces, lines, score, ones, twos, threes, fours, ended FROM games "
                            "WHERE run = ? ORDER BY player, game");
    query.bind(1, run);
    return read_all(file, query, read_game);
  });
}

Result<std::vector<EvaluationRow>> Store::evaluations(RunId run, std::optional<std::uint64_t> generation) const {
  StoreFile& file = *inside_;
  return reading(file, [&] {
    SQLite::Statement query(file.database,
                            fmt::format("SELECT generation, round, candidate, genes, fitness, min, mean, "
                                        "median, max, games, details FROM evaluations WHERE run = ?1 {}"
                                        "ORDER BY generation, round, candidate",
                                        generation ? "AND generation = ?2 " : ""));
    query.bind(1, run);
    if (generation) query.bind(2, signed_of(*generation));
    return read_all(file, query, read_evaluation);
  });
}

}  // namespace stackwright
