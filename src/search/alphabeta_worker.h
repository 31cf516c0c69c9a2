// One thread of alpha-beta: negamax with principal variation search and iterative deepening.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/move_ordering.h"
#include "search/transposition.h"
#include "search/two_player.h"

namespace stackwright::two_player {

struct AlphaBetaOptions {
  /// Looks less deep at moves that seem bad, deeper at positions under threat, and trusts deeper entries of the table:
  /// stronger, but the value is no longer that of minimax at the same depth.
  bool selective = true;
  std::size_t table_bytes = std::size_t{16} << 20;
  int threads = 1;  // more: results differ from run to run
};

/// Principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game trees", ACM Computing
/// Surveys 14, 1982) with late move reductions.
template <TwoPlayerGame G, class E>
  requires Evaluator<E, G>
class AlphaBetaWorker {
 public:
  using State = typename G::State;
  using Action = typename G::Action;

  AlphaBetaWorker(const G& game, const E& evaluator, TranspositionTable& table, bool selective)
      : game_(game), evaluator_(evaluator), table_(table), selective_(selective) {}

  /// Deeper and deeper until the brake is pulled, the end is proven or the depth is reached. Depth 1 is always searched. What
  /// is known after each depth is told to `report`.
  Decision<G> run(const State& root, int depth, Brake& brake, const Report<G>& report = nullptr) {
    brake_ = &brake;
    nodes_ = 0;
    ready(root);
    Decision<G> decision;
    decision.move = roots_[0].action;
    for (iteration_ = 1; iteration_ <= depth; ++iteration_) {
      best_.clear();
      const Score value = search_root(root);
      if (!best_.empty()) {  // also of an iteration that was cut short: its first move is the best one so far
        decision.move = best_[0];
        decision.value = stopped_ ? best_value_ : value;
        decision.line = best_;
      }
      if (stopped_) break;
      decision.depth = iteration_;
      decision.nodes = nodes_;
      if (report) report(decision);
      if (proven(value) && plies_to_end(value) <= iteration_) break;
      if (brake.pulled()) break;
    }
    decision.nodes = nodes_;
    complete(root, decision);
    return decision;
  }

 private:
  struct RootMove {
    Action action{};
    std::uint64_t nodes = 0;  // spent on it in the last iteration
  };

  void ready(const State& root) {
    stopped_ = false;
    roots_.clear();
    game_.for_each_action(root, [&](const Action& action) { roots_.push_back({action, 0}); });
    assert(!roots_.empty());
  }

  Score search_root(const State& root) {
    best_value_ = -kInfinite;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const State child = game_.apply(root, roots_[i].action);
      const std::uint64_t before = nodes_;
      Score value = best_value_ + 1;
      if (i > 0) value = -visit(child, iteration_ - 1, -best_value_ - 1, -best_value_, 1);
      if (!stopped_ && value > best_value_) value = -visit(child, iteration_ - 1, -kInfinite, -best_value_, 1);
      if (stopped_) break;
      roots_[i].nodes = nodes_ - before;
      if (value <= best_value_) continue;
      best_value_ = value;
      best_.assign(1, roots_[i].action);
      best_.insert(best_.end(), lines_[1].begin(), lines_[1].begin() + lengths_[1]);
      std::rotate(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(i),
                  roots_.begin() + static_cast<std::ptrdiff_t>(i) + 1);  // the best stays in front, whatever happens
    }
    if (!stopped_) {
      std::stable_sort(roots_.begin() + 1, roots_.end(),
                       [](const RootMove& a, const RootMove& b) { return a.nodes > b.nodes; });
    }
    return best_value_;
  }

  Score visit(const State& state, int depth, Score alpha, Score beta, int ply) {
    lengths_[ply] = 0;
    if (brake_->pulled(++nodes_) && iteration_ > 1) {
      stopped_ = true;
      return 0;
    }
    // 1. Ends that need no search.
    if constexpr (SeesWins<G>) {
      if ((depth > 0 || selective_) && game_.wins_now(state)) return kWin - ply - 1;
    }
    if (depth <= 0) {
      if (game_.over(state)) return final_score(game_, state, ply);
      if (!extends(state, ply)) return estimate<G>(evaluator_, state);
      depth = 1;
    }
    if (ply >= kMaxPly) return game_.over(state) ? final_score(game_, state, ply) : estimate<G>(evaluator_, state);
    // 2. No result can be better than a win with the next move, or worse than a loss here.
    alpha = std::max(alpha, -(kWin - ply));
    beta = std::min(beta, kWin - ply - 1);
    if (alpha >= beta) return alpha;
    // 3. What is remembered.
    const std::uint64_t hash = game_.hash(state);
    const Entry entry = table_.find(hash);
    if (beta - alpha == 1 && usable(entry, depth)) {
      const Score value = from_table(entry.value, ply);
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower ? value >= beta : value <= alpha)) return value;
    }
    // 4. What is so far ahead, without a threat, that a shallow search would not change it; what nothing is known about.
    if (const auto ahead = far_ahead(state, depth, alpha, beta)) return *ahead;
    if (selective_ && depth >= 4 && entry.bound == Bound::none) --depth;
    return visit_moves(state, depth, alpha, beta, ply, hash, entry.bound == Bound::none ? Entry::kNoMove : entry.move);
  }

  Score visit_moves(const State& state, int depth, Score alpha, const Score beta, int ply, std::uint64_t hash,
                    int remembered) {
    RankedMoves<G> moves;
    game_.for_each_action(state, [&](const Action& action) {
      moves.push_back({action, 0, static_cast<std::uint8_t>(moves.size())});
    });
    if (moves.empty()) return final_score(game_, state, ply);
    order_.rank(game_, state, ply, remembered, moves);
    const Score alpha_before = alpha;
    const bool main_line = beta - alpha > 1;
    Score best = -kInfinite;
    int best_number = Entry::kNoMove;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      order_.pick(moves, i);
      const Score value = visit_move(state, moves[i], i, depth, alpha, beta, ply, main_line);
      if (stopped_) return 0;
      if (value <= best) continue;
      best = value;
      if (value <= alpha) continue;
      alpha = value;
      best_number = moves[i].number;
      if (main_line) remember_line(ply, moves[i].action);
      if (value >= beta) {
        order_.refuted(game_, state, ply, depth, moves, i);
        break;
      }
    }
    const Bound bound = best >= beta ? Bound::lower : best > alpha_before ? Bound::exact : Bound::upper;
    table_.store(hash,
                 Entry{to_table(best, ply), depth, bound, best_number == Entry::kNoMove ? remembered : best_number});
    return best;
  }

  Score visit_move(const State& state, const RankedMove<G>& move, std::size_t i, int depth, Score alpha, Score beta,
                   int ply, bool main_line) {
    const State child = game_.apply(state, move.action);
    if (i == 0) return -visit(child, depth - 1, -beta, -alpha, ply + 1);
    const int less = reduction(move, i, depth, main_line);
    Score value = -visit(child, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
    if (less > 0 && value > alpha && !stopped_) value = -visit(child, depth - 1, -alpha - 1, -alpha, ply + 1);
    if (value > alpha && value < beta && !stopped_) value = -visit(child, depth - 1, -beta, -alpha, ply + 1);
    return value;
  }

  /// How much less deep a move is searched that the order puts at place i.
  int reduction(const RankedMove<G>& move, std::size_t i, int depth, bool main_line) const {
    if (!selective_ || depth < 3 || i < 3 || !order_.quiet(move)) return 0;
    const int grown = static_cast<int>(std::bit_width(static_cast<unsigned>(depth)) * std::bit_width(i)) / 4;
    return std::clamp(grown - (main_line ? 1 : 0), 0, depth - 2);
  }

  /// A position at the end of the search whose side to move has to answer a threat is looked at one move deeper.
  bool extends(const State& state, int ply) const {
    if constexpr (SeesWins<G>) {
      return selective_ && ply < 2 * iteration_ + 8 && game_.threatened(state);
    } else {
      return false;
    }
  }

  /// The estimate of a quiet position where it exceeds beta by a margin for every ply that would be searched.
  std::optional<Score> far_ahead(const State& state, int depth, Score alpha, Score beta) const {
    if constexpr (KnowsMargin<E> && SeesWins<G>) {
      constexpr int kShallow = 6;
      if (!selective_ || depth > kShallow || beta - alpha > 1 || proven(beta) || game_.threatened(state)) {
        return std::nullopt;
      }
      const Score value = estimate<G>(evaluator_, state);
      if (value - E::kMarginPerPly * depth >= beta && !game_.over(state)) return value;
    }
    return std::nullopt;
  }

  /// Without selectivity only entries of the very same depth give minimax's value.
  bool usable(const Entry& entry, int depth) const {
    if (entry.bound == Bound::none) return false;
    if (!selective_) return entry.depth == depth;
    return entry.depth >= depth || (proven(entry.value) && (entry.value > 0) == (entry.bound == Bound::lower));
  }

  void remember_line(int ply, const Action& action) {
    const auto here = static_cast<std::size_t>(ply);
    lines_[here][0] = action;
    const int rest = std::min(lengths_[here + 1], kMaxPly - 1);
    std::copy_n(lines_[here + 1].begin(), rest, lines_[here].begin() + 1);
    lengths_[here] = rest + 1;
  }

  /// Adds the winning move that the search saw without making it.
  void complete(const State& root, Decision<G>& decision) const {
    State state = root;
    if (decision.line.empty()) decision.line = {decision.move};
    for (const Action& action : decision.line) state = game_.apply(state, action);
    if (!proven(decision.value) || game_.over(state)) return;
    bool found = false;
    game_.for_each_action(state, [&](const Action& action) {
      if (found) return;
      const State next = game_.apply(state, action);
      found = game_.over(next) && game_.value(next) < 0;
      if (found) decision.line.push_back(action);
    });
  }

  const G& game_;
  const E& evaluator_;
  TranspositionTable& table_;
  const bool selective_;
  Brake* brake_ = nullptr;
  std::uint64_t nodes_ = 0;
  int iteration_ = 1;
  bool stopped_ = false;
  MoveOrder<G> order_;
  std::vector<RootMove> roots_;
  std::vector<Action> best_;
  Score best_value_ = 0;
  std::array<std::array<Action, kMaxPly>, kMaxPly + 2> lines_{};
  std::array<int, kMaxPly + 2> lengths_{};
};

}  // namespace stackwright::two_player
