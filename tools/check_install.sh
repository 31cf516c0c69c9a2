#!/bin/sh
# Checks an installation in a temporary folder: the program finds its data there, the examples build on the installed package
# and do what they say, the public header compiles alone, and the Debian package holds the same.
# Usage: tools/check_install.sh [BUILD_FOLDER]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-build}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "install: $1"
  exit 1
}

cmake --install "$build" --prefix "$folder/prefix" >/dev/null
"$folder/prefix/bin/stackwright" --help >/dev/null

# The examples, and a consumer that includes the public header and links every library but the web server's.
cp -r "$root/examples" "$folder/examples"
cat >>"$folder/examples/CMakeLists.txt" <<'END'
add_executable(consumer consumer.cc)
target_link_libraries(consumer stackwright::core stackwright::games stackwright::eval stackwright::search
  stackwright::optim stackwright::experiment stackwright::play)
END
cat >"$folder/examples/consumer.cc" <<'END'
#include <cstdio>
#include <stackwright/stackwright.h>
int main() {
  const auto board = stackwright::tetris::empty_board(10, 20);
  std::printf("%d %s\n", stackwright::tetris::max_height(board), stackwright::data_folder().c_str());
}
END
cmake -S "$folder/examples" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$folder/prefix" \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 >/dev/null
cmake --build "$folder/build" >/dev/null

"$folder/build/play_game" | grep -q '^[0-9]* pieces, [1-9][0-9]* lines$' || fail "the example play_game shows no lines"
"$folder/build/evolve_weights" | grep -q '^dellacherie [0-9.]* lines, evolved [0-9.]* lines' || fail "evolve_weights failed"
# Of 21 stones the first player takes one and wins: 21 is not a multiple of four.
"$folder/build/own_game" | grep -q '^21 left: player 0 takes 1 (will win)$' || fail "own_game did not find the win"

# A program that lies in the prefix finds the installed data, not the source tree.
mkdir -p "$folder/prefix/share/stackwright"
cp "$folder/build/consumer" "$folder/prefix/bin/consumer"
found=$("$folder/prefix/bin/consumer")
[ "$found" = "0 $folder/prefix/share/stackwright" ] || fail "expected the data in the prefix, found: $found"

# The Debian package: its program runs from wherever it is unpacked.
if command -v dpkg-shlibdeps >/dev/null; then
  (cd "$build" && cpack -B "$folder/package" >"$folder/cpack.log" 2>&1) || { cat "$folder/cpack.log"; fail "cpack failed"; }
  dpkg-deb -x "$folder"/package/stackwright_*.deb "$folder/root"
  "$folder/root/usr/bin/stackwright" features --json >/dev/null || fail "the packaged program does not run"
  for file in include/stackwright/stackwright.h share/stackwright/presets; do
    [ -e "$folder/root/usr/$file" ] || fail "the Debian package lacks $file"
  done
  dpkg-deb -f "$folder"/package/stackwright_*.deb Depends | grep -q libsqlite3 || fail "the Debian package names no libraries"
fi
echo "install: program, data, libraries, headers, examples and the Debian package work from another prefix"
