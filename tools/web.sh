#!/bin/sh
# Builds what browsers run into web/dist, after installing the packages that web/package-lock.json locks where they are missing.
# Usage: tools/web.sh [--packages] [--test] (--packages: only install; --test: those of the tests too)
set -eu
cd "$(dirname "$0")/../web"
only_packages=
omit=--omit=dev
for option in "$@"; do
  case $option in
    --packages) only_packages=yes ;;
    --test) omit= ;;
    *) echo "web: unknown option '$option', expected --packages or --test" >&2; exit 2 ;;
  esac
done

mark=node_modules/.stackwright
lock=$(cksum <package-lock.json)
have=$(cat $mark 2>/dev/null || true)
if [ "$have" != "$lock all" ] && { [ -z "$omit" ] || [ "$have" != "$lock build" ]; }; then
  npm ci $omit --no-audit --no-fund --loglevel=error
  if [ -z "$omit" ]; then echo "$lock all" >$mark; else echo "$lock build" >$mark; fi
fi
[ -n "$only_packages" ] || node report/build.mjs
