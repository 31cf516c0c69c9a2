// How a thread shares the processor with others.
#include "core/turns.h"

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace stackwright {

#ifdef __linux__
namespace {

/// What the system calls sched_attr, as sched_setattr(2) describes it; its own header does not go with <sched.h>.
struct TurnsOfThread {
  std::uint32_t size = sizeof(TurnsOfThread);
  std::uint32_t policy = 0;  // 0: shared in turns
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;  // nanoseconds of a turn
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

bool read_turns(TurnsOfThread& out) { return ::syscall(SYS_sched_getattr, 0, &out, sizeof out, 0) == 0; }

}  // namespace
#endif

bool wish_for_short_turns() {
#ifdef __linux__
  constexpr std::uint64_t kTurn = 200'000;  // 3 ms are usual
  TurnsOfThread wish;
  if (!read_turns(wish) || wish.policy != 0) return false;
  wish.runtime = kTurn;
  if (::syscall(SYS_sched_setattr, 0, &wish, 0) != 0) return false;
  TurnsOfThread granted;
  return read_turns(granted) && granted.runtime == kTurn;
#else
  return false;
#endif
}

}  // namespace stackwright
