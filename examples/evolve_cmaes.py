#!/usr/bin/env python3
"""Evolves Dellacherie's weights on a small board with the Python package cmaes: its ask and tell, our games on all cores.

Usage: examples/evolve_cmaes.py [--generations 15] [--board 8x8] [--seed 1]
Every candidate plays the same games of its generation; the end is measured on games that no candidate has seen.
"""

import argparse
import sys

import numpy as np
import stackwright as sw

try:
    from cmaes import CMA
except ImportError:
    sys.exit("evolve_cmaes: the package cmaes is missing (Debian: python3-cmaes)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=15)
    parser.add_argument("--board", default="8x8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=40, help="of each candidate")
    parser.add_argument("--held-out", type=int, default=500, help="games of the last comparison")
    a = parser.parse_args()

    pattern = sw.Controller.load("dellacherie")
    search = CMA(mean=np.zeros(len(pattern.terms)), sigma=1.0, seed=a.seed)
    for generation in range(a.generations):
        asked = [search.ask() for _ in range(search.population_size)]
        candidates = [pattern.with_weights(genes / np.linalg.norm(genes)) for genes in asked]
        played = sw.play_all(candidates, a.board, games=a.games, seed=1000 + generation, max_pieces=20000)
        lines = [p.lines.mean() for p in played]
        search.tell([(genes, -value) for genes, value in zip(asked, lines)])  # cmaes minimises
        print(f"generation {generation:3d}: best {max(lines):8.1f}, mean {np.mean(lines):8.1f} lines", flush=True)

    better = np.argsort(lines)[len(lines) // 2 :]
    centre = np.mean([asked[i] for i in better], axis=0)  # of the last generation's better half
    champion = pattern.with_weights(centre / np.linalg.norm(centre))
    for name, controller in (("dellacherie", pattern), ("evolved", champion)):
        held_out = sw.play(controller, a.board, games=a.held_out, seed=7)
        low, high = held_out.ci95_lines
        print(f"{name:12} {held_out.mean_lines:8.1f} lines ({low:.1f} to {high:.1f}) on {a.board}, {a.held_out} unseen games")


if __name__ == "__main__":
    main()
