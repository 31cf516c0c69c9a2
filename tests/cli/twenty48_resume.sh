#!/bin/bash
# Training that is killed and resumed ends in the same table, bit for bit, as training that was left alone.
set -eu
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
options=(2048 train --network '0123 0145' --checkpoint-seconds 0 --quiet)
train() { "$program" "${options[@]}" --seed 3 --games 1000 "$@"; }
begin() { exec "$program" "${options[@]}" --seed 3 "$@" >/dev/null 2>&1; }  # in the background: the program itself

train --out "$folder/whole.json" >/dev/null
begin --games 1000 --out "$folder/killed.json" &
pid=$!
for _ in $(seq 3000); do
  [ -s "$folder/killed.json.checkpoint" ] && break
  sleep 0.01
done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
if [ -e "$folder/killed.json" ]; then
  echo "finished before it could be killed"
else
  train --resume --out "$folder/killed.json" >/dev/null
fi
hash() { sed -n 's/.*"hash": "\(.*\)".*/\1/p' "$1"; }
[ -n "$(hash "$folder/whole.json")" ]
[ "$(hash "$folder/whole.json")" = "$(hash "$folder/killed.json")" ] || { echo "tables differ"; exit 1; }
[ ! -e "$folder/killed.json.checkpoint" ] || { echo "the checkpoint was left behind"; exit 1; }

# Ctrl-C: saved, exit code 130.
begin --games 100000000 --out "$folder/stopped.json" &
pid=$!
for _ in $(seq 3000); do
  [ -s "$folder/stopped.json.checkpoint" ] && break
  sleep 0.01
done
kill -TERM $pid
code=0
wait $pid || code=$?
[ $code = 130 ] || { echo "exit code $code after an interrupt, 130 expected"; exit 1; }
[ -s "$folder/stopped.json.checkpoint" ]
if "$program" "${options[@]}" --games 200000000 --resume --seed 4 --out "$folder/stopped.json" 2>"$folder/errors"; then exit 1; fi
grep -q -e "--seed differs" "$folder/errors"
if train --out "$folder/stopped.json" 2>"$folder/errors"; then exit 1; fi
grep -q "a run that was stopped" "$folder/errors"
