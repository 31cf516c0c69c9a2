#!/bin/bash
# Every recipe that ships, in its smoke form: all steps are done, every finding is measured.
# Usage: experiment_smoke.sh PROGRAM
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$(cd "$(dirname "$0")/../.." && pwd)
count=0
for recipe in "$root"/recipes/*.toml; do
  name=$(basename "$recipe" .toml)
  "$program" experiment "$name" --smoke --store "$folder/runs.db" --json --quiet >"$folder/said" 2>"$folder/errors" || {
    echo "experiment_smoke: $name: $(cat "$folder/errors")" >&2
    exit 1
  }
  python3 - "$folder/said" "$name" <<'CHECK' || exit 1
import json, sys
document = json.load(open(sys.argv[1]))
name = sys.argv[2]
assert document["recipe"] == name, document["recipe"]
steps = document["configuration"]["steps"]
assert len(document["runs"]) == len(steps), f"{name}: {len(document['runs'])} of {len(steps)} steps"
assert document["findings"], f"{name}: no findings"
for finding in document["findings"]:
    assert finding["verdict"] in ("holds", "does not hold", "undecided"), f"{name}: {finding}"
    assert finding["measured"] is not None, f"{name}: {finding}"
CHECK
  count=$((count + 1))
done
unfinished=$("$program" runs list --store "$folder/runs.db" | grep -cE ' (running|interrupted|stopped|failed) ')
[ "$unfinished" -eq 0 ] || { echo "experiment_smoke: $unfinished runs are not finished" >&2; exit 1; }
echo "experiment_smoke: $count recipes"
