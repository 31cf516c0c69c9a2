// The server: HTTP for the page, WebSocket for everything that lives; the only file that knows Boost.
#include <utility>  // before asio, which needs it and does not ask for it

#include "web/server.h"

#include <atomic>
#include <chrono>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "core/text.h"
#include "web/outbox.h"

namespace stackwright::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kMaxHeader = 8192;
constexpr std::size_t kMaxOpen = 32;  // messages of a connection that are not answered yet; then it is not read from
constexpr std::chrono::seconds kPatience{10};     // with a peer that sends half a request, or does not take its answer
constexpr std::chrono::seconds kSilence{30};      // of a WebSocket before it counts as dead; it is asked halfway
constexpr std::chrono::milliseconds kGlance{50};  // at the stop token

/// Counts connections: one while it lives.
class Seat {
 public:
  explicit Seat(std::atomic<std::size_t>& taken) : taken_(taken) { ++taken_; }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  ~Seat() { --taken_; }

 private:
  std::atomic<std::size_t>& taken_;
};

/// A browser's WebSocket. Reading stops while too many messages wait for their answers; of feeds only the newest frame is
/// ever sent, so a slow reader costs one frame in flight and nothing more.
class SocketClient final : public Client, public std::enable_shared_from_this<SocketClient> {
 public:
  SocketClient(beast::tcp_stream stream, std::shared_ptr<Seat> seat, Service& service, std::size_t max_message)
      : socket_(std::move(stream)), seat_(std::move(seat)), service_(service) {
    socket_.read_message_max(max_message);
    socket_.auto_fragment(false);
  }
  void accept(const http::request<http::empty_body>& request) {
    websocket::stream_base::timeout timeout{kPatience, kSilence, true};
    socket_.set_option(timeout);
    socket_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (!error) self->read();
    });
  }

  void answer(std::string text) override {
    outbox_.answer(std::move(text));
    wake();
  }
  Result<Done> follow(const std::shared_ptr<Feed>& feed) override {
    auto followed = outbox_.follow(feed, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->wake();
    });
    wake();
    return followed;
  }
  void leave(const std::string& feed) override { outbox_.leave(feed); }

 private:
  /// From any thread; many calls before the server's thread comes round are one. Keeps the connection: while it is not read
  /// from, an answer on its way may be all that holds it.
  void wake() {
    if (woken_.exchange(true)) return;
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
      self->woken_ = false;
      self->write();
    });
  }

  void read() {
    if (reading_ || closed_ || open_ >= kMaxOpen) return;
    reading_ = true;
    socket_.async_read(input_, [self = shared_from_this()](error_code error, std::size_t) {
      self->reading_ = false;
      if (error) {
        self->closed_ = true;
        return;
      }
      const auto data = self->input_.data();
      const std::string text(static_cast<const char*>(data.data()), data.size());
      self->input_.consume(self->input_.size());
      ++self->open_;
      self->service_.message(self, text);
      self->read();
    });
  }

  void write() {
    if (output_ || closed_) return;
    auto [text, answer] = outbox_.next();
    if (!text) return;
    if (answer) --open_;
    output_ = std::move(text);
    socket_.async_write(asio::buffer(*output_), [self = shared_from_this()](error_code error, std::size_t) {
      self->output_.reset();
      if (error) {
        self->closed_ = true;
        return;
      }
      self->write();
      self->read();
    });
  }

  websocket::stream<beast::tcp_stream> socket_;
  const std::shared_ptr<Seat> seat_;
  Service& service_;
  beast::flat_buffer input_;
  std::shared_ptr<const std::string> output_;  // in flight
  bool reading_ = false;
  bool closed_ = false;
  std::size_t open_ = 0;
  std::atomic<bool> woken_{false};
  Outbox outbox_;
};

/// A connection that speaks HTTP: request after request until it closes, is late, or becomes a WebSocket.
class HttpClient final : public std::enable_shared_from_this<HttpClient> {
 public:
  HttpClient(tcp::socket socket, std::shared_ptr<Seat> seat, Service& service, const ServerOptions& options, bool local)
      : stream_(std::move(socket)), seat_(std::move(seat)), service_(service), options_(options), local_(local) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHeader);
    parser_->body_limit(0);
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      error ? self->misread(error) : self->handle();
    });
  }

  void refuse(int status, std::string why) {
    keep_ = false;
    stream_.expires_after(kPatience);
    send(text_response(status, std::move(why) + "\n"));
  }

 private:
  void misread(error_code error) {
    if (error == http::error::header_limit) return refuse(431, "the header is too large");
    if (error == http::error::body_limit || error == http::error::unexpected_body) {
      return refuse(413, "requests have no body here");
    }
    if (error.category() == http::make_error_code(http::error::bad_method).category() &&
        error != http::error::end_of_stream && error != http::error::partial_message) {
      return refuse(400, "this is not HTTP: " + error.message());
    }
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
  }

  void handle() {
    const auto& message = parser_->get();
    const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
    Request request;
    request.method = text(message.method_string());
    request.target = text(message.target());
    request.host = text(message[http::field::host]);
    request.origin = text(message[http::field::origin]);
    request.if_none_match = text(message[http::field::if_none_match]);
    request.accepts_gzip = message[http::field::accept_encoding].find("gzip") != beast::string_view::npos;
    request.upgrade = websocket::is_upgrade(message);
    head_only_ = message.method() == http::verb::head;
    keep_ = message.keep_alive();
    Routed routed = route(request, local_);
    if (routed.way == Way::socket) {
      stream_.expires_never();
      const auto client =
          std::make_shared<SocketClient>(std::move(stream_), std::move(seat_), service_, options_.max_message);
      client->accept(message);
      return;
    }
    if (routed.way == Way::answered) return send(std::move(routed.response));
    stream_.expires_never();
    service_.page(request.target, [self = shared_from_this()](Response made) {
      asio::post(self->stream_.get_executor(), [self, made = std::move(made)]() mutable {
        self->stream_.expires_after(kPatience);
        self->send(std::move(made));
      });
    });
  }

  void send(Response response) {
    sent_ = std::move(response);
    reply_.emplace();
    reply_->version(11);
    reply_->result(static_cast<unsigned>(sent_.status));
    reply_->set(http::field::server, "stackwright");
    reply_->set(http::field::content_type, sent_.type);
    for (const auto& [name, value] : sent_.headers) reply_->set(name, value);
    reply_->keep_alive(keep_);
    reply_->content_length(sent_.view.size());
    if (!head_only_) reply_->body() = beast::span<const char>(sent_.view.data(), sent_.view.size());
    http::async_write(stream_, *reply_, [self = shared_from_this()](error_code error, std::size_t) {
      if (!error && self->keep_) return self->read();
      self->part();
    });
  }

  /// Tells the end, and reads a little of what is still said: closing at once would take the answer back.
  void part() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::chrono::seconds(1));
    drain();
  }
  void drain() {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this()](error_code error, std::size_t) {
      if (!error) self->drain();
    });
  }

  beast::tcp_stream stream_;
  std::shared_ptr<Seat> seat_;
  Service& service_;
  const ServerOptions& options_;
  const bool local_;
  beast::flat_buffer buffer_{kMaxHeader + 4096};
  std::optional<http::request_parser<http::empty_body>> parser_;
  Response sent_;
  std::optional<http::response<http::span_body<const char>>> reply_;
  bool keep_ = false;
  bool head_only_ = false;
};

}  // namespace

struct Server::Inside {
  explicit Inside(const ServerOptions& with) : options(with) {}

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) {  // no file descriptors left, perhaps: some will come back
        pause.expires_after(kGlance);
        return pause.async_wait([this](error_code) { accept(); });
      }
      const bool full = taken >= options.max_connections;
      const auto client =
          std::make_shared<HttpClient>(std::move(socket), std::make_shared<Seat>(taken), *service, options, local);
      full ? client->refuse(503, "too many connections") : client->read();
      accept();
    });
  }

  void glance(const StopToken& stop) {
    if (stop.requested()) return context.stop();
    timer.expires_after(kGlance);
    timer.async_wait([this, &stop](error_code) { glance(stop); });
  }

  ServerOptions options;
  Service* service = nullptr;
  std::atomic<std::size_t> taken{0};
  bool local = true;
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer timer{context}, pause{context};
};

Result<std::unique_ptr<Server>> Server::listen(const ServerOptions& options) {
  auto inside = std::make_unique<Inside>(options);
  const auto wrong = [&](const error_code& error) {
    return Error{"cannot serve " + in_quotes(options.host + ":" + std::to_string(options.port)) + ": " +
                 error.message()};
  };
  error_code error;
  tcp::resolver resolver(inside->context);
  const auto found = resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, error);
  if (error || found.empty()) return wrong(error);
  const tcp::endpoint endpoint = found.begin()->endpoint();
  inside->local = endpoint.address().is_loopback();
  inside->acceptor.open(endpoint.protocol(), error);
  if (!error) inside->acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) inside->acceptor.bind(endpoint, error);
  if (!error) inside->acceptor.listen(1024, error);
  if (error) return wrong(error);
  return std::unique_ptr<Server>(new Server(std::move(inside)));
}

Server::Server(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Server::~Server() = default;

int Server::port() const { return inside_->acceptor.local_endpoint().port(); }
bool Server::local() const { return inside_->local; }

void Server::run(Service& service, const StopToken& stop) {
  inside_->service = &service;
  inside_->accept();
  inside_->glance(stop);
  inside_->context.run();
}

}  // namespace stackwright::web
