#!/bin/sh
# Checks an installation in a temporary folder: the program finds its data there, and another project links its libraries.
# Usage: tools/check_install.sh [BUILD_FOLDER]
set -eu
build=$(cd "${1:-build}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/prefix" >/dev/null
"$folder/prefix/bin/stackwright" --help >/dev/null

cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES CXX)
find_package(stackwright REQUIRED)
add_executable(consumer consumer.cc)
target_link_libraries(consumer stackwright::core stackwright::games stackwright::eval stackwright::search
  stackwright::experiment)
END
cat >"$folder/consumer.cc" <<'END'
#include <cstdio>
#include "core/paths.h"
#include "games/tetris/board.h"
int main() {
  const auto board = stackwright::tetris::empty_board(10, 20);
  std::printf("%d %s\n", stackwright::tetris::max_height(board), stackwright::data_folder().c_str());
}
END
cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$folder/prefix" >/dev/null
cmake --build "$folder/build" >/dev/null

# A program that lies in the prefix finds the installed data, not the source tree.
mkdir -p "$folder/prefix/share/stackwright"
cp "$folder/build/consumer" "$folder/prefix/bin/consumer"
found=$("$folder/prefix/bin/consumer")
if [ "$found" != "0 $folder/prefix/share/stackwright" ]; then
  echo "install: expected the data in the prefix, found: $found"
  exit 1
fi
echo "install: program, data, libraries and headers work from another prefix"
