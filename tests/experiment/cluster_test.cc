// Several processes, played by threads: the same results as one, whatever the order, and clear ends when one fails.
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/cluster.h"
#include "experiment/evolve_config.h"

namespace stackwright {
namespace cluster_test {

/// Letter boxes of processes that are threads of this one.
struct Post {
  std::mutex mutex;
  std::vector<std::deque<Message>> box;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(Post& post, int rank) : post_(post), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(post_.box.size()); }
  int size_here() const override { return size(); }
  void send(int to, std::string_view bytes) override {
    const std::lock_guard lock(post_.mutex);
    post_.box[static_cast<std::size_t>(to)].push_back({rank_, std::string(bytes)});
  }
  std::optional<Message> receive() override {
    const std::lock_guard lock(post_.mutex);
    auto& box = post_.box[static_cast<std::size_t>(rank_)];
    if (box.empty()) return std::nullopt;
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }
  void finish() override {}

 private:
  Post& post_;
  int rank_;
};

const optim::Settings kSmall{{"generations", "1"},  {"genes", "holes, landing_height"},
                             {"games", "5"},        {"board", "8x8"},
                             {"max_pieces", "300"}, {"sequences", "fresh"}};

Result<std::unique_ptr<Problem>> make(std::string_view configuration, std::uint64_t seed) {
  const auto config = evolve_config_from_json(configuration);
  if (!config) return config.error();
  return make_problem(*config, seed);
}

Assignment some_candidates() {
  Assignment assignment;
  for (int i = 0; i < 12; ++i) assignment.batch.candidates.push_back({-1.0 * i, -0.5});
  return assignment;
}

using Results = std::map<std::uint64_t, TaskResult>;

Results run_all(Executor& executor, const Problem& problem, const std::vector<std::uint64_t>& todo) {
  Results results;
  std::mutex mutex;
  const auto finished = [&](std::uint64_t task, const TaskResult& result) {
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(results.contains(task));
    results[task] = result;
  };
  const auto done = executor.run(problem, some_candidates(), todo, finished, StopToken(), nullptr);
  EXPECT_TRUE(done) << done.message();
  return results;
}

TEST(Cluster, WorkersComputeWhatOneMachineWould) {
  const std::string configuration = json_text(to_json(*evolve_config(kSmall)), -1);
  const auto problem = make(configuration, 3);
  std::vector<std::uint64_t> todo;
  for (std::uint64_t t = 0; t < (*problem)->tasks(some_candidates()); t += t % 3 == 0 ? 2 : 1) todo.push_back(t);
  LocalExecutor local(1);
  const Results expected = run_all(local, **problem, todo);
  EXPECT_EQ(expected.size(), todo.size());
  for (const int workers : {1, 2, 5}) {
    Post post;
    post.box.resize(static_cast<std::size_t>(workers + 1));
    std::vector<std::jthread> threads;
    for (int rank = 1; rank <= workers; ++rank) {
      threads.emplace_back([&post, rank] {
        ThreadTransport transport(post, rank);
        const StopToken never;
        EXPECT_TRUE(work_for_cluster(transport, make, rank % 2 + 1, never));
      });
    }
    ThreadTransport transport(post, 0);
    ClusterExecutor executor(transport, configuration, 3);
    EXPECT_EQ(run_all(executor, **problem, todo), expected) << workers << " workers";
    EXPECT_EQ(run_all(executor, **problem, todo), expected) << "a second batch";
    EXPECT_TRUE(run_all(executor, **problem, {}).empty());
  }
}

TEST(Cluster, AWorkerThatCannotGoOnSaysWhy) {
  Post post;
  post.box.resize(2);
  std::jthread worker([&post] {
    ThreadTransport transport(post, 1);
    const StopToken never;
    EXPECT_FALSE(work_for_cluster(transport, make, 1, never));
  });
  ThreadTransport transport(post, 0);
  const auto problem = make(json_text(to_json(*evolve_config(kSmall)), -1), 3);
  ClusterExecutor executor(transport, "{\"generations\": 1}", 3);
  const std::vector<std::uint64_t> todo{0, 1};
  const auto done = executor.run(
      **problem, some_candidates(), todo, [](auto, const auto&) {}, StopToken(), nullptr);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.message(), testing::HasSubstr("worker 1: "));
  EXPECT_EQ(done.error().kind, Error::Kind::fault);
}

TEST(Cluster, AnOwnerWithoutWorkersSaysSo) {
  Post post;
  post.box.resize(1);
  ThreadTransport transport(post, 0);
  const std::string configuration = json_text(to_json(*evolve_config(kSmall)), -1);
  const auto problem = make(configuration, 3);
  ClusterExecutor executor(transport, configuration, 3);
  const std::vector<std::uint64_t> todo{0, 1};
  const auto done = executor.run(
      **problem, some_candidates(), todo, [](auto, const auto&) {}, StopToken(), nullptr);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.message(), testing::HasSubstr("needs a process beside its owner"));
  EXPECT_EQ(done.error().kind, Error::Kind::fault);
}

TEST(Cluster, AStopIsAnsweredEvenWhenAWorkerIsDead) {
  Post post;
  post.box.resize(2);  // nobody reads the second box
  ThreadTransport transport(post, 0);
  const std::string configuration = json_text(to_json(*evolve_config(kSmall)), -1);
  const auto problem = make(configuration, 3);
  ClusterExecutor executor(transport, configuration, 3);
  StopToken stop;
  stop.request();
  const std::vector<std::uint64_t> todo{0, 1, 2};
  int finished = 0;
  EXPECT_TRUE(executor.run(
      **problem, some_candidates(), todo, [&](auto, const auto&) { ++finished; }, stop, nullptr));
  EXPECT_EQ(finished, 0);
}

TEST(Cluster, MessagesReadBackAndDamagedOnesAreRefused) {
  ClusterMessage message;
  message.kind = ClusterMessage::Kind::done;
  message.batch = 7;
  message.count = std::uint64_t{1} << 63;
  message.text = "text";
  message.tasks = {3, 1};
  message.results = {{1, -2, 3}, {}};
  const std::string bytes = to_bytes(message);
  const auto again = cluster_message(bytes);
  ASSERT_TRUE(again) << again.message();
  EXPECT_EQ(to_bytes(*again), bytes);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_FALSE(cluster_message(bytes.substr(0, cut))) << cut;
  EXPECT_FALSE(cluster_message(bytes + "x"));
  const auto assignment = assignment_from_json(to_json(some_candidates()), 2);
  ASSERT_TRUE(assignment) << assignment.message();
  EXPECT_EQ(to_json(*assignment), to_json(some_candidates()));
  EXPECT_FALSE(assignment_from_json(to_json(some_candidates()), 3));
}

}  // namespace cluster_test
}  // namespace stackwright
