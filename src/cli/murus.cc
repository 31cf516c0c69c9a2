// stackwright murus: Murus Gallicus played, asked for a move, refereed and joined over a socket.
#include "cli/murus.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/text.h"

namespace stackwright::cli {
namespace {

struct Part {
  const char* name;
  const char* help;
  const char* example;
  Run (*prepare)(CLI::App& app, const StopToken& stop);
};

constexpr Part kParts[] = {
    {"play", "engine against engine, with a test of which one is stronger",
     "stackwright murus play --games 20 --depth 4 --white trained --black hand-set --openings 4", prepare_murus_play},
    {"best", "the best move of a position",
     "stackwright murus best --position \"tttttttt/8/8/8/8/8/TTTTTTTT r\" --time-ms 800", prepare_murus_best},
    {"referee", "a server for games between programs, and for tournaments",
     "stackwright murus referee --port 4000 --games 10 --move-ms 1000", prepare_murus_referee},
    {"join", "play games on a referee's server", "stackwright murus join 127.0.0.1:4000 --time-ms 800",
     prepare_murus_join},
};

struct Prepared {
  CLI::App* app;
  Run run;
};

}  // namespace

Run prepare_murus(CLI::App& app, const StopToken& stop) {
  app.require_subcommand(0, 1);
  auto parts = std::make_shared<std::vector<Prepared>>();
  for (const Part& part : kParts) {
    CLI::App* sub = app.add_subcommand(part.name, part.help);
    sub->footer(std::string("Example:\n  ") + part.example);
    sub->allow_extras();  // so that the error can name the nearest option
    parts->push_back({sub, part.prepare(*sub, stop)});
  }
  return [parts]() -> Result<int> {
    for (const Prepared& part : *parts) {
      if (!part.app->parsed()) continue;
      const auto extras = part.app->remaining();
      if (extras.empty()) return part.run();
      if (!extras[0].starts_with("-")) return Error{"unexpected argument " + in_quotes(extras[0])};
      std::vector<std::string> names;
      for (const CLI::Option* option : part.app->get_options()) names.push_back("--" + option->get_single_name());
      const std::vector<std::string_view> known(names.begin(), names.end());
      return unknown_name("option", extras[0].substr(0, extras[0].find('=')), known);
    }
    return Error{"play, best, referee or join expected; stackwright murus --help tells more"};
  };
}

}  // namespace stackwright::cli
