// How exactly decisions keep the clock: bench_murus_clock [DECISIONS] [MILLISECONDS] [long], on positions of random play; "long"
// leaves the turns of the processor as the system gives them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "core/random.h"
#include "core/timer.h"
#include "core/turns.h"
#include "experiment/murus_match.h"

namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace stackwright;
  const int decisions = argc > 1 ? std::atoi(argv[1]) : 100;
  const double milliseconds = argc > 2 ? std::atof(argv[2]) : 100;
  const bool short_turns = argc <= 3 && wish_for_short_turns();
  const murus::Murus game;
  const auto player = murus::make_player(game, murus::trained_values());
  std::vector<double> taken, undisturbed;
  double busy = 0;
  for (int i = 0; static_cast<int>(taken.size()) < decisions; ++i) {
    murus::Position p = game.start();
    for (const murus::Move& m : murus::random_opening(game, {1, 0, static_cast<std::uint64_t>(i), i % 30}))
      p = game.apply(p, m);
    const double cpu = thread_seconds();
    const Timer timer;
    const auto decision = player->decide(p, {.milliseconds = milliseconds});
    const double wall = timer.seconds() * 1000;
    if (two_player::proven(decision.value)) continue;  // it may stop early
    const double used = (thread_seconds() - cpu) * 1000;
    taken.push_back(wall);
    if (used > 0.98 * wall) undisturbed.push_back(wall);
    busy += used;
  }
  std::sort(taken.begin(), taken.end());
  const auto at = [&](double share) {
    return taken[static_cast<std::size_t>(share * static_cast<double>(taken.size() - 1))];
  };
  fmt::print(
      "{} decisions at {} ms: median {:.2f}, 99 % {:.2f}, 99.9 % {:.2f}, longest {:.2f} ms; more than 5 ms late: {}; ",
      taken.size(), milliseconds, at(0.5), at(0.99), at(0.999), at(1),
      std::count_if(taken.begin(), taken.end(), [&](double t) { return t > milliseconds + 5; }));
  fmt::print("turns are {}, the thread had the processor {:.0f} % of the time\n", short_turns ? "short" : "long",
             100 * busy / (milliseconds * static_cast<double>(taken.size())));
  if (!undisturbed.empty()) {
    fmt::print("of {} decisions that had it all the time the longest took {:.2f} ms\n", undisturbed.size(),
               *std::max_element(undisturbed.begin(), undisturbed.end()));
  }
  return 0;
}
