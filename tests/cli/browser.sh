#!/bin/bash
# The laboratory in a real browser; left out where Node, its test packages or chromium are missing. Usage: browser.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/../../web"
command -v node >/dev/null && [ -d node_modules/playwright-core ] || exit 77
exec timeout 600 node browser/test.mjs "$program"
