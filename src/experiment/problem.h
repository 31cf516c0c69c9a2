// A problem: how genes become an agent, which games judge it, and what its fitness is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "core/statistics.h"
#include "optim/optimiser.h"
#include "optim/space.h"

namespace stackwright {

/// What games are for. Each stage has random games of its own, so that a champion is never chosen or reported on what it
/// was trained on.
enum class Stage : std::uint8_t { training, finals, held_out };

/// What a task came to, as whole numbers that travel and are stored.
using TaskResult = std::vector<std::int64_t>;

/// Candidates to be judged now. Everything about its tasks (games, matches) follows from it and from the problem, on
/// every machine alike.
struct Assignment {
  Stage stage = Stage::training;
  optim::Batch batch;
  std::vector<TaskResult> further = {};  // tasks after the first ones, which the problem wished for when it saw results
};

/// Hands out the tasks of an assignment and takes their results; both from any thread, in any order.
class TaskSource {
 public:
  TaskSource() = default;
  TaskSource(const TaskSource&) = delete;
  TaskSource& operator=(const TaskSource&) = delete;
  virtual ~TaskSource() = default;

  /// The next task, or nothing when no more will come.
  virtual std::optional<std::uint64_t> take() = 0;
  virtual void finished(std::uint64_t task, const TaskResult& result) = 0;
  /// About how many tasks are left to take.
  virtual std::uint64_t left() const = 0;
};

/// What a candidate reached.
struct Evaluation {
  double fitness = 0;
  Summary games;                   // of its objective over its games
  std::string details;             // JSON
  std::vector<double> parts = {};  // where the genes have parts: what each reached
};

/// The figure of a champion on games that it has not seen.
struct HeldOut {
  double mean = 0;
  Interval ci95;
  std::uint64_t games = 0;
  std::uint64_t censored = 0;   // games cut off by a limit
  double points_per_piece = 0;  // of the scoring table
  std::string unit;             // "lines", "pieces", "points", "wins"
  std::string doubt;            // of a figure that is estimated, not played: why it may be wrong
  std::string remark;           // what else there is to say, such as against whom
};

/// How many games judge a candidate.
std::uint64_t games_of(const Assignment& assignment, int training, int finals, int held_out);
/// For the keys of random streams: games of finals and of the held-out stage have generations that no evolution gets to,
/// games of a later round numbers that no other round has. Without `renew` all generations play the same games.
std::uint64_t generation_of(const Assignment& assignment, bool renew);
std::uint64_t number_of(const Assignment& assignment, std::uint64_t game);

class Problem {
 public:
  Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  virtual ~Problem() = default;

  virtual const optim::Space& space() const = 0;
  /// Whether fitness only compares the candidates of one batch, as where they play against each other: numbers of
  /// different batches then say nothing about each other.
  virtual bool relative() const { return false; }
  virtual std::uint64_t tasks(const Assignment& assignment) const = 0;
  /// Tasks that are worth doing now that the results of all others are known, such as a closer look at the best; asked
  /// again when they are done. None where the results are enough.
  virtual std::vector<TaskResult> further(const Assignment&, std::span<const TaskResult>) const { return {}; }
  /// Works on tasks until the source has none left or a stop is asked for; only finished tasks are reported.
  virtual Result<Done> play(const Assignment& assignment, TaskSource& source, int threads, const StopToken& stop,
                            Progress* progress) const = 0;
  /// One evaluation per candidate from the results of all tasks, in the order of tasks.
  virtual std::vector<Evaluation> evaluate(const Assignment& assignment, std::span<const TaskResult> results) const = 0;
  virtual HeldOut held_out(const Assignment& assignment, std::span<const TaskResult> results) const = 0;
  /// Pieces (or moves) played in a task.
  virtual std::uint64_t pieces(const TaskResult& result) const = 0;
  /// A command that lets the champion in a controller file play.
  virtual std::string command(const std::string& path) const = 0;
  /// The candidate as a controller file.
  virtual std::string controller(const optim::Genes& genes, const std::string& name, const std::string& run,
                                 std::uint64_t seed, const std::string& result) const = 0;
};

}  // namespace stackwright
