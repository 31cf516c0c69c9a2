// Options of subcommands: numbers with ranges, names with near misses, and what several commands share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "games/tetris/rules.h"

namespace CLI {
class App;
}

namespace stackwright::cli {

/// Each shows its default in --help; a wrong value is one line that names the option and what was expected. A text that is
/// given must not be empty.
void add_text(CLI::App& app, const std::string& name, std::string& out, const std::string& help);
void add_whole(CLI::App& app, const std::string& name, std::int64_t& out, std::int64_t low, std::int64_t high,
               const std::string& help);
void add_whole(CLI::App& app, const std::string& name, std::optional<std::int64_t>& out, std::int64_t low,
               std::int64_t high, const std::string& help);
void add_real(CLI::App& app, const std::string& name, double& out, double low, double high, const std::string& help);
/// May be given more than once; `value` is what --help calls it.
void add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& out, const std::string& value,
               const std::string& help);
/// Arguments without a name, as many as there are.
void add_list(CLI::App& app, const std::string& name, std::vector<std::string>& out, const std::string& value,
              const std::string& help);
void add_flag(CLI::App& app, const std::string& name, bool& out, const std::string& help);

/// Whether the user gave an option, whatever its value.
bool was_given(const CLI::App& app, const std::string& name);

/// --json: one document on standard output and nothing else there.
void add_json(CLI::App& app, bool& out);

/// An error where no file can be written at `path`: for work that takes long before there is something to write.
Result<Done> check_out(const std::string& path);

/// Puts the option's name before what is wrong with it.
template <class T>
Result<T> for_option(const std::string& option, Result<T> result) {
  if (result) return result;
  return result.error().in(option);
}

/// The board, rules and piece set of a game of Tetris.
struct SettingArguments {
  std::string board = "10x20";
  std::string rules = "standard";
  std::string piece_set = "tetromino";
};
void add_setting(CLI::App& app, SettingArguments& out);
Result<tetris::Setting> resolve(const SettingArguments& arguments);

}  // namespace stackwright::cli
