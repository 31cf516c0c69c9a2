"""2048 with Gymnasium's interface."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from .envs import ILLEGAL, seed_of
from .spaces import Box, Discrete, Env


class Game2048(Env):
    """2048. Actions are 0 up, 1 right, 2 down, 3 left; the observation is (4, 4) of ranks: 0 empty, n the tile 2^n.

    The reward is the sum of merged tiles. `info["action_mask"]` marks the moves that change the board; what an action
    outside does is said by `illegal` as for Tetris. Seeds are those of `stackwright 2048 play`.

    >>> env = Game2048()
    >>> obs, info = env.reset(seed=1)
    >>> int((obs > 0).sum()), info["score"]
    (2, 0)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, *, max_moves: int = 0, illegal: str = "raise", render_mode: str | None = None):
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be raise or end, got {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be ansi or None, got {render_mode!r}")
        self.render_mode = render_mode
        self.action_space = Discrete(4)
        self.observation_space = Box(0, 15, (4, 4), np.uint8)
        self._illegal, self._max_moves = illegal, max_moves
        self._seed, self._game, self._episode = 1, 0, -1
        self._board: Any = None
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._game, self._episode = seed_of(seed), seed_of((options or {}).get("game", 0)), -1
        self._episode += 1
        self._board, self._drawn, self._moves, self._score, self._over = _core.twenty48.Board(), 0, 0, 0, False
        self._add_tile()
        self._add_tile()
        return self._observation(), self._info()

    def step(self, action: int):
        if self._over:
            raise ValueError("the game is over or was closed: reset it before the next step")
        if isinstance(action, bool) or not self.action_space.contains(action):
            raise ValueError(f"action must be from 0 to 3, got {action!r}")
        after, gain = self._board.slide(int(action))
        truncated = False
        if after == self._board:
            if self._illegal == "raise":
                raise ValueError(f"action {action} is not in the mask: it changes nothing")
            terminated = True
        else:
            self._board, self._moves, self._score = after, self._moves + 1, self._score + gain
            self._add_tile()
            terminated = self._board.over
            truncated = not terminated and 0 < self._max_moves <= self._moves
        self._over = terminated or truncated
        return self._observation(), float(gain), terminated, truncated, self._info()

    def render(self):
        return None if self.render_mode is None or self._board is None else str(self._board).replace("/", "\n")

    def close(self):
        self._over = True

    def _add_tile(self) -> None:
        self._board = self._board.with_tile(self._seed, self._drawn, self._game, self._episode)
        self._drawn += 1

    def _observation(self) -> np.ndarray:
        tiles = self._board.tiles
        return np.where(tiles > 0, np.log2(np.maximum(tiles, 1)), 0).astype(np.uint8)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(4, np.int8) if self._over else self._board.mask.astype(np.int8)
        return {"action_mask": mask, "moves": self._moves, "score": self._score}
