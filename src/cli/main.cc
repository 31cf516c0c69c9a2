// The program: finds the subcommand, turns errors into one line and an exit code, and Ctrl-C into a request to stop.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/subcommands.h"
#include "core/paths.h"
#include "core/text.h"

namespace stackwright::cli {
namespace {

StopToken stop_token;  // a signal handler can reach nothing else

/// The first Ctrl-C asks for an orderly end, a second one ends at once. What comes within half a second of the first is the same
/// wish: timeout and mpirun signal a program and then its whole group.
extern "C" void on_interrupt(int signal) {
  static std::atomic<std::int64_t> first{0};
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t milliseconds = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 + 1;
  std::int64_t asked = 0;
  stop_token.request();
  if (first.compare_exchange_strong(asked, milliseconds) || milliseconds - asked < 500) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int complain(std::string_view where, std::string_view what, int code) {
  std::string line(what);
  for (char& c : line) c = c == '\n' ? ' ' : c;
  fmt::print(stderr, "stackwright{}{}: {}\n", where.empty() ? "" : " ", where, line);
  return code;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  return names;
}

/// A subcommand with its options, ready to run.
struct Prepared {
  CLI::App* app;
  Run run;
  bool stops;
};

int run(int argc, char** argv) {
  CLI::App app{"Stackwright: a laboratory for game-playing agents", "stackwright"};
  app.set_version_flag("--version", "stackwright " + std::string(version()));
  app.footer("Every command has --help with an example.");
  std::vector<Prepared> prepared;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.help));
    sub->footer("Example:\n  " + std::string(command.example));
    sub->allow_extras();  // so that the error can name the nearest option
    prepared.push_back({sub, command.prepare(*sub, stop_token), command.stops});
  }
  if (argc < 2) return complain("", "a command is needed; stackwright --help lists them", kWrongInput);
  const std::string first = argv[1];
  if (!first.starts_with("-")) {
    const auto names = command_names();
    if (std::find(names.begin(), names.end(), first) == names.end()) {
      return complain("", unknown_name("command", first, names).message, kWrongInput);
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    const auto subs = app.get_subcommands();
    return complain(subs.empty() ? "" : subs[0]->get_name(), e.what(), kWrongInput);
  }
  for (const auto& [sub, work, stops] : prepared) {
    if (!sub->parsed()) continue;
    if (const auto extras = sub->remaining(); !extras.empty()) {
      return complain(sub->get_name(), unexpected(*sub, extras[0]).message, kWrongInput);
    }
    if (stops) {
      std::signal(SIGINT, on_interrupt);
      std::signal(SIGTERM, on_interrupt);
    }
    const Result<int> code = work();
    if (code) return *code;
    const bool fault = code.error().kind == Error::Kind::fault;
    return complain(sub->get_name(), code.message(), fault ? kFailed : kWrongInput);
  }
  return complain("", "a command is needed; stackwright --help lists them", kWrongInput);
}

}  // namespace
}  // namespace stackwright::cli

int main(int argc, char** argv) {
  using namespace stackwright::cli;
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the file size limit then fails like any other, and is told
  try {
    const int code = run(argc, argv);
    if (std::fflush(stdout) != 0) return complain("", "cannot write to standard output", kFailed);
    return code;
  } catch (const std::exception& e) {
    return complain("", e.what(), kFailed);
  }
}
