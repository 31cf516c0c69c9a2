#!/usr/bin/env python3
"""Learns to play from the values of afterstates in NumPy, and plays against Dellacherie's controller on 10x10.

Usage: examples/afterstate_values.py [--rounds 32] [--board 10x10] [--seed 1] [--out learned.json]

The value of an afterstate here is its risk: u = E[g^T], T pieces until the game is lost. Its log-odds are linear in the
features: risks of boards differ by many powers of ten, which a linear value of lines to come cannot follow. The policy has
weights of its own and plays the placement of the lowest weighted sum. This is classification-based modified policy iteration
(Gabillon, Ghavamzadeh and Scherrer 2013) with risks for values. Every round
  1. takes boards from games of the policy, some of which make random moves: as many of high risk as of low;
  2. plays on from each of their placements with the policy, 8 pieces, 8 times, the same pieces for all placements of a board.
     What is seen is g^t where the game is lost after t pieces, else the learned risk of the last afterstate, discounted;
  3. fits the risk to what was seen (logistic regression);
  4. fits the policy to what was seen: the log-risk that a softmax policy expects goes down its gradient.
It begins with random weights. What is learned is the mean of the policies of the second half of the rounds, a linear
controller. Placing by the learned risk itself is far worse with the same features: it need not order the placements of one
board well.
"""

import argparse
import time

import numpy as np
import stackwright as sw

FEATURES = list(sw.AFTERSTATE_FEATURES)
SHARPNESS = 8.0  # length of the policy's weights, of features in units of their standard deviation


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


def lowest(features: np.ndarray, mask: np.ndarray, policy: np.ndarray) -> np.ndarray:
    """The action of every game that the policy plays."""
    sums = features @ policy.astype(np.float32)
    sums[~mask] = np.inf
    return sums.argmin(axis=1)


def log_odds(features: np.ndarray, risk: np.ndarray) -> np.ndarray:
    return features @ risk[:-1] + risk[-1]


class Games:
    """Many games at once, half of which now and then take a random action, so that bad boards are seen too."""

    def __init__(self, board: str, rng: np.random.Generator, games: int, threads: int):
        self.env = sw.TetrisAfterstatesVec(games, board, features=FEATURES, boards=True, autoreset="same-step", threads=threads)
        self.rng = rng
        self.explore = np.where(np.arange(games) % 2 == 0, 0.0, rng.uniform(0, 0.5, games) ** 2)
        self.obs, self.info = self.env.reset(seed=int(rng.integers(2**32)))  # always the same arrays

    def states(
        self, policy: np.ndarray, risk: np.ndarray, count: int, steps: int = 100
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        """Features, boards and mask of all placements of some states; and games lost per piece, where no action was random."""
        features, boards, mask = self.obs["features"], self.obs["boards"], self.info["action_mask"]
        rows, seen, lost = np.arange(len(mask)), [], 0.0
        for t in range(steps):
            best = lowest(features, mask, policy)
            if t % 10 == 9:
                some = self.rng.choice(rows, len(rows) // 8, replace=False)
                seen.append((log_odds(features[some, best[some]], risk), features[some], boards[some], mask[some]))
            random = self.rng.random(len(rows)) < self.explore
            terminated = self.env.step(np.where(random, self.env.sample_actions(), best))[2]
            lost += terminated[self.explore == 0].mean() / steps
        odds, features, boards, mask = (np.concatenate(arrays) for arrays in zip(*seen))
        order = np.argsort(odds)
        wanted = self.rng.uniform(*np.quantile(odds, [0.02, 0.98]), count)  # evenly from low risk to high
        chosen = order[np.searchsorted(odds[order], wanted).clip(max=len(odds) - 1)]
        return features[chosen], boards[chosen], mask[chosen], lost


class Rollouts:
    """Plays boards on with a policy."""

    def __init__(self, board: str, threads: int, games: int = 512, length: int = 8, discount: float = 0.98):
        self.env = sw.TetrisAfterstatesVec(games, board, features=FEATURES, autoreset="next-step", threads=threads)
        self.length, self.discount = length, discount

    def risks(self, boards: np.ndarray, seeds: np.ndarray, policy: np.ndarray, risk: np.ndarray) -> np.ndarray:
        """What is seen of the risk of every board, with the pieces of its seed."""
        seen, games = np.empty(len(boards)), len(self.env)
        for start in range(0, len(boards), games):
            part = np.arange(start, start + games) % len(boards)
            self.env.reset(seed=seeds[part].tolist())
            obs, info = self.env.set_boards(boards[part])
            value = np.where(info["action_mask"].any(axis=1), np.nan, 1.0)
            for t in range(1, self.length + 1):
                actions = lowest(obs["features"], info["action_mask"], policy)
                last = obs["features"][np.arange(games), actions]
                terminated = self.env.step(actions)[2]
                value[terminated & np.isnan(value)] = self.discount**t
            ahead = self.discount**self.length * sigmoid(log_odds(last, risk))
            seen[part] = np.where(np.isnan(value), ahead, value)
        return seen


def fit_risk(x: np.ndarray, y: np.ndarray, risk: np.ndarray, ridge: float = 1e-2) -> np.ndarray:
    """Logistic regression by Newton's method from the weights so far."""
    x = np.column_stack([x, np.ones(len(x))]).astype(float)
    for _ in range(8):
        p = sigmoid(x @ risk)
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(risk))
        change = np.linalg.solve(curve, x.T @ (y - p))
        risk = risk + change * min(1.0, 2.0 / (np.abs(x @ change).max() + 1e-9))
    return risk


def fit_policy(x: np.ndarray, cost: np.ndarray, mask: np.ndarray, policy: np.ndarray, steps: int = 150) -> np.ndarray:
    """Less expected cost of the softmax policy, by steps along the gradient that become smaller; the length stays the same."""
    scale = x[mask].std(axis=0) + 1e-6
    x, w = (x / scale).reshape(-1, x.shape[-1]), policy * scale
    w *= SHARPNESS / np.linalg.norm(w)
    for t in range(steps):
        logits = np.where(mask, -(x @ w.astype(np.float32)).reshape(mask.shape), -np.inf)
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        gradient = -(p * (cost - (p * cost).sum(axis=1, keepdims=True))).astype(np.float32).ravel() @ x
        w -= 0.3 * (1 - t / steps) * gradient / (np.linalg.norm(gradient) + 1e-12)
        w *= SHARPNESS / np.linalg.norm(w)
    return w / scale


def learn(board: str, rounds: int, seed: int, threads: int, count: int = 400, repeats: int = 8) -> np.ndarray:
    """Weights of the policy: the mean of the second half of the rounds."""
    rng = np.random.default_rng(seed)
    games, rollouts = Games(board, rng, 512, threads), Rollouts(board, threads)
    policy, risk = rng.normal(size=len(FEATURES)), np.zeros(len(FEATURES) + 1)
    kept, history, began = [], [], time.perf_counter()
    for number in range(rounds):
        x, boards, mask, lost = games.states(policy, risk, count)
        state, action = np.nonzero(mask)
        seen = np.zeros(mask.shape)
        for seeds in rng.integers(2**40, size=(repeats, count)):
            seen[state, action] += rollouts.risks(boards[state, action], seeds[state], policy, risk) / repeats
        kept = [*kept[-3:], (x, mask, seen)]
        x, mask, seen = (np.concatenate(arrays) for arrays in zip(*kept))
        risk = fit_risk(x[mask], seen[mask], risk)
        cost = np.log(np.where(mask, np.maximum(seen, 1e-6), 1))
        cost = np.where(mask, cost - cost.min(axis=1, keepdims=True, where=mask, initial=0), 0)
        fitted = fit_policy(x, cost, mask, policy)
        policy = fitted if number == 0 else (policy + fitted) / 2
        history.append(policy / np.linalg.norm(policy))
        seconds = time.perf_counter() - began
        print(f"round {number + 1:3d}: {seconds:4.0f} s, {lost * 1000:6.2f} games lost in 1000 pieces before it", flush=True)
    games.env.close()
    rollouts.env.close()
    return np.mean(history[rounds // 2 :], axis=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=32, help="of about 600 000 pieces")
    parser.add_argument("--board", default="10x10")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=5000, help="of the last comparison")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--out", default="", help="a controller file to write")
    a = parser.parse_args()
    weights = learn(a.board, a.rounds, a.seed, a.threads)
    learned = sw.Controller({name: -weight for name, weight in zip(FEATURES, weights)}, name="learned")
    for name, weight in zip(FEATURES, learned.weights / np.abs(learned.weights).max()):
        print(f"  {name:20} {weight:8.3f}")
    for controller in (learned, sw.Controller.load("dellacherie")):
        played = sw.play(controller, a.board, games=a.games, seed=99, threads=a.threads)
        low, high = played.ci95_lines
        print(f"{controller.name:12} {played.mean_lines:8.1f} lines ({low:.1f} to {high:.1f}), {a.games} games on {a.board}")
    if a.out:
        with open(a.out, "w") as file:
            file.write(learned.to_json())


if __name__ == "__main__":
    main()
