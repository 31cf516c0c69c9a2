#!/bin/bash
# The server under attack, from a client that misbehaves in every way. Usage: serve.sh PROGRAM
set -eu
cd "$(dirname "$0")"
exec timeout 120 python3 serve_attacks.py "$1"
