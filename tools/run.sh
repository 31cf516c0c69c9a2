#!/bin/sh
# Plays the shipped controllers of the literature and prints what was published against what is measured here.
# Usage: tools/run.sh [PROGRAM] [GAMES]
set -eu
export LC_ALL=C
program=${1:-build/stackwright}
games=${2:-400}
pieces=5000000  # limit on 10x20, where a whole game takes up to 130 million

number() { printf '%s' "$report" | tr -d '\n ' | sed -n "s/.*\"$1\":\([-0-9.e+]*\).*/\1/p"; }
interval() { printf '%s' "$report" | tr -d '\n ' | sed -n "s/.*\"$1\":\[\([-0-9.e+]*\),\([-0-9.e+]*\)\].*/\1 \2/p"; }

echo "One piece known, uniform pieces; lines per game."
echo
printf '%-6s %-12s %6s  %16s  %12s  %-21s %12s\n' board controller games published measured "95 % interval" "pieces/s"
row() {  # board controller games published
  set -- "$@" $(interval ci95_lines)
  printf '%-6s %-12s %6d  %16s  %12.0f  [%.0f, %.0f]' "$1" "$2" "$3" "$4" "$(number mean_lines)" "$5" "$6" |
    awk -v speed="$(number pieces_per_second)" '{ printf "%-80s %12.0f\n", $0, speed }'
}

for line in "dellacherie:2371 +- 69" "bcts:3743 +- 142" "dt-20:4642 +- 205"; do
  name=${line%%:*}
  report=$("$program" play --json --controller "$name" --board 10x10 --games "$games")
  row 10x10 "$name" "$games" "${line#*:}"
done

echo
echo "10x20, first $pieces pieces of 4 games (a whole game is published as 5.2, 35 and 51 million lines):"
echo
for name in dellacherie bcts dt-20; do
  report=$("$program" play --json --controller "$name" --board 10x20 --games 4 --max-pieces $pieces)
  ended=$(printf '%s' "$report" | tr -d ' ' | grep -o '"ended":"top"' | wc -l)
  printf '%-12s %d of 4 games lost, %.0f lines a game, %.0f pieces/s\n' "$name" "$ended" "$(number mean_lines)" \
    "$(number pieces_per_second)"
done
