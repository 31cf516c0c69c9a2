// What waits to be sent on one connection.
#include "web/outbox.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stackwright::web {

Outbox::~Outbox() {
  for (const Followed& f : feeds_) f.feed->leave(f.follower);
}

void Outbox::answer(std::string text) {
  const std::lock_guard lock(mutex_);
  answers_.push_back(std::make_shared<const std::string>(std::move(text)));
}

Result<Done> Outbox::follow(const std::shared_ptr<Feed>& feed, const Feed::Wake& wake) {
  const std::lock_guard lock(mutex_);
  for (const Followed& f : feeds_) {
    if (f.feed == feed) return Done{};
  }
  if (feeds_.size() >= kMaxFeeds) return Error{"this page follows too many games already"};
  feeds_.push_back({feed, feed->follow(wake), 0});
  return Done{};
}

void Outbox::leave(const std::string& name) {
  std::optional<Followed> left;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(feeds_, [&](const Followed& f) { return f.feed->name() == name; });
    if (found == feeds_.end()) return;
    left = *found;
    feeds_.erase(found);
  }
  left->feed->leave(left->follower);
}

Outbox::Next Outbox::next() {
  const std::lock_guard lock(mutex_);
  if (!answers_.empty()) {
    auto text = std::move(answers_.front());
    answers_.pop_front();
    return {std::move(text), true};
  }
  for (std::size_t i = 0; i < feeds_.size(); ++i) {
    const Frame frame = feeds_[i].feed->newest();
    if (frame.number <= feeds_[i].sent) continue;
    feeds_[i].sent = frame.number;
    const auto at = feeds_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(at, at + 1, feeds_.end());  // the others come first next time
    return {frame.text, false};
  }
  return {};
}

}  // namespace stackwright::web
