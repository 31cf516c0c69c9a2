// The owner of a run on several machines: hands out tasks in shrinking portions and collects results.
#include "experiment/cluster.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/timer.h"

namespace stackwright {
namespace {

using Kind = ClusterMessage::Kind;

constexpr std::chrono::microseconds kPause{200};  // between looks for messages
constexpr double kPatience = 0.3;                 // seconds for workers to leave a batch: a dead one never answers

}  // namespace

ClusterExecutor::ClusterExecutor(Transport& transport, std::string configuration, std::uint64_t seed)
    : transport_(transport) {
  ClusterMessage message;
  message.kind = Kind::problem;
  message.count = seed;
  message.text = std::move(configuration);
  send_all(message);
}

ClusterExecutor::~ClusterExecutor() {
  ClusterMessage message;
  message.kind = Kind::end;
  send_all(message);
}

void ClusterExecutor::send_all(const ClusterMessage& message) {
  const std::string bytes = to_bytes(message);
  for (int to = 1; to < transport_.size(); ++to) transport_.send(to, bytes);
}

Result<Done> ClusterExecutor::run(const Problem& problem, const Assignment& assignment,
                                  std::span<const std::uint64_t> todo, const OnFinished& finished,
                                  const StopToken& stop, Progress* progress) {
  if (transport_.size() < 2) return Error::fault("a run on several machines needs a process beside its owner");
  const auto workers = static_cast<std::uint64_t>(transport_.size() - 1);
  if (progress != nullptr) progress->total += todo.size();
  ClusterMessage begin;
  begin.kind = Kind::batch;
  begin.batch = ++batch_;
  begin.count = (todo.size() + workers - 1) / workers;
  begin.text = to_json(assignment);
  send_all(begin);

  std::size_t next = 0;
  std::uint64_t idle = 0;
  bool stopping = false;
  Timer since_stop;
  while (idle < workers) {
    if (stop.requested() && !stopping) {
      stopping = true;
      since_stop = Timer();
      ClusterMessage leave;
      leave.kind = Kind::stop;
      leave.batch = batch_;
      send_all(leave);
    }
    if (stopping && since_stop.seconds() > kPatience) break;
    const std::optional<Message> received = transport_.receive();
    if (!received) {
      std::this_thread::sleep_for(kPause);
      continue;
    }
    const Result<ClusterMessage> message = cluster_message(received->bytes);
    if (!message) return Error::fault(message.message());
    if (message->kind == Kind::failed) {
      return Error::fault("worker " + std::to_string(received->from) + ": " + message->text);
    }
    if (message->batch != batch_) continue;
    if (message->kind == Kind::want) {
      // Portions shrink as the end comes near, so that no worker sits on tasks that another could begin.
      const std::uint64_t left = stopping ? 0 : todo.size() - next;
      const std::uint64_t portion = std::min(message->count, (left + 2 * workers - 1) / (2 * workers));
      ClusterMessage answer;
      answer.kind = Kind::tasks;
      answer.batch = batch_;
      answer.tasks.assign(todo.begin() + static_cast<std::ptrdiff_t>(next),
                          todo.begin() + static_cast<std::ptrdiff_t>(next + portion));
      next += portion;
      transport_.send(received->from, to_bytes(answer));
    } else if (message->kind == Kind::done) {
      for (std::size_t i = 0; i < message->results.size(); ++i) {
        finished(message->tasks[i], message->results[i]);
        if (progress == nullptr) continue;
        progress->done.fetch_add(1, std::memory_order_relaxed);
        progress->pieces.fetch_add(problem.pieces(message->results[i]), std::memory_order_relaxed);
      }
    } else if (message->kind == Kind::idle) {
      ++idle;
    }
  }
  return Done{};
}

}  // namespace stackwright
