// How many pieces a second a way of playing places.
#include "experiment/speed.h"

#include <chrono>
#include <thread>
#include <vector>

#include "core/timer.h"

namespace stackwright {
namespace {

/// Requests a stop after some seconds, or when the user asks for one.
class TimeLimit {
 public:
  TimeLimit(double seconds, const StopToken& user)
      : thread_([this, seconds, &user](const std::stop_token& done) {
          const Timer timer;
          while (!done.stop_requested() && !user.requested() && timer.seconds() < seconds) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
          }
          stop_.request();
        }) {}
  const StopToken& token() const { return stop_; }

 private:
  StopToken stop_;
  std::jthread thread_;
};

}  // namespace

Result<Speed> measure_speed(const Controller& controller, const PlayOptions& options, double seconds,
                            const StopToken& stop) {
  constexpr std::size_t kGames = std::size_t{1} << 17;  // enough for weak controllers too
  std::vector<GameJob> jobs(kGames);
  for (std::size_t i = 0; i < kGames; ++i) jobs[i] = {&controller, {.seed = 1, .game = i}};
  Progress progress;
  const TimeLimit limit(seconds, stop);
  const Timer timer;
  const auto games = play_games(options, jobs, limit.token(), &progress);
  const double passed = timer.seconds();
  if (!games) return games.error();
  double pieces = 0;
  for (const GameResult& game : *games) pieces += static_cast<double>(game.pieces);
  return Speed{rate(pieces, passed), rate(static_cast<double>(progress.placements.load()), passed)};
}

}  // namespace stackwright
