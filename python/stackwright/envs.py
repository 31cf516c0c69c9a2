"""Environments with Gymnasium's interface: one game of Tetris, by placements or by afterstates."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import _core
from ._core import Board, PieceSet, Setting
from .spaces import Box, Dict, Discrete, Env, MultiDiscrete
from .tetris import AFTERSTATE_FEATURES, BOARD_FEATURES

ILLEGAL = ("raise", "end")


def tetris_spaces(setting: Setting, arrays: dict[str, np.ndarray], preview: int, ends: bool) -> Dict:
    """The observation space of one game, from the arrays that hold many."""
    kinds = len(setting.piece_set.letters) + int(ends)  # a list that has ended shows one kind more
    spaces: dict[str, Any] = {}
    if "boards" in arrays:
        spaces["board"] = Box(0, 1, (setting.height, setting.width), np.uint8)
    if "board_features" in arrays:
        spaces["features"] = Box(-np.inf, np.inf, arrays["board_features"].shape[1:], np.float32)
    if "after_features" in arrays:
        spaces["features"] = Box(-np.inf, np.inf, arrays["after_features"].shape[1:], np.float32)
    if "after_boards" in arrays:
        spaces["boards"] = Box(0, 1, arrays["after_boards"].shape[1:], np.uint8)
    spaces["piece"] = Discrete(kinds)
    if preview:
        spaces["next"] = MultiDiscrete([kinds] * preview)
    return Dict(spaces)


def core_options(
    observation: str, features: Sequence[str] | None, boards: bool, autoreset: str, illegal: str, **options: Any
) -> dict[str, Any]:
    """The options of the C++ games; says what is wrong with the words."""
    if observation not in ("board", "features", "afterstates"):
        raise ValueError(f"observation must be board, features or afterstates, got {observation!r}")
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal must be raise or end, got {illegal!r}")
    if isinstance(features, str):
        raise TypeError("features must be a list of names, got one text")
    default = AFTERSTATE_FEATURES if observation == "afterstates" else BOARD_FEATURES
    names = list(default if features is None else features)
    return dict(
        options,
        boards=observation == "board",
        board_features=names if observation == "features" else [],
        after_features=names if observation == "afterstates" else [],
        after_boards=observation == "afterstates" and boards,
        autoreset=autoreset,
        illegal_ends=illegal == "end",
    )


def seed_of(seed: Any) -> int:
    """A seed as a whole number from 0 to 2^64 - 1."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= int(seed) < 2**64:
        raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, got {seed!r}")
    return int(seed)


class Tetris(Env):
    """One game of Tetris. An action is a placement: orientation * width + column.

    The observation is a dict: `board` (height, width) of 0 and 1, rows top to bottom, or `features` of the board; `piece`,
    its index in IOSZTLJ; and `next`, where `preview` pieces are shown. `info["action_mask"]` marks the placements that do
    not lose. The reward is the points of `score`. The game is over (terminated) when no placement of the next piece fits,
    and cut off (truncated) after `max_pieces` or at the end of a list of pieces.

    An action outside the mask is an error and changes nothing; with `illegal="end"` it ends the game without points.

    `reset(seed=s)` begins the game that `stackwright play --seed s` plays first, `options={"game": i}` its game i, and a
    reset without a seed another game of the same seed. Before any seed is given it is 1.

    >>> env = Tetris("10x20")
    >>> obs, info = env.reset(seed=1)
    >>> obs["board"].shape, int(info["action_mask"].sum())
    ((20, 10), 17)
    >>> obs, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, truncated, info["placed"]
    (0.0, False, False, 1)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        board: str | Setting = "10x20",
        *,
        rules: str = "standard",
        piece_set: str | PieceSet = "tetromino",
        pieces: str = "uniform",
        rng: str = "fast",
        score: str = "lines",
        observation: str = "board",
        features: Sequence[str] | None = None,
        boards: bool = True,
        preview: int = 0,
        max_pieces: int = 0,
        illegal: str = "raise",
        render_mode: str | None = None,
    ):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be ansi or None, got {render_mode!r}")
        self.render_mode = render_mode
        self.setting = board if isinstance(board, Setting) else Setting(board, rules, piece_set)
        options = core_options(
            observation, features, boards, "disabled", illegal,
            pieces=pieces, rng=rng, score=score, preview=preview, max_pieces=max_pieces, threads=1,
        )
        self._games = _core.VectorTetris(self.setting, 1, options)
        self._arrays = self._games.arrays()
        self._preview = preview
        self._began = False
        self.action_space = Discrete(self.setting.actions)
        self.observation_space = tetris_spaces(self.setting, self._arrays, preview, pieces.startswith(("list", "file", "digits")))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        game = seed_of((options or {}).get("game", 0))
        if seed is None and self._began:
            if "game" in (options or {}):
                raise ValueError("options: a game needs a seed")
            self._games.reset([])
        else:
            self._games.reset([(seed_of(1 if seed is None else seed), game)])
        self._began = True
        return self._observation(), self._info()

    def step(self, action: int):
        if not isinstance(action, (int, np.integer)) and not (
            isinstance(action, np.ndarray) and action.shape == () and np.issubdtype(action.dtype, np.integer)
        ):
            raise TypeError(f"an action must be a whole number, got {action!r}")
        self._games.step(np.array([action], dtype=np.int64))
        a = self._arrays
        return (
            self._observation(),
            float(a["rewards"][0]),
            bool(a["terminated"][0]),
            bool(a["truncated"][0]),
            self._info(),
        )

    def action_masks(self) -> np.ndarray:
        """The placements that do not lose, as booleans."""
        return self._arrays["masks"][0].copy()

    @property
    def board(self) -> Board:
        return self._games.board(0)

    def set_position(self, board: Board, piece: str | int):
        """Puts a board and a piece into the game that goes on; gives observation and info."""
        self._games.set_position(0, board, piece)
        return self._observation(), self._info()

    def render(self):
        if self.render_mode is None:
            return None
        return str(self.board)

    def close(self):
        self._games.close()

    def _observation(self) -> dict[str, Any]:
        a = self._arrays
        obs: dict[str, Any] = {}
        for name, array in (
            ("board", "boards"), ("features", "board_features"), ("features", "after_features"), ("boards", "after_boards"),
        ):
            if array in a:
                obs[name] = a[array][0].copy()
        obs["piece"] = np.int64(a["pieces"][0, 0])
        if self._preview:
            obs["next"] = a["pieces"][0, 1:].copy()
        return obs

    def _info(self) -> dict[str, Any]:
        a = self._arrays
        return {
            "action_mask": a["masks"][0].astype(np.int8),
            "placed": int(a["placed"][0]),
            "lines": int(a["lines"][0]),
            "score": int(a["score"][0]),
        }


class TetrisAfterstates(Tetris):
    """The same game, seen through what every placement leads to.

    The observation holds `features` (actions, k) and, unless `boards=False`, `boards` (actions, height, width) after each
    action; rows of actions outside `info["action_mask"]` are 0.

    >>> env = TetrisAfterstates("10x10", features=["lines", "holes"])
    >>> obs, info = env.reset(seed=1)
    >>> obs["features"].shape, obs["boards"].shape
    ((40, 2), (40, 10, 10))
    """

    def __init__(self, board: str | Setting = "10x20", **options: Any):
        super().__init__(board, **{"observation": "afterstates", **options})
