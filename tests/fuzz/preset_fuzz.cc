// Presets: any text is read or refused, and what describes a run is stored and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "experiment/evolve_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stackwright;
  const auto pairs = parse_preset(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!pairs) return 0;
  for (const auto& pair : *pairs) {
    if (pair.first == "pieces" || pair.first == "start") return 0;  // may name files
  }
  const auto config = evolve_config(*pairs);
  if (!config) return 0;
  const std::string text = json_text(to_json(*config), -1);
  const auto again = evolve_config_from_json(text);
  if (!again || json_text(to_json(*again), -1) != text) __builtin_trap();
  (void)make_problem(*config, 1);
  return 0;
}
