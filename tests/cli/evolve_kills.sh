#!/bin/bash
# An evolution killed at random moments and resumed ends exactly as one that was never disturbed.
# Usage: evolve_kills.sh PROGRAM [KILLS] (the short form of continuous integration: 4)
set -u
program=$1
kills=${2:-4}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
store="$folder/runs.db"

cat > "$folder/small.toml" <<PRESET
optimiser = "ga"
population = 24
generations = 12
first = "best-of"
crossover = "swap-blend"
duplicates = false
genes = ["landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "cumulative_wells"]
objective = "lines"
board = "10x12"
games = 4
max_pieces = 20000
finalists = 3
final_games = 20
held_out_games = 40
PRESET

# What must be equal: everything but the run's name and the place of the controller file.
essence() {
  python3 -c '
import json, sys
d = json.load(sys.stdin)
d["champion"].pop("controller")
print(json.dumps([d["generations"], d["champion"], d["reason"], d["configuration"]]))'
}
fail() { echo "evolve_kills: $*" >&2; exit 1; }

began=$(date +%s%N)
expected=$("$program" evolve "$folder/small.toml" --store "$store" --name calm --json --quiet | essence) || fail "the calm run failed"
took=$((($(date +%s%N) - began) / 1000000))
export_of() { "$program" runs export "$1" --store "$store" --what evaluations | cut -d, -f1- | tail -n +2; }
calm_rows=$(export_of calm)
[ -n "$calm_rows" ] || fail "the calm run left no evaluations"

RANDOM=2026
hits=0  # kills of a run that was stored and not at its end
for ((i = 1; i <= kills; ++i)); do
  name=killed-$i
  "$program" evolve "$folder/small.toml" --store "$store" --name $name --threads $((i % 3)) --json --quiet >/dev/null 2>&1 &
  pid=$!
  sleep "$(awk -v ms=$took -v r=$RANDOM 'BEGIN { printf "%.3f", ms * (0.05 + 0.9 * r / 32768) / 1000 }')"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  listed=$("$program" runs list --store "$store" | grep " $name ")
  case $listed in
    *" interrupted "*) hits=$((hits + 1)) ;;
    *" finished "*) took=$((took * 3 / 4)) ;;  # runs are quicker now than the calm one was
  esac
  if [ -n "$listed" ]; then
    result=$("$program" evolve --resume $name --store "$store" --json --quiet | essence) || fail "$name did not resume"
  else  # killed before the run was stored
    result=$("$program" evolve "$folder/small.toml" --store "$store" --name $name --json --quiet | essence)
  fi
  [ "$result" = "$expected" ] || fail "$name ended differently"
  [ "$(export_of $name)" = "$calm_rows" ] || fail "$name has other evaluations"
done
[ $((2 * hits)) -ge "$kills" ] || fail "only $hits of $kills kills hit a run that was stored and not at its end"

# Ctrl-C saves and ends with 130.
"$program" evolve "$folder/small.toml" --store "$store" --name interrupted --json --quiet >/dev/null 2>"$folder/said" &
pid=$!
sleep "$(awk -v ms=$took 'BEGIN { printf "%.3f", ms * 0.3 / 1000 }')"
kill -INT $pid
wait $pid
code=$?
if [ $code -eq 130 ]; then
  grep -q -- "--resume interrupted" "$folder/said" || fail "an interrupted run does not say how to go on"
  "$program" runs list --store "$store" | grep -q "interrupted.*stopped" || fail "an interrupted run is not marked as stopped"
elif [ $code -ne 0 ]; then
  fail "Ctrl-C ended with $code"
fi
result=$("$program" evolve --resume interrupted --store "$store" --json --quiet | essence) || fail "no resume after Ctrl-C"
[ "$result" = "$expected" ] || fail "the interrupted run ended differently"
echo "evolve_kills: all $kills runs ended as the calm one; $hits kills hit a run that was stored and not at its end"
