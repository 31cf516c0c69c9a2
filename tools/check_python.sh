#!/bin/sh
# Tests the Python module of a build folder. With sanitizers: values and faults only. Otherwise everything: the documentation's
# code, the examples in small, and the wheel in a fresh virtual environment.
# Usage: tools/check_python.sh [BUILD_FOLDER]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-build}" && pwd)
cd "$root"
export STACKWRIGHT_PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1
test="/usr/bin/python3 -m pytest -q -p no:cacheprovider"

if grep -q '^STACKWRIGHT_SANITIZE:STRING=address' "$build/CMakeCache.txt"; then
  compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
  runtime=$("$compiler" -print-file-name=libclang_rt.asan-x86_64.so)
  [ -e "$runtime" ] || runtime=$("$compiler" -print-file-name=libasan.so)
  LD_PRELOAD=$runtime ASAN_OPTIONS=detect_leaks=0 exec $test tests/python/test_values.py tests/python/test_faults.py
fi

if [ -x "$build/stackwright" ]; then export STACKWRIGHT_PROGRAM="$build/stackwright"; fi
$test tests/python
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tools/install_python.sh "$build" "$folder/venv" >/dev/null
python="$folder/venv/bin/python"
unset STACKWRIGHT_PYTHONPATH
cd "$folder"
"$python" -c 'import stackwright as sw; assert "venv" in sw.__path__[0]; assert "milan-score" in sw.presets() and "venv" in sw._core.data_folder()'
"$python" "$root/examples/afterstate_values.py" --rounds 1 --games 20 >/dev/null
if "$python" -c 'import cmaes' 2>/dev/null; then "$python" "$root/examples/evolve_cmaes.py" --generations 1 --games 5 --held-out 10 >/dev/null; fi
echo "python: tests, documentation, examples and the wheel are right"
