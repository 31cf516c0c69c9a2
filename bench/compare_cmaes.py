#!/usr/bin/python3
"""Compares CMA-ES with python3-cmaes: evaluations until the value falls below 1e-8, with equal population and start.

usage: bench/compare_cmaes.py [--quick] [PROGRAM]     (PROGRAM: build/bench/bench_optimise_functions)
Exit code 1 where a median exceeds 1.2 times the other's, or success rates differ beyond chance.
"""

import math
import statistics
import subprocess
import sys

import cmaes
import numpy as np

TARGET = 1e-8
RATIO = 1.2

# function, dimension, population, start, sigma, seeds, limit of evaluations
MEDIANS = [
    ("sphere", 10, 10, 3.0, 2.0, 15, 100_000),
    ("sphere", 40, 15, 3.0, 2.0, 15, 100_000),
    ("ellipsoid", 10, 10, 3.0, 2.0, 15, 200_000),
    ("ellipsoid", 40, 15, 3.0, 2.0, 15, 400_000),
    ("rosenbrock", 10, 10, 0.0, 0.5, 15, 200_000),
    ("rosenbrock", 40, 15, 0.0, 0.5, 15, 400_000),
]
SUCCESSES = [("rastrigin", 10, 200, 3.0, 2.0, 100, 200_000)]


def ellipsoid_axes(n):
    return np.power(1e6, np.arange(n) / (n - 1))


def function(name, n):
    if name == "sphere":
        return lambda x: float(np.dot(x, x))
    if name == "ellipsoid":
        axes = ellipsoid_axes(n)
        return lambda x: float(np.dot(axes, x * x))
    if name == "rosenbrock":
        return lambda x: float(np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))
    return lambda x: float(10 * n + np.sum(x * x - 10 * np.cos(2 * np.pi * x)))


def theirs(name, n, population, start, sigma, seed, limit):
    """Evaluations of python3-cmaes until the target, 0 for a failure."""
    f = function(name, n)
    optimiser = cmaes.CMA(mean=np.full(n, start), sigma=sigma, seed=seed, population_size=population)
    used = 0
    while used < limit and not optimiser.should_stop():
        told = []
        for _ in range(population):
            x = optimiser.ask()
            value = f(x)
            used += 1
            if value < TARGET:
                return used
            told.append((x, value))
        optimiser.tell(told)
    return 0


def ours(program, name, n, population, start, sigma, seeds, limit):
    words = [program, "cma-es", name, n, population, start, sigma, seeds, limit]
    out = subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True).stdout
    return [int(line) for line in out.split()]


def median(runs):
    """The median with failures as infinitely many evaluations."""
    return statistics.median([r or math.inf for r in runs])


def main():
    words = [w for w in sys.argv[1:] if w != "--quick"]
    quick = "--quick" in sys.argv
    program = words[0] if words else "build/bench/bench_optimise_functions"
    bad = 0
    print("function    n   population  seeds  ours (median)  python3-cmaes  ratio")
    for row in MEDIANS:
        name, n, population, start, sigma, seeds, limit = row
        if quick and n > 10:
            continue
        a = median(ours(program, *row))
        b = median([theirs(name, n, population, start, sigma, s, limit) for s in range(1, seeds + 1)])
        bad += not a <= RATIO * b
        print(f"{name:<11} {n:<3} {population:<11} {seeds:<6} {a:<14} {b:<14} {a / b:.3f}", flush=True)
    for row in SUCCESSES:
        name, n, population, start, sigma, seeds, limit = row
        seeds = 20 if quick else seeds
        a = sum(r > 0 for r in ours(program, name, n, population, start, sigma, seeds, limit))
        b = sum(theirs(name, n, population, start, sigma, s, limit) > 0 for s in range(1, seeds + 1))
        share = (a + b) / (2 * seeds)
        deviation = math.sqrt(max(2 * share * (1 - share) * seeds, 1e-9))
        bad += abs(a - b) > 2.6 * deviation  # equal rates differ more once in a hundred times
        print(f"{name:<11} {n:<3} {population:<11} {seeds:<6} successes: ours {a}, python3-cmaes {b}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
