// One run on several machines: the owner hands out tasks and keeps the store, workers only compute.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/executor.h"
#include "experiment/transport.h"

namespace stackwright {

/// The messages of the owner (rank 0) and its workers.
struct ClusterMessage {
  enum class Kind : std::uint8_t {
    problem,  // to workers: configuration and seed, once
    batch,    // to workers: an assignment, and about how many of its tasks each will get
    want,     // to the owner: give me `count` tasks
    tasks,    // to a worker: these tasks; none means that no more will come
    done,     // to the owner: results
    idle,     // to the owner: nothing of the batch is left here
    stop,     // to workers: leave the batch
    end,      // to workers: all is done
    failed,   // to the owner: why a worker cannot go on
  };
  Kind kind = Kind::end;
  std::uint64_t batch = 0;  // number of the batch: what belongs to an older one is ignored
  std::uint64_t count = 0;
  std::string text;  // JSON, or an error
  std::vector<std::uint64_t> tasks;
  std::vector<TaskResult> results;  // of `tasks`
};

std::string to_bytes(const ClusterMessage& message);
Result<ClusterMessage> cluster_message(std::string_view bytes);

std::string to_json(const Assignment& assignment);
Result<Assignment> assignment_from_json(std::string_view text, std::size_t genes);

/// The owner's side. Workers learn the problem when it is made and end when it is destroyed.
class ClusterExecutor final : public Executor {
 public:
  /// `configuration` is what workers make the problem of.
  ClusterExecutor(Transport& transport, std::string configuration, std::uint64_t seed);
  ~ClusterExecutor() override;

  Result<Done> run(const Problem& problem, const Assignment& assignment, std::span<const std::uint64_t> todo,
                   const OnFinished& finished, const StopToken& stop, Progress* progress) override;

 private:
  void send_all(const ClusterMessage& message);

  Transport& transport_;
  std::uint64_t batch_ = 0;
};

/// Makes the problem that a configuration and a seed describe.
using ProblemMaker =
    std::function<Result<std::unique_ptr<Problem>>(std::string_view configuration, std::uint64_t seed)>;

/// A worker's whole life: returns when the owner is done, with an error where it failed, or when a stop is asked for.
Result<Done> work_for_cluster(Transport& transport, const ProblemMaker& make, int threads, const StopToken& stop);

}  // namespace stackwright
