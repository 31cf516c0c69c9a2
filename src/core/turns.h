// How a thread shares the processor with others.
#pragma once

namespace stackwright {

/// Asks the system to give this thread, and those that it starts, the processor in short turns that come often instead of long
/// ones that come seldom: whoever must answer in time is kept waiting less where other programs work too. False where the
/// system knows no such wish (Linux does since 6.12); then nothing changes.
bool wish_for_short_turns();

}  // namespace stackwright
