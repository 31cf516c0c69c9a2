#!/bin/bash
# tools/results.py writes figures of the store into a page: what is there is replaced, everything else stays.
# Usage: experiment_results.sh PROGRAM
set -u
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "experiment_results: $*" >&2; exit 1; }

printf '# Results\n\nBefore.\n\n<!-- claims -->\n<!-- end -->\n\n<!-- experiment bh-speed -->\nold figures\n<!-- end -->\n\nAfter.\n' >"$folder/page.md"
for recipe in bh-speed milan-games; do
  "$program" experiment $recipe --smoke --store "$folder/runs.db" --quiet >/dev/null 2>&1 || fail "$recipe failed"
done
write() { python3 "$root/tools/results.py" --store "$folder/runs.db" --program "$program" --file "$folder/page.md" --size "$1" >/dev/null; }
write full || fail "the page was not written"
grep -q "old figures" "$folder/page.md" || fail "a smoke run became a result"
write smoke || fail "the page was not written"
grep -q "old figures" "$folder/page.md" && fail "old figures are left"
for words in "^Before\.$" "^After\.$" "18 000 moves a second on one core" "Champions on games" "experiment milan-games -->" \
  "^| experiment | holds | does not hold | undecided |$" "^| \[bh-speed\](#experiment-bh-speed-" "^| all | [0-9]"; do
  grep -q -- "$words" "$folder/page.md" || fail "the page lacks: $words"
done
[ "$(grep -n "Before" "$folder/page.md" | cut -d: -f1)" -lt "$(grep -n "18 000" "$folder/page.md" | head -1 | cut -d: -f1)" ] || fail "order"
cp "$folder/page.md" "$folder/once.md"
write smoke && cmp -s "$folder/page.md" "$folder/once.md" || fail "writing twice is not writing once"
claims=$(grep -c "| \(holds\|does not hold\|undecided\) | " "$folder/page.md")
counted=$(sed -n 's/^| all | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) |$/\1+\2+\3/p' "$folder/page.md")
[ "$claims" -gt 1 ] && [ $((counted)) -eq $((claims - 1)) ] || fail "$((claims - 1)) claims, counted $((counted))"
echo "experiment_results: figures come from the store"
