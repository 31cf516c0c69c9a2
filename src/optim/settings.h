// Settings of an optimiser from key/value pairs: one row per setting says its name, range and meaning.
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace stackwright::optim {

/// Keys and values as the user wrote them; of a key given twice the last counts.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A setting as a person reads about it.
struct SettingInfo {
  std::string name;
  std::string value;     // the default
  std::string expected;  // "a whole number from 2 to 1000000"
  std::string meaning;
};

/// A setting of the struct T: how to read it from text and how to write it.
template <class T>
struct SettingRow {
  std::string_view name;
  std::string expected;
  std::string_view meaning;
  std::function<bool(T&, std::string_view)> read;  // false: not what was expected
  std::function<std::string(const T&)> write;
};

// The text forms; in settings.cc.
bool read_whole(std::string_view text, int low, int high, int& out);
bool read_real(std::string_view text, double low, double high, double& out);
bool read_flag(std::string_view text, bool& out);
std::string whole_range(int low, int high);
std::string real_range(double low, double high);
std::string one_of(std::span<const std::string_view> names);
std::string text_of(double value);
Error wrong_setting(std::string_view name, std::string_view expected, std::string_view text);
Error unknown_setting(std::string_view owner, std::string_view name, std::span<const std::string_view> known);

template <class T>
SettingRow<T> whole(std::string_view name, int T::*field, int low, int high, std::string_view meaning) {
  return {name, whole_range(low, high), meaning,
          [=](T& s, std::string_view text) { return read_whole(text, low, high, s.*field); },
          [=](const T& s) { return std::to_string(s.*field); }};
}

/// As whole(), with 0 for "chosen by the method".
template <class T>
SettingRow<T> whole_or_zero(std::string_view name, int T::*field, int low, int high, std::string_view meaning) {
  return {name, "0 or " + whole_range(low, high), meaning,
          [=](T& s, std::string_view text) {
            return read_whole(text, 0, 0, s.*field) || read_whole(text, low, high, s.*field);
          },
          [=](const T& s) { return std::to_string(s.*field); }};
}

template <class T>
SettingRow<T> real(std::string_view name, double T::*field, double low, double high, std::string_view meaning) {
  return {name, real_range(low, high), meaning,
          [=](T& s, std::string_view text) { return read_real(text, low, high, s.*field); },
          [=](const T& s) { return text_of(s.*field); }};
}

template <class T>
SettingRow<T> flag(std::string_view name, bool T::*field, std::string_view meaning) {
  return {name, "true or false", meaning, [=](T& s, std::string_view text) { return read_flag(text, s.*field); },
          [=](const T& s) { return std::string(s.*field ? "true" : "false"); }};
}

/// Any text; what it may be is checked by whoever uses it.
template <class T>
SettingRow<T> text(std::string_view name, std::string T::*field, std::string_view expected, std::string_view meaning) {
  return {name, std::string(expected), meaning,
          [=](T& s, std::string_view value) { return s.*field = std::string(value), true; },
          [=](const T& s) { return s.*field; }};
}

/// One of the names; the n-th name stands for the n-th value of the enumeration. `names` must live for ever.
template <class T, class E>
SettingRow<T> choice(std::string_view name, E T::*field, std::span<const std::string_view> names,
                     std::string_view meaning) {
  return {name, one_of(names), meaning,
          [=](T& s, std::string_view text) {
            for (std::size_t i = 0; i < names.size(); ++i) {
              if (names[i] == text) return s.*field = static_cast<E>(i), true;
            }
            return false;
          },
          [=](const T& s) { return std::string(names[static_cast<std::size_t>(s.*field)]); }};
}

/// The defaults changed by the pairs; an error names the key and what it may be. `owner` is the optimiser's name.
template <class T>
Result<T> read_settings(std::string_view owner, const std::vector<SettingRow<T>>& rows, const Settings& pairs,
                        T settings = {}) {
  for (const auto& [key, text] : pairs) {
    const SettingRow<T>* found = nullptr;
    std::vector<std::string_view> known;
    for (const SettingRow<T>& row : rows) {
      known.push_back(row.name);
      if (row.name == key) found = &row;
    }
    if (found == nullptr) return unknown_setting(owner, key, known);
    if (!found->read(settings, text)) return wrong_setting(key, found->expected, text);
  }
  return settings;
}

template <class T>
std::vector<SettingInfo> describe(const std::vector<SettingRow<T>>& rows, const T& defaults = {}) {
  std::vector<SettingInfo> infos;
  infos.reserve(rows.size());
  for (const SettingRow<T>& row : rows) {
    infos.push_back({std::string(row.name), row.write(defaults), row.expected, std::string(row.meaning)});
  }
  return infos;
}

}  // namespace stackwright::optim
