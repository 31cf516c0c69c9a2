// The experiment store: runs, their generations and evaluations in one SQLite file that several processes may use.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace stackwright {

using RunId = std::int64_t;

/// running: a process is at it, or was killed; stopped: saved by Ctrl-C; both can be resumed.
enum class RunState : std::uint8_t { running, stopped, finished, failed };
std::string_view name_of(RunState state);

/// What a run is made of; the same configuration and seed give the same run.
struct NewRun {
  std::string name;  // one that no other run has, not a number, fit for a file's; empty: the kind and the number
  std::string kind;  // "evolve", "experiment", ...
  std::uint64_t seed = 1;
  std::string configuration;  // a JSON object, everything that shapes the run
  RunId parent = 0;           // the experiment that it is a step of; 0: none
  std::string step = {};      // its name there
};

struct RunRow {
  RunId id = 0;
  std::string name;
  std::string kind;
  RunState state = RunState::running;
  std::uint64_t generation = 0;  // finished ones
  std::optional<double> best;    // of all finished generations
  std::string created;           // ISO 8601, UTC
  std::string updated;
  std::uint64_t seed = 1;
  std::string version;  // of the program that began it
  std::string configuration;
  std::string result;  // a JSON object once finished (champion, held-out figure), else empty
  RunId parent = 0;    // the experiment that it is a step of; 0: none
  std::string step;    // its name there
};

/// A finished piece of a batch (a game, a match) whose batch is not finished yet: what a killed run keeps.
struct TaskRow {
  std::uint64_t task = 0;  // its number in the batch
  std::string result;      // JSON, made by the problem
};

/// A finished evaluation of a candidate.
struct EvaluationRow {
  std::uint64_t generation = 0;
  std::uint32_t round = 0;
  std::uint64_t candidate = 0;  // its index in the generation
  std::vector<double> genes;
  double fitness = 0;
  double min = 0;  // over its games
  double mean = 0;
  double median = 0;
  double max = 0;
  std::uint64_t games = 0;
  std::string details;  // JSON, made by the problem; may be empty
};

/// A finished generation.
struct GenerationRow {
  std::uint64_t generation = 0;
  std::uint64_t evaluations = 0;  // of the run so far
  double best = 0;
  double mean = 0;
  double worst = 0;
  std::vector<double> genes;   // of the best
  std::vector<double> spread;  // standard deviation of each gene in the population
  double gene_spread = 0;      // the largest of them, as a share of the gene's first range
  double fitness_spread = 0;
  std::uint64_t pieces = 0;  // played in this generation
  double seconds = 0;        // it took; of no influence on anything
};

/// A game that was played for its own sake, by one of the players of a run.
struct PlayedGame {
  std::uint64_t player = 0;
  std::uint64_t game = 0;
  std::uint64_t pieces = 0;
  std::uint64_t lines = 0;
  std::int64_t score = 0;
  std::array<std::uint64_t, 4> clears{};
  std::string ended;  // top, limit or list

  friend bool operator==(const PlayedGame&, const PlayedGame&) = default;
};

/// Where a run stands: the optimiser's state after the last finished batch, and what is known of the next batch.
struct Checkpoint {
  std::uint64_t batch = 0;  // number of finished batches
  std::string state;        // of the optimiser; empty before the first batch is finished
  std::vector<TaskRow> tasks;
};

/// Everything a finished batch adds, written in one transaction.
struct FinishedBatch {
  std::uint64_t batch = 0;  // its number, from 0
  std::string state;        // of the optimiser after it
  std::vector<EvaluationRow> evaluations;
  std::optional<GenerationRow> generation;  // where the batch ends one
  std::vector<PlayedGame> games = {};
};

/// Keeps a run for this process; released when destroyed or when the process dies in any way.
class RunLock {
 public:
  RunLock(RunLock&&) noexcept;
  RunLock& operator=(RunLock&&) noexcept;
  ~RunLock();

 private:
  friend class Store;
  explicit RunLock(int file) : file_(file) {}
  int file_ = -1;
};

/// All errors are one line that names the file. Nothing is ever written in part. Threads may share a store; a forked
/// child opens its own.
class Store {
 public:
  enum class Access : std::uint8_t { read, write };

  /// Opens a store; for writing it is made where there is none, with its folder. `wait_seconds` is how long a lock held
  /// by another process is waited for.
  static Result<Store> open(const std::string& path, Access access, double wait_seconds = 10);
  /// `stackwright.db` in the user's data folder ($XDG_DATA_HOME/stackwright, else ~/.local/share/stackwright).
  static std::string default_path();

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  const std::string& path() const;

  Result<RunRow> create(const NewRun& run);
  /// By number or name; an unknown one names the nearest.
  Result<RunRow> find(std::string_view name_or_number) const;
  Result<std::vector<RunRow>> list() const;
  /// The runs that are steps of a run, in the order in which they were made.
  Result<std::vector<RunRow>> steps(RunId parent) const;
  /// With its steps; an error while another process holds one of them.
  Result<Done> remove(RunId run);
  Result<RunLock> lock(RunId run) const;
  /// Whether a process works on the run now; looks without taking the lock, so nobody is disturbed.
  bool held(RunId run) const;
  /// What is finished stays so, with its result, whoever goes through it again. A result, a JSON object, replaces the one
  /// before; an empty one leaves it.
  Result<Done> set_state(RunId run, RunState state, std::string_view result = "");

  /// For what does not change what is computed: how an experiment is judged.
  Result<Done> set_configuration(RunId run, std::string_view configuration);

  Result<Checkpoint> checkpoint(RunId run) const;
  /// A task that is there already must have the same result.
  Result<Done> add_tasks(RunId run, std::uint64_t batch, std::span<const TaskRow> tasks);
  /// The batch's tasks are dropped. An error when the batch is not the next one.
  Result<Done> finish_batch(RunId run, const FinishedBatch& batch);

  Result<std::vector<GenerationRow>> generations(RunId run) const;
  /// All, or those of one generation, ordered by generation, round, candidate.
  Result<std::vector<EvaluationRow>> evaluations(RunId run, std::optional<std::uint64_t> generation = {}) const;
  /// Generation and fitness of all evaluations, without the rest: quick even for long runs.
  Result<std::vector<std::pair<std::uint64_t, double>>> fitness(RunId run) const;
  /// Ordered by player and game.
  Result<std::vector<PlayedGame>> games(RunId run) const;

 private:
  struct Inside;
  explicit Store(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace stackwright
