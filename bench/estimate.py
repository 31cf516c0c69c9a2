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
    """Of 100 quick estimates, how many intervals hold the value of one that is ten times as precise."""
    truth = estimate("bcts", "10x12", 0.005, "--method", "splitting", "--seed", 999)
    held = trusted = 0
    values = []
    for seed in range(1, 101):
        d = estimate("bcts", "10x12", 0.05, "--method", "splitting", "--seed", seed, "--no-second-opinion")
        held += d["ci95_lines"][0] <= truth["lines"] <= d["ci95_lines"][1]
        trusted += d["trusted"]
        values.append(d["lines"])
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
    print(f"truth {truth['lines']:,.0f} (relative error {truth['relative_error']:.4f}); mean of 100 estimates {mean:,.0f}, "
          f"their deviation {deviation / mean:.4f}; {held} of 100 intervals hold the truth; {trusted} trusted")


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
