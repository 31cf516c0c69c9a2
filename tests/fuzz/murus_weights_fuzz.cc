// Files of Murus Gallicus weights: any text is read or refused, and what is read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "eval/murus_linear.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stackwright::murus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = weights_from_json(text);
  if (!read) return 0;
  const std::string written = to_json(*read);
  const auto again = weights_from_json(written);
  if (!again || to_json(*again) != written) __builtin_trap();
  (void)LinearEvaluator(Murus{}.rules, *read, kRomans)(Murus{}.start());
  return 0;
}
