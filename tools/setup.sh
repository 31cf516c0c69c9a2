#!/bin/sh
# Installs the Debian packages that are missing: those of the build, with --python those of the Python module, with --package
# those that make a Debian package, with --test and --coverage those of the checks too.
set -eu

packages="g++ make cmake ninja-build ccache mold libfmt-dev libcli11-dev nlohmann-json3-dev
  libsqlite3-dev libsqlitecpp-dev libtomlplusplus-dev libncurses-dev libboost-dev
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev"
command -v npm >/dev/null || packages="$packages nodejs npm"  # other packages of Node bring their own npm
python="python3 python3-dev python3-numpy python3-venv pybind11-dev"
package="dpkg-dev file"
for group in "$@"; do
  case $group in
    --python) packages="$packages $python" ;;
    --package) packages="$packages $package" ;;
    --test) packages="$packages $python $package python3-pytest clang-14 libclang-rt-14-dev clang-format-16 clang-tidy-16 binutils
      python3-cmaes libopenmpi-dev openmpi-bin tmux chromium librsvg2-bin" ;;
    --coverage) packages="$packages gcovr" ;;
    *) echo "setup: unknown option '$group', expected --python, --package, --test or --coverage" >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query >/dev/null; then
  echo "setup: not a Debian system; install the equivalents of:" $packages >&2
  exit 0  # they may be there under other names: the build will tell
fi

installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $packages 2>/dev/null | sed -n 's/^installed //p' || true)
missing=
for package in $packages; do
  echo "$installed" | grep -qxF -- "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
  as_root=sudo
else
  echo "setup: needs root to install; run as root: apt-get install$missing" >&2
  exit 1
fi

echo "setup: installing$missing" >&2
install_missing() {
  $as_root apt-get update -q &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}
install_missing || { sleep 5; install_missing; } || {
  echo "setup: could not install$missing" >&2
  exit 1
}
