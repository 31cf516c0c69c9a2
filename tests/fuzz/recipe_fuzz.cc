// Recipes: any text is read or refused; what is laid out is stored and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "experiment/recipe.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stackwright;
  const auto recipe = parse_recipe(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!recipe) return 0;
  for (const RecipeStep& step : recipe->steps) {
    if (step.preset.find('/') != std::string::npos || step.preset.ends_with(".toml")) return 0;  // may name files
  }
  for (const RecipeSize length : {RecipeSize::full, RecipeSize::smoke}) {
    const auto plan = plan_recipe(*recipe, length, 1);
    if (!plan) continue;
    const std::string text = json_text(to_json(*plan), -1);
    const auto again = plan_from_json(text);
    if (!again || json_text(to_json(*again), -1) != text) __builtin_trap();
    const bool files = text.find('/') != std::string::npos || text.find("file:") != std::string::npos ||
                       text.find("digits:") != std::string::npos || text.find(".json") != std::string::npos;
    if (!files) (void)check_plan(*plan);
  }
  return 0;
}
