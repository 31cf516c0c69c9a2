"""Stand-ins for spaces: what is asked of them by the package and by its checker."""

import numpy as np


class Space:
    def __init__(self, shape=None, dtype=None, seed=None):
        self._shape, self.dtype = shape, dtype
        self.rng = np.random.default_rng(seed)

    @property
    def shape(self):
        return self._shape

    def seed(self, seed=None):
        self.rng = np.random.default_rng(seed)


class Discrete(Space):
    def __init__(self, n, seed=None, start=0):
        super().__init__((), np.dtype(np.int64), seed)
        self.n, self.start = n, start

    def sample(self, mask=None):
        if mask is not None:
            assert mask.dtype == np.int8 and mask.shape == (self.n,)
        return np.int64(self.rng.choice(self.n if mask is None else np.flatnonzero(mask)))

    def contains(self, x):
        return isinstance(x, (int, np.integer)) and 0 <= x < self.n


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
        assert np.isscalar(low) and shape is not None
        super().__init__(tuple(shape), np.dtype(dtype), seed)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

    def contains(self, x):
        return x.dtype == self.dtype and x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=np.int64, seed=None, start=None):
        self.nvec = np.array(nvec)
        super().__init__(self.nvec.shape, np.dtype(dtype), seed)

    def contains(self, x):
        return x.shape == self.shape and bool(np.all((x >= 0) & (x < self.nvec)))


class Dict(Space):
    def __init__(self, spaces=None, seed=None, **spaces_kwargs):
        super().__init__(None, None, seed)
        self.spaces = dict(sorted((spaces or spaces_kwargs).items()))

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(s.contains(x[k]) for k, s in self.spaces.items())
