// A game that people watch or play: the loop of its thread.
#include "web/game_session.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "web/message.h"

namespace stackwright::web {
namespace {

using std::chrono::microseconds;

constexpr microseconds kGamePicture{16'000};       // between two frames: a little more than 60 a second
constexpr microseconds kBeat{5'000};               // between two looks at the clock
constexpr std::chrono::seconds kGamePatience{30};  // with a game that nobody looks at
constexpr std::size_t kMaxInputs = 64;             // that wait; a person is far slower
constexpr double kSlowest = 0.05, kFastest = 1000;

}  // namespace

void GameSession::Bell::ring() {
  {
    const std::lock_guard lock(mutex);
    ringing = true;
  }
  rung.notify_one();
}

GameSession::GameSession(std::string name, std::unique_ptr<Performance> performance, Pace pace)
    : Session(std::move(name)),
      performance_(std::move(performance)),
      wanted_speed_(pace.speed),
      wanted_pause_(pace.paused),
      pace_(pace) {
  performance_->heed(stop());
  feed()->on_change([bell = bell_] { bell->ring(); });
  begin();
}

GameSession::~GameSession() { finish(); }

void GameSession::end() {
  Session::end();
  bell_->ring();
}

Result<Done> GameSession::enqueue(Input input) {
  {
    const std::lock_guard lock(bell_->mutex);
    if (bell_->inputs.size() >= kMaxInputs) return Error{"too many commands at once"};
    bell_->inputs.push_back(std::move(input));
    bell_->ringing = true;
  }
  bell_->rung.notify_one();
  return Done{};
}

Result<Done> GameSession::control(const Json& message) {
  const Fields fields(message);
  const auto what = fields.text("what");
  if (!what) return what.error();
  if (done()) return Error{"this game is over"};
  if (*what == "act") {
    const auto act = text_or(fields, "act", "", 40);
    if (!act) return act.error();
    return enqueue({Input::Kind::act, {}, *act});
  }
  if (*what == "end") {
    end();
    return Done{};
  }
  if (*what == "step") {
    wanted_pause_ = true;
    return enqueue({Input::Kind::step, {}, {}});
  }
  if (*what == "speed") {
    const auto speed = fields.real("value");
    if (!speed) return speed.error();
    if (*speed != 0 && (*speed < kSlowest || *speed > kFastest)) return fields.wrong("value", "0 or 0.05 to 1000");
    wanted_speed_ = *speed;
  } else if (*what == "pause" || *what == "resume") {
    wanted_pause_ = *what == "pause";
  } else {
    return fields.wrong("what", "pause, resume, step, speed, act or end");
  }
  return enqueue({Input::Kind::pace, {wanted_speed_, wanted_pause_}, {}});
}

void GameSession::take_inputs() {
  std::vector<Input> inputs;
  {
    const std::lock_guard lock(bell_->mutex);
    inputs.swap(bell_->inputs);
    bell_->ringing = false;
  }
  for (const Input& input : inputs) {
    changed_ = true;
    if (performance_->over()) return;
    if (input.kind == Input::Kind::act) {
      performance_->act(input.act);
    } else if (input.kind == Input::Kind::step) {
      pace_.paused = true;
      performance_->leap();
    } else {
      pace_ = input.pace;
    }
  }
}

/// False when the bell rang before.
bool GameSession::wait_until(Clock::time_point time) {
  std::unique_lock lock(bell_->mutex);
  return !bell_->rung.wait_until(lock, time, [this] { return bell_->ringing; });
}

/// As fast as it goes; the clock is looked at often enough for 60 pictures a second.
void GameSession::play_until(Clock::time_point time) {
  do {
    performance_->leap();
    changed_ = true;
  } while (!performance_->over() && Clock::now() < time);
}

void GameSession::show(bool last) {
  Json state = performance_->describe();
  state["speed"] = pace_.speed;
  state["paused"] = pace_.paused;
  state["watchers"] = feed()->followers();
  feed()->publish(json_text(state, -1), last);
  shown_ = Clock::now();
  changed_ = false;
}

void GameSession::run() {
  played_ = Clock::now();
  Clock::time_point seen = played_;  // by somebody
  for (;;) {
    take_inputs();
    if (stop().requested() || performance_->over()) break;
    const Clock::time_point now = Clock::now();
    if (feed()->followers() > 0) {
      seen = now;
    } else if (now - seen > kGamePatience) {
      break;
    }
    const Clock::time_point due = shown_ + kGamePicture;
    if (changed_ && now >= due) show(false);
    if (pace_.paused || performance_->waits() || feed()->followers() == 0) {
      (void)wait_until(changed_ ? std::max(due, now) : now + std::chrono::seconds(1));
      played_ = Clock::now();
    } else if (pace_.speed == 0 && performance_->leaps()) {
      play_until(std::max(due, now + microseconds(1'000)));
      played_ = Clock::now();
    } else {
      const auto passed = std::chrono::duration_cast<microseconds>(now - played_);
      played_ += passed;
      if (performance_->elapsed(passed, pace_.speed == 0 ? 1 : pace_.speed)) changed_ = true;
      if (!performance_->over()) (void)wait_until(changed_ ? std::min(std::max(due, now), now + kBeat) : now + kBeat);
    }
  }
  if (!performance_->over()) performance_->give_up();
  show(true);
}

}  // namespace stackwright::web
