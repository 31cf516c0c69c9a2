#!/bin/sh
# Formats every C++ file; with --check only names the files that are not formatted, and fails.
set -eu
cd "$(dirname "$0")/.."

formatter=$(command -v clang-format-16 || command -v clang-format) || {
  echo "format: clang-format-16 is not installed (tools/setup.sh --test)" >&2
  exit 1
}
files=$(find src tests bench python examples -name '*.h' -o -name '*.cc' | sort)
[ -n "$files" ] || exit 0

if [ "${1:-}" != --check ]; then
  exec "$formatter" -i $files
fi
wrong=0
for file in $files; do
  if ! "$formatter" "$file" | cmp -s - "$file"; then
    echo "$file: not formatted (make format)"
    wrong=1
  fi
done
exit $wrong
