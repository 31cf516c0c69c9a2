// JSON documents: the envelope that all reports share, reading with limits, fields with clear errors.
#include "core/json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/paths.h"
#include "core/text.h"

namespace stackwright {
namespace {

/// "line 3, column 14" of a byte of the text.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Where brackets outside of strings first nest deeper than allowed, or npos.
std::size_t too_deep(std::string_view text, int limit) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::string_view::npos;
}

/// What the library says after "...: ", without what it last read, which may be long and hold control characters.
std::string short_reason(std::string_view message) {
  if (const std::size_t colon = message.find(": "); colon != std::string_view::npos) message.remove_prefix(colon + 2);
  message = message.substr(0, message.find("; last read"));
  return std::string(message.substr(0, 120));
}

std::string shown(const Json& value) {
  std::string text = json_text(value, -1);
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

}  // namespace

Json envelope(std::string_view schema, std::uint64_t seed, const Json& configuration) {
  Json document;
  document["schema"] = schema;
  document["version"] = std::string(version());
  document["seed"] = seed;
  document["configuration"] = configuration;
  return document;
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Result<Json> parse_json(std::string_view text, std::string_view what, const JsonLimits& limits) {
  const auto failed = [&](const std::string& why) { return Error{std::string(what) + ": " + why}; };
  if (text.size() > limits.bytes) return failed("larger than " + std::to_string(limits.bytes) + " bytes");
  if (const std::size_t at = too_deep(text, limits.depth); at != std::string_view::npos) {
    return failed(place_of(text, at) + ": nested deeper than " + std::to_string(limits.depth));
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    return failed(place_of(text, e.byte > 0 ? e.byte - 1 : 0) + ": " + short_reason(e.what()));
  } catch (const Json::exception& e) {
    return failed(short_reason(std::string(": ") + e.what()));
  }
}

Fields::Fields(const Json& object, std::string path) : object_(&object), path_(std::move(path)) {}

std::string Fields::path_of(std::string_view name) const {
  return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
}

const Json* Fields::find(std::string_view name) const {
  if (!object_->is_object()) return nullptr;
  const auto at = object_->find(std::string(name));
  return at == object_->end() ? nullptr : &*at;
}

bool Fields::has(std::string_view name) const { return find(name) != nullptr; }

Error Fields::wrong(std::string_view name, std::string_view expected) const {
  if (!object_->is_object()) {
    return Error{(path_.empty() ? "the document" : "field " + in_quotes(path_)) + " must be an object, got " +
                 shown(*object_)};
  }
  const Json* value = find(name);
  const std::string field = "field " + in_quotes(path_of(name));
  if (value == nullptr) return Error{field + " is missing; it must be " + std::string(expected)};
  return Error{field + " must be " + std::string(expected) + ", got " + shown(*value)};
}

Result<Done> Fields::only(std::span<const std::string_view> names) const {
  if (!object_->is_object()) return wrong("", "");
  for (const auto& item : object_->items()) {
    if (std::find(names.begin(), names.end(), item.key()) == names.end()) {
      return unknown_name(path_.empty() ? "field" : "field of " + in_quotes(path_), item.key(), names);
    }
  }
  return Done{};
}

Result<Done> Fields::only(std::initializer_list<std::string_view> names) const {
  return only(std::span<const std::string_view>(names.begin(), names.size()));
}

Result<double> Fields::real(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr || !value->is_number() || !std::isfinite(value->get<double>())) return wrong(name, "a number");
  return value->get<double>();
}

Result<std::int64_t> Fields::whole(std::string_view name, std::int64_t low, std::int64_t high) const {
  const Json* value = find(name);
  if (value != nullptr && value->is_number_integer()) {
    const bool fits = !value->is_number_unsigned() || value->get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
    const auto number = value->get<std::int64_t>();
    if (fits && number >= low && number <= high) return number;
  }
  return wrong(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

Result<std::uint64_t> Fields::word(std::string_view name) const {
  const Json* value = find(name);
  if (value != nullptr && value->is_number_integer() &&
      (value->is_number_unsigned() || value->get<std::int64_t>() >= 0)) {
    return value->get<std::uint64_t>();
  }
  return wrong(name, "a whole number from 0 to 18446744073709551615");
}

Result<bool> Fields::boolean(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr || !value->is_boolean()) return wrong(name, "true or false");
  return value->get<bool>();
}

Result<std::string> Fields::text(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr || !value->is_string()) return wrong(name, "a text");
  return value->get<std::string>();
}

Result<Fields> Fields::object(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr || !value->is_object()) return wrong(name, "an object");
  return Fields(*value, path_of(name));
}

Result<const Json*> Fields::array(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr || !value->is_array()) return wrong(name, "an array");
  return value;
}

Result<std::vector<Fields>> Fields::objects(std::string_view name) const {
  const Result<const Json*> list = array(name);
  if (!list) return list.error();
  std::vector<Fields> elements;
  for (const Json& element : **list) {
    elements.emplace_back(element, path_of(name) + "[" + std::to_string(elements.size()) + "]");
    if (!element.is_object()) return elements.back().wrong("", "");
  }
  return elements;
}

Result<std::vector<double>> Fields::reals(std::string_view name) const {
  const Result<const Json*> list = array(name);
  if (!list) return list.error();
  std::vector<double> numbers;
  for (const Json& element : **list) {
    const std::string index = std::string(name) + "[" + std::to_string(numbers.size()) + "]";
    if (!element.is_number())
      return Error{"field " + in_quotes(path_of(index)) + " must be a number, got " + shown(element)};
    numbers.push_back(element.get<double>());
  }
  return numbers;
}

}  // namespace stackwright
