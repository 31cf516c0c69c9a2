// Options of subcommands: numbers with ranges, names with near misses, and what several commands share.
#include "cli/options.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/text.h"
#include "games/tetris/text.h"

namespace stackwright::cli {
namespace {

/// An option whose text is read by `parse`, which gives a Result.
template <class Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, const std::string& help, Parse parse) {
  return app.add_option_function<std::string>(
      name,
      [parse](const std::string& text) {
        if (const Result<Done> done = parse(text); !done) throw CLI::ValidationError(done.message());
      },
      help);
}

template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& name, Number& out, std::int64_t low, std::int64_t high,
                        const std::string& help) {
  return add_parsed(app, name, help,
                    [&out, name, low, high](const std::string& text) -> Result<Done> {
                      const Result<std::int64_t> number = parse_int(text, name, low, high);
                      if (!number) return number.error();
                      out = *number;
                      return Done{};
                    })
      ->type_name("N");
}

}  // namespace

void add_text(CLI::App& app, const std::string& name, std::string& out, const std::string& help) {
  CLI::Option* option = add_parsed(app, name, help, [&out, name](const std::string& text) -> Result<Done> {
    if (text.empty()) return Error{name + " must not be empty"};
    out = text;
    return Done{};
  });
  if (!out.empty()) option->default_str(out);
}

void add_whole(CLI::App& app, const std::string& name, std::int64_t& out, std::int64_t low, std::int64_t high,
               const std::string& help) {
  add_number(app, name, out, low, high, help)->default_str(std::to_string(out));
}

void add_whole(CLI::App& app, const std::string& name, std::optional<std::int64_t>& out, std::int64_t low,
               std::int64_t high, const std::string& help) {
  add_number(app, name, out, low, high, help);
}

void add_real(CLI::App& app, const std::string& name, double& out, double low, double high, const std::string& help) {
  add_parsed(app, name, help,
             [&out, name, low, high](const std::string& text) -> Result<Done> {
               const Result<double> number = parse_real(text, name);
               if (number && *number >= low && *number <= high) {
                 out = *number;
                 return Done{};
               }
               return Error{fmt::format("{} must be a number from {} to {}, got {}", name, low, high, in_quotes(text))};
             })
      ->type_name("X")
      ->default_str(fmt::format("{}", out));
}

void add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& out, const std::string& value,
               const std::string& help) {
  app.add_option(name, out, help)->type_name(value)->expected(1)->take_all();
}

void add_list(CLI::App& app, const std::string& name, std::vector<std::string>& out, const std::string& value,
              const std::string& help) {
  app.add_option(name, out, help)->type_name(value);
}

bool was_given(const CLI::App& app, const std::string& name) { return app.count(name) > 0; }

Result<Done> check_out(const std::string& path) {
  namespace fs = std::filesystem;
  const auto cannot = [&](const std::string& why) { return Error{"cannot write " + in_quotes(path) + ": " + why}; };
  std::error_code error;
  const fs::file_status target = fs::status(path, error);
  if (fs::is_directory(target)) return cannot("it is a folder");
  // A file is replaced by a new one, for which its folder must be open; a pipe or device is written to.
  const bool device = fs::exists(target) && !fs::is_regular_file(target);
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::is_directory(folder, error)) return cannot("there is no folder " + in_quotes(folder));
  if (::access(device ? path.c_str() : folder.c_str(), device ? W_OK : W_OK | X_OK) == 0) return Done{};
  return cannot(std::generic_category().message(errno));
}

void add_flag(CLI::App& app, const std::string& name, bool& out, const std::string& help) {
  app.add_flag(name, out, help)->disable_flag_override();
}

void add_json(CLI::App& app, bool& out) { add_flag(app, "--json", out, "report as one JSON document"); }

void add_setting(CLI::App& app, SettingArguments& out) {
  add_text(app, "--board", out.board, "columns x rows");
  add_text(app, "--rules", out.rules, "when a game is lost: standard or ia-tetris");
  add_text(app, "--piece-set", out.piece_set, "tetromino, pentomino or hexomino");
}

Result<tetris::Setting> resolve(const SettingArguments& arguments) {
  using namespace tetris;
  Setting setting;
  const auto size = for_option("--board", parse_board_size(arguments.board));
  if (!size) return size.error();
  const auto rules = for_option("--rules", rules_named(arguments.rules));
  if (!rules) return rules.error();
  const auto pieces = for_option("--piece-set", piece_set(arguments.piece_set));
  if (!pieces) return pieces.error();
  setting.width = size->width;
  setting.height = size->height;
  setting.rules = *rules;
  setting.pieces = *pieces;
  return setting;
}

}  // namespace stackwright::cli
