// The files of the page, inside the program: compressed when it was built, found by exact name.
#pragma once

#include <span>
#include <string_view>

namespace stackwright::web {

struct Asset {
  std::string_view path;  // "/app-1a2b3c4d.js"
  std::string_view type;
  std::string_view tag;   // changes with the content
  std::string_view gzip;  // the content, compressed
  bool lasting = false;   // its name changes with its content: browsers may keep it
};

/// Generated from web/ by the build.
std::span<const Asset> assets();

}  // namespace stackwright::web
