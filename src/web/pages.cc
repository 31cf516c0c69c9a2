// Which answer an HTTP request gets.
#include "web/pages.h"

#include <algorithm>
#include <cctype>

#include "web/assets.h"

namespace stackwright::web {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

Routed refuse(int status, std::string why) { return {Way::answered, text_response(status, std::move(why) + "\n")}; }

/// Everything the page needs comes from here, and nobody may frame it.
void add_safety(Response& response) {
  response.headers.emplace_back("Content-Security-Policy",
                                "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                                "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
}

const Asset* find_asset(std::string_view path) {
  if (path == "/") path = "/index.html";
  for (const Asset& asset : assets()) {
    if (asset.path == path) return &asset;
  }
  return nullptr;
}

Response asset_response(const Asset& asset, const Request& request) {
  Response response;
  response.type = asset.type;
  response.headers.emplace_back("ETag", std::string(asset.tag));
  response.headers.emplace_back("Cache-Control", asset.lasting ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  add_safety(response);
  if (request.if_none_match == asset.tag) {
    response.status = 304;
    return response;
  }
  if (!request.accepts_gzip) {  // every browser does; tools are told how to ask
    return text_response(406, "this page is kept compressed: ask with Accept-Encoding: gzip (curl --compressed)\n");
  }
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.view = asset.gzip;
  return response;
}

}  // namespace

Response text_response(int status, std::string text, std::string type) {
  Response response;
  response.status = status;
  response.type = std::move(type);
  response.body = std::make_shared<const std::string>(std::move(text));
  response.view = *response.body;
  response.headers.emplace_back("Cache-Control", "no-store");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  return response;
}

std::optional<std::string> report_name(std::string_view target) {
  constexpr std::string_view kPrefix = "/report/";
  if (!target.starts_with(kPrefix)) return std::nullopt;
  target = target.substr(kPrefix.size(), target.find('?') - kPrefix.size());
  std::string name;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] != '%') {
      name += target[i];
      continue;
    }
    const auto digit = [&](std::size_t at) {
      return at < target.size() ? std::string_view("0123456789abcdef")
                                      .find(static_cast<char>(std::tolower(static_cast<unsigned char>(target[at]))))
                                : std::string_view::npos;
    };
    const std::size_t high = digit(i + 1), low = digit(i + 2);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    name += static_cast<char>(high << 4 | low);
    i += 2;
  }
  if (name.empty()) return std::nullopt;
  return name;
}

bool names_this_machine(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']')) == "[::1";
  const std::string_view name = host.substr(0, host.find(':'));
  if (equal_ignoring_case(name, "localhost")) return true;
  const bool digits = std::ranges::all_of(name, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  return digits && name.starts_with("127.");
}

bool same_origin(std::string_view origin, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return equal_ignoring_case(origin.substr(scheme.size()), host);
  }
  return false;
}

Routed route(const Request& request, bool local) {
  if (request.method != "GET" && request.method != "HEAD") {
    Routed refused = refuse(405, "only GET and HEAD are served");
    refused.response.headers.emplace_back("Allow", "GET, HEAD");
    return refused;
  }
  if (local && !names_this_machine(request.host)) {
    return refuse(421, "this server answers to localhost only; --host serves others");
  }
  const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  if (path == kSocketPath) {
    if (!request.upgrade) return refuse(426, "a WebSocket is spoken here");
    if (!request.origin.empty() && !same_origin(request.origin, request.host)) {
      return refuse(403, "pages of other sites may not connect here");
    }
    return {Way::socket, {}};
  }
  if (request.upgrade) return refuse(404, "no WebSocket here");
  if (path.starts_with("/report/")) return {Way::page, {}};
  if (const Asset* asset = find_asset(path)) return {Way::answered, asset_response(*asset, request)};
  return refuse(404, "there is no such page");
}

}  // namespace stackwright::web
