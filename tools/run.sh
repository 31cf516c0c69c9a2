#!/bin/sh
# Evolves a Tetris player for about a minute, compares it with the published ones, writes the report, says what to do next.
# Usage: tools/run.sh [PROGRAM]
set -eu
export LC_ALL=C
program=${1:-build/stackwright}
folder=${XDG_DATA_HOME:-$HOME/.local/share}/stackwright
mkdir -p "$folder"
champion=$folder/champion.json

number() { printf '%s' "$report" | tr -d '\n ' | sed -n "s/.*\"$1\":\([-0-9.e+]*\).*/\1/p"; }
interval() { printf '%s' "$report" | tr -d '\n ' | sed -n "s/.*\"$1\":\[\([-0-9.e+]*\),\([-0-9.e+]*\)\].*/\1 \2/p"; }

echo "Evolving a player from random weights (CMA-ES, nine features, lines on a 10x10 board):"
"$program" evolve quick --seed "${SEED:-1}" --out "$champion"

echo
echo "Beside the players of the literature, lines per game on 10x10, one piece known, 4000 new games each:"
echo
printf '%-16s %14s %10s   %-18s %14s\n' controller published measured "95 % interval" "pieces/second"
for line in "dellacherie:2371 +- 69" "el-tetris:3049 +- 101" "bcts:3743 +- 142" "dt-10:4930 +- 224" "dt-20:4642 +- 205" \
  "$champion:-"; do
  name=${line%%:*}
  report=$("$program" play --json --quiet --controller "$name" --board 10x10 --games 4000 --seed 77)
  set -- $(interval ci95_lines)
  [ "$name" = "$champion" ] && name="yours, just bred"
  printf '%-16s %14s %10.0f   %-18s %14.0f\n' "$name" "${line#*:}" "$(number mean_lines)" \
    "$(printf '%.0f to %.0f' "$1" "$2")" "$(number pieces_per_second)"
done

run=$("$program" runs list --json | tr -d '\n ' | sed 's/.*"id":\([0-9]*\).*/\1/')
page=$folder/report.html
"$program" report "$run" --out "$page"

cat <<END_OF_TEXT

What next (pictures of this evolution: file://$page):
  $program watch --controller $champion               # see it play, in this terminal
  $program play --controller $champion --games 100 --max-pieces 10000000   # on the full board
  $program evolve milan-score                         # a published experiment at full size, minutes instead of days
  $program evolve quick --set board=10x12 --seed 7    # your own; kill it, then: evolve --resume RUN
  $program runs list                                  # all runs so far
  $program evolve --help
  $program serve                                      # play, watch, race and breed in your browser: http://127.0.0.1:8480/
END_OF_TEXT
