#!/usr/bin/env python3
"""Measures the figures of docs/murus.md.

Usage: bench/murus.py perft|depth|match|weights|threads [--games N] [--program build/stackwright]
Times are processor time of the child process where that is possible, so that a busy machine disturbs them little.
"""
import argparse
import json
import resource
import subprocess
import sys
import time

START = "tttttttt/8/8/8/8/8/TTTTTTTT r"
MIDDLE = "8/1t1tt1t1/1twWwwt1/1W2W3/3TW3/4TW2/6TT g"


def run(*arguments):
    """The document that the program prints, and the processor seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([A.program, *map(str, arguments), "--json"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if out.returncode != 0:
        sys.exit(out.stderr)
    return json.loads(out.stdout), after.ru_utime - before.ru_utime


def perft():
    d, seconds = run("perft", "--game", "murus", "--depth", 7)
    print(f"{d['counts'][-1]:,} sequences of 7 moves, {seconds:.2f} s: {d['counts'][-1] / seconds / 1e6:.0f} M a second")


def depth():
    print("| weights | search | position | depth in 800 ms of processor time | nodes a second |\n| --- | --- | --- | --- | --- |")
    for weights in ("trained", "hand-set"):
        for plain in ([], ["--plain"]):
            for name, position in (("start", START), ("middle", MIDDLE)):
                reached, speed = 0, 0
                for plies in range(4, 40):
                    d, seconds = run("murus", "best", "--weights", weights, "--depth", plies, "--position", position, *plain)
                    if seconds > 0.8 or d["proven"]:
                        break
                    reached, speed = plies, d["nodes"] / max(seconds, 1e-3)
                print(f"| {weights} | {'plain' if plain else 'selective'} | {name} | {reached} | {speed / 1e6:.1f} M |", flush=True)


def report(title, d):
    games = len(d["games"])
    print(f"{title}: {d['wins']} wins, {d['losses']} losses, {d['draws']} draws of {games}, p {d['p']:.3g}", flush=True)


def match():
    report("100 ms against depth 6", run("murus", "play", "--games", A.games, "--white-time-ms", 100, "--black-depth", 6,
                                         "--openings", 6, "--quiet")[0])


def weights():
    for nodes in (5000, 30000):
        report(f"trained against hand-set, {nodes} nodes", run("murus", "play", "--games", A.games, "--white", "trained", "--black",
                                                               "hand-set", "--nodes", nodes, "--openings", 6, "--quiet")[0])


def threads():
    for n in (1, 2):
        began = time.monotonic()
        d, _ = run("murus", "best", "--threads", n, "--depth", 14)
        print(f"{n} threads: depth {d['depth']} in {time.monotonic() - began:.2f} s, {d['nodes']:,} nodes", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["perft", "depth", "match", "weights", "threads"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--program", default="build/stackwright")
    A = parser.parse_args()
    globals()[A.what]()
