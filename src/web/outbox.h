// What waits to be sent on one connection: answers in order, and of every feed only the newest frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/result.h"
#include "web/feed.h"

namespace stackwright::web {

inline constexpr std::size_t kMaxFeeds = 16;  // that a connection follows

/// Filled from any thread, emptied by the one that writes.
class Outbox {
 public:
  Outbox() = default;
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;
  ~Outbox();

  void answer(std::string text);
  /// `wake` is called after every frame of the feed, and may be called a little after leaving. An error when there are too
  /// many feeds already.
  Result<Done> follow(const std::shared_ptr<Feed>& feed, const Feed::Wake& wake);
  void leave(const std::string& feed);

  struct Next {
    std::shared_ptr<const std::string> text;  // null: nothing waits
    bool answer = false;
  };
  /// An answer if there is one, else the newest frame of the feed that waited longest.
  Next next();

 private:
  struct Followed {
    std::shared_ptr<Feed> feed;
    std::uint64_t follower = 0;
    std::uint64_t sent = 0;  // number of the last frame
  };

  std::mutex mutex_;
  std::deque<std::shared_ptr<const std::string>> answers_;
  std::vector<Followed> feeds_;
};

}  // namespace stackwright::web
