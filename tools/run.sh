#!/bin/sh
# Plays the controllers of the literature and prints what was published against what is measured here.
# Usage: tools/run.sh [PROGRAM]
set -eu
export LC_ALL=C
program=${1:-build/stackwright}

number() { printf '%s' "$report" | tr -d '\n ' | sed -n "s/.*\"$1\":\([-0-9.e+]*\).*/\1/p"; }
interval() { printf '%s' "$report" | tr -d '\n ' | sed -n "s/.*\"$1\":\[\([-0-9.e+]*\),\([-0-9.e+]*\)\].*/\1 \2/p"; }

echo "Lines per game on 10x10, one piece known, 4000 games each:"
echo
printf '%-12s %14s %10s   %-18s %14s\n' controller published measured "95 % interval" "pieces/second"
for line in "dellacherie:2371 +- 69" "el-tetris:3049 +- 101" "bcts:3743 +- 142" "dt-10:4930 +- 224" "dt-20:4642 +- 205"; do
  name=${line%%:*}
  report=$("$program" play --json --quiet --controller "$name" --board 10x10 --games 4000)
  set -- $(interval ci95_lines)
  printf '%-12s %14s %10.0f   %-18s %14.0f\n' "$name" "${line#*:}" "$(number mean_lines)" \
    "$(printf '%.0f to %.0f' "$1" "$2")" "$(number pieces_per_second)"
done

echo
echo "The first 2 000 000 pieces of 64 games on 10x20 (whole games are published as 5.2, 35 and 51 million lines):"
echo
for name in dellacherie bcts dt-20; do
  report=$("$program" play --json --quiet --controller "$name" --board 10x20 --games 64 --max-pieces 2000000)
  ended=$(printf '%s' "$report" | tr -d ' ' | grep -o '"ended":"top"' | wc -l)
  printf '%-12s %2d of 64 games lost so far, %.0f pieces/second\n' "$name" "$ended" "$(number pieces_per_second)"
done

cat <<END

What next:
  $program controllers                                        # all published players
  $program play --controller dt-20 --board 10x12 --games 500  # your own experiment
  $program play --help
END
