// A game that people watch or play: paced by the clock or as fast as it goes, shown at most 60 times a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "web/session.h"

namespace stackwright::web {

/// A game as its session sees it; everything is called from the session's thread.
class Performance {
 public:
  Performance() = default;
  Performance(const Performance&) = delete;
  Performance& operator=(const Performance&) = delete;
  virtual ~Performance() = default;

  virtual bool over() const = 0;
  /// Nothing happens until a person does something.
  virtual bool waits() const { return false; }
  /// Can be played as fast as it goes; where a person plays, speed 0 counts as 1.
  virtual bool leaps() const { return true; }
  /// For performances that think long; comes first.
  virtual void heed(const StopToken&) {}
  /// Lets wall time pass at a speed; 1 is the game as people know it. True where something changed.
  virtual bool elapsed(std::chrono::microseconds wall, double speed) = 0;
  /// The next piece or move at once.
  virtual void leap() = 0;
  /// Something a person does: a key, a move. What makes no sense at the moment does nothing.
  virtual void act(const std::string& what) = 0;
  /// Asked for an end before the game is over.
  virtual void give_up() {}
  /// All that the page shows of it.
  virtual Json describe() const = 0;
};

/// Speeds are multiples of the game as people know it; 0 stands for as fast as it goes.
struct Pace {
  double speed = 1;
  bool paused = false;
};

class GameSession final : public Session {
 public:
  GameSession(std::string name, std::unique_ptr<Performance> performance, Pace pace);
  ~GameSession() override;

  /// {"what": "pause" | "resume" | "step" | "speed" | "act" | "end", "value": speed, "act": text}
  Result<Done> control(const Json& message) override;
  void end() override;

 protected:
  void run() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Input {
    enum class Kind : std::uint8_t { pace, step, act } kind = Kind::act;
    Pace pace;
    std::string act;
  };
  /// What wakes the thread; outlives the session where a feed still knows it.
  struct Bell {
    std::mutex mutex;
    std::condition_variable rung;
    bool ringing = false;
    std::vector<Input> inputs;
    void ring();
  };

  Result<Done> enqueue(Input input);
  void take_inputs();
  bool wait_until(Clock::time_point time);
  void play_until(Clock::time_point time);
  void show(bool last);

  const std::unique_ptr<Performance> performance_;
  const std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  std::atomic<double> wanted_speed_;  // as last asked for, so that commands that come together add up
  std::atomic<bool> wanted_pause_;
  Pace pace_;
  Clock::time_point played_;  // up to here
  Clock::time_point shown_;
  bool changed_ = true;
};

}  // namespace stackwright::web
