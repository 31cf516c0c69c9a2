"""Tetris by hand: the registry of features, and every board that a piece can lead to."""

from __future__ import annotations

from typing import NamedTuple, Sequence

import numpy as np

from . import _core
from ._core import Board, Setting

#: What Thiery and Scherrer's controllers look at, and the default of afterstates.
AFTERSTATE_FEATURES = (
    "landing_height",
    "eroded_cells",
    "row_transitions",
    "column_transitions",
    "holes",
    "cumulative_wells",
    "hole_depth",
    "rows_with_holes",
)

#: Features of a board as it lies, the default of observations by features.
BOARD_FEATURES = (
    "column_height",
    "holes",
    "row_transitions",
    "column_transitions",
    "cumulative_wells",
    "hole_depth",
    "rows_with_holes",
)


class Feature(NamedTuple):
    """A row of the registry. `about` is "move", or "board" for features of the board that a move leaves."""

    name: str
    definition: str
    source: str
    about: str


def features() -> list[Feature]:
    """All features.

    >>> [f.about for f in features() if f.name == "holes"]
    ['board']
    """
    return [Feature(*row) for row in _core.feature_rows()]


def feature_names(names: Sequence[str], setting: Setting | str | None = None) -> list[str]:
    """What each column of an array of features stands for; a feature with an index has several.

    >>> feature_names(["holes", "column_height"], "4x20")
    ['holes', 'column_height[0]', 'column_height[1]', 'column_height[2]', 'column_height[3]']
    """
    return _core.feature_names(list(names), setting)


class Afterstates(NamedTuple):
    """Every placement that does not lose, one to a row, in the order of actions."""

    actions: np.ndarray  # (m,) orientation * width + column
    boards: np.ndarray  # (m, height, width) of 0 and 1, rows top to bottom
    features: np.ndarray  # (m, k) float32
    lines: np.ndarray  # (m,) rows removed


def afterstates(
    board: Board,
    piece: str | int,
    features: Sequence[str] = AFTERSTATE_FEATURES,
    setting: Setting | str | None = None,
) -> Afterstates:
    """All boards that a piece can lead to, with their features.

    >>> after = afterstates(Board("10x20"), "O", ["landing_height", "holes"])
    >>> after.boards.shape, after.features.tolist()[0], after.actions.tolist()
    ((9, 20, 10), [0.5, 0.0], [0, 1, 2, 3, 4, 5, 6, 7, 8])
    """
    return Afterstates(*_core.afterstates(board, piece, setting, list(features)))
