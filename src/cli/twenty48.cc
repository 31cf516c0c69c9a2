// stackwright 2048: train, play, best.
#include "cli/twenty48.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/text.h"

namespace stackwright::cli {
namespace {

struct Part {
  std::string_view name;
  std::string_view help;
  std::string_view example;
  Run (*prepare)(CLI::App& app, const StopToken& stop);
};

constexpr Part kParts[] = {
    {"train", "train an n-tuple network by temporal differences",
     "stackwright 2048 train --network 4x6 --method tc --games 100000 --out network.json", prepare_twenty48_train},
    {"play", "play games with a network and report their results",
     "stackwright 2048 play --network network.json --games 100 --depth 2", prepare_twenty48_play},
    {"best", "the best move of one position",
     "stackwright 2048 best --network features --position '2 4 8 16/. . 2 4/. . . 2/. . . .' --depth 3",
     prepare_twenty48_best},
};

struct Prepared {
  CLI::App* app;
  Run run;
};

/// What was written after a part that none of its options knows.
Error unexpected_argument(const CLI::App& app, const std::string& argument) {
  if (!argument.starts_with("-")) return Error{"unexpected argument " + in_quotes(argument)};
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back("--" + option->get_single_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  return unknown_name("option", argument.substr(0, argument.find('=')), known);
}

Result<int> run(const std::vector<Prepared>& prepared) {
  for (const Prepared& part : prepared) {
    if (!part.app->parsed()) continue;
    if (const auto extras = part.app->remaining(); !extras.empty()) {
      return unexpected_argument(*part.app, extras[0]);
    }
    return part.run();
  }
  return Error{"one of train, play and best is needed; stackwright 2048 --help tells more"};
}

}  // namespace

Run prepare_twenty48(CLI::App& app, const StopToken& stop) {
  auto prepared = std::make_shared<std::vector<Prepared>>();
  for (const Part& part : kParts) {
    CLI::App* sub = app.add_subcommand(std::string(part.name), std::string(part.help));
    sub->footer("Example:\n  " + std::string(part.example));
    sub->allow_extras();
    prepared->push_back({sub, part.prepare(*sub, stop)});
  }
  return [&app, prepared]() -> Result<int> {
    auto code = run(*prepared);
    if (code || app.get_subcommands().empty()) return code;
    return Error{app.get_subcommands()[0]->get_name() + ": " + code.message()};
  };
}

}  // namespace stackwright::cli
