// A crew of threads: parts are taken by counting down one word, which also tells one work from the next.
#include "core/crew.h"

#include <algorithm>
#include <unistd.h>

namespace stackwright {
namespace {

constexpr std::uint64_t kNextWork = std::uint64_t{1} << 32;
constexpr int kSpins = 300;  // about 15 microseconds: what passes between two steps of a quick learner

std::uint32_t parts_left(std::uint64_t state) { return static_cast<std::uint32_t>(state); }

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

/// Looks for a while, then sleeps, until `word` is no longer `old`.
template <class T>
T wait_for_change(const std::atomic<T>& word, T old) {
  for (int i = 0; i < kSpins; ++i) {
    const T now = word.load(std::memory_order_acquire);
    if (now != old) return now;
    pause_briefly();
  }
  word.wait(old, std::memory_order_acquire);
  return word.load(std::memory_order_acquire);
}

}  // namespace

Crew::Crew(int threads)
    : threads_(threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))) {}

Crew::~Crew() {
  if (!workers_) return;
  if (process_ != getpid()) {  // the threads stayed in the parent: there is nobody to wait for
    (void)workers_.release();
    return;
  }
  quit_.store(true, std::memory_order_release);
  state_.fetch_add(kNextWork, std::memory_order_release);
  state_.notify_all();
  for (std::thread& worker : *workers_) worker.join();
}

void Crew::start() {
  if (process_ == getpid()) return;
  (void)workers_.release();  // null, or threads that stayed in the parent
  workers_ = std::make_unique<Workers>();
  process_ = getpid();
  for (int i = 1; i < threads_; ++i) workers_->emplace_back([this] { serve(); });
}

void Crew::run(std::size_t parts, const Work& work) {
  if (threads_ == 1 || parts < 2) {
    for (std::size_t part = 0; part < parts; ++part) work(part);
    return;
  }
  start();
  work_ = &work;
  unfinished_.store(static_cast<std::uint32_t>(parts), std::memory_order_relaxed);
  const std::uint64_t number = (state_.load(std::memory_order_relaxed) & ~(kNextWork - 1)) + kNextWork;
  std::uint64_t state = number | parts;
  state_.store(state, std::memory_order_release);
  state_.notify_all();
  while (parts_left(state) != 0) take(state);
  std::uint32_t unfinished = unfinished_.load(std::memory_order_acquire);
  while (unfinished != 0) unfinished = wait_for_change(unfinished_, unfinished);
}

/// Tries to take a part, and does it; `state` is as it was last seen.
bool Crew::take(std::uint64_t& state) {
  if (!state_.compare_exchange_weak(state, state - 1, std::memory_order_acq_rel, std::memory_order_acquire))
    return false;
  // Nobody can change the work before this part is done.
  (*work_)(parts_left(state) - 1);
  if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished_.notify_all();
  state = state_.load(std::memory_order_acquire);
  return true;
}

void Crew::serve() {
  std::uint64_t state = state_.load(std::memory_order_acquire);
  while (!quit_.load(std::memory_order_acquire)) {
    if (parts_left(state) == 0) {
      state = wait_for_change(state_, state);
    } else {
      take(state);
    }
  }
}

}  // namespace stackwright
