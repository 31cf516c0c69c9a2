// TCP connections that exchange lines of text: nothing blocks, and no peer can make memory grow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/progress.h"
#include "core/result.h"

namespace stackwright::play {

/// Owns a file descriptor of the system.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket() { close(); }

  bool open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  void close();

 private:
  int descriptor_ = -1;
};

struct Address {
  std::string host = "127.0.0.1";
  int port = 0;
};
/// "HOST:PORT"; the host of an IPv6 address may stand in brackets.
Result<Address> parse_address(std::string_view text);

/// Port 0 takes any free one; local_port() tells which.
Result<Socket> listen_on(const Address& address);
int local_port(const Socket& socket);
/// Nothing when nobody waits.
std::optional<Socket> accept_from(const Socket& listener);
Result<Socket> connect_to(const Address& address, int timeout_ms, const StopToken& stop);

/// One side of a conversation in lines. Sending never waits: a peer that does not read is as good as gone.
class LineConnection {
 public:
  static constexpr std::size_t kMaxLine = 256;  // bytes; the longest line of a protocol is far shorter
  enum class State { fine, closed, oversized };

  LineConnection() = default;
  explicit LineConnection(Socket socket) : socket_(std::move(socket)) {}

  bool open() const { return socket_.open(); }
  int descriptor() const { return socket_.descriptor(); }
  State state() const { return state_; }
  void send_line(std::string_view line);
  /// Takes in what has arrived, at most a few lines at a time.
  void receive();
  bool has_input() const { return !input_.empty(); }
  /// The next whole line, without its end.
  std::optional<std::string> take_line();
  void drop_input() { input_.clear(); }
  /// Closes so that the peer still gets what was sent: tells it the end, and reads a little of what it still says.
  void farewell();

 private:
  void measure();

  Socket socket_;
  std::string input_;
  State state_ = State::fine;
};

/// Waits until one of the descriptors can be read, at most so many milliseconds. Negative descriptors are ignored.
void wait_for(const std::vector<int>& descriptors, int milliseconds);

}  // namespace stackwright::play
