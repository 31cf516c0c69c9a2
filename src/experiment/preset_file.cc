// Presets: small TOML files that ship with the program, or the user's own.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/paths.h"
#include "core/text.h"
#include "experiment/evolve_config.h"
#include "experiment/toml_library.h"
#include "experiment/toml_text.h"

namespace stackwright {
namespace {

constexpr std::size_t kMaxPresetBytes = std::size_t{1} << 20;
constexpr int kMaxPresetDepth = 6;

/// A value as a person would write it after key=; lists are joined by commas.
Result<std::string> value_text(const toml::node& node, const std::string& key) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return std::string(flag->get() ? "true" : "false");
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* real = node.as_floating_point()) return optim::text_of(real->get());
  if (const auto* list = node.as_array()) {
    std::string joined;
    for (const toml::node& element : *list) {
      if (element.is_array()) break;
      Result<std::string> part = value_text(element, key);
      if (!part) return part;
      joined += (joined.empty() ? "" : ", ") + *part;
    }
    if (std::none_of(list->begin(), list->end(), [](const toml::node& e) { return e.is_array(); })) return joined;
  }
  return Error{"key '" + key + "' must be a text, a number, true, false or a list of these"};
}

Result<Done> flatten(const toml::table& table, const std::string& prefix, int depth, optim::Settings& out) {
  if (depth > kMaxPresetDepth) return Error{"tables are nested too deeply at '" + prefix + "'"};
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const toml::table* inner = node.as_table()) {
      if (auto fine = flatten(*inner, key + ".", depth + 1, out); !fine) return fine;
      continue;
    }
    Result<std::string> text = value_text(node, key);
    if (!text) return text.error();
    out.emplace_back(key, *std::move(text));
  }
  return Done{};
}

Result<toml::table> parse_table(std::string_view text, std::string_view what) {
  // The library's tables of Unicode spaces have holes that its code takes for impossible; no name or value needs them.
  const auto foreign =
      std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > 126; });
  if (foreign != text.end()) {
    const auto line = 1 + std::count(text.begin(), foreign, '\n');
    return Error{std::string(what) + ": line " + std::to_string(line) + ": a character that is not plain ASCII"};
  }
  toml::parse_result parsed = toml::parse(text, what);
  if (!parsed) {
    std::ostringstream where;
    where << what << ": line " << parsed.error().source().begin.line << ", column "
          << parsed.error().source().begin.column << ": " << parsed.error().description();
    return Error{where.str()};
  }
  return std::move(parsed).table();
}

Result<Json> json_of(const toml::node& node, int depth) {
  if (depth > kMaxPresetDepth) return Error{"tables and lists are nested too deeply"};
  if (const auto* text = node.as_string()) return Json(text->get());
  if (const auto* flag = node.as_boolean()) return Json(flag->get());
  if (const auto* whole = node.as_integer()) return Json(whole->get());
  if (const auto* real = node.as_floating_point()) return Json(real->get());
  Json out = node.is_table() ? Json::object() : Json::array();
  if (const toml::table* table = node.as_table()) {
    for (const auto& [name, inner] : *table) {
      Result<Json> value = json_of(inner, depth + 1);
      if (!value) return value;
      out[std::string(name.str())] = *std::move(value);
    }
    return out;
  }
  const toml::array* list = node.as_array();
  if (list == nullptr) return Error{"dates and times are not known here"};
  for (const toml::node& inner : *list) {
    Result<Json> value = json_of(inner, depth + 1);
    if (!value) return value;
    out.push_back(*std::move(value));
  }
  return out;
}

std::filesystem::path preset_folder() { return std::filesystem::path(data_folder()) / "presets"; }

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(preset_folder(), error)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<optim::Settings> parse_preset(std::string_view text, std::string_view what) {
  const Result<toml::table> table = parse_table(text, what);
  if (!table) return table.error();
  optim::Settings pairs;
  if (auto fine = flatten(*table, "", 0, pairs); !fine) return Error{std::string(what) + ": " + fine.message()};
  return pairs;
}

Result<Json> parse_toml(std::string_view text, std::string_view what) {
  const Result<toml::table> table = parse_table(text, what);
  if (!table) return table.error();
  Result<Json> json = json_of(*table, 0);
  if (!json) return Error{std::string(what) + ": " + json.message()};
  return json;
}

Result<optim::Settings> read_preset(std::string_view name_or_path) {
  const bool is_path = name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".toml");
  std::string path(name_or_path);
  if (!is_path) {
    const std::vector<std::string> names = preset_names();
    if (std::find(names.begin(), names.end(), name_or_path) == names.end()) {
      return unknown_name("preset", name_or_path, std::vector<std::string_view>(names.begin(), names.end()));
    }
    path = (preset_folder() / (path + ".toml")).string();
  }
  const Result<std::string> text = read_file(path, kMaxPresetBytes);
  if (!text) return text.error();
  return parse_preset(*text, path);
}

}  // namespace stackwright
