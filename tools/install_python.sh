#!/bin/sh
# Makes a wheel of the built Python package and installs it into a virtual environment of Debian's python3.
# Usage: tools/install_python.sh [BUILD_FOLDER [ENVIRONMENT]]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-build}
environment=${2:-$build/venv}
wheel=$(/usr/bin/python3 "$root/tools/make_wheel.py" "$build")
/usr/bin/python3 -m venv --system-site-packages "$environment"
"$environment/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$wheel"
"$environment/bin/python" -c 'import stackwright; print("python: stackwright", stackwright.__version__, "in", stackwright.__path__[0])'
echo "python: wheel $wheel; start with $environment/bin/python"
