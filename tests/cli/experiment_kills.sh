#!/bin/bash
# An experiment killed at random moments, again and again, ends exactly as one that was never disturbed.
# Usage: experiment_kills.sh PROGRAM [EXPERIMENTS] (the short form of continuous integration: 2, killed 4 times each)
set -u
program=$1
experiments=${2:-2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "experiment_kills: $*" >&2; exit 1; }

cat >"$folder/study.toml" <<'RECIPE'
about = "evolutions and matches"
[[step]]
name = "evolve"
kind = "evolve"
preset = "milan-score"
repeat = 2
population = 12
generations = 4
first_tries = 2
games = 2
max_pieces = 500
final_games = 4
held_out_games = 6
[[step]]
name = "games"
kind = "compare"
controllers = ["@evolve", "dellacherie", "bcts", "dt-20"]
board = "10x10"
games = 120
[[step]]
name = "lists"
kind = "solve"
lists = ["TTITI", "OOTSO", "JIIJTOJZZZIJZIZO"]
algorithm = "k-best"
heuristic = "lisbon"
max_seconds = 0
[[finding]]
claim = "dt-20 beats dellacherie"
measure = "games/dt-20: mean"
against = "games/dellacherie: mean"
expect = "more"
RECIPE

# What must be equal: findings, and everything in the store but times, numbers and names of runs.
essence() {
  python3 - "$1" <<'PYTHON'
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
out = []
for run, step, state, result in db.execute("SELECT id, step, state, result FROM runs ORDER BY step"):
    result = json.loads(result or "{}")
    for key in ("seconds", "controller"):
        result.pop(key, None)
    for row in result.get("rows", []):
        row.pop("seconds", None)
    out.append([step, state, result])
    for table in ("games", "evaluations"):
        rows = db.execute(f"SELECT * FROM {table} WHERE run = ? ORDER BY 1, 2, 3, 4", (run,)).fetchall()
        out.append([row[1:] for row in rows])
print(json.dumps(out))
PYTHON
}

began=$(date +%s%N)
"$program" experiment "$folder/study.toml" --store "$folder/calm.db" --name study --json --quiet >/dev/null 2>&1 || fail "the calm run failed"
took=$((($(date +%s%N) - began) / 1000000))
expected=$(essence "$folder/calm.db")
[ "$(echo "$expected" | wc -c)" -gt 10000 ] || fail "the calm run left too little"

RANDOM=2026
for ((i = 1; i <= experiments; ++i)); do
  store="$folder/killed-$i.db"
  kills=0
  while [ $kills -lt 4 ]; do
    "$program" experiment "$folder/study.toml" --store "$store" --name study --threads $((i % 3)) --resume --json --quiet >/dev/null 2>&1 &
    pid=$!
    sleep "$(awk -v ms=$took -v r=$RANDOM 'BEGIN { printf "%.3f", (20 + ms * 0.4 * r / 32768) / 1000 }')"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    kills=$((kills + 1))
  done
  "$program" experiment "$folder/study.toml" --store "$store" --name study --resume --json --quiet >/dev/null 2>"$folder/said" ||
    fail "experiment $i did not go on: $(cat "$folder/said")"
  [ "$(essence "$store")" = "$expected" ] || fail "experiment $i ended differently"
done

# Ctrl-C saves, ends with 130 and says how to go on.
"$program" experiment "$folder/study.toml" --store "$folder/stopped.db" --name study --quiet >/dev/null 2>"$folder/said" &
pid=$!
sleep "$(awk -v ms=$took 'BEGIN { printf "%.3f", ms * 0.4 / 1000 }')"
kill -INT $pid
wait $pid
code=$?
if [ $code -eq 130 ]; then
  grep -q "experiment study --resume" "$folder/said" || fail "a stopped experiment does not say how to go on"
elif [ $code -ne 0 ]; then
  fail "Ctrl-C ended with $code"
fi
"$program" experiment study --store "$folder/stopped.db" --resume --json --quiet >/dev/null 2>&1 || fail "no way on after Ctrl-C"
[ "$(essence "$folder/stopped.db")" = "$expected" ] || fail "the stopped experiment ended differently"
echo "experiment_kills: $experiments of $experiments killed experiments ended as the calm one"
