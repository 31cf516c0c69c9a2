"""Gymnasium's rules for environments, written out and checked: for places where Gymnasium itself is not installed."""

from __future__ import annotations

from typing import Any

import numpy as np


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    return type(a) is type(b) and np.array_equal(a, b)


def _demand(fine: bool, rule: str) -> None:
    if not fine:
        raise AssertionError(rule)


def _legal(env: Any, info: dict, rng: np.random.Generator) -> int:
    mask = info.get("action_mask")
    return int(rng.choice(np.flatnonzero(mask))) if mask is not None else int(rng.integers(env.action_space.n))


def _episode(env: Any, seed: int | None, steps: int) -> list:
    """A random game as the list of everything that was returned."""
    rng = np.random.default_rng(7)
    obs, info = env.reset(seed=seed)
    _demand(env.observation_space.contains(obs), f"the observation of reset is not in {env.observation_space}: {obs}")
    _demand(isinstance(info, dict), "info is not a dict")
    seen: list = [(obs, info)]
    for _ in range(steps):
        action = _legal(env, info, rng)
        _demand(env.action_space.contains(action), f"action {action} is not in {env.action_space}")
        result = env.step(action)
        _demand(isinstance(result, tuple) and len(result) == 5, "step does not return five values")
        obs, reward, terminated, truncated, info = result
        _demand(env.observation_space.contains(obs), f"the observation of step is not in {env.observation_space}: {obs}")
        _demand(isinstance(reward, (float, int, np.floating, np.integer)), f"the reward is no number: {reward!r}")
        _demand(bool(np.isfinite(reward)), f"the reward is not finite: {reward!r}")
        _demand(isinstance(terminated, bool) and isinstance(truncated, bool), "terminated and truncated are not booleans")
        _demand(isinstance(info, dict), "info is not a dict")
        seen.append((obs, reward, terminated, truncated, info))
        if terminated or truncated:
            break
    return seen


def _equal(a: list, b: list) -> bool:
    return len(a) == len(b) and all(len(x) == len(y) and all(map(_same, x, y)) for x, y in zip(a, b))


def check_env(env: Any, steps: int = 300) -> None:
    """Raises AssertionError with the rule that is broken.

    Spaces contain what is returned; the same seed gives the same game, another seed another one; a reset without a seed goes
    on with another game; returned arrays do not change later; a game that is over is not stepped on without a reset.

    >>> from stackwright import Game2048, Tetris
    >>> check_env(Tetris("6x8"))
    >>> check_env(Game2048())
    """
    first = _episode(env, 123, steps)
    kept = _episode(env, 123, steps)
    _demand(_equal(first, kept), "two games of the same seed differ")
    _demand(_equal(first, _episode(env, 123, steps)), "arrays that were returned have changed since")
    others = [_episode(env, seed, steps) for seed in (124, 125, 126)]
    _demand(not all(_equal(first, other) for other in others), "other seeds give the same game")
    _episode(env, 123, steps)
    unseeded = [_episode(env, None, steps) for _ in range(3)]
    _demand(not all(_equal(unseeded[0], other) for other in unseeded[1:]), "resets without a seed repeat one game")
    last = _episode(env, 123, 10**6)
    _demand(last[-1][2] or last[-1][3], "a random game does not end")
    try:
        env.step(0)
    except Exception:
        pass
    else:
        _demand(False, "a game that is over can be stepped on")
    env.reset(seed=1)
    env.action_space.seed(3)
    draws = [env.action_space.sample() for _ in range(20)]
    env.action_space.seed(3)
    _demand(draws == [env.action_space.sample() for _ in range(20)], "the action space does not follow its seed")


def check_vector_env(env: Any, steps: int = 100) -> None:
    """The same rules for many games at once: shapes, spaces, and the same arrays for the same seed.

    >>> from stackwright import TetrisVec
    >>> check_vector_env(TetrisVec(5, "6x8", copy=True))
    """

    def play(seed: Any) -> list:
        obs, info = env.reset(seed=seed)
        seen: list = [(obs, info)]
        for _ in range(steps):
            _demand(env.observation_space.contains(obs), f"an observation is not in {env.observation_space}")
            result = env.step(env.sample_actions())
            _demand(isinstance(result, tuple) and len(result) == 5, "step does not return five values")
            obs, rewards, terminated, truncated, info = result
            for array, dtype in ((rewards, np.float64), (terminated, np.bool_), (truncated, np.bool_)):
                _demand(array.shape == (env.num_envs,) and array.dtype == dtype, "rewards or flags have a wrong form")
            _demand(not np.any(terminated & truncated), "a game is terminated and truncated at once")
            seen.append(result)
        return seen

    first = play(5)
    _demand(_equal(first, play(5)), "two plays of the same seed differ")
    _demand(not _equal(first, play(6)), "another seed gives the same games")
    seeds = list(range(10, 10 + env.num_envs))
    _demand(_equal(play(seeds), play(seeds)), "two plays of the same list of seeds differ")
