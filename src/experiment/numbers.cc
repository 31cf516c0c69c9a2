// Numbers of reports: for people, and as JSON where an unknown one is null.
#include "experiment/numbers.h"

#include "core/math.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stackwright {
namespace {

std::string grouped(double whole) {
  std::string digits = fmt::format("{:.0f}", whole);
  const std::ptrdiff_t first = digits.starts_with("-") ? 1 : 0;
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > first; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), " ");
  }
  return digits;
}

}  // namespace

std::string number_text(double number) {
  if (!std::isfinite(number)) return "unknown";
  if (std::abs(number) >= 1000 && std::abs(number) < 1e15) return grouped(number);
  return fmt::format("{:.4g}", number);
}

std::string interval_text(const Interval& interval) {
  if (std::isfinite(interval.low) && std::isfinite(interval.high)) {
    return number_text(interval.low) + " to " + number_text(interval.high);
  }
  if (std::isfinite(interval.low)) return "at least " + number_text(interval.low);
  if (std::isfinite(interval.high)) return "at most " + number_text(interval.high);
  return "unknown";
}

std::string mean_text(double mean, const Interval& interval) {
  const bool open = std::isfinite(interval.low) && !std::isfinite(interval.high);
  return open ? "> " + number_text(interval.low) : number_text(mean);
}

Json number_json(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json interval_json(const Interval& interval) {
  return Json::array({number_json(interval.low), number_json(interval.high)});
}

Json short_number(double number) {
  if (!std::isfinite(number)) return nullptr;
  if (number == std::floor(number) && std::abs(number) < 1e5) return static_cast<std::int64_t>(number);
  return std::strtod(fmt::format("{:.5g}", number).c_str(), nullptr);
}

double number_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::numeric_limits<double>::quiet_NaN();
  return found->get<double>();
}

Interval interval_at(const Json& object, const char* name) {
  Interval interval{-kInfinity, kInfinity};
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array() || found->size() != 2) return interval;
  if ((*found)[0].is_number()) interval.low = (*found)[0].get<double>();
  if ((*found)[1].is_number()) interval.high = (*found)[1].get<double>();
  return interval;
}

}  // namespace stackwright
