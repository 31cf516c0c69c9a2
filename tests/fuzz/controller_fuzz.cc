// Controller files: any text is read or refused, and what is read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiment/controller.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = stackwright::controller_from_json(text);
  if (!read) return 0;
  const std::string written = stackwright::to_json(*read);
  const auto again = stackwright::controller_from_json(written);
  if (!again || stackwright::to_json(*again) != written) __builtin_trap();
  return 0;
}
