#!/bin/bash
# Watches and plays in a real terminal (tmux), large, small and without colour, and looks at the screen.
set -u
program=$1
command -v tmux >/dev/null || exit 77
folder=$(mktemp -d)
export LC_ALL=C.UTF-8 TMUX_TMPDIR=$folder
unset TMUX NO_COLOR
trap 'tmux kill-server 2>/dev/null; rm -rf "$folder"' EXIT

fail() { echo "watch_terminal: $1"; screen; exit 1; }
screen() { tmux capture-pane -p -t game 2>/dev/null; }
printf '%s\n' 'set -g status off' 'set -s exit-empty off' >"$folder/tmux.conf"
# The arguments in a terminal of so many columns and rows; how it was left stands there afterwards.
open() {
  tmux kill-session -t game 2>/dev/null
  tmux -f "$folder/tmux.conf" new-session -d -s game -x "$1" -y "$2" \
    "trap : INT; TERM=${TERMINAL:-screen-256color} $program watch $3; echo left \$?; cat"
}
# Waits until the screen shows a text (an extended regular expression).
expect() {
  for _ in $(seq 200); do
    screen | grep -qE -- "$1" && return
    sleep 0.05
  done
  fail "no '$1' on the screen"
}

# An agent at full speed: score and pieces rise, pause holds the picture still, a step moves it, q leaves.
open 80 24 "--controller dt-20 --speed max"
expect 'pieces [1-9][0-9 ]{3,}'
expect 'placed as wanted'
tmux send-keys -t game p
expect 'speed paused'
before=$(screen)
tmux send-keys -t game n
expect 'speed paused'
for _ in $(seq 100); do [ "$(screen)" != "$before" ] && break; sleep 0.05; done
[ "$(screen)" != "$before" ] || fail "a step changed nothing"
tmux capture-pane -p -e -t game | grep -q '48;5;[0-9]*m  ' || fail "no coloured cells"
tmux send-keys -t game t
expect '(II|OO|TT|SS|ZZ|LL|JJ)'
tmux send-keys -t game - p
expect 'speed 256x'
tmux send-keys -t game q
expect 'left 0'

# A person: the shadow moves with the piece, the piece drops, p pauses, and the recording replays.
open 80 24 "--person --no-gravity --pieces cycle:O --record $folder/mine.jsonl --no-color"
expect '│ .*OOOO'
tmux send-keys -t game Left Left Left Left Space
expect 'pieces 1'
expect '│OOOO'
tmux send-keys -t game p
expect 'you +paused'
tmux send-keys -t game p
expect 'you +running'
tmux send-keys -t game q
expect 'you: 1 pieces, 0 lines'
"$program" watch --replay "$folder/mine.jsonl" | grep -q 'pieces 1' || fail "the recording does not replay"

# Ctrl-C leaves the terminal as it was.
open 80 24 "--speed 2"
expect 'speed 2x'
tmux send-keys -t game C-c
expect 'left 130'

# Small terminals: half cells, a part of the board, and one line instead of the panel.
open 34 12 "--speed max"
expect '^next [IOSZTLJ] [0-9]+ L[0-9]+'
expect '▀|▄'
open 12 6 "--speed max --no-color"
expect '^next [IOSZTLJ]'
open 80 24 "--speed max --board 16x30"
expect 'pieces'
open 8 2 "--speed max"
expect '^needs 10$'

# A terminal without colours and an unknown one.
TERMINAL=vt100 open 80 24 "--speed max"
expect '(II|OO|TT|SS|ZZ|LL|JJ)'
TERMINAL=nonsense open 80 24 "--speed max"
expect 'left 2'
exit 0
