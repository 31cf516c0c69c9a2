"""Whole games, known lists, whole evolutions: what the command line does, as functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from . import _core
from ._core import Board, Controller, Placement, Setting


@dataclass(frozen=True, eq=False)
class Played:
    """Games by a controller. `ended` is "top", "limit" or "list"; the piece that ends a game at the top is not counted."""

    pieces: np.ndarray
    lines: np.ndarray
    score: np.ndarray
    clears: np.ndarray  # (games, 4): placements that removed 1, 2, 3, 4 rows
    ended: list[str]
    hash: np.ndarray  # over every placement
    mean_lines: float
    mean_pieces: float
    mean_score: float
    censored: bool  # no game ended at the top
    ci95_lines: tuple[float, float]
    points_per_piece: float


def _controller(given: Controller | str) -> Controller:
    return given if isinstance(given, Controller) else Controller.load(given)


def play_all(
    controllers: Sequence[Controller | str],
    setting: Setting | str | None = None,
    *,
    games: int = 1,
    seed: int = 1,
    pieces: str = "uniform",
    rng: str = "fast",
    score: str = "lines",
    max_pieces: int = 0,
    max_lines: int = 0,
    misdrop: float = 0.0,
    see: int | None = None,
    search: str | None = None,
    beam_width: int | None = None,
    pairs: str | None = None,
    simd: str = "auto",
    threads: int = 0,
) -> list[Played]:
    """Several controllers with the same terms, each on the same games; all of them share the cores.

    >>> base = Controller.load("dellacherie")
    >>> weak = base.with_weights([-1, 0, 0, 0, 0, 0])
    >>> strong, feeble = play_all([base, weak], "10x10", games=20, seed=3)
    >>> strong.mean_lines > feeble.mean_lines
    True
    """
    options = dict(
        pieces=pieces, rng=rng, score=score, max_pieces=max_pieces, max_lines=max_lines, misdrop=misdrop, see=see,
        search=search, beam_width=beam_width, pairs=pairs, simd=simd, threads=threads,
    )
    played = _core.play_controllers([_controller(c) for c in controllers], setting, seed, games, options)
    return [Played(**result) for result in played]


def play(controller: Controller | str, setting: Setting | str | None = None, **options: Any) -> Played:
    """Headless games on all cores: game i of a seed is the one that `stackwright play --seed SEED` plays.

    Options are those of `play_all`. Ctrl-C raises KeyboardInterrupt.

    >>> played = play("bcts", "10x10", games=4, max_pieces=50)
    >>> played.pieces.tolist(), played.censored
    ([50, 50, 50, 50], True)
    """
    return play_all([controller], setting, **options)[0]


@dataclass(frozen=True, eq=False)
class Solution:
    """What a search of a known list found; `proved` says that no plan does better."""

    points: int
    bound: int
    proved: bool
    lost: bool
    complete: bool
    plan: list[Placement]
    expanded: int
    generated: int
    ended: str


def solve(
    pieces: str,
    setting: Setting | str | None = None,
    *,
    board: Board | None = None,
    score: str = "ia-tetris",
    algorithm: str = "exact",
    cost: str = "quality",
    heuristic: Controller | str = "none",
    max_nodes: int = 0,
    max_seconds: float = 0.0,
    width: int = 1000,
    k: int = 5,
    depth: int = 4,
    seed: int = 1,
    threads: int = 0,
) -> Solution:
    """Places a known list of pieces for the most points; on IA-Tetris' 10x18 unless a setting is given.

    >>> found = solve("IIOIIO", score="lines")
    >>> found.points, found.proved
    (2, True)
    """
    if setting is None:
        setting = Setting("10x18", rules="ia-tetris")
    elif isinstance(setting, str):
        setting = Setting(setting)
    options = dict(
        max_nodes=max_nodes, max_seconds=max_seconds, width=width, k=k, depth=depth, seed=seed, threads=threads
    )
    return Solution(**_core.solve_list(pieces, setting, board, score, algorithm, cost, heuristic, options))


@dataclass(frozen=True, eq=False)
class Evolution:
    """The end of an evolution. `held_out` is the champion's figure on games that it has not seen."""

    run: str
    id: int
    reason: str
    genes: np.ndarray
    fitness: float
    controller: Controller
    held_out: dict[str, Any] | None


def evolve(
    preset: str = "",
    *,
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int = 0,
    store: str = "",
    name: str = "",
    resume: str = "",
    on_generation: Callable[[int, float, float, np.ndarray], None] | None = None,
) -> Evolution:
    """A whole evolution, stored as it goes; Ctrl-C stops it, and `resume` (a name or number) goes on with it.

    `preset` is one of `presets()` or the path of a TOML file, `settings` changes its keys. After every generation
    `on_generation(generation, best, mean, genes)` is called; an exception there stops the run.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     end = evolve("milan-score", store=folder + "/runs.db", settings={
    ...         "generations": 1, "population": 4, "games": 1, "max_pieces": 10, "finalists": 1, "final_games": 1,
    ...         "held_out_games": 2, "held_out_pieces": 20})
    >>> len(end.genes) == len(end.controller.terms)
    True
    """
    if bool(preset) == bool(resume):
        raise ValueError("give either a preset or a run to resume")
    result = _core.run_evolution(
        preset, dict(settings or {}), seed, threads, str(store), name, str(resume), on_generation
    )
    result["controller"] = Controller.from_json(result["controller"])
    return Evolution(**result)
