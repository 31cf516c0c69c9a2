// Alpha-beta search of games for two players: one decision after another, with one thread or several.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/alphabeta_worker.h"

namespace stackwright::two_player {

/// Keeps its table from decision to decision of a game. With one thread and limits of depth or nodes, equal games give
/// equal decisions. Several threads search the same position and help each other through the table (lazy SMP).
template <TwoPlayerGame G, class E>
  requires Evaluator<E, G>
class AlphaBeta {
 public:
  AlphaBeta(const G& game, const E& evaluator, const AlphaBetaOptions& options = {})
      : game_(game), evaluator_(evaluator), options_(options), table_(options.table_bytes) {}
  AlphaBeta(const AlphaBeta&) = delete;
  AlphaBeta& operator=(const AlphaBeta&) = delete;

  void new_game() {
    thinkers_.clear();  // waits for one that is still on its way to its end
    table_.clear();
  }

  /// The game must not be over. Without any limit it thinks until the end is proven or `stop` is requested.
  Decision<G> decide(const typename G::State& state, const Limits& limits, const StopToken* stop = nullptr) {
    assert(!game_.over(state));
    const auto began = Clock::now();
    table_.next_decision();
    if (limits.milliseconds > 0) return decide_in_time(state, limits, stop, began);
    return think(free_thinker(), state, limits, stop);
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  using Worker = AlphaBetaWorker<G, E>;
  static constexpr int kDeepest = 100;
  static constexpr std::chrono::milliseconds kForAnswer{1}, kLookAtStop{5};

  /// Searches one position at a time, with as many threads as wanted.
  struct Thinker {
    std::vector<std::unique_ptr<Worker>> workers;
    std::mutex mutex;  // of what follows
    std::condition_variable told;
    Decision<G> decision;
    bool known = false;    // there is a decision
    bool finished = true;  // and it is the last one
    std::unique_ptr<StopToken> enough;
    std::jthread thread;  // last: it ends before what it uses

    void tell(const Decision<G>& what, bool last) {
      const std::scoped_lock lock(mutex);
      decision = what;
      known = true;
      finished = last;
      told.notify_one();
    }
  };

  /// A thread that computes all the time may be kept waiting for its next turn just when the time is over, so another one
  /// answers: it sleeps until then, and the system wakes sleepers first. If the thinker does not answer by itself within
  /// kForAnswer, the last depth that it completed counts, and it ends when it has its turn again.
  Decision<G> decide_in_time(const typename G::State& state, const Limits& limits, const StopToken* stop,
                             Clock::time_point began) {
    Thinker& thinker = free_thinker();
    thinker.known = thinker.finished = false;
    thinker.enough = std::make_unique<StopToken>();
    thinker.thread = std::jthread([this, state, limits, &thinker] {
      const Report<G> report = [&](const Decision<G>& d) { thinker.tell(d, false); };
      thinker.tell(think(thinker, state, limits, thinker.enough.get(), report), true);
    });
    delays_.next_decision();
    const Milliseconds time(limits.milliseconds - delays_.reserve(limits.milliseconds));
    const auto end = began + std::chrono::duration_cast<Clock::duration>(time), enough = end - kForAnswer;
    std::unique_lock lock(thinker.mutex);
    const auto finished = [&] { return thinker.finished; };
    while (!finished() && Clock::now() < enough && (stop == nullptr || !stop->requested())) {
      const auto look = stop == nullptr ? enough : std::min(enough, Clock::now() + kLookAtStop);
      thinker.told.wait_until(lock, look, finished);
    }
    thinker.enough->request();
    if (!thinker.told.wait_until(lock, end, finished)) delays_.saw(Milliseconds(Clock::now() - end).count());
    thinker.told.wait(lock, [&] { return thinker.known; });
    return thinker.decision;
  }

  Decision<G> think(Thinker& thinker, const typename G::State& state, const Limits& limits, const StopToken* stop,
                    const Report<G>& report = nullptr) {
    const int depth = limits.depth > 0 ? std::min(limits.depth, kDeepest) : kDeepest;
    const auto& workers = thinker.workers;
    StopToken done;
    std::vector<Decision<G>> helped(workers.size() - 1);
    Decision<G> decision;
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < workers.size(); ++i) {
        helpers.emplace_back([&workers, &state, &done, &helped, depth, i] {
          Brake own(Limits{}, &done);
          helped[i - 1] = workers[i]->run(state, depth, own);
        });
      }
      Brake brake(limits, stop);
      decision = workers[0]->run(state, depth, brake, report);
      done.request();
    }
    for (const Decision<G>& other : helped) decision.nodes += other.nodes;
    return decision;
  }

  /// Another one only while the last decision had to be made without it and it has not had its turn yet.
  Thinker& free_thinker() {
    for (const auto& thinker : thinkers_) {
      const std::scoped_lock lock(thinker->mutex);
      if (!thinker->finished) continue;
      if (thinker->thread.joinable()) thinker->thread.join();
      return *thinker;
    }
    thinkers_.push_back(std::make_unique<Thinker>());
    Thinker& made = *thinkers_.back();
    for (int i = 0; i < std::max(options_.threads, 1); ++i) {
      made.workers.push_back(std::make_unique<Worker>(game_, evaluator_, table_, options_.selective));
    }
    return made;
  }

  const G game_;
  const E evaluator_;
  const AlphaBetaOptions options_;
  TranspositionTable table_;
  Delays delays_;
  std::vector<std::unique_ptr<Thinker>> thinkers_;  // last: their threads end before what they use
};

}  // namespace stackwright::two_player
