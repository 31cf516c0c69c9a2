// stackwright watch: see an agent play the real game, play it yourself, or replay a recorded game.
#include "cli/watch.h"

#include <memory>

#include <unistd.h>

#include "cli/command.h"
#include "cli/options.h"

namespace stackwright::cli {
namespace {

constexpr std::int64_t kPlainPieces = 1000;  // an agent may never lose, and nobody can leave a pipe by a key

Result<int> run_watch(WatchArguments a, const StopToken& stop) {
  if (a.person && !a.replay.empty()) return Error{"--person and --replay cannot go together"};
  if (const auto speed = resolve_speed(a.speed); !speed) return speed.error();
  const bool terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && !a.plain && !a.json;
  if (terminal) return watch_on_screen(std::move(a), stop);
  if (a.person) return Error{"--person needs a terminal for its keys and pictures"};
  if (!a.max_pieces) a.max_pieces = kPlainPieces;
  auto session = WatchSession::open(a, false);
  if (!session) return session.error();
  return watch_plain(a, **session, stop);
}

}  // namespace

Run prepare_watch(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<WatchArguments>();
  a->play.score = "nes";
  add_watch_options(app, *a);
  return [a, &stop] { return run_watch(*a, stop); };
}

}  // namespace stackwright::cli
