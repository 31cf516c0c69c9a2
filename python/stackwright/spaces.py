"""Gymnasium's spaces and base classes where it is installed, else small ones that answer the same questions."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium import Env
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
    from gymnasium.vector import VectorEnv

    HAS_GYMNASIUM = True
except ImportError:
    HAS_GYMNASIUM = False

    class Space:
        """A set of values that can be drawn from and asked about."""

        def __init__(self, shape, dtype, seed=None):
            self.shape = shape
            self.dtype = None if dtype is None else np.dtype(dtype)
            self._np_random = np.random.default_rng(seed)

        def seed(self, seed: int | None = None):
            self._np_random = np.random.default_rng(seed)
            return seed

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

        def __eq__(self, other: object) -> bool:
            return type(self) is type(other) and repr(self) == repr(other)

        __hash__ = None

    class Discrete(Space):
        """Whole numbers from 0 to n - 1."""

        def __init__(self, n: int, seed=None):
            super().__init__((), np.int64, seed)
            self.n = int(n)

        def sample(self, mask: np.ndarray | None = None):
            if mask is None:
                return np.int64(self._np_random.integers(self.n))
            allowed = np.flatnonzero(mask)
            return np.int64(self._np_random.choice(allowed)) if allowed.size else np.int64(0)

        def contains(self, x: Any) -> bool:
            whole = isinstance(x, (int, np.integer)) or (
                isinstance(x, np.ndarray) and x.shape == () and np.issubdtype(x.dtype, np.integer)
            )
            return bool(whole and 0 <= int(x) < self.n)

        def __repr__(self):
            return f"Discrete({self.n})"

    class MultiDiscrete(Space):
        """Arrays of whole numbers, each below its own limit."""

        def __init__(self, nvec, dtype=np.int64, seed=None):
            self.nvec = np.asarray(nvec, dtype=np.int64)
            super().__init__(self.nvec.shape, dtype, seed)

        def sample(self, mask=None):
            return (self._np_random.random(self.shape) * self.nvec).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return bool(
                isinstance(x, np.ndarray)
                and x.shape == self.shape
                and np.issubdtype(x.dtype, np.integer)
                and np.all(x >= 0)
                and np.all(x < self.nvec)
            )

        def __repr__(self):
            return f"MultiDiscrete({self.nvec.tolist()})"

    class Box(Space):
        """Arrays of numbers between two bounds."""

        def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
            shape = np.shape(low) if shape is None else tuple(shape)
            super().__init__(shape, dtype, seed)
            self.low = np.full(shape, low, dtype=self.dtype)
            self.high = np.full(shape, high, dtype=self.dtype)

        def sample(self, mask=None):
            if np.issubdtype(self.dtype, np.integer):
                return self._np_random.integers(self.low, self.high, endpoint=True).astype(self.dtype)
            low, high = np.maximum(self.low, -1e3), np.minimum(self.high, 1e3)
            return self._np_random.uniform(low, high).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return bool(
                isinstance(x, np.ndarray)
                and np.can_cast(x.dtype, self.dtype)
                and x.shape == self.shape
                and np.all(x >= self.low)
                and np.all(x <= self.high)
            )

        def __repr__(self):
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class Dict(Space):
        """Several spaces by name."""

        def __init__(self, spaces=None, seed=None, **more):
            super().__init__(None, None, seed)
            self.spaces = {**(spaces or {}), **more}

        def seed(self, seed=None):
            for i, space in enumerate(self.spaces.values()):
                space.seed(None if seed is None else seed + i)
            return seed

        def sample(self, mask=None):
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in s for k, s in self.spaces.items())

        def __getitem__(self, name):
            return self.spaces[name]

        def keys(self):
            return self.spaces.keys()

        def __repr__(self):
            return "Dict(" + ", ".join(f"{k!r}: {s!r}" for k, s in self.spaces.items()) + ")"

    class _Closing:
        metadata: dict[str, Any] = {"render_modes": []}
        render_mode: str | None = None
        spec = None
        _np_random: np.random.Generator | None = None

        @property
        def unwrapped(self):
            return self

        @property
        def np_random(self):
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        def reset(self, *, seed=None, options=None):
            if isinstance(seed, int):
                self._np_random = np.random.default_rng(seed)

        def close(self, **kwargs):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *args):
            self.close()
            return False

    class Env(_Closing):
        """One environment."""

    class VectorEnv(_Closing):
        """Several environments stepped at once."""


def autoreset_mode(name: str) -> Any:
    """Gymnasium's own word for it where that is installed (1.1 and later), else ours."""
    if HAS_GYMNASIUM:
        modes = getattr(gymnasium.vector, "AutoresetMode", None)
        if modes is not None:
            return getattr(modes, name.replace("-", "_").upper())
    return name
