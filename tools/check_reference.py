#!/usr/bin/env python3
"""Compares features with reference values: check_reference.py REFERENCE.jsonl build/stackwright

Each line of the reference is a placement {"board": [rows, top to bottom], "piece", "cells": [[column, row], ...],
"lines", "features": {name: value}}. The program is asked for all placements of the piece; the one with the same cells
must have the same lines and exactly the same values. Exit 0 when all agree, 1 when some differ or the program fails.
"""
import json
import subprocess
import sys

MOST_SHOWN = 20


def placements(program, board, piece):
    """All placements by their sorted cells."""
    command = [program, "placements", "--board-file", "-", "--piece", piece, "--json"]
    done = subprocess.run(command, input="\n".join(board) + "\n", capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    return {cells_key(p["cells"]): p for p in json.loads(done.stdout)["placements"]}


def cells_key(cells):
    return tuple(sorted(map(tuple, cells)))


def differences(reference, found):
    """What differs between a line of the reference and the program's placement."""
    if found is None:
        return ["no placement with these cells"]
    if found["lost"]:
        return ["lost"]
    out = []
    if found["lines"] != reference["lines"]:
        out.append(f"lines {found['lines']}, reference {reference['lines']}")
    for name, value in reference["features"].items():
        got = found["features"].get(name)
        if got != value:
            out.append(f"{name} {got}, reference {value}")
    return out


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    path, program = arguments
    try:
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.strip()]
    except (OSError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    known = {}
    wrong = 0
    for number, reference in enumerate(lines, 1):
        position = (tuple(reference["board"]), reference["piece"])
        if position not in known:
            known[position] = placements(program, *position)
        found = differences(reference, known[position].get(cells_key(reference["cells"])))
        wrong += bool(found)
        if found and wrong <= MOST_SHOWN:
            print(f"{path}:{number}: {'; '.join(found)}")
    print(f"{len(lines)} placements, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
