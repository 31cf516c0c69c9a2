// Headless games: what is wrong with a request, and one row of tables per thread.
#include "experiment/play_games.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "experiment/game_row.h"

namespace stackwright {
namespace {

/// Units of all kinds are played together.
bool same_but_weights(const std::vector<Term>& a, const std::vector<Term>& b) {
  if (has_units(a) || has_units(b)) return has_units(a) && has_units(b);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Term& x, const Term& y) {
    return x.feature == y.feature && x.index == y.index && x.transform == y.transform;
  });
}

/// A range like the program's other errors: what, expected, got.
Error out_of_range(std::string_view what, int low, int high, int got) {
  return Error{std::string(what) + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", got " +
               std::to_string(got)};
}

Result<Done> check(const PlayOptions& o) {
  using namespace tetris;
  if (o.setting.width < kMinWidth || o.setting.width > kMaxWidth) {
    return out_of_range("board width", kMinWidth, kMaxWidth, o.setting.width);
  }
  if (o.setting.height < kMinHeight || o.setting.height > kMaxHeight) {
    return out_of_range("board height", kMinHeight, kMaxHeight, o.setting.height);
  }
  if (o.move_every < 0) return Error{"move_every must be at least 0, got " + std::to_string(o.move_every)};
  if (!(o.misdrop >= 0 && o.misdrop <= 1)) return Error{"misdrop must be a probability from 0 to 1"};
  if (const auto enough = check_search(o.search); !enough) return enough.error();
  if (o.restart && o.max_pieces == 0) return Error{"games that begin again when they are lost need a limit of pieces"};
  return Done{};
}

bool same_but_weights(const Controller& a, const Controller& b) {
  return same_but_weights(a.terms, b.terms) && a.safe.above == b.safe.above &&
         same_but_weights(a.safe.terms, b.safe.terms);
}

Result<Done> check_same_terms(std::span<const GameJob> jobs) {
  const Controller* last = jobs[0].controller;
  for (const GameJob& job : jobs) {
    if (job.controller != last && !same_but_weights(*job.controller, *jobs[0].controller)) {
      return Error{"controllers " + jobs[0].controller->name + " and " + job.controller->name +
                   " have different terms and cannot be played in one go"};
    }
    last = job.controller;
  }
  return Done{};
}

/// Jobs handed out one by one; results lie at the job's place, so the order of asking never matters.
class ListOfJobs final : public JobSource {
 public:
  explicit ListOfJobs(std::span<const GameJob> jobs) : jobs_(jobs) {
    GameResult unplayed;
    unplayed.ended = Ended::limit;
    results_.assign(jobs.size(), unplayed);
  }

  std::optional<GameJob> take() override {
    const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= jobs_.size()) return std::nullopt;
    GameJob job = jobs_[i];
    job.number = i;
    return job;
  }
  void finished(const GameJob& job, const GameResult& result) override { results_[job.number] = result; }
  void abandoned(const GameJob& job, const GameResult& result) override { results_[job.number] = result; }
  std::uint64_t left() const override {
    return jobs_.size() - std::min(next_.load(std::memory_order_relaxed), jobs_.size());
  }
  std::vector<GameResult> results() && { return std::move(results_); }

 private:
  std::span<const GameJob> jobs_;
  std::vector<GameResult> results_;
  std::atomic<std::size_t> next_{0};
};

std::size_t thread_count(int wanted, std::size_t jobs) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return std::min<std::size_t>(wanted > 0 ? static_cast<unsigned>(wanted) : cores, jobs);
}

}  // namespace

Result<Done> check_options(const PlayOptions& options) { return check(options); }

Result<Done> play_games(const PlayOptions& options, const Controller& pattern, JobSource& source, const StopToken& stop,
                        Progress* progress) {
  if (auto fine = check(options); !fine) return fine;
  if (auto fine = check_terms(pattern, options.setting); !fine) return fine;
  const std::uint64_t games = source.left();
  if (games == 0) return Done{};
  if (progress != nullptr) progress->total += games;

  const std::size_t threads = thread_count(options.threads, games);
  const std::size_t seats = (games + threads - 1) / threads;
  const Linear evaluator(pattern.terms, options.setting), safe(pattern.safe.terms, options.setting);
  DeciderOptions decide{
      options.setting, options.search,     piece_odds(options.source, *options.setting.pieces), options.simd,
      options.lanes,   pattern.safe.above, pattern.safe.terms.empty() ? nullptr : &safe};
  GameQueue queue(source, threads);
  std::vector<std::unique_ptr<GameRow>> rows;
  for (std::size_t i = 0; i < threads; ++i) {
    auto decider = make_decider(decide, evaluator);
    if (decider && static_cast<std::size_t>((*decider)->tables().size()) > seats) {  // empty tables are not free
      decide.lanes = static_cast<int>(seats);
      decider = make_decider(decide, evaluator);
    }
    if (!decider) return decider.error();
    rows.push_back(std::make_unique<GameRow>(options, std::move(*decider), queue, stop, progress));
  }
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < threads; ++i) workers.emplace_back([&row = *rows[i], seats] { row.play(seats); });
    rows[0]->play(seats);
  }
  return Done{};
}

Result<std::vector<GameResult>> play_games(const PlayOptions& options, std::span<const GameJob> jobs,
                                           const StopToken& stop, Progress* progress) {
  if (jobs.empty()) {
    if (const auto fine = check(options); !fine) return fine.error();
    return std::vector<GameResult>{};
  }
  if (const auto fine = check_same_terms(jobs); !fine) return fine.error();
  ListOfJobs list(jobs);
  if (auto fine = play_games(options, *jobs[0].controller, list, stop, progress); !fine) return fine.error();
  return std::move(list).results();
}

}  // namespace stackwright
