// A comparison that is followed live.
#include "web/compare_session.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <utility>

#include <nlohmann/json.hpp>

#include "web/message.h"

namespace stackwright::web {
namespace {

constexpr std::chrono::milliseconds kMatchPicture{200};
constexpr std::uint64_t kRound = 25;  // games of one controller before it is the next one's turn

/// A few sequences for one controller.
class Round final : public JobSource {
 public:
  using Finished = std::function<void(std::uint64_t, const GameResult&)>;
  Round(const Controller& controller, std::uint64_t seed, std::uint64_t first, std::uint64_t end, Finished finished)
      : controller_(controller), seed_(seed), next_(first), end_(end), finished_(std::move(finished)) {}

  std::optional<GameJob> take() override {
    const std::uint64_t game = next_.fetch_add(1, std::memory_order_relaxed);
    if (game >= end_) return std::nullopt;
    GameJob job;
    job.controller = &controller_;
    job.key.seed = seed_;
    job.key.game = job.number = game;
    return job;
  }
  void finished(const GameJob& job, const GameResult& result) override { finished_(job.number, result); }
  std::uint64_t left() const override { return end_ - std::min(next_.load(std::memory_order_relaxed), end_); }

 private:
  const Controller& controller_;
  const std::uint64_t seed_;
  std::atomic<std::uint64_t> next_;
  const std::uint64_t end_;
  const Finished finished_;
};

}  // namespace

CompareSession::CompareSession(std::string name, CompareOrder order)
    : Session(std::move(name)), order_(std::move(order)) {
  for (const Controller& c : order_.controllers) {
    players_.push_back({c.name, std::vector<GameResult>(order_.games)});
    finished_.emplace_back(order_.games, false);
  }
  begin();
}

CompareSession::~CompareSession() { finish(); }

Result<Done> CompareSession::play() {
  for (std::uint64_t first = 0; first < order_.games; first += kRound) {
    for (std::size_t p = 0; p < players_.size(); ++p) {
      if (stop().requested()) return Done{};
      PlayOptions options = order_.options;
      options.search = order_.controllers[p].search;
      options.threads = order_.threads;
      Round round(order_.controllers[p], order_.seed, first, std::min(first + kRound, order_.games),
                  [&](std::uint64_t game, const GameResult& result) {
                    const std::lock_guard lock(mutex_);
                    players_[p].games[game] = result;
                    finished_[p][game] = true;
                  });
      if (auto played = play_games(options, order_.controllers[p], round, stop(), nullptr); !played) return played;
    }
  }
  return Done{};
}

void CompareSession::show(bool last) {
  const std::lock_guard lock(mutex_);
  Json players = Json::array();
  for (std::size_t p = 0; p < players_.size(); ++p) {
    Json lines = Json::array(), cut = Json::array();
    for (std::size_t i = 0; i < players_[p].games.size(); ++i) {
      if (!finished_[p][i]) continue;
      const GameResult& g = players_[p].games[i];
      (g.ended == Ended::top ? lines : cut).push_back(g.lines);
    }
    players.push_back(Json{{"name", players_[p].name}, {"lines", std::move(lines)}, {"cut", std::move(cut)}});
  }
  Json state{{"kind", "compare"}, {"games", order_.games},         {"seed", order_.seed}, {"state", state_},
             {"reason", reason_}, {"players", std::move(players)}, {"result", nullptr}};
  if (last && state_ == "finished") state["result"] = to_json(compare_games(players_, Measure::lines));
  feed()->publish(json_text(state, -1), last);
}

void CompareSession::run() {
  std::mutex waiting;
  std::condition_variable_any woken;
  std::jthread display([&](const std::stop_token& over) {
    while (!over.stop_requested()) {
      show(false);
      std::unique_lock lock(waiting);
      woken.wait_for(lock, over, kMatchPicture, [] { return false; });
    }
  });
  const auto played = play();
  display.request_stop();
  display.join();
  {
    const std::lock_guard lock(mutex_);
    state_ = !played ? "failed" : stop().requested() ? "stopped" : "finished";
    if (!played) reason_ = played.message();
  }
  show(true);
}

}  // namespace stackwright::web
