// A feed: the newest state of a game or a run, for any number of followers.
#include "web/feed.h"

#include <algorithm>
#include <cassert>

namespace stackwright::web {

void Feed::publish(std::string_view state, bool last) {
  std::vector<Wake> wakes;  // called without the lock: a follower may leave while it is woken
  {
    const std::lock_guard lock(mutex_);
    assert(!newest_.last);
    ++newest_.number;
    newest_.last = last;
    std::string text = "{\"feed\":\"" + name_ + "\",\"number\":" + std::to_string(newest_.number) +
                       ",\"last\":" + (last ? "true" : "false") + ",\"state\":";
    text.append(state);
    text += '}';
    newest_.text = std::make_shared<const std::string>(std::move(text));
    for (const auto& follower : followers_) wakes.push_back(follower.second);
  }
  for (const Wake& wake : wakes) wake();
}

Frame Feed::newest() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

std::uint64_t Feed::follow(Wake wake) {
  Wake changed;
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = next_follower_++;
    followers_.emplace_back(number, std::move(wake));
    if (followers_.size() == 1) changed = changed_;
  }
  if (changed) changed();
  return number;
}

void Feed::leave(std::uint64_t follower) {
  Wake changed;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(followers_, [&](const auto& f) { return f.first == follower; });
    if (followers_.empty()) changed = changed_;
  }
  if (changed) changed();
}

std::size_t Feed::followers() const {
  const std::lock_guard lock(mutex_);
  return followers_.size();
}

void Feed::on_change(Wake changed) {
  const std::lock_guard lock(mutex_);
  changed_ = std::move(changed);
}

}  // namespace stackwright::web
