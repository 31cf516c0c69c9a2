#!/bin/bash
# A file size limit, as a full disk: one line and exit code 1, not the death by a signal; without it the run goes on to
# the same end as one that was never disturbed.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "evolve_limit: $*" >&2; exit 1; }
small=(quick --set generations=30 --set games=2 --set board=8x8 --set max_pieces=500 --set held_out_games=20 --json --quiet)
essence() {
  python3 -c '
import json, sys
d = json.load(sys.stdin)
d["champion"].pop("controller")
print(json.dumps([d["generations"], d["champion"], d["reason"]]))'
}

expected=$("$program" evolve "${small[@]}" --store "$folder/calm.db" | essence) || fail "the calm run failed"
(ulimit -f 200; exec "$program" evolve "${small[@]}" --store "$folder/runs.db" --name small) >"$folder/out" 2>"$folder/said"
code=$?
[ $code -eq 1 ] || fail "ended with $code instead of 1: $(cat "$folder/said")"
[ ! -s "$folder/out" ] || fail "something stands on standard output: $(cat "$folder/out")"
[ "$(wc -l <"$folder/said")" -eq 1 ] || fail "not one line: $(cat "$folder/said")"
grep -q "store '$folder/runs.db': cannot be written: File too large; what was there before is unharmed" "$folder/said" ||
  fail "the limit was not told: $(cat "$folder/said")"
"$program" runs list --store "$folder/runs.db" | grep -q " small .* \(interrupted\|stopped\) " || fail "the run was not under way"
result=$("$program" evolve --resume small --store "$folder/runs.db" --json --quiet | essence) || fail "no resume"
[ "$result" = "$expected" ] || fail "the resumed run ended differently"
echo "evolve_limit: a file size limit is told in one line, and the run goes on without it"
