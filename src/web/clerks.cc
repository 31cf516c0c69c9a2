// Clerks: a few threads that do what takes longer than the server may wait.
#include "web/clerks.h"

#include <utility>

namespace stackwright::web {

Clerks::Clerks(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void Clerks::submit(const void* asker, Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    Lane& lane = lanes_[asker];
    if (lane.jobs.empty() && !lane.busy) ready_.push_back(asker);
    lane.jobs.push_back(std::move(job));
  }
  changed_.notify_one();
}

void Clerks::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closed_ || !ready_.empty(); });
    if (closed_) return;
    const void* const asker = ready_.front();
    ready_.pop_front();
    Lane& lane = lanes_[asker];  // stays where it is while others come and go
    {
      Job job = std::move(lane.jobs.front());
      lane.jobs.pop_front();
      lane.busy = true;
      lock.unlock();
      job();
    }  // and whatever it held is let go without the lock
    lock.lock();
    lane.busy = false;
    if (lane.jobs.empty()) {
      lanes_.erase(asker);
    } else {
      ready_.push_back(asker);
      changed_.notify_one();
    }
  }
}

void Clerks::close() {
  std::map<const void*, Lane> dropped;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  threads_.clear();  // waits for them
  lanes_.swap(dropped);
}

}  // namespace stackwright::web
