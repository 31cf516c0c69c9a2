#!/bin/sh
# Checks that every build and every instruction set plays the same games: compares what their print_signature
# says (`stackwright bench` prints the same).
# Usage: tools/check_signature.sh BUILD_FOLDER...
set -eu
[ $# -gt 0 ] || set -- build

# What this processor must be able to run (plain and boolean run everywhere).
has() {
  for flag in "$@"; do grep -qw -m1 -- "$flag" /proc/cpuinfo || return 1; done
}
kinds="plain boolean"
has avx2 bmi2 && kinds="$kinds avx2"
has avx512f avx512bw avx512dq avx512vl avx512_vpopcntdq avx512_bitalg avx512vbmi avx512_vbmi2 avx512_vnni &&
  kinds="$kinds avx512"

first=
wrong=0
for build in "$@"; do
  for simd in $kinds; do
    signature=$("$build/tests/print_signature" "$simd") || signature=
    printf '%-12s %-8s %s\n' "$build" "$simd" "${signature:-no signature}"
    : "${first:=$signature}"
    [ -n "$signature" ] && [ "$signature" = "$first" ] || wrong=1
  done
done

last=$(git log -1 --grep='^Bench: ' --format=%B 2>/dev/null | sed -n 's/^Bench: *\([0-9A-Za-z]*\).*/\1/p' | tail -1)
if [ -n "$last" ] && [ "$last" != "$first" ]; then
  echo "note: the history says Bench: $last; a commit that changes behaviour says 'Bench: $first'"
fi
[ $wrong = 0 ] || echo "signatures differ"
exit $wrong
