// A session: a game, an evolution or a comparison that runs in a thread of its own and is followed through a feed.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/json.h"
#include "core/progress.h"
#include "core/result.h"
#include "web/feed.h"
#include "web/server.h"

namespace stackwright::web {

class Session {
 public:
  /// The feed's name is what pages call the session by.
  explicit Session(std::string name) : feed_(std::make_shared<Feed>(std::move(name))) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  const std::shared_ptr<Feed>& feed() const { return feed_; }
  /// What a page asks of a running session; from any thread, never blocks. Every session understands {"what": "end"}.
  virtual Result<Done> control(const Json& message);
  /// Asks for the end; the last frame comes soon after.
  virtual void end() { stop_.request(); }
  /// The thread has nothing more to do.
  bool done() const { return done_; }

 protected:
  /// To be called at the end of the constructor of a class without children.
  void begin();
  /// To be called first in the destructor of the same class.
  void finish();
  /// The work, in the session's thread; publishes the last frame before it returns.
  virtual void run() = 0;

  const StopToken& stop() const { return stop_; }

 private:
  std::shared_ptr<Feed> feed_;
  StopToken stop_;
  std::atomic<bool> done_{false};
  std::jthread thread_;
};

}  // namespace stackwright::web
