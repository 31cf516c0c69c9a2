"""A stand-in for Gymnasium 1.x where it is not installed: the parts that the package touches, with its signatures."""

import numpy as np

from . import spaces, vector

registry = {}


def register(id, entry_point=None, vector_entry_point=None, **kwargs):
    registry[id] = (entry_point, vector_entry_point)


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    spec = None
    _np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            if not isinstance(seed, int) or seed < 0:
                raise ValueError("seed must be a python integer")
            self._np_random = np.random.default_rng(seed)

    @property
    def unwrapped(self):
        return self
