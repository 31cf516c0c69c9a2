// Which answer an HTTP request gets: an asset, a refusal with a clear status, or a page that has to be made first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stackwright::web {

/// What matters of a request.
struct Request {
  std::string method;
  std::string target;
  std::string host;
  std::string origin;         // empty: none was sent
  std::string if_none_match;  // the same
  bool accepts_gzip = false;
  bool upgrade = false;  // to a WebSocket
};

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string> body;  // kept alive until it is sent
  std::string_view view;                    // of `body`, or of something that lives as long as the program
};

/// A response that owns its text.
Response text_response(int status, std::string text, std::string type = "text/plain; charset=utf-8");

/// What is to be done with a request.
enum class Way : std::uint8_t { answered, socket, page };

struct Routed {
  Way way = Way::answered;
  Response response;
};

inline constexpr std::string_view kSocketPath = "/socket";

/// Refuses what does not belong here: foreign hosts (when only this machine is served: a name that was bent to this address),
/// foreign origins of a WebSocket, methods other than GET and HEAD, unknown paths. Files are never looked up by name.
Routed route(const Request& request, bool local);

/// The name after "/report/", with %41 and the like decoded; nothing where that is not possible.
std::optional<std::string> report_name(std::string_view target);

/// Whether a Host header names this machine: localhost, 127.0.0.0/8 or ::1, with any port.
bool names_this_machine(std::string_view host);
/// Whether an Origin header is the page of the server with this Host header.
bool same_origin(std::string_view origin, std::string_view host);

}  // namespace stackwright::web
