// Documents of 2048 networks and heads of checkpoints: any text is read or refused, and what is read is written the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiment/twenty48_controller.h"
#include "experiment/twenty48_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto read = stackwright::twenty48_controller_from_json(text)) {
    const std::string written = stackwright::to_json(*read);
    const auto again = stackwright::twenty48_controller_from_json(written);
    if (!again || stackwright::to_json(*again) != written) __builtin_trap();
  }
  if (const auto read = stackwright::checkpoint_head_from_json(text)) {
    const std::string written = stackwright::to_json(*read);
    const auto again = stackwright::checkpoint_head_from_json(written);
    if (!again || stackwright::to_json(*again) != written) __builtin_trap();
  }
  return 0;
}
