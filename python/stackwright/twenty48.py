"""2048: boards as values, and a player that searches.

>>> from stackwright import twenty48
>>> board = twenty48.Board().with_tile(seed=1, index=0).with_tile(seed=1, index=1)
>>> int((board.tiles > 0).sum())
2
>>> int(twenty48.Player("features").play(games=3, seed=1)["score"].min()) > 0
True
"""

from ._core import twenty48 as _twenty48

Board = _twenty48.Board
Player = _twenty48.Player

__all__ = ["Board", "Player"]
