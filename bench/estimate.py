#!/usr/bin/env python3
"""Measures the figures of docs/estimate.md and prints them as Markdown tables; times are CPU seconds.

Usage: bench/estimate.py cost|agreement|coverage|controllers|two-piece [--program build/stackwright] [--threads 1]
"""
import argparse
import json
import math
import resource
import subprocess
import sys

CONTROLLERS = ("dellacherie", "el-tetris", "cma-dellacherie", "bcts", "dt-10", "dt-20")


def run(*arguments):
    """One document, with the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([PROGRAM, *map(str, arguments), "--json", "--quiet", "--threads", str(THREADS)],
                         capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if out.returncode != 0:
        sys.exit(out.stderr)
    document = json.loads(out.stdout)
    document["cpu"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return document


def estimate(controller, board, precision, *more):
    return run("estimate", "--controller", controller, "--board", board, "--precision", precision,
               "--max-seconds", 0, *more)


def interval(d):
    low, high = d["ci95_lines"]
    return f"{low:,.4g} to {high:,.4g}" if high is not None else f"at least {low:,.4g}"


def trust(d):
    return "yes" if d["trusted"] else "no: " + d["reason"]


def cost():
    print("| seed | lines | 95 % interval | relative error | pieces simulated | CPU seconds | gain | trusted |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for seed in (1, 2, 3):
        d = estimate("bcts", "10x20", 0.02, "--seed", seed)
        print(f"| {seed} | {d['lines'] / 1e6:.2f} M | {interval(d)} | {d['relative_error']:.4f} | "
              f"{d['pieces_simulated'] / 1e6:.1f} M | {d['cpu']:.1f} | {d['gain']:,.0f} | {trust(d)} |", flush=True)


def played(controller, board, games, *more):
    d = run("play", "--controller", controller, "--board", board, "--games", games, "--seed", 77, *more)
    lines = [g["lines"] for g in d["games"]]
    mean = sum(lines) / games
    error = math.sqrt(sum((x - mean) ** 2 for x in lines) / (games - 1) / games)
    return mean, error, d


def agreement():
    print("| player | games played | by playing | by splitting | difference in joint errors | CPU s, played | CPU s, split |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    two = ("--search", "two-ply", "--see", 2, "--pairs", "sum")
    for board, games, precision, more in (("10x10", 5000, 0.01, ()), ("10x12", 5000, 0.01, ()), ("10x14", 5000, 0.01, ()),
                                          ("10x8", 2000, 0.02, two), ("10x16", 2000, 0.01, ())):
        if ONLY and board != ONLY:
            continue
        d = estimate("bcts", board, precision, "--method", "splitting", *more)
        mean, error, p = played("bcts", board, games, *more)
        joint = math.hypot(error, d["relative_error"] * d["lines"])
        name = "two pieces" if more else "one piece"
        print(f"| bcts, {name}, {board} | {games} | {mean:,.0f} +- {error:,.0f} | {d['lines']:,.0f} +- "
              f"{d['relative_error'] * d['lines']:,.0f} | {(d['lines'] - mean) / joint:+.2f} | {p['cpu']:.0f} | "
              f"{d['cpu']:.1f} |", flush=True)


def coverage():
    """Of 100 quick estimates, how many intervals hold the rate of game overs that all of them together give."""
    estimates = [estimate("bcts", "10x12", 0.05, "--method", "splitting", "--seed", seed, "--no-second-opinion")
                 for seed in range(1, 101)]
    rates = [1 / (d["pieces"] + 1) for d in estimates]
    mean = sum(rates) / len(rates)
    deviation = math.sqrt(sum((r - mean) ** 2 for r in rates) / (len(rates) - 1)) / mean
    lines = sum(d["lines"] / d["pieces"] for d in estimates) / len(estimates) * (1 / mean - 1)
    held = sum(d["ci95_lines"][0] <= lines <= d["ci95_lines"][1] for d in estimates)
    claimed = sum(d["relative_error"] for d in estimates) / len(estimates)
    print(f"all together {lines:,.0f} lines (relative error {deviation / 10:.4f}); deviation of an estimate {deviation:.4f}, "
          f"claimed {claimed:.4f}; {held} of 100 intervals hold it; {sum(d['trusted'] for d in estimates)} trusted; "
          f"{sum(d['cpu'] for d in estimates):.0f} CPU seconds")


def controllers():
    print("| controller | lines on 10x20 | 95 % interval | second opinion | largest share | CPU seconds | trusted |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in [ONLY] if ONLY else CONTROLLERS:
        d = estimate(name, "10x20", 0.01)
        print(f"| {name} | {d['lines'] / 1e6:.2f} M | {interval(d)} | {d['second_opinion']['lines'] / 1e6:.2f} M | "
              f"{d['largest_share']:.4f} | {d['cpu']:.0f} | {trust(d)} |", flush=True)


def two_piece():
    print("| controller | lines on 10x20, two pieces known | 95 % interval | second opinion | CPU seconds | trusted |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in [ONLY] if ONLY else CONTROLLERS:
        d = estimate(name, "10x20", 0.1, "--search", "two-ply", "--see", 2, "--pairs", "sum")
        second = d["second_opinion"]
        print(f"| {name} | {d['lines']:.3g} | {interval(d)} | {second['lines'] if second else '-':.3g} | {d['cpu']:.0f} | "
              f"{trust(d)} |", flush=True)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("what", choices=["cost", "agreement", "coverage", "controllers", "two-piece"])
parser.add_argument("--program", default="build/stackwright")
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--only", default="", help="one board (agreement) or one controller (controllers, two-piece)")
arguments = parser.parse_args()
PROGRAM, THREADS, ONLY = arguments.program, arguments.threads, arguments.only
{"cost": cost, "agreement": agreement, "coverage": coverage, "controllers": controllers,
 "two-piece": two_piece}[arguments.what]()
