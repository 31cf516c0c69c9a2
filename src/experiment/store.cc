// The runs of a store: made, found, listed, removed.
#include "experiment/store.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/paths.h"
#include "core/text.h"
#include "experiment/store_file.h"

namespace stackwright {
namespace {

constexpr std::array<std::pair<RunState, std::string_view>, 4> kStates{{{RunState::running, "running"},
                                                                        {RunState::stopped, "stopped"},
                                                                        {RunState::finished, "finished"},
                                                                        {RunState::failed, "failed"}}};

constexpr std::string_view kRunColumns =
    "SELECT id, name, kind, state, generation, best, created, updated, seed, version, configuration, result, "
    "coalesce(parent, 0), step FROM runs ";

bool is_whole_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

Result<RunRow> read_run(const StoreFile& file, SQLite::Statement& row) {
  RunRow run;
  run.id = row.getColumn(0).getInt64();
  run.name = row.getColumn(1).getString();
  run.kind = row.getColumn(2).getString();
  const std::string state = row.getColumn(3).getString();
  const auto* known = std::find_if(kStates.begin(), kStates.end(), [&](const auto& s) { return s.second == state; });
  const std::string seed = row.getColumn(8).getString();
  const auto [end, error] = std::from_chars(seed.data(), seed.data() + seed.size(), run.seed);
  if (known == kStates.end() || error != std::errc{} || end != seed.data() + seed.size()) {
    return store_damage(file.path,
                        fmt::format("run {} has state {} and seed {}", run.id, in_quotes(state), in_quotes(seed)));
  }
  run.state = known->first;
  run.generation = static_cast<std::uint64_t>(row.getColumn(4).getInt64());
  if (!row.getColumn(5).isNull()) run.best = row.getColumn(5).getDouble();
  run.created = row.getColumn(6).getString();
  run.updated = row.getColumn(7).getString();
  run.version = row.getColumn(9).getString();
  run.configuration = row.getColumn(10).getString();
  run.result = row.getColumn(11).getString();
  run.parent = row.getColumn(12).getInt64();
  run.step = row.getColumn(13).getString();
  return run;
}

/// All runs, or the steps of one, in the order of their numbers.
Result<std::vector<RunRow>> read_runs(StoreFile& file, RunId parent = 0) {
  SQLite::Statement rows(file.database,
                         fmt::format("{} {} ORDER BY id", kRunColumns, parent > 0 ? "WHERE parent = ?" : ""));
  if (parent > 0) rows.bind(1, parent);
  std::vector<RunRow> runs;
  while (rows.executeStep()) {
    Result<RunRow> run = read_run(file, rows);
    if (!run) return run.error();
    runs.push_back(std::move(*run));
  }
  return runs;
}

Result<Done> check_label(std::string_view what, std::string_view text) {
  constexpr std::size_t kLongest = 200;
  const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  if (plain && !text.empty() && text.size() <= kLongest && trim(text) == text && !is_whole_number(text)) return Done{};
  return Error{fmt::format("the {} of a run must be one line of 1 to {} bytes that is not a number, got {}", what,
                           kLongest, in_quotes(text))};
}

/// The name of a run is that of its champion's file too. The run of a step has its experiment's name and a '/' before it.
Result<Done> check_name(const NewRun& run) {
  if (auto r = check_label("name", run.name); !r) return r;
  if (run.parent != 0 || (!run.name.starts_with('.') && run.name.find('/') == std::string::npos)) return Done{};
  return Error{fmt::format("the name of a run must have no '/' and not begin with '.', got {}", in_quotes(run.name))};
}

Result<Done> check_object(std::string_view what, std::string_view text) {
  const Result<Json> document = parse_json(text, fmt::format("the {} of a run", what));
  if (!document) return document.error();
  if (!document->is_object()) return Error{fmt::format("the {} of a run must be a JSON object", what)};
  return Done{};
}

bool is_taken(StoreFile& file, const std::string& name) {
  SQLite::Statement query(file.database, "SELECT 1 FROM runs WHERE name = ?");
  query.bind(1, name);
  return query.executeStep();
}

/// The kind and the number, with a second number where somebody took that name.
std::string free_name(StoreFile& file, const std::string& kind, RunId id) {
  const std::string first = fmt::format("{}-{}", kind, id);
  std::string name = first;
  for (int i = 2; is_taken(file, name); ++i) name = fmt::format("{}-{}", first, i);
  return name;
}

}  // namespace

std::string_view name_of(RunState state) {
  const auto* known = std::find_if(kStates.begin(), kStates.end(), [&](const auto& s) { return s.first == state; });
  return known->second;
}

Result<RunRow> run_numbered(StoreFile& file, RunId run) {
  SQLite::Statement query(file.database, fmt::format("{} WHERE id = ?", kRunColumns));
  query.bind(1, run);
  if (!query.executeStep()) return store_error(file.path, fmt::format("there is no run {}", run));
  return read_run(file, query);
}

Store::Store(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const std::string& Store::path() const { return inside_->path; }

Result<RunRow> Store::create(const NewRun& run) {
  if (auto r = check_label("kind", run.kind); !r) return r.error();
  if (!run.name.empty()) {
    if (auto r = check_name(run); !r) return r.error();
  }
  if (auto r = check_object("configuration", run.configuration); !r) return r.error();
  StoreFile& file = *inside_;
  return writing(file, Sync::now, [&]() -> Result<RunRow> {
    // Numbers of removed runs are not used again.
    const RunId id =
        1 +
        file.database.execAndGet("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'runs'").getInt64();
    if (is_taken(file, run.name)) {
      return store_error(file.path, fmt::format("has a run named {} already", in_quotes(run.name)));
    }
    SQLite::Statement insert(file.database,
                             "INSERT INTO runs (id, name, kind, state, seed, version, configuration, parent, step) "
                             "VALUES (?, ?, ?, 'running', ?, ?, ?, nullif(?, 0), ?)");
    insert.bind(1, id);
    insert.bind(2, run.name.empty() ? free_name(file, run.kind, id) : run.name);
    insert.bind(3, run.kind);
    insert.bind(4, std::to_string(run.seed));
    insert.bind(5, std::string(version()));
    insert.bind(6, run.configuration);
    insert.bind(7, run.parent);
    insert.bind(8, run.step);
    insert.exec();
    SQLite::Statement begin(file.database, "INSERT INTO checkpoints (run) VALUES (?)");
    begin.bind(1, id);
    begin.exec();
    return run_numbered(file, id);
  });
}

Result<RunRow> Store::find(std::string_view name_or_number) const {
  StoreFile& file = *inside_;
  return reading(file, [&]() -> Result<RunRow> {
    const bool number = is_whole_number(name_or_number);
    SQLite::Statement query(file.database, fmt::format("{} WHERE {} = ?", kRunColumns, number ? "id" : "name"));
    query.bind(1, std::string(name_or_number));
    if (query.executeStep()) return read_run(file, query);
    const Result<std::vector<RunRow>> runs = read_runs(file);
    if (!runs) return runs.error();
    if (runs->empty()) {
      return store_error(file.path, fmt::format("unknown run {}; it has no runs", in_quotes(name_or_number)));
    }
    std::vector<std::string> names;
    for (const RunRow& run : *runs) names.push_back(number ? std::to_string(run.id) : run.name);
    const std::vector<std::string_view> known(names.begin(), names.end());
    return store_error(file.path, unknown_name("run", name_or_number, known).message);
  });
}

Result<std::vector<RunRow>> Store::list() const {
  return reading(*inside_, [&] { return read_runs(*inside_); });
}

Result<std::vector<RunRow>> Store::steps(RunId parent) const {
  return reading(*inside_, [&] { return read_runs(*inside_, parent); });
}

Result<Done> Store::remove(RunId run) {
  const Result<std::vector<RunRow>> parts = steps(run);
  if (!parts) return parts.error();
  std::vector<RunLock> mine;
  std::vector<RunId> all{run};
  for (const RunRow& part : *parts) all.push_back(part.id);
  for (const RunId one : all) {
    Result<RunLock> held = lock(one);
    if (!held) return held.error();
    mine.push_back(std::move(held).value());
  }
  StoreFile& file = *inside_;
  return writing(file, Sync::now, [&]() -> Result<Done> {
    SQLite::Statement query(file.database, "DELETE FROM runs WHERE id = ?");
    query.bind(1, run);
    query.exec();
    return Done{};
  });
}

Result<Done> Store::set_state(RunId run, RunState state, std::string_view result) {
  if (!result.empty()) {
    if (auto r = check_object("result", result); !r) return r;
  }
  StoreFile& file = *inside_;
  return writing(file, Sync::now, [&]() -> Result<Done> {
    SQLite::Statement query(file.database,
                            "UPDATE runs SET state = CASE state WHEN 'finished' THEN state ELSE ?1 END, "
                            "result = CASE ?2 WHEN '' THEN result ELSE ?2 END, "
                            "updated = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?3");
    query.bind(1, std::string(name_of(state)));
    query.bind(2, std::string(result));
    query.bind(3, run);
    if (query.exec() == 0) return store_error(file.path, fmt::format("there is no run {}", run));
    return Done{};
  });
}

Result<Done> Store::set_configuration(RunId run, std::string_view configuration) {
  if (auto r = check_object("configuration", configuration); !r) return r;
  StoreFile& file = *inside_;
  return writing(file, Sync::now, [&]() -> Result<Done> {
    SQLite::Statement query(file.database, "UPDATE runs SET configuration = ? WHERE id = ?");
    query.bind(1, std::string(configuration));
    query.bind(2, run);
    if (query.exec() == 0) return store_error(file.path, fmt::format("there is no run {}", run));
    return Done{};
  });
}

}  // namespace stackwright
