// TCP connections that exchange lines of text, on POSIX sockets.
#include "play/socket.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/text.h"
#include "core/timer.h"

namespace stackwright::play {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Result<Addresses> resolve(const Address& address, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const std::string port = std::to_string(address.port);
  if (const int code = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &list); code != 0) {
    return Error{"no address for host " + in_quotes(address.host) + ": " + ::gai_strerror(code)};
  }
  return Addresses(list);
}

Error failed(const std::string& what, const Address& address) {
  return Error{what + " " + address.host + ":" + std::to_string(address.port) + ": " + std::strerror(errno)};
}

void make_ready(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);  // lines are short and urgent
}

/// Whether a connection that was begun is there; polls so that a stop is seen.
bool connected(int descriptor, int timeout_ms, const StopToken& stop) {
  constexpr int kSlice = 50;
  for (int waited = 0; waited < timeout_ms && !stop.requested(); waited += kSlice) {
    pollfd entry{descriptor, POLLOUT, 0};
    if (::poll(&entry, 1, kSlice) > 0) {
      int error = 0;
      socklen_t size = sizeof error;
      ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
      errno = error;
      return error == 0;
    }
  }
  errno = ETIMEDOUT;
  return false;
}

}  // namespace

void Socket::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Result<Address> parse_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    return Error{"HOST:PORT expected, such as 127.0.0.1:4000, got " + in_quotes(text)};
  }
  const auto port = parse_int(text.substr(colon + 1), "port", 1, 65535);
  if (!port) return port.error();
  std::string_view host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return Address{std::string(host), static_cast<int>(*port)};
}

Result<Socket> listen_on(const Address& address) {
  constexpr int kWaiting = 64;
  const auto list = resolve(address, AI_PASSIVE);
  if (!list) return list.error();
  for (const addrinfo* a = list->get(); a != nullptr; a = a->ai_next) {
    Socket socket(::socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol));
    if (!socket.open()) continue;
    const int on = 1;
    ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (::bind(socket.descriptor(), a->ai_addr, a->ai_addrlen) != 0) continue;
    if (::listen(socket.descriptor(), kWaiting) != 0) continue;
    make_ready(socket.descriptor());
    return Result<Socket>(std::move(socket));
  }
  return failed("cannot listen on", address);
}

int local_port(const Socket& socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  if (::getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&storage), &size) != 0) return 0;
  if (storage.ss_family == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
}

std::optional<Socket> accept_from(const Socket& listener) {
  Socket socket(::accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket.open()) return std::nullopt;
  make_ready(socket.descriptor());
  return std::optional<Socket>(std::move(socket));
}

Result<Socket> connect_to(const Address& address, int timeout_ms, const StopToken& stop) {
  const auto list = resolve(address, 0);
  if (!list) return list.error();
  for (const addrinfo* a = list->get(); a != nullptr; a = a->ai_next) {
    Socket socket(::socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol));
    if (!socket.open()) continue;
    make_ready(socket.descriptor());
    if (::connect(socket.descriptor(), a->ai_addr, a->ai_addrlen) == 0 ||
        (errno == EINPROGRESS && connected(socket.descriptor(), timeout_ms, stop))) {
      return Result<Socket>(std::move(socket));
    }
  }
  return failed("cannot connect to", address);
}

void LineConnection::send_line(std::string_view line) {
  if (!open()) return;
  const std::string text = std::string(line) + "\n";
  const ssize_t sent = ::send(descriptor(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != static_cast<ssize_t>(text.size()) && state_ == State::fine) state_ = State::closed;
}

void LineConnection::receive() {
  if (!open() || state_ == State::oversized || input_.size() > kMaxLine) return;
  char buffer[4 * kMaxLine];
  const ssize_t size = ::recv(descriptor(), buffer, sizeof buffer, MSG_DONTWAIT);
  if (size > 0) {
    input_.append(buffer, static_cast<std::size_t>(size));
    measure();
  } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    state_ = State::closed;
  }
}

void LineConnection::measure() {
  if (std::min(input_.find('\n'), input_.size()) > kMaxLine) state_ = State::oversized;
}

std::optional<std::string> LineConnection::take_line() {
  const std::size_t end = input_.find('\n');
  if (end > kMaxLine) return std::nullopt;  // none, or of a line that is too long
  std::string line = input_.substr(0, end);
  input_.erase(0, end + 1);
  measure();
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

void LineConnection::farewell() {
  constexpr double kPatience = 0.2;  // seconds; a good client closes at once
  if (!open()) return;
  ::shutdown(descriptor(), SHUT_WR);
  const Timer timer;
  char buffer[4 * kMaxLine];
  while (timer.seconds() < kPatience) {
    const ssize_t size = ::recv(descriptor(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) break;
    if (size < 0) wait_for({descriptor()}, 20);
  }
  socket_.close();
}

void wait_for(const std::vector<int>& descriptors, int milliseconds) {
  std::vector<pollfd> entries;
  entries.reserve(descriptors.size());
  for (const int d : descriptors) entries.push_back({d, POLLIN, 0});
  ::poll(entries.data(), entries.size(), milliseconds);
}

}  // namespace stackwright::play
