// A match: player after player, game after game; a batch of the store is all games of one player.
#include "experiment/match.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "core/text.h"
#include "experiment/task_keeper.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 3> kEnds{"top", "limit", "list"};
constexpr std::size_t kNumbers = 8;  // of a game as a task: pieces, lines, score, end, four clears

TaskResult task_of(const GameResult& g) {
  TaskResult result{static_cast<std::int64_t>(g.pieces), static_cast<std::int64_t>(g.lines), g.score,
                    static_cast<std::int64_t>(g.ended)};
  for (const std::uint64_t n : g.clears) result.push_back(static_cast<std::int64_t>(n));
  return result;
}

Result<GameResult> game_of(const TaskResult& task) {
  if (task.size() != kNumbers || task[3] < 0 || task[3] >= std::ssize(kEnds)) {
    return Error{"the store's games do not fit the run"};
  }
  GameResult g;
  g.pieces = static_cast<std::uint64_t>(task[0]);
  g.lines = static_cast<std::uint64_t>(task[1]);
  g.score = task[2];
  g.ended = static_cast<Ended>(task[3]);
  for (std::size_t i = 0; i < g.clears.size(); ++i) g.clears[i] = static_cast<std::uint64_t>(task[4 + i]);
  return g;
}

/// The games of one player that are still to be played.
class Sequences final : public JobSource {
 public:
  Sequences(const Controller& controller, std::uint64_t seed, std::vector<std::uint64_t> todo,
            std::function<void(std::uint64_t, const GameResult&)> finished)
      : controller_(controller), seed_(seed), todo_(std::move(todo)), finished_(std::move(finished)) {}

  std::optional<GameJob> take() override {
    const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= todo_.size()) return std::nullopt;
    GameJob job;
    job.controller = &controller_;
    job.key.seed = seed_;
    job.key.game = job.number = todo_[i];
    return job;
  }
  void finished(const GameJob& job, const GameResult& result) override { finished_(job.number, result); }
  std::uint64_t left() const override {
    return todo_.size() - std::min(next_.load(std::memory_order_relaxed), todo_.size());
  }

 private:
  const Controller& controller_;
  const std::uint64_t seed_;
  const std::vector<std::uint64_t> todo_;
  const std::function<void(std::uint64_t, const GameResult&)> finished_;
  std::atomic<std::size_t> next_{0};
};

using Tasks = std::vector<std::optional<TaskResult>>;

/// Plays what is missing of one player's games; the keeper may write while it lasts.
Result<Done> play_missing(const MatchPlayer& player, std::uint64_t seed, const MatchKeeping& keeping,
                          std::uint64_t batch, Tasks& tasks, const StopToken& stop, Progress* progress) {
  std::vector<std::uint64_t> todo;
  for (std::uint64_t i = 0; i < tasks.size(); ++i) {
    if (!tasks[i]) todo.push_back(i);
  }
  if (todo.empty()) return Done{};
  if (keeping.store == nullptr) {
    Sequences games(player.controller, seed, std::move(todo),
                    [&](std::uint64_t i, const GameResult& game) { tasks[i] = task_of(game); });
    return play_games(player.options, player.controller, games, stop, progress);
  }
  StopToken halt;
  if (stop.requested()) halt.request();
  TaskKeeper keeper(*keeping.store, keeping.run, batch, tasks, stop, halt);
  Sequences games(player.controller, seed, std::move(todo),
                  [&](std::uint64_t i, const GameResult& game) { keeper.finished(i, task_of(game)); });
  Result<Done> played = play_games(player.options, player.controller, games, halt, progress);
  const bool all = std::all_of(tasks.begin(), tasks.end(), [](const auto& task) { return task.has_value(); });
  if (auto kept = keeper.close(!all); !kept) return kept;
  return played;
}

Result<Done> keep_player(const MatchKeeping& keeping, std::uint64_t player, const PlayerGames& played) {
  if (keeping.store == nullptr) return Done{};
  FinishedBatch batch;
  batch.batch = player;
  for (std::size_t i = 0; i < played.games.size(); ++i) {
    const GameResult& g = played.games[i];
    batch.games.push_back({player, i, g.pieces, g.lines, g.score, g.clears, std::string(name_of(g.ended))});
  }
  return keeping.store->finish_batch(keeping.run, batch);
}

}  // namespace

std::string_view name_of(Ended ended) { return kEnds[static_cast<std::size_t>(ended)]; }

Result<std::vector<PlayerGames>> stored_match(const Store& store, RunId run, std::span<const std::string> names) {
  const Result<std::vector<PlayedGame>> rows = store.games(run);
  if (!rows) return rows.error();
  std::vector<PlayerGames> players;
  for (const PlayedGame& row : *rows) {
    const auto* ended = std::find(kEnds.begin(), kEnds.end(), row.ended);
    if (row.player >= names.size() || ended == kEnds.end()) return Error{"the store's games do not fit the run"};
    while (players.size() <= row.player) players.push_back({names[players.size()], {}});
    GameResult game;
    game.pieces = row.pieces;
    game.lines = row.lines;
    game.score = row.score;
    game.clears = row.clears;
    game.ended = static_cast<Ended>(ended - kEnds.begin());
    players[row.player].games.push_back(game);
  }
  return players;
}

Result<MatchOutcome> play_match(std::span<const MatchPlayer> players, std::uint64_t games, std::uint64_t seed,
                                const MatchKeeping& keeping, const StopToken& stop, Progress* progress) {
  MatchOutcome outcome;
  std::vector<TaskRow> known;
  if (keeping.store != nullptr) {
    Result<Checkpoint> point = keeping.store->checkpoint(keeping.run);
    if (!point) return point.error();
    std::vector<std::string> names;
    for (const MatchPlayer& player : players) names.push_back(player.controller.name);
    auto done = stored_match(*keeping.store, keeping.run, names);
    if (!done) return done.error();
    if (done->size() != point->batch || done->size() > players.size()) {
      return Error{"the store's games do not fit the run"};
    }
    outcome.players = *std::move(done);
    known = std::move(point->tasks);
  }
  for (std::size_t p = outcome.players.size(); p < players.size(); ++p) {
    auto tasks = TaskKeeper::read(games, known);
    if (!tasks) return tasks.error();
    known.clear();
    if (auto played = play_missing(players[p], seed, keeping, p, *tasks, stop, progress); !played)
      return played.error();
    PlayerGames player{players[p].controller.name, {}};
    for (const auto& task : *tasks) {
      if (!task) {
        outcome.interrupted = true;
        return outcome;
      }
      const Result<GameResult> game = game_of(*task);
      if (!game) return game.error();
      player.games.push_back(*game);
    }
    if (auto kept = keep_player(keeping, p, player); !kept) return kept.error();
    outcome.players.push_back(std::move(player));
  }
  return outcome;
}

}  // namespace stackwright
