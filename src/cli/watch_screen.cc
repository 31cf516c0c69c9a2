// stackwright watch on a terminal: keys in, pictures out, game time by the wall clock.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/report.h"
#include "cli/watch.h"
#include "cli/watch_view.h"
#include "core/timer.h"

namespace stackwright::cli {
namespace {

constexpr double kMax = std::numeric_limits<double>::infinity();
constexpr std::array kSpeeds = {0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, kMax};
constexpr double kPicture = 1.0 / 60;  // seconds

std::string speed_text(double speed) { return speed == kMax ? "max" : fmt::format("{:g}x", speed); }

double faster(double speed) {
  const auto above = std::upper_bound(kSpeeds.begin(), kSpeeds.end(), speed);
  return above == kSpeeds.end() ? kMax : *above;
}

double slower(double speed) {
  const auto at = std::lower_bound(kSpeeds.begin(), kSpeeds.end(), speed);
  return at == kSpeeds.begin() ? *at : *(at - 1);
}

/// What a key commands in a person's hands.
std::optional<play::Command> command_of(int key) {
  switch (key) {
    case kLeft:
    case 'h':
      return play::Command::left;
    case kRight:
    case 'l':
      return play::Command::right;
    case kDown:
    case 'j':
      return play::Command::down;
    case kUp:
    case 'k':
    case 'x':
      return play::Command::rotate_clockwise;
    case 'z':
      return play::Command::rotate_counter_clockwise;
    case ' ':
      return play::Command::drop;
    case 'c':
      return play::Command::hold;
    default:
      return std::nullopt;
  }
}

class Screen {
 public:
  Screen(WatchArguments arguments, Terminal& terminal, const StopToken& stop)
      : arguments_(std::move(arguments)), terminal_(terminal), stop_(stop), speed_(*resolve_speed(arguments_.speed)) {
    view_.shadow = arguments_.person;
    view_.keys = arguments_.person ? "arrows move and turn  z turns back, space drops  p pause, g shadow  q leave"
                                   : "p pause, . step, n piece  + - m speed, t letters  q leave";
  }

  /// Games until the user leaves; the last one with its summary.
  Result<std::string> run() {
    for (;;) {
      auto session = WatchSession::open(arguments_, true);
      if (!session) return session.error();
      session_ = std::move(*session);
      show_game();
      if (const auto closed = session_->close(); !closed) return closed.error();
      if (!again_ || stop_.requested()) break;
      ++arguments_.game;
    }
    const play::StrictState& s = session_->game().state();
    return fmt::format("{}: {} pieces, {} lines, {} points, level {}", session_->title(), s.pieces, s.lines, s.score,
                       s.level);
  }

 private:
  void show_game() {
    left_ = again_ = paused_ = false;
    Timer since;
    while (!left_ && !again_ && !stop_.requested()) {
      const double passed = since.seconds();
      since.restart();
      if (!paused_ && !session_->finished()) advance(passed);
      view_.speed = paused_ ? "paused" : speed_text(speed_);
      draw_game(terminal_, *session_, view_);
      const double left = std::max(0.0, kPicture - since.seconds());
      int key = terminal_.key(static_cast<int>(std::lround(left * 1000)));
      for (int read = 0; key != kNoKey && read < 32; ++read, key = terminal_.key(0)) press(key);
    }
  }

  void advance(double seconds) {
    if (speed_ == kMax && session_->person() == nullptr) {
      const Timer timer;
      while (timer.seconds() < kPicture * 0.8 && !session_->finished() && session_->driver().play_piece()) {
      }
      return;
    }
    session_->driver().set_speed(speed_ == kMax ? play::Driver::kFastest : speed_);
    session_->driver().elapsed(std::chrono::microseconds(std::llround(seconds * 1e6)));
  }

  void press(int key) {
    const bool over = session_->finished();
    if (key == 'q') left_ = true;
    if (key == 'n' && over && arguments_.record.empty() && arguments_.replay.empty()) again_ = true;
    if (key == 'g') view_.shadow = !view_.shadow;
    if (key == 't') view_.letters = !view_.letters;
    if (over) return;
    if (session_->person() != nullptr) {
      press_as_person(key);
    } else {
      press_as_watcher(key);
    }
  }

  void press_as_person(int key) {
    const bool running = session_->game().state().running();
    if (key == 'p') session_->person()->push(running ? play::Command::pause : play::Command::resume);
    if (const auto command = command_of(key); command && running) session_->person()->push(*command);
  }

  /// Holding a watched game still is a matter of the display: nothing of it is in the recording.
  void press_as_watcher(int key) {
    if (key == 'p' || key == ' ') paused_ = !paused_;
    if (key == '.' || key == 's') {
      paused_ = true;
      session_->driver().step();
    }
    if (key == 'n') {
      paused_ = true;
      session_->driver().play_piece();
    }
    if (key == '1') speed_ = 1;
    if (key == 'm') speed_ = kMax;
    if (key == '+' || key == '=') speed_ = faster(speed_);
    if (key == '-') speed_ = slower(speed_);
  }

  WatchArguments arguments_;
  Terminal& terminal_;
  const StopToken& stop_;
  double speed_;
  WatchView view_;
  std::unique_ptr<WatchSession> session_;
  bool paused_ = false;
  bool left_ = false;
  bool again_ = false;
};

/// For a first look at what is wrong, while the terminal still shows it in the usual way.
WatchArguments without_record(WatchArguments arguments) {
  arguments.record.clear();
  return arguments;
}

}  // namespace

Result<int> watch_on_screen(WatchArguments arguments, const StopToken& stop) {
  if (const auto fine = WatchSession::open(without_record(arguments), false); !fine) return fine.error();
  const bool color = !arguments.no_color && std::getenv("NO_COLOR") == nullptr;
  Result<std::string> summary("");
  {
    auto terminal = Terminal::open(color);
    if (!terminal) return terminal.error();
    summary = Screen(std::move(arguments), **terminal, stop).run();
  }
  if (!summary) return summary.error();
  print_line(*summary);
  return stop.requested() ? kInterrupted : kDone;
}

}  // namespace stackwright::cli
