#!/bin/bash
# One, two and eight threads and workers of mpirun breed the same champion; a worker that dies ends the run, which resumes
# to the end of an undisturbed one.
set -u
program=$1
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
print(json.dumps([d["generations"], d["champion"], d["reason"]]))'
}
small=(quick --set generations=5 --set games=10 --set final_games=20 --set held_out_games=40 --store "$store" --json --quiet)

expected=$("$program" evolve "${small[@]}" --threads 1 --name one | essence) || fail "one thread failed"
for threads in 2 8; do
  result=$("$program" evolve "${small[@]}" --threads $threads --name threads-$threads | essence)
  [ "$result" = "$expected" ] || fail "$threads threads bred another champion"
done
if ! command -v mpirun >/dev/null || [ ! -e "$(dirname "$program")/stackwright_mpi.so" ]; then
  echo "evolve_mpi: one, two and eight threads agree; no MPI on this machine: nothing more to compare"
  exit 77
fi
result=$(mpi evolve "${small[@]}" --name three | essence) || fail "mpirun failed"
[ "$result" = "$expected" ] || fail "mpirun -n 3 bred another champion"

# Wrong input is one clear line under mpirun too.
said=$(mpi evolve no-such-preset --store "$store" 2>&1) && fail "wrong input passed"
echo "$said" | grep -q "unknown preset" || fail "wrong input was not told: $said"

# Started by another MPI than that of the plug-in: every process would find itself alone.
said=$(PMI_SIZE=2 "$program" evolve "${small[@]}" --name alone 2>&1)
[ $? -eq 1 ] || fail "a process that finds itself alone did not end with 1: $said"
[ "$(echo "$said" | grep -c "^stackwright evolve: .*another MPI")" -eq 1 ] || fail "being alone was not told: $said"
"$program" runs list --store "$store" | grep -q " alone " && fail "a process that finds itself alone began a run"

# A worker dies.
long=(quick --set generations=15 --set games=30 --store "$store" --json --quiet)
calm=$("$program" evolve "${long[@]}" --name calm | essence) || fail "the calm run failed"
mpi evolve "${long[@]}" --name dying >/dev/null 2>"$folder/said" &
launcher=$!
workers() { pgrep -f "^$program evolve quick .*--name dying" | sort -n; }
under_way() { "$program" runs list --store "$store" 2>/dev/null | grep -q " dying .* running  *[1-9]"; }
until under_way; do
  kill -0 $launcher 2>/dev/null || fail "the run ended before a worker died: $(cat "$folder/said")"
  sleep 0.02
done
kill -9 "$(workers | tail -1)"
wait $launcher && fail "the death of a worker went unnoticed"
grep -qi "exited on signal 9\|--resume dying" "$folder/said" || fail "the death was not told: $(cat "$folder/said")"
while [ -n "$(workers)" ]; do sleep 0.1; done  # the owner may take a moment to end
"$program" runs list --store "$store" | grep -q " dying .* \(interrupted\|stopped\) " || fail "the run had ended when the worker died"
result=$("$program" evolve --resume dying --store "$store" --json --quiet | essence) || fail "the run did not resume"
[ "$result" = "$calm" ] || fail "the run whose worker died ended differently"
echo "evolve_mpi: one, two, eight threads and three processes agree; a dead worker ends the run, which resumes to the same end"
