"""Many games of Tetris at once: stepped by C++ threads into arrays that never move."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import _core
from ._core import Board, PieceSet, Setting
from .envs import core_options, seed_of, tetris_spaces
from .spaces import Box, Dict, Discrete, MultiDiscrete, VectorEnv, autoreset_mode

_NAMES = {"boards": "board", "board_features": "features", "after_features": "features", "after_boards": "boards"}
_FINAL = {"final_boards": "board", "final_features": "features"}


def _batched(space: Any, n: int) -> Any:
    """The space of n values side by side."""
    if isinstance(space, Dict):
        return Dict({name: _batched(s, n) for name, s in space.spaces.items()})
    if isinstance(space, Box):
        return Box(space.low.min(), space.high.max(), (n, *space.shape), space.dtype)
    nvec = space.nvec if isinstance(space, MultiDiscrete) else space.n
    return MultiDiscrete(np.broadcast_to(nvec, (n, *np.shape(nvec))).copy())


class TetrisVec(VectorEnv):
    """n games of Tetris with Gymnasium's vector interface; options, actions and masks as in `Tetris`.

    Observations, rewards, flags and info are always the same read-only arrays, written anew by every step: copy what is to
    be kept, or give `copy=True`. The GIL is free while the games are stepped.

    Game i depends on nothing but its seed: `reset(seed=s)` gives it the pieces of game i of seed s, however many games
    there are and whatever the number of threads; `reset(seed=[...])` gives every game a seed of its own.

    `autoreset` is Gymnasium's: with "next-step" the step after the end of a game begins a new one and ignores the action;
    with "same-step" the observation is already the new game's, and `info["final_obs"]` the old one's where
    `info["_final_obs"]`; with "disabled" `reset(options={"reset_mask": mask})` begins new ones. `info` has `placed`,
    `lines` and `score` of each game; in the step that ends a game, those of the game that ended.

    >>> env = TetrisVec(1000, "10x20", autoreset="same-step")
    >>> obs, info = env.reset(seed=1)
    >>> for _ in range(50):
    ...     obs, rewards, terminated, truncated, info = env.step(env.sample_actions())
    >>> obs["board"].shape, obs["board"].dtype.name, rewards.shape
    ((1000, 20, 10), 'uint8', (1000,))
    """

    def __init__(
        self,
        num_envs: int,
        board: str | Setting = "10x20",
        *,
        rules: str = "standard",
        piece_set: str | PieceSet = "tetromino",
        pieces: str = "uniform",
        rng: str = "fast",
        score: str = "lines",
        observation: str = "board",
        features: Sequence[str] | None = None,
        boards: bool = False,
        preview: int = 0,
        max_pieces: int = 0,
        illegal: str = "raise",
        autoreset: str = "next-step",
        threads: int = 0,
        copy: bool = False,
        render_mode: str | None = None,
    ):
        if render_mode is not None:
            raise ValueError(f"render_mode must be None, got {render_mode!r}")
        self.num_envs = num_envs
        self.setting = board if isinstance(board, Setting) else Setting(board, rules, piece_set)
        options = core_options(
            observation, features, boards, autoreset, illegal,
            pieces=pieces, rng=rng, score=score, preview=preview, max_pieces=max_pieces, threads=threads,
        )
        self._games = _core.VectorTetris(self.setting, num_envs, options)
        self._arrays = a = self._games.arrays()
        self._copy = copy
        self.metadata = {"render_modes": [], "autoreset_mode": autoreset_mode(autoreset)}
        ends = pieces.startswith(("list", "file", "digits"))
        self.single_action_space = Discrete(self.setting.actions)
        self.single_observation_space = tetris_spaces(self.setting, a, preview, ends)
        self.action_space = _batched(self.single_action_space, num_envs)
        self.observation_space = _batched(self.single_observation_space, num_envs)
        self._obs = {name: a[array] for array, name in _NAMES.items() if array in a}
        self._obs["piece"] = a["pieces"][:, 0]
        if preview:
            self._obs["next"] = a["pieces"][:, 1:]
        self._final = None
        if autoreset == "same-step":
            self._final = {name: a[array] for array, name in _FINAL.items() if array in a}
            self._final["piece"] = a["final_pieces"][:, 0]
        self._info = {"action_mask": a["masks"], "placed": a["placed"], "lines": a["lines"], "score": a["score"]}
        self._began = False

    def reset(self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None):
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise ValueError(f"reset_mask must be {self.num_envs} booleans, got {mask.dtype} {mask.shape}")
        if seed is None:
            seeds = [] if self._began else [(1, i) for i in range(self.num_envs)]
        elif isinstance(seed, (int, np.integer)):
            seeds = [(seed_of(seed), i) for i in range(self.num_envs)]
        else:
            seeds = [(seed_of(s), 0) for s in seed]
        self._games.reset(seeds, None if mask is None else mask.tolist())
        self._began = True
        return self._kept(self._obs), self._kept(self._info)

    def step(self, actions: np.ndarray):
        self._games.step(actions)
        a, info = self._arrays, self._info
        if self._final is not None:
            info = {**info, "final_obs": self._final, "_final_obs": a["terminated"] | a["truncated"]}
        if self._copy:
            return (
                self._kept(self._obs), a["rewards"].copy(), a["terminated"].copy(), a["truncated"].copy(), self._kept(info),
            )
        return self._obs, a["rewards"], a["terminated"], a["truncated"], info

    def sample_actions(self) -> np.ndarray:
        """A random action of each game from its mask, by the game's own random stream; always in the same array."""
        return self._games.sample()

    def set_position(self, game: int, board: Board, piece: str | int) -> None:
        """Puts a board and a piece into a game that goes on."""
        self._games.set_position(game, board, piece)

    def set_boards(self, boards: np.ndarray):
        """Puts a board (height, width) of 0 and 1 into every game, beside the pieces it has; gives observation and info.

        Where no placement of the piece fits, the game is over and its mask is empty.
        """
        boards = np.asarray(boards)
        if boards.dtype.kind not in "bui":
            raise TypeError(f"boards must be booleans or whole numbers, got dtype {boards.dtype}")
        self._games.set_boards(np.ascontiguousarray(boards != 0, dtype=np.uint8))
        return self._kept(self._obs), self._kept(self._info)

    def board(self, game: int) -> Board:
        """The board of one game, as a value."""
        return self._games.board(game)

    def render(self):
        return None

    @property
    def closed(self) -> bool:
        return self._games.closed

    def close(self, **kwargs: Any) -> None:
        """Arrays that were given out stay as they are; steps and resets raise ValueError."""
        self._games.close()

    def __len__(self) -> int:
        return self.num_envs

    def _kept(self, value: Any) -> Any:
        if not self._copy:
            return value
        return {k: self._kept(v) if isinstance(v, dict) else v.copy() for k, v in value.items()}


class TetrisAfterstatesVec(TetrisVec):
    """`TetrisVec` that shows the features of every placement: `features` (n, actions, k), 0 outside the mask.

    >>> env = TetrisAfterstatesVec(8, "10x10", features=["holes", "lines"])
    >>> obs, info = env.reset(seed=1)
    >>> obs["features"].shape
    (8, 40, 2)
    """

    def __init__(self, num_envs: int, board: str | Setting = "10x20", **options: Any):
        super().__init__(num_envs, board, **{"observation": "afterstates", **options})
