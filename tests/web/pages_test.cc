// Which requests are served, and with what status others are refused.
#include "web/pages.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "web/assets.h"

namespace stackwright::web {
namespace pages_test {

Request get(std::string target) {
  Request request;
  request.method = "GET";
  request.target = std::move(target);
  request.host = "127.0.0.1:8480";
  request.accepts_gzip = true;
  return request;
}

std::string header(const Response& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

TEST(Pages, TheHostMustBeThisMachineWhenOnlyItIsServed) {
  for (const char* host :
       {"localhost", "localhost:8480", "LOCALHOST:1", "127.0.0.1", "127.8.9.1:80", "[::1]:8480", "[::1]"}) {
    EXPECT_TRUE(names_this_machine(host)) << host;
  }
  for (const char* host : {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "[::2]",
                           "1", "127.evil.example"}) {
    EXPECT_FALSE(names_this_machine(host)) << host;
  }
  Request foreign = get("/");
  foreign.host = "evil.example";
  EXPECT_EQ(route(foreign, true).response.status, 421);
  EXPECT_EQ(route(foreign, false).response.status, 200);
}

TEST(Pages, OnlyOurOwnPageMayOpenASocket) {
  EXPECT_TRUE(same_origin("http://localhost:8480", "localhost:8480"));
  EXPECT_TRUE(same_origin("https://Lab.Example", "lab.example"));
  for (const char* origin : {"null", "", "localhost:8480", "http://localhost", "http://localhost:84801",
                             "http://localhost:8480/x", "ftp://localhost:8480"}) {
    EXPECT_FALSE(same_origin(origin, "localhost:8480")) << origin;
  }
  Request socket = get("/socket");
  EXPECT_EQ(route(socket, true).response.status, 426);
  socket.upgrade = true;
  EXPECT_EQ(route(socket, true).way, Way::socket);  // no browser: no origin
  socket.origin = "http://127.0.0.1:8480";
  EXPECT_EQ(route(socket, true).way, Way::socket);
  socket.origin = "http://evil.example";
  EXPECT_EQ(route(socket, true).response.status, 403);
  socket.target = "/";
  EXPECT_EQ(route(socket, true).response.status, 404);
}

TEST(Pages, AssetsAreFoundByExactNameOnly) {
  EXPECT_EQ(route(get("/"), true).response.status, 200);
  EXPECT_EQ(route(get("/?x=1"), true).response.status, 200);
  for (const char* target : {"/../index.html", "/index.html/", "/INDEX.HTML", "//index.html", "/%69ndex.html", "",
                             "index.html", "/report", "http://localhost/"}) {
    EXPECT_EQ(route(get(target), true).response.status, 404) << target;
  }
  Request post = get("/");
  post.method = "POST";
  EXPECT_EQ(route(post, true).response.status, 405);
  EXPECT_EQ(header(route(post, true).response, "Allow"), "GET, HEAD");
}

TEST(Pages, BrowsersMayKeepWhatNeverChangesAndAskForTheRest) {
  for (const Asset& asset : assets()) {
    const Response first = route(get(std::string(asset.path)), true).response;
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(first.view.substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(header(first, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(first, "Cache-Control").find("immutable") != std::string::npos, asset.lasting);
    Request again = get(std::string(asset.path));
    again.if_none_match = header(first, "ETag");
    EXPECT_EQ(route(again, true).response.status, 304);
    again.if_none_match = "";
    again.accepts_gzip = false;
    EXPECT_EQ(route(again, true).response.status, 406);
  }
  std::size_t bytes = 0;
  for (const Asset& asset : assets()) bytes += asset.gzip.size();
  EXPECT_LT(bytes, 300'000u);
}

TEST(Pages, ReportsAreNamedInTheAddress) {
  EXPECT_EQ(route(get("/report/quick-1"), true).way, Way::page);
  EXPECT_EQ(report_name("/report/quick-1"), "quick-1");
  EXPECT_EQ(report_name("/report/a%20b?x"), "a b");
  EXPECT_EQ(report_name("/report/%41%4a"), "AJ");
  for (const char* wrong : {"/report/", "/report/%", "/report/%4", "/report/%zz", "/other"}) {
    EXPECT_FALSE(report_name(wrong)) << wrong;
  }
}

}  // namespace pages_test
}  // namespace stackwright::web
