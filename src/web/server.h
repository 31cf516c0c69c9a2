// The server: HTTP for the page, WebSocket for everything that lives. One thread; no peer can make it wait or grow.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "core/progress.h"
#include "core/result.h"
#include "web/feed.h"
#include "web/pages.h"

namespace stackwright::web {

/// A connection as the laboratory sees it; all of this may be called from any thread and never blocks.
class Client {
 public:
  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;

  /// The one answer to a message.
  virtual void answer(std::string text) = 0;
  /// An error when this connection follows too many already.
  virtual Result<Done> follow(const std::shared_ptr<Feed>& feed) = 0;
  virtual void leave(const std::string& feed) = 0;
};

/// What is behind the server. Called from its thread, so nothing here may take long.
class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  virtual ~Service() = default;

  /// Must lead to exactly one answer, now or later.
  virtual void message(const std::shared_ptr<Client>& client, const std::string& text) = 0;
  /// The pages that are made when asked for; `done` is called once, from any thread.
  virtual void page(const std::string& target, std::function<void(Response)> done) = 0;
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8480;  // 0: any free one
  std::size_t max_connections = 2000;
  std::size_t max_message = std::size_t{64} << 10;  // bytes from a browser
};

class Server {
 public:
  /// Binds the address; an error names it and the reason.
  static Result<std::unique_ptr<Server>> listen(const ServerOptions& options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  int port() const;
  /// Only this machine can reach it.
  bool local() const;
  /// Serves until a stop is asked for.
  void run(Service& service, const StopToken& stop);

 private:
  struct Inside;
  explicit Server(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace stackwright::web
