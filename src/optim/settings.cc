// Settings of an optimiser from key/value pairs: the text forms and the errors.
#include "optim/settings.h"

#include <fmt/format.h>

#include "core/math.h"
#include "core/text.h"

namespace stackwright::optim {

bool read_whole(std::string_view text, int low, int high, int& out) {
  const auto number = parse_int(trim(text), "", low, high);
  if (!number) return false;
  out = static_cast<int>(*number);
  return true;
}

bool read_real(std::string_view text, double low, double high, double& out) {
  const bool unbounded = low == -kInfinity && high == kInfinity;
  if (unbounded && (trim(text) == "inf" || trim(text) == "-inf")) {
    out = trim(text) == "inf" ? kInfinity : -kInfinity;
    return true;
  }
  const auto number = parse_real(trim(text), "");
  if (!number || *number < low || *number > high) return false;
  out = *number;
  return true;
}

bool read_flag(std::string_view text, bool& out) {
  text = trim(text);
  if (text != "true" && text != "false") return false;
  out = text == "true";
  return true;
}

std::string whole_range(int low, int high) { return fmt::format("a whole number from {} to {}", low, high); }

std::string real_range(double low, double high) {
  if (high == kInfinity) return low == -kInfinity ? "a number" : fmt::format("a number from {} up", low);
  return fmt::format("a number from {} to {}", low, high);
}

std::string one_of(std::span<const std::string_view> names) {
  std::string text = "one of ";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + std::string(names[i]);
  return text;
}

std::string text_of(double value) { return fmt::format("{}", value); }

Error wrong_setting(std::string_view name, std::string_view expected, std::string_view text) {
  return Error{fmt::format("setting {} must be {}, got {}", in_quotes(name), expected, in_quotes(text))};
}

Error unknown_setting(std::string_view owner, std::string_view name, std::span<const std::string_view> known) {
  return unknown_name("setting of " + std::string(owner), name, known);
}

}  // namespace stackwright::optim
