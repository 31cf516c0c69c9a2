#!/bin/bash
# Reports in a real browser: of an experiment of every kind of step, and of a run of 1000 generations x 100 candidates under 5 MB.
# Usage: report_browser.sh PROGRAM [FOLDER] (the folder keeps pages and pictures of them; else they are thrown away)
set -u
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
fail() { echo "report_browser: $*" >&2; exit 1; }
skip() { echo "report_browser: left out, $*"; exit 77; }
command -v node >/dev/null || skip "no node"
[ -d "$root/web/node_modules/playwright-core" ] || skip "no playwright-core (tools/web.sh --test installs it)"
[ -f "$root/web/dist/report.js" ] || skip "no web/dist/report.js (tools/web.sh builds it)"
export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
[ -n "$CHROMIUM" ] || skip "no chromium (tools/setup.sh --test installs it)"
if [ $# -gt 1 ]; then
  folder=$2
  mkdir -p "$folder"
  rm -rf "$folder/runs.db"* "$folder/pictures"
else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
store="$folder/runs.db"

cat >"$folder/every-step.toml" <<'RECIPE'
about = "every kind of step"
[[step]]
name = "evolve"
kind = "evolve"
preset = "milan-score"
labels = ["all", "no-J"]
[step.vary]
pieces = ["uniform", "weighted:I=1,O=1,S=1,Z=1,T=1,L=1"]
[[step]]
name = "share"
kind = "evolve"
preset = "milan-score"
labels = [0.1, 0.2, 0.3]
[step.vary]
mutation_rate = [0.1, 0.2, 0.3]
[[step]]
name = "lives"
kind = "compare"
controllers = ["dellacherie", "el-tetris", "cma-dellacherie", "bcts", "dt-10", "dt-20", "bh-02"]
board = "10x8"
[step.quick]
games = 50
max_pieces = 2000
[[step]]
name = "points"
kind = "compare"
controllers = ["@evolve", "milan-pieces"]
score = "milan"
by = "score"
[[step]]
name = "same"
kind = "play"
controllers = ["milan-pieces"]
games = 4
max_pieces = 200
score = "milan"
by = "score"
[step.vary]
pieces = ["uniform", "weighted:I=1,O=1,S=1,Z=1,T=1,L=1"]
[[step]]
name = "murus"
kind = "evolve"
preset = "calabria"
openings = 2
[[step]]
name = "cup"
kind = "tournament"
controllers = ["@murus", "hand-set"]
games = 2
[[step]]
name = "speed"
kind = "bench"
[step.vary]
simd = ["boolean", "plain"]
[[step]]
name = "lists"
kind = "solve"
lists = ["TTITI", "OOTSO"]
[step.vary]
algorithm = ["dfs", "exact"]
[[finding]]
claim = "dt-20 beats dellacherie <on a low board> & elsewhere"
measure = "lives/dt-20: mean"
against = "lives/dellacherie: mean"
expect = "more"
unit = "lines"
[[finding]]
claim = "nobody is that fast"
measure = "speed.plain: pieces_per_second"
published = 1e12
expect = "at-least"
[[pair]]
a = "evolve.all"
b = "evolve.no-J"
published_a = "milan-score-1"
published_b = "milan-no-j"
RECIPE
"$program" experiment "$folder/every-step.toml" --smoke --name every-step --store "$store" --report "$folder/every-step.html" --quiet >/dev/null ||
  fail "the experiment failed"
"$program" evolve milan-extended --set generations=2 --set population=6 --set first_tries=1 --set games=1 --set max_pieces=50 \
  --set final_games=1 --set held_out_games=2 --name small --store "$store" --quiet >/dev/null || fail "the evolution failed"
python3 "$root/tests/cli/big_run.py" "$store" || fail "no big run"
"$program" report big small --store "$store" --out "$folder/big.html" >/dev/null || fail "no report of the big run"
size=$(stat -c %s "$folder/big.html")
[ "$size" -lt 5000000 ] || fail "the report of the big run has $size bytes"
grep -qE '(src|href)="?https?:' "$folder/big.html" && fail "the report names another host"

[ $# -gt 1 ] && export STACKWRIGHT_SCREENSHOTS=yes
node "$root/web/test/report.mjs" "$folder" "$folder/every-step.html" "$folder/big.html" || fail "a page is not in order"

"$program" report every-step --store "$store" --pictures "$folder/pictures" 2>/dev/null >/dev/null || fail "no pictures"
pictures=$(grep -o '"type":"picture"' "$folder/pictures/report.json" | wc -l)
files=$(find "$folder/pictures" -name '*.svg' -size +2k | wc -l)
[ "$pictures" -gt 20 ] && [ "$files" -eq "$pictures" ] || fail "$files SVG files of $pictures pictures"
if command -v rsvg-convert >/dev/null; then
  files=$(find "$folder/pictures" -name '*.png' -size +2k | wc -l)
  [ "$files" -eq "$pictures" ] || fail "$files PNG files of $pictures pictures"
else
  echo "report_browser: PNG files of --pictures are left out, no rsvg-convert"
fi
"$program" report every-step --store "$store" --markdown | grep -q '^| dt-20 beats dellacherie' || fail "no findings in Markdown"
echo "report_browser: pages of $pictures pictures and of $size bytes are in order"
