// How a thread shares the processor with others.
#include "core/turns.h"

#ifdef __linux__
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace stackwright {

bool wish_for_short_turns() {
#ifdef __linux__
  constexpr unsigned long long kTurn = 200'000;  // nanoseconds; 3 ms are usual
  sched_attr wish{};
  if (::syscall(SYS_sched_getattr, 0, &wish, sizeof wish, 0) != 0) return false;
  if (wish.sched_policy != 0) return false;  // not shared in turns at all
  wish.sched_runtime = kTurn;
  if (::syscall(SYS_sched_setattr, 0, &wish, 0) != 0) return false;
  sched_attr granted{};
  return ::syscall(SYS_sched_getattr, 0, &granted, sizeof granted, 0) == 0 && granted.sched_runtime == kTurn;
#else
  return false;
#endif
}

}  // namespace stackwright
