// How exactly decisions keep the clock: bench_murus_clock [DECISIONS] [MILLISECONDS] [long], on positions of random play; "long"
// leaves the turns of the processor as the system gives them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "core/random.h"
#include "core/timer.h"
#include "core/turns.h"
#include "experiment/murus_match.h"

namespace {

/// What the host of a virtual machine has taken from its processors so far; the system counts in hundredths of a second.
double stolen_ms() {
  std::ifstream file("/proc/stat");
  std::string name;
  double value = 0;
  file >> name;
  for (int column = 0; column < 8; ++column) file >> value;
  return value * 1000 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

struct Taken {
  double milliseconds;
  double stolen;  // while it lasted
};

}  // namespace

int main(int argc, char** argv) {
  using namespace stackwright;
  const int decisions = argc > 1 ? std::atoi(argv[1]) : 100;
  const double milliseconds = argc > 2 ? std::atof(argv[2]) : 100;
  const bool short_turns = argc <= 3 && wish_for_short_turns();
  const murus::Murus game;
  const auto player = murus::make_player(game, murus::trained_values());
  std::vector<Taken> taken;
  const double before = stolen_ms();
  const Timer all;
  for (int i = 0; static_cast<int>(taken.size()) < decisions; ++i) {
    murus::Position p = game.start();
    for (const murus::Move& m : murus::random_opening(game, {1, 0, static_cast<std::uint64_t>(i), i % 30}))
      p = game.apply(p, m);
    const double stolen = stolen_ms();
    const Timer timer;
    const auto decision = player->decide(p, {.milliseconds = milliseconds});
    const double wall = timer.seconds() * 1000;
    if (two_player::proven(decision.value)) continue;  // it may stop early
    taken.push_back({wall, stolen_ms() - stolen});
  }
  std::ranges::sort(taken, {}, &Taken::milliseconds);
  const auto at = [&](double share) {
    return taken[static_cast<std::size_t>(share * static_cast<double>(taken.size() - 1))].milliseconds;
  };
  const auto late = [&](const Taken& t) { return t.milliseconds > milliseconds + 5; };
  const double tick = 1000 / static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto by_host = [&](const Taken& t) { return late(t) && t.stolen + tick >= t.milliseconds - milliseconds - 5; };
  fmt::print(
      "{} decisions at {} ms: median {:.2f}, 99 % {:.2f}, 99.9 % {:.2f}, longest {:.2f} ms; turns are {}; the host "
      "took {:.1f} % of a "
      "processor\n",
      taken.size(), milliseconds, at(0.5), at(0.99), at(0.999), at(1), short_turns ? "short" : "long",
      (stolen_ms() - before) / (10 * all.seconds()));
  fmt::print("more than 5 ms late: {}, {} of them while the host took so much time\n",
             std::ranges::count_if(taken, late), std::ranges::count_if(taken, by_host));
  return 0;
}
