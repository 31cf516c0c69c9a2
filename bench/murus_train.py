#!/usr/bin/env python3
"""Learns the values of `murus --weights trained` from games of the program against itself, by logistic regression.

Usage: bench/murus_train.py [--weights hand-set] [--games 4000] [--nodes 3000] [--program build/stackwright]
Prints the tables of src/eval/murus_tables.cc, and how well they predict results of games they were not fitted to.
"""
import argparse
import json
import subprocess
import sys

import numpy as np

STRIDE, ROWS, COLUMNS = 9, 7, 8
STEPS = {"N": -9, "NE": -8, "E": 1, "SE": 10, "S": 9, "SW": 8, "W": -1, "NW": -10}
BOARD = sum(1 << (r * STRIDE + c) for r in range(ROWS) for c in range(COLUMNS))


def back(cells, step):
    """Cells whose neighbour one step ahead belongs to the set."""
    return cells >> step if step > 0 else cells << -step


def movers(towers, walls, player):
    """Towers that can move, by direction, and whether one of them arrives."""
    own, enemy = towers[player], towers[1 - player] | walls[1 - player]
    open_cells = BOARD & ~(own | enemy)
    launch = 0xff << ((2 if player == 0 else 4) * STRIDE)
    moves, arrives = 0, False
    for name, step in STEPS.items():
        two = back(open_cells & back(open_cells, step), step)
        moves += bin(own & (two | back(walls[1 - player], step))).count("1")
        arrives |= bool(own & two & launch) and name[0] == "NS"[player]
    return moves, arrives


def features(towers, walls, side):
    """From the Romans' view: towers and walls by (row from home, column from the edge), moves, the turn."""
    x = np.zeros(58)
    for player, sign in ((0, 1), (1, -1)):
        for kind, words in ((0, towers), (1, walls)):
            cells = words[player]
            while cells:
                low = cells & -cells
                row, column = divmod(low.bit_length() - 1, STRIDE)
                row = ROWS - 1 - row if player == 0 else row
                x[kind * 28 + row * 4 + min(column, COLUMNS - 1 - column)] += sign
                cells ^= low
    x[57] = 1 if side == 0 else -1
    return x


def positions(game):
    """Features of the quiet positions of a game after its opening."""
    home = [0xff << ((ROWS - 1) * STRIDE), 0xff]
    towers, walls, side = list(home), [0, 0], 0
    for ply, text in enumerate(game["moves"]):
        (mine, wins), (theirs, threat) = movers(towers, walls, side), movers(towers, walls, 1 - side)
        if ply >= A.openings and not wins and not threat:
            x = features(towers, walls, side)
            x[56] = (mine - theirs) * (1 if side == 0 else -1)
            yield x
        cell, step = (ord(text[0]) - 65) * STRIDE + int(text[1]) - 1, STEPS[text[3:]]
        first, second = 1 << cell + step, 1 << cell + 2 * step if cell + 2 * step >= 0 else 0
        towers[side] ^= 1 << cell
        if walls[1 - side] & first:
            walls[1 - side] ^= first
            walls[side] |= 1 << cell
        else:
            towers[side] |= walls[side] & (first | second)
            walls[side] ^= first | second
        side = 1 - side


def fit(x, y, ridge=20.0):
    """Newton's method; the ridge pulls cells that are hardly ever seen towards nothing."""
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(w)), x.T @ (y - p) - ridge * w)
        w += step
        if np.abs(step).max() < 1e-6:
            break
    return w


def main():
    out = subprocess.run([A.program, "murus", "play", "--quiet", "--json", "--moves", "--games", str(A.games), "--nodes",
                          str(A.nodes), "--white", A.weights, "--black", A.weights, "--openings", str(A.openings),
                          "--seed", str(A.seed), "--table-mb", "1", "--parallel", str(A.parallel)],
                         capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr)
    games = [g for g in json.loads(out.stdout)["games"] if g["winner"]]
    rows = [(x, g["winner"] == "white", i % 10 == 0) for i, g in enumerate(games) for x in positions(g)]
    x, y = np.array([r[0] for r in rows]), np.array([r[1] for r in rows], dtype=float)
    held = np.array([r[2] for r in rows])
    w = fit(x[~held], y[~held])
    p = 1 / (1 + np.exp(-x[held] @ w))
    loss = -np.mean(y[held] * np.log(p) + (1 - y[held]) * np.log(1 - p))
    print(f"// {len(games)} games, {len(rows)} positions; held out: loss {loss:.4f}, "
          f"right {np.mean((p > 0.5) == (y[held] > 0.5)):.3f}", file=sys.stderr)
    w = np.round(fit(x, y) * 1000).astype(int)
    for name, start in (("tower", 0), ("wall", 28)):
        body = ", ".join("{" + ", ".join(map(str, w[start + 4 * r:start + 4 * r + 4])) + "}" for r in range(ROWS))
        print(f"      .{name} = {{{{{body}}}}},")
    print(f"      .mobility = {w[56]},\n      .turn = {w[57]},")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/stackwright")
    parser.add_argument("--weights", default="hand-set")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--openings", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parallel", type=int, default=1)
    A = parser.parse_args()
    main()
