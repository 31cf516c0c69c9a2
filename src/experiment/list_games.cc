// Games whose pieces are known from the first to the last: each is a list placed by a search.
#include "experiment/list_games.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace stackwright {
namespace {

GameResult play_list(const PlayOptions& options, Algorithm algorithm, const GameJob& job) {
  StreamKey key = job.key;
  key.purpose = Purpose::pieces;
  ListTask task;
  task.setting = options.setting;
  task.scoring = options.scoring;
  task.board = tetris::empty_board(options.setting.width, options.setting.height);
  task.list.resize(options.max_pieces);
  const auto stream = tetris::open_stream(options.source, *options.setting.pieces, options.rng, key);
  task.list.resize(stream->read(0, task.list));

  SolveOptions search;
  search.algorithm = algorithm;
  search.heuristic = {ListHeuristic::Kind::evaluator, Linear(job.controller->terms, options.setting)};
  key.purpose = Purpose::tie;
  search.seed = Stream(key).at(0);
  GameResult result;
  if (task.list.empty()) return result;
  const Solution solution = solve(task, search);
  tetris::Board board = task.board;
  for (std::size_t i = 0; i < solution.plan.size(); ++i) {
    const tetris::Transition t = tetris::place(options.setting, board, task.list[i], solution.plan[i]);
    board = t.after;
    result.lines += static_cast<std::uint64_t>(t.lines);
    if (t.lines > 0) ++result.clears[static_cast<std::size_t>(std::min(t.lines, 4)) - 1];
  }
  result.pieces = solution.plan.size();
  result.score = solution.points;
  result.ended = solution.complete ? Ended::list : Ended::top;
  return result;
}

}  // namespace

Result<Done> play_lists(const PlayOptions& options, Algorithm algorithm, JobSource& source, const StopToken& stop,
                        Progress* progress) {
  if (options.max_pieces == 0 || options.max_pieces > kMaxList) {
    return Error{"max_pieces must be from 1 to " + std::to_string(kMaxList) + " where the whole list is known, got " +
                 std::to_string(options.max_pieces)};
  }
  if (progress != nullptr) progress->total += source.left();
  const auto work = [&] {
    while (!stop.requested()) {
      const std::optional<GameJob> job = source.take();
      if (!job) return;
      const GameResult result = play_list(options, algorithm, *job);
      source.finished(*job, result);
      if (progress == nullptr) continue;
      progress->done.fetch_add(1, std::memory_order_relaxed);
      progress->pieces.fetch_add(result.pieces, std::memory_order_relaxed);
    }
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const unsigned threads = options.threads > 0 ? static_cast<unsigned>(options.threads) : cores;
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  return Done{};
}

}  // namespace stackwright
