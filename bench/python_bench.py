#!/usr/bin/env python3
"""Speed of the vectorised environment from Python: random allowed play with boards, and afterstate features of all placements.

Usage: bench/python_bench.py [--games 1024] [--seconds 5] [--threads 0] [--json]
Steps are games stepped; a decision is the features of every placement of one piece (8 each), with or without a policy in
NumPy that weighs them. The slow twin steps single environments in the same run.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, os.environ.get("STACKWRIGHT_PYTHONPATH", str(Path(__file__).resolve().parents[1] / "build" / "python")))
import numpy as np  # noqa: E402
import stackwright as sw  # noqa: E402


def rate(step, games, seconds, rounds=5):
    """Steps per second, the best of some rounds, and per second of all cores' work."""
    step()
    best = best_cpu = 0.0
    for _ in range(rounds):
        count, began, cpu = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds / rounds:
            for _ in range(10):
                step()
            count += 10
        best = max(best, count * games / (time.perf_counter() - began))
        best_cpu = max(best_cpu, count * games / (time.process_time() - cpu))
    return best, best_cpu


def random_play(games, seconds, threads):
    env = sw.TetrisVec(games, "10x20", autoreset="same-step", threads=threads)
    env.reset(seed=1)
    return rate(lambda: env.step(env.sample_actions()), games, seconds)


def afterstates(games, seconds, threads, policy):
    env = sw.TetrisAfterstatesVec(games, "10x20", autoreset="same-step", threads=threads)
    obs, info = env.reset(seed=1)
    weights = sw.Controller.load("bcts").weights.astype(np.float32)
    scores = np.empty(info["action_mask"].shape, np.float32)

    def by_policy():
        np.matmul(obs["features"], weights, out=scores)
        scores[~info["action_mask"]] = -np.inf
        env.step(scores.argmax(axis=1))

    return rate(by_policy if policy else lambda: env.step(env.sample_actions()), games, seconds)


def single_play(seconds):
    env = sw.Tetris("10x20")
    state = {"info": env.reset(seed=1)[1]}
    rng = np.random.default_rng(1)

    def step():
        _, _, terminated, _, info = env.step(int(rng.choice(np.flatnonzero(state["info"]["action_mask"]))))
        state["info"] = env.reset()[1] if terminated else info

    return rate(step, 1, seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    a = parser.parse_args()
    rows = {
        "random allowed play with boards, steps/s": random_play(a.games, a.seconds, a.threads),
        "afterstate features, random play, decisions/s": afterstates(a.games, a.seconds, a.threads, False),
        "afterstate features, linear policy in NumPy, decisions/s": afterstates(a.games, a.seconds, a.threads, True),
        "single environment in a Python loop, steps/s": single_play(a.seconds / 5),
    }
    if a.json:
        print(json.dumps({"games": a.games, "threads": a.threads or os.cpu_count(), "per_second": rows}))
        return
    print(f"{a.games} games, {a.threads or os.cpu_count()} threads".ljust(60), "per second".rjust(14), "per core second".rjust(16))
    for name, (wall, cpu) in rows.items():
        print(name.ljust(60), f"{wall:14,.0f}", f"{cpu:16,.0f}")


if __name__ == "__main__":
    main()
