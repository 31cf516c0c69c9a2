#!/usr/bin/env python3
"""Learns the value of afterstates by temporal differences in NumPy, and plays against Dellacherie's controller on 10x10.

Usage: examples/afterstate_values.py [--rounds 40] [--board 10x10] [--seed 1] [--out learned.json]

The value of an afterstate here is its risk: u = E[g^T], T pieces until the game is lost. It is 1 when no placement of the next
piece fits, else g times the risk of the best next afterstate, and its log-odds are linear in the features: values of boards
differ by many powers of ten, which a linear value of lines to come cannot follow. Every round plays with the weights so far and
fits them anew to discounted traces (Watkins' Q(lambda)). What is learned is a linear controller.
"""

import argparse

import numpy as np
import stackwright as sw

FEATURES = list(sw.AFTERSTATE_FEATURES)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


class Games:
    """Many games at once, some of which now and then take a random action, so that bad boards are seen too."""

    def __init__(self, board: str, seed: int, games: int):
        self.env = sw.TetrisAfterstatesVec(games, board, features=FEATURES, autoreset="same-step")
        self.rng = np.random.default_rng(seed)
        self.explore = np.where(np.arange(games) % 4 == 0, 0.0, self.rng.uniform(0, 0.5, games) ** 2)
        obs, info = self.env.reset(seed=seed)
        self.features, self.mask = obs["features"], info["action_mask"]  # always the same arrays
        self.rows = np.arange(games)

    def play(self, weights: np.ndarray, steps: int):
        """Of every step: the features of the chosen afterstate, the log-odds of the best next one, whether the game was lost
        instead, and whether the next action was the best one."""
        games = len(self.rows)
        chosen = np.empty((steps, games, len(FEATURES) + 1), np.float32)
        ahead, lost, best_next = np.empty((steps, games)), np.empty((steps, games), bool), np.empty((steps, games), bool)
        best, _ = self.best(weights)
        for t in range(steps):
            random = self.rng.random(games) < self.explore
            actions = np.where(random, self.env.sample_actions(), best)
            chosen[t, :, :-1] = self.features[self.rows, actions]
            _, _, lost[t], _, _ = self.env.step(actions)
            best, ahead[t] = self.best(weights)
            best_next[t - 1] = ~random  # of the step before; that of the last step is not known
        best_next[-1] = False
        chosen[:, :, -1] = 1
        return chosen, ahead, lost, best_next

    def best(self, weights: np.ndarray):
        logits = self.features @ weights[:-1].astype(np.float32)
        logits[~self.mask] = np.inf
        best = logits.argmin(axis=1)
        return best, logits[self.rows, best] + weights[-1]


def targets(ahead, lost, best_next, discount: float, trace: float) -> np.ndarray:
    """Risk as it was seen: 1 where the game was lost, else discounted from what came next, as far as the best was played."""
    risk, y = sigmoid(ahead), np.empty_like(ahead)
    later = risk[-1]
    for t in reversed(range(len(y))):
        later = np.where(best_next[t], (1 - trace) * risk[t] + trace * later, risk[t])
        later = y[t] = np.where(lost[t], 1.0, discount * later)
    return y


def fit(x: np.ndarray, y: np.ndarray, weights: np.ndarray, ridge: float = 1e-2) -> np.ndarray:
    """Logistic regression by Newton's method from the weights so far."""
    for _ in range(8):
        p = sigmoid(x @ weights)
        slope = x.T @ (y - p)
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge * len(x) / 1e4 * np.eye(len(weights))
        change = np.linalg.solve(curve, slope)
        weights = weights + change * min(1.0, 2.0 / np.abs(x[:1000] @ change).max())
    return weights


def learn(board: str, rounds: int, seed: int, games: int = 1024, discount: float = 0.98, trace: float = 0.9) -> np.ndarray:
    """Weights of the features in the log-odds of the risk; the mean of the second half of the rounds."""
    play = Games(board, seed, games)
    weights = np.append(np.ones(len(FEATURES)) * 0.1, -5.0)
    kept, history = [], []
    for number in range(rounds):
        chosen, ahead, lost, best_next = play.play(weights, 100)
        y = targets(ahead, lost, best_next, discount, trace)
        kept = [*kept[-3:], (chosen.reshape(-1, chosen.shape[-1]).astype(float), y.ravel())]
        x, y = np.concatenate([k[0] for k in kept]), np.concatenate([k[1] for k in kept])
        weights = 0.5 * weights + 0.5 * fit(x, y, weights)
        history.append(weights)
        greedy = lost[:, play.explore == 0].mean()
        print(f"round {number + 1:3d}: of games without random actions {greedy * 1000:.2f} in a thousand are lost per piece", flush=True)
    play.env.close()
    return np.mean(history[rounds // 2 :], axis=0)[:-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40, help="of 100 pieces in each of 1024 games")
    parser.add_argument("--board", default="10x10")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="of the last comparison")
    parser.add_argument("--out", default="", help="a controller file to write")
    a = parser.parse_args()
    weights = learn(a.board, a.rounds, a.seed)
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
