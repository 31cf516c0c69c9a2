// Commands below a command: added, found among the arguments, run.
#include "cli/subcommands.h"

#include <memory>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/text.h"

namespace stackwright::cli {
namespace {

struct PreparedCommand {
  CLI::App* app;
  Run run;
};

Error no_command(std::span<const Command> commands, const std::string& name) {
  std::string list;
  for (const Command& command : commands) list += (list.empty() ? "" : ", ") + std::string(command.name);
  return Error{"one of " + list + " is needed; stackwright " + name + " --help tells more"};
}

}  // namespace

Error unexpected(const CLI::App& app, const std::string& argument) {
  if (!argument.starts_with("-")) return Error{"unexpected argument " + in_quotes(argument)};
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back("--" + option->get_single_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  return unknown_name("option", argument.substr(0, argument.find('=')), known);
}

Run prepare_commands(CLI::App& app, std::span<const Command> commands, const std::string& name, const StopToken& stop) {
  auto prepared = std::make_shared<std::vector<PreparedCommand>>();
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.help));
    sub->footer("Example:\n  " + std::string(command.example));
    sub->allow_extras();  // so that the error can name the nearest option
    prepared->push_back({sub, command.prepare(*sub, stop)});
  }
  return [commands, name, prepared]() -> Result<int> {
    for (const PreparedCommand& part : *prepared) {
      if (!part.app->parsed()) continue;
      const auto extras = part.app->remaining();
      Result<int> code = extras.empty() ? part.run() : Result<int>(unexpected(*part.app, extras[0]));
      if (code) return code;
      return code.error().in(part.app->get_name());
    }
    return no_command(commands, name);
  };
}

}  // namespace stackwright::cli
