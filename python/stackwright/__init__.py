"""Stackwright in Python: a laboratory for game-playing agents.

Games are values, environments speak Gymnasium's language, and everything heavy runs in C++ without the GIL.

>>> import stackwright as sw
>>> env = sw.TetrisVec(4, "10x20")
>>> obs, info = env.reset(seed=1)
>>> obs["board"].shape, info["action_mask"].shape
((4, 20, 10), (4, 40))
>>> obs, rewards, terminated, truncated, info = env.step(env.sample_actions())
>>> env.close()
>>> sw.play("dellacherie", "10x10", games=10, max_pieces=100).pieces.max()
100
"""

import sys as _sys

from . import _core
from ._core import (
    Board,
    Controller,
    Game,
    Optimiser,
    PieceSet,
    Placement,
    Setting,
    Store,
    __version__,
    action,
    algorithms,
    controllers,
    optimisers,
    placement,
    presets,
)

for _name in ("murus", "twenty48"):  # pickles name these modules
    _sys.modules[f"{__name__}._core.{_name}"] = getattr(_core, _name)

from . import murus, twenty48  # noqa: E402
from .checker import check_env, check_vector_env  # noqa: E402
from .envs import Tetris, TetrisAfterstates  # noqa: E402
from .game2048 import Game2048  # noqa: E402
from .laboratory import Evolution, Played, Solution, evolve, play, play_all, solve  # noqa: E402
from .tetris import AFTERSTATE_FEATURES, BOARD_FEATURES, Afterstates, Feature, afterstates, feature_names, features  # noqa: E402
from .vector import TetrisAfterstatesVec, TetrisVec  # noqa: E402
from .registration import register  # noqa: E402

register()

__all__ = [
    "AFTERSTATE_FEATURES",
    "BOARD_FEATURES",
    "Afterstates",
    "Board",
    "Controller",
    "Evolution",
    "Feature",
    "Game",
    "Game2048",
    "Optimiser",
    "PieceSet",
    "Placement",
    "Played",
    "Setting",
    "Solution",
    "Store",
    "Tetris",
    "TetrisAfterstates",
    "TetrisAfterstatesVec",
    "TetrisVec",
    "__version__",
    "action",
    "afterstates",
    "algorithms",
    "check_env",
    "check_vector_env",
    "controllers",
    "evolve",
    "feature_names",
    "features",
    "murus",
    "optimisers",
    "placement",
    "play",
    "play_all",
    "presets",
    "register",
    "solve",
    "twenty48",
]
