// The state of learning: any text is read or refused, and what is read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiment/unit_learning.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = stackwright::UnitLearner::load({reinterpret_cast<const char*>(data), size});
  if (!read) return 0;
  const std::string written = read->save();
  const auto again = stackwright::UnitLearner::load(written);
  if (!again || again->save() != written) __builtin_trap();
  return 0;
}
