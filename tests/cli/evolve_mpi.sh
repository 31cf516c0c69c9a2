#!/bin/bash
# Workers of mpirun, one thread and eight breed the same champion; a worker that dies ends the run, which resumes.
set -u
program=$1
if ! command -v mpirun >/dev/null || [ ! -e "$(dirname "$program")/stackwright_mpi.so" ]; then
  echo "evolve_mpi: no MPI on this machine: nothing to compare"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
store="$folder/runs.db"
fail() { echo "evolve_mpi: $*" >&2; exit 1; }
mpi() { timeout 120 mpirun --allow-run-as-root --oversubscribe --bind-to none -n 3 "$program" "$@"; }
essence() {
  python3 -c '
import json, sys
d = json.load(sys.stdin)
d["champion"].pop("controller")
print(json.dumps([d["generations"], d["champion"]]))'
}
small=(quick --set generations=5 --set games=10 --set final_games=20 --set held_out_games=40 --store "$store" --json --quiet)

expected=$("$program" evolve "${small[@]}" --threads 1 --name one | essence) || fail "one thread failed"
for threads in 2 8; do
  result=$("$program" evolve "${small[@]}" --threads $threads --name threads-$threads | essence)
  [ "$result" = "$expected" ] || fail "$threads threads bred another champion"
done
result=$(mpi evolve "${small[@]}" --name three | essence) || fail "mpirun failed"
[ "$result" = "$expected" ] || fail "mpirun -n 3 bred another champion"

# Wrong input is one clear line under mpirun too.
said=$(mpi evolve no-such-preset --store "$store" 2>&1) && fail "wrong input passed"
echo "$said" | grep -q "unknown preset" || fail "wrong input was not told: $said"

# A worker dies.
long=(quick --set generations=400 --set games=200 --store "$store" --json --quiet --name dying)
mpi evolve "${long[@]}" >/dev/null 2>"$folder/said" &
launcher=$!
for ((i = 0; i < 100; ++i)); do
  sleep 0.1
  workers=$(pgrep -f "^$program evolve quick .*--name dying" | sort -n | tail -1)
  "$program" runs list --store "$store" 2>/dev/null | grep -q dying && [ -n "$workers" ] && [ "$i" -gt 15 ] && break
done
kill -9 "$workers"
wait $launcher && fail "the death of a worker went unnoticed"
grep -qi "exited on signal 9\|--resume dying" "$folder/said" || fail "the death was not told: $(cat "$folder/said")"
for ((i = 0; i < 50; ++i)); do  # the owner may take a moment to end
  pgrep -f "^$program evolve quick .*--name dying" >/dev/null || break
  sleep 0.1
done
timeout 2 "$program" evolve --resume dying --store "$store" --quiet >/dev/null 2>"$folder/resumed"
code=$?
[ $code -eq 124 ] || [ $code -eq 130 ] || fail "the run did not resume (code $code): $(cat "$folder/resumed")"
echo "evolve_mpi: one, two, eight threads and three processes agree; a dead worker ends the run, which resumes"
