// Alpha-beta search of games for two players: one decision after another, with one thread or several.
#pragma once

#include <memory>
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
      : game_(game), evaluator_(evaluator), table_(options.table_bytes) {
    for (int i = 0; i < std::max(options.threads, 1); ++i) {
      workers_.push_back(std::make_unique<Worker>(game_, evaluator_, table_, options.selective));
    }
  }
  AlphaBeta(const AlphaBeta&) = delete;
  AlphaBeta& operator=(const AlphaBeta&) = delete;

  void new_game() {
    table_.clear();
    for (const auto& worker : workers_) worker->forget();
  }

  /// The game must not be over. Without any limit it thinks until the end is proven or `stop` is requested.
  Decision<G> decide(const typename G::State& state, const Limits& limits, const StopToken* stop = nullptr) {
    assert(!game_.over(state));
    Brake brake(limits, stop, &interruptions_);
    interruptions_.next_decision();
    table_.next_decision();
    const int depth = limits.depth > 0 ? std::min(limits.depth, kDeepest) : kDeepest;
    StopToken done;
    std::vector<Decision<G>> helped(workers_.size() - 1);
    Decision<G> decision;
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        helpers.emplace_back([this, &state, &done, &helped, depth, i] {
          Brake own(Limits{}, &done);
          helped[i - 1] = workers_[i]->run(state, depth, own);
        });
      }
      decision = workers_[0]->run(state, depth, brake);
      done.request();
    }
    for (const Decision<G>& other : helped) decision.nodes += other.nodes;
    return decision;
  }

 private:
  using Worker = AlphaBetaWorker<G, E>;
  static constexpr int kDeepest = 100;

  const G game_;
  const E evaluator_;
  TranspositionTable table_;
  Interruptions interruptions_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace stackwright::two_player
