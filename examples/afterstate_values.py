#!/usr/bin/env python3
"""Learns the value of afterstates by temporal differences in NumPy, and plays against Dellacherie's controller on 10x10.

Usage: examples/afterstate_values.py [--steps 10000] [--board 10x10] [--seed 1] [--out learned.json]

The value of an afterstate here is its risk: u = E[g^T], T pieces until the game is lost. It is 1 when no placement of the next
piece fits, else g times the risk of the best next afterstate, and its log-odds are linear in the features: values of boards
differ by many powers of ten, which a linear value of lines to come cannot follow. Many games are stepped at once; some of them
now and then take a random action, so that bad boards are seen too. What is learned is a linear controller.
"""

import argparse

import numpy as np
import stackwright as sw

FEATURES = list(sw.AFTERSTATE_FEATURES)
SCALE = np.array([5, 2, 20, 20, 5, 10, 10, 3], float)  # about how much each feature varies: a unit for the steps


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


def learn(board: str, steps: int, seed: int, games: int = 1024, discount: float = 0.97) -> np.ndarray:
    """Weights of the features in the log-odds of the risk; averaged over the second half."""
    env = sw.TetrisAfterstatesVec(games, board, features=FEATURES, autoreset="same-step")
    rng = np.random.default_rng(seed)
    explore = np.where(np.arange(games) % 2 == 0, 0.0, rng.uniform(0, 0.5, games) ** 2)  # chance of a random action
    obs, info = env.reset(seed=seed)
    features, mask = obs["features"], info["action_mask"]  # always the same arrays
    flat, rows = features.reshape(-1, len(FEATURES)), np.arange(games) * mask.shape[1]
    weights, bias = np.zeros(len(FEATURES)), -2.0
    mean, square = np.zeros(len(FEATURES) + 1), np.zeros(len(FEATURES) + 1)  # of gradients (Adam)
    average = np.zeros(len(FEATURES))

    def best_actions() -> tuple[np.ndarray, np.ndarray]:
        logits = features @ (weights / SCALE).astype(np.float32)
        logits[~mask] = np.inf
        best = logits.argmin(axis=1)
        return best, logits[np.arange(games), best]

    best, _ = best_actions()
    for step in range(1, steps + 1):
        actions = np.where(rng.random(games) < explore, env.sample_actions(), best)
        chosen = flat[rows + actions] / SCALE  # a copy: the step writes over the features
        _, _, terminated, _, _ = env.step(actions)
        best, logit = best_actions()
        target = np.where(terminated, 1.0, discount * sigmoid(logit + bias))
        error = sigmoid(chosen @ weights + bias) - target
        gradient = np.append(error @ chosen, error.sum()) / games
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        rate = 0.03 * (1 - 0.98 * step / steps)
        change = rate * mean / (np.sqrt(square / (1 - 0.999**step)) + 1e-12)
        weights, bias = weights - change[:-1], bias - change[-1]
        if step > steps // 2:
            average += weights
        if step % max(steps // 10, 1) == 0:
            print(f"{step * games / 1e6:6.1f} million pieces, lost {terminated.mean() * 100:.2f} % of games in the last step")
    env.close()
    return average / SCALE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10000, help="of 1024 games each")
    parser.add_argument("--board", default="10x10")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="of the last comparison")
    parser.add_argument("--out", default="", help="a controller file to write")
    a = parser.parse_args()
    weights = learn(a.board, a.steps, a.seed)
    learned = sw.Controller({name: -weight for name, weight in zip(FEATURES, weights)}, name="learned")
    for name, weight in zip(FEATURES, learned.weights / np.abs(learned.weights).max()):
        print(f"  {name:20} {weight:8.3f}")
    for controller in (learned, sw.Controller.load("dellacherie")):
        played = sw.play(controller, a.board, games=a.games, seed=99)
        low, high = played.ci95_lines
        print(f"{controller.name:12} {played.mean_lines:8.1f} lines ({low:.1f} to {high:.1f}), {a.games} games on {a.board}")
    if a.out:
        with open(a.out, "w") as file:
            file.write(learned.to_json())


if __name__ == "__main__":
    main()
