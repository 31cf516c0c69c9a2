"""Murus Gallicus: positions as values, and a player that searches.

>>> from stackwright import murus
>>> position = murus.Position()
>>> decision = murus.Player().decide(position, nodes=2000)
>>> position.play(decision["move"]).side
'gauls'
"""

from ._core import murus as _murus

Position = _murus.Position
Player = _murus.Player

__all__ = ["Player", "Position"]
