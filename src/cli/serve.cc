// stackwright serve: the laboratory as a web page, served by the program itself.
#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/options.h"
#include "core/engines.h"
#include "experiment/store.h"
#include "web/laboratory.h"
#include "web/server.h"

namespace stackwright::cli {
namespace {

struct ServeArguments {
  std::string host = "127.0.0.1";
  std::int64_t port = 8480;
  std::string store = Store::default_path();
  std::vector<std::string> networks;
  std::int64_t threads = 0;
};

/// 128 bits of the system's own, as hexadecimal digits.
std::string fresh_token() {
  SystemRandom engine;
  const std::uint64_t first = engine.next();
  return fmt::format("{:016x}{:016x}", first, engine.next());
}

/// Every connection is a file to the system, which often allows few until asked for more.
void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 8192);
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

Result<int> run_serve(const ServeArguments& a, const StopToken& stop) {
  allow_many_files();
  web::ServerOptions options;
  options.host = a.host;
  options.port = static_cast<int>(a.port);
  const auto server = web::Server::listen(options);
  if (!server) return server.error();
  const std::string token = (*server)->local() ? "" : fresh_token();
  web::Laboratory laboratory({a.store, a.networks, token, static_cast<int>(a.threads)});
  const bool six = a.host.find(':') != std::string::npos;
  fmt::print("Stackwright is at http://{}:{}/{}\n", six ? "[" + a.host + "]" : a.host, (*server)->port(),
             token.empty() ? "" : "#token=" + token);
  if (!token.empty()) {
    fmt::print("others can reach it; evolving, comparing and deleting need the token in this address: {}\n", token);
  }
  fmt::print("Ctrl-C ends it; runs that are going on are saved and can be resumed.\n");
  std::fflush(stdout);
  (*server)->run(laboratory, stop);
  laboratory.close();
  return kInterrupted;
}

}  // namespace

Run prepare_serve(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<ServeArguments>();
  add_text(app, "--host", a->host, "the address to serve; other than the local one, work needs a token");
  add_whole(app, "--port", a->port, 0, 65535, "0: any free one");
  add_text(app, "--store", a->store, "the experiment store");
  add_texts(app, "--network", a->networks, "FILE", "a 2048 network to offer besides those beside the store");
  add_whole(app, "--threads", a->threads, 0, 4096, "of evolutions and comparisons; 0: one per core");
  return [a, &stop] { return run_serve(*a, stop); };
}

}  // namespace stackwright::cli
