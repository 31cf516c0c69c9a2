#!/bin/sh
# Runs every check, or only the stages named: static web release install python tsan clang fuzz tidy.
set -u
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
export CTEST_OUTPUT_ON_FAILURE=1 UBSAN_OPTIONS=print_stacktrace=1

configure() { cmake --preset "$1" >/dev/null; }

# Direction of includes, format.
stage_static() { python3 tools/check_includes.py && tools/format.sh --check; }

# The web page: types and the tests of its logic.
stage_web() { tools/web.sh --packages --test && (cd web && npm run --silent check && npm run --silent test); }

# The tests of what ships; kernels of one instruction set keep to themselves.
stage_release() {
  tools/web.sh --packages --test && configure release && cmake --build build -j "$jobs" && ctest --preset release -j "$jobs" &&
    tools/check_isa.sh build
}

# An installed copy finds its data, and another project can build on it.
stage_install() { tools/check_install.sh build; }

# The Python module: its tests, all examples of its documentation, and a wheel that works elsewhere.
stage_python() {
  configure release && cmake --build build -j "$jobs" --target python_module && tools/check_python.sh build
}

# Threads are used by the experiments only.
stage_tsan() {
  find tests/experiment -name '*_test.cc' 2>/dev/null | grep -q . || return 0
  configure tsan && cmake --build build-tsan -j "$jobs" --target test_experiment && ctest --preset tsan -R '^experiment' -j "$jobs"
}

# A second compiler without warnings: all tests again with asserts, address and undefined-behaviour sanitizers; then all builds
# and instruction sets play the same games.
stage_clang() {
  configure clang && cmake --build build-clang -j "$jobs" && ctest --preset clang -LE fuzz -j "$jobs" || return 1
  tools/check_signature.sh build build-clang && cmake --build build-clang -j "$jobs" --target python_module &&
    tools/check_python.sh build-clang
}

# Every parser of outside input, a few seconds each.
stage_fuzz() { configure clang && cmake --build build-clang -j "$jobs" && ctest --preset clang -L fuzz -j "$jobs"; }

stage_tidy() { tools/tidy.py build; }

all="static web release install python tsan clang fuzz tidy"
stages=${*:-$all}
tools/setup.sh --test || exit 1
began=$(date +%s)
count=0
failed=
table=
for stage in $stages; do
  case " $all " in
    *" $stage "*) ;;
    *) echo "test: unknown stage '$stage', expected: $all" >&2; exit 2 ;;
  esac
  echo "== $stage"
  start=$(date +%s)
  if "stage_$stage"; then verdict=passed; else verdict=FAILED failed="$failed $stage"; fi
  count=$((count + 1))
  table="$table$(printf '%-8s %s %4d s' "$stage" $verdict $(($(date +%s) - start)))
"
  [ "$stage" = release ] && [ ! -x build/stackwright ] && break  # nothing after it could pass
done

seconds=$(($(date +%s) - began))
failures=$(echo $failed | wc -w)
printf '\n%s\n' "$table"
echo "$(((count - failures) * 100 / count))% tests passed, $failures stages failed out of $count ($seconds s)${failed:+:$failed}"
[ -z "$failed" ]
