// A feed: the newest state of a game or a run, for any number of followers. Older states are dropped, the last never is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stackwright::web {

/// One published state, as it goes over the wire to every follower.
struct Frame {
  std::shared_ptr<const std::string> text;  // null before the first
  std::uint64_t number = 0;                 // counts from 1
  bool last = false;
};

/// Threads publish, connections follow. A follower that is slow finds only the newest frame when it looks again, so nothing
/// ever queues up; since nothing comes after the last frame, everybody gets it.
class Feed {
 public:
  using Wake = std::function<void()>;

  explicit Feed(std::string name) : name_(std::move(name)) {}
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  const std::string& name() const { return name_; }

  /// `state` is a JSON document; the frame says to which feed it belongs. Nothing may follow the last one.
  void publish(std::string_view state, bool last = false);
  Frame newest() const;

  /// `wake` is called, from the publishing thread, after every frame; it must not block. Gives the number to leave with.
  std::uint64_t follow(Wake wake);
  void leave(std::uint64_t follower);
  std::size_t followers() const;
  /// Called when the first follower comes or the last one leaves.
  void on_change(Wake changed);

 private:
  const std::string name_;
  mutable std::mutex mutex_;
  Frame newest_;
  std::uint64_t next_follower_ = 1;
  std::vector<std::pair<std::uint64_t, Wake>> followers_;
  Wake changed_;
};

}  // namespace stackwright::web
