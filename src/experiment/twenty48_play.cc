// Games of 2048 on all cores, with what became of them.
#include "experiment/twenty48_play.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <variant>

#include "core/hash.h"
#include "core/random.h"

namespace stackwright {
namespace {

using Board2048 = twenty48::Board;
using Rules2048 = twenty48::Twenty48;

/// An evaluator as the search wants it.
template <class E>
struct Judge2048 {
  const E& evaluator;

  void values(std::span<const Board2048> after, std::span<float> out) const { evaluator.values(after, out); }
  std::uint64_t key(Board2048 after) const { return after.cells; }
};

template <class E>
Twenty48Result play_game_2048(ChanceSearch<Rules2048, Judge2048<E>>& search, const Rules2048& game, const Stream& tiles,
                              const ChanceLimits& limits, const StopToken& stop) {
  Twenty48Result result;
  std::uint64_t drawn = 0;
  Board2048 board = twenty48::with_random_tile({}, tiles.at(drawn++));
  board = with_random_tile(board, tiles.at(drawn++));
  while (!stop.requested()) {
    const auto choice = search.choose(board, limits);
    if (!choice) {
      result.finished = true;
      break;
    }
    result.nodes += choice->nodes;
    const twenty48::Slid slid = slide(*game.rows, board, choice->action);
    result.score += slid.gain;
    ++result.moves;
    board = with_random_tile(slid.board, tiles.at(drawn++));
  }
  result.last = board;
  return result;
}

template <class E>
void play_share(const E& evaluator, const Twenty48PlayOptions& options, const StopToken& stop, Progress* progress,
                std::atomic<std::uint64_t>& next, std::vector<Twenty48Result>& results) {
  const Rules2048 game;
  const Judge2048<E> judge{evaluator};
  ChanceSearch<Rules2048, Judge2048<E>> search(game, judge, options.limits.depth > 1 ? options.cache_bits : 0);
  for (std::uint64_t i = 0; (i = next.fetch_add(1)) < options.games && !stop.requested();) {
    const Stream tiles(StreamKey{.seed = options.seed, .purpose = Purpose::pieces, .game = i});
    results[i] = play_game_2048(search, game, tiles, options.limits, stop);
    if (progress == nullptr) continue;
    progress->done.fetch_add(1, std::memory_order_relaxed);
    progress->pieces.fetch_add(results[i].moves, std::memory_order_relaxed);
  }
}

}  // namespace

std::vector<Twenty48Result> play_twenty48(const Twenty48Player& player, const Twenty48PlayOptions& options,
                                          const StopToken& stop, Progress* progress) {
  std::vector<Twenty48Result> results(options.games);
  if (progress != nullptr) progress->total = options.games;
  std::atomic<std::uint64_t> next{0};
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const std::uint64_t wanted = options.threads > 0 ? static_cast<std::uint64_t>(options.threads) : cores;
  std::vector<std::jthread> threads;
  for (std::uint64_t t = 0; t < std::min(wanted, options.games); ++t) {
    threads.emplace_back([&] {
      std::visit([&](const auto& evaluator) { play_share(evaluator, options, stop, progress, next, results); },
                 player.evaluator);
    });
  }
  threads.clear();
  return results;
}

Twenty48Result play_twenty48_game(const Twenty48Player& player, const Stream& tiles, const ChanceLimits& limits,
                                  const StopToken& stop) {
  const Rules2048 game;
  return std::visit(
      [&]<class E>(const E& evaluator) {
        const Judge2048<E> judge{evaluator};
        ChanceSearch<Rules2048, Judge2048<E>> search(game, judge,
                                                     limits.depth > 1 ? Twenty48PlayOptions{}.cache_bits : 0);
        return play_game_2048(search, game, tiles, limits, stop);
      },
      player.evaluator);
}

std::optional<ChanceChoice<twenty48::Move>> best_move(const Twenty48Player& player, Board2048 board,
                                                      const ChanceLimits& limits) {
  const Rules2048 game;
  return std::visit(
      [&]<class E>(const E& evaluator) {
        const Judge2048<E> judge{evaluator};
        return ChanceSearch<Rules2048, Judge2048<E>>(game, judge).choose(board, limits);
      },
      player.evaluator);
}

Twenty48Summary summarise_twenty48(const std::vector<Twenty48Result>& games) {
  Twenty48Summary s;
  std::vector<double> scores;
  std::array<std::uint64_t, twenty48::kMaxRank + 1> reached{};
  for (const Twenty48Result& game : games) {
    if (!game.finished) continue;
    scores.push_back(static_cast<double>(game.score));
    s.mean_moves += static_cast<double>(game.moves);
    for (int rank = 1; rank <= max_rank(game.last); ++rank) ++reached[static_cast<std::size_t>(rank)];
  }
  if (scores.empty()) return s;
  const auto n = static_cast<double>(scores.size());
  const Summary summary = summarise(scores);
  s.games = scores.size();
  s.mean = summary.mean;
  s.median = summary.median;
  s.max = summary.max;
  s.ci95 = {s.mean - 1.96 * summary.standard_error, s.mean + 1.96 * summary.standard_error};
  s.mean_moves /= n;
  for (std::size_t rank = 0; rank < reached.size(); ++rank) s.reached[rank] = static_cast<double>(reached[rank]) / n;
  return s;
}

}  // namespace stackwright
