"""Environments: Gymnasium's rules, seeds, masks, autoreset, and agreement with the games of the library."""

import importlib.util
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import stackwright as sw


@pytest.mark.parametrize(
    "make",
    [
        lambda: sw.Tetris("6x8"),
        lambda: sw.Tetris("10x20", observation="features", preview=2, max_pieces=15),
        lambda: sw.Tetris("7x9", rules="ia-tetris", pieces="bag", score="milan"),
        lambda: sw.TetrisAfterstates("5x8"),
        lambda: sw.TetrisAfterstates("6x8", features=["lines", "rbf"], boards=False),
        lambda: sw.Tetris("8x10", piece_set="pentomino", pieces="weighted:I=1,L=2,T=1"),
        lambda: sw.Game2048(),
        lambda: sw.Game2048(max_moves=20),
    ],
)
def test_gymnasiums_rules(make):
    sw.check_env(make())


def test_a_checker_that_can_fail():
    class Forgetful(sw.Tetris):
        def reset(self, *, seed=None, options=None):
            return super().reset(seed=None, options=options)

    with pytest.raises(AssertionError, match="two games of the same seed differ"):
        sw.check_env(Forgetful("6x8"))

    class Liar(sw.Tetris):
        def step(self, action):
            obs, *rest = super().step(action)
            return ({**obs, "piece": np.int64(9)}, *rest)

    with pytest.raises(AssertionError, match="the observation of step is not in"):
        sw.check_env(Liar("6x8"))


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
@pytest.mark.parametrize("observation", ["board", "features", "afterstates"])
def test_vector_rules(autoreset, observation):
    sw.check_vector_env(sw.TetrisVec(7, "6x8", observation=observation, autoreset=autoreset, preview=1, copy=True))


def greedy(features, mask, weights):
    scores = np.where(mask, features @ weights, -np.inf)
    return scores.argmax(axis=-1)


def test_the_same_game_everywhere():
    """Dellacherie's games by the library on all cores, by the vectorised and by the single environment."""
    controller = sw.Controller.load("dellacherie")
    names = [feature for feature, *_ in controller.terms]
    played = sw.play(controller, "10x10", games=6, seed=11, max_pieces=250)
    env = sw.TetrisAfterstatesVec(6, "10x10", features=names, max_pieces=250, autoreset="same-step")
    obs, info = env.reset(seed=11)
    lines, pieces = np.full(6, -1), np.full(6, -1)
    while (lines < 0).any():
        obs, _, terminated, truncated, info = env.step(greedy(obs["features"], info["action_mask"], controller.weights))
        first = (terminated | truncated) & (lines < 0)
        lines[first], pieces[first] = info["lines"][first], info["placed"][first]
    assert lines.tolist() == played.lines.tolist() and pieces.tolist() == played.pieces.tolist()

    single = sw.TetrisAfterstates("10x10", features=names, boards=False, max_pieces=250)
    obs, info = single.reset(seed=11, options={"game": 2})
    done = False
    while not done:
        action = greedy(obs["features"], info["action_mask"], controller.weights)
        obs, _, terminated, truncated, info = single.step(action)
        done = terminated or truncated
    assert info["lines"] == played.lines[2] and info["placed"] == played.pieces[2]


@pytest.mark.skipif("STACKWRIGHT_PROGRAM" not in os.environ, reason="needs the program")
def test_the_same_game_on_the_command_line():
    import json

    command = [os.environ["STACKWRIGHT_PROGRAM"], "play", "--controller", "bcts", "--board", "10x10", "--games", "5"]
    told = subprocess.run([*command, "--seed", "8", "--max-pieces", "500", "--json", "--quiet"], capture_output=True, check=True)
    games = json.loads(told.stdout)["games"]
    played = sw.play("bcts", "10x10", games=5, seed=8, max_pieces=500)
    assert [g["hash"] for g in games] == [f"{h:016x}" for h in played.hash]
    told = subprocess.run([command[0], "2048", "play", "--games", "2", "--seed", "3", "--json", "--quiet"], capture_output=True)
    player = sw.twenty48.Player("features")
    assert json.loads(told.stdout)["mean"] == pytest.approx(player.play(games=2, seed=3)["mean"])


def test_2048_is_the_game_of_the_library():
    player = sw.twenty48.Player("features")
    result = player.play(games=2, seed=5)
    env = sw.Game2048()
    for game in range(2):
        env.reset(seed=5, options={"game": game})
        score, over = 0.0, False
        while not over:
            move, _ = player.best(env._board)
            _, reward, over, _, info = env.step(["up", "right", "down", "left"].index(move))
            score += reward
        assert score == result["score"][game] == info["score"]
        assert env._board == result["last"][game]


def trace(n, threads, steps=60, **options):
    """Copies of all arrays in random play."""
    env = sw.TetrisVec(n, "6x10", threads=threads, copy=True, **options)
    obs, info = env.reset(seed=2)
    seen = [(obs, info)]
    for _ in range(steps):
        seen.append(env.step(env.sample_actions()))
    return seen


def flat(value):
    if isinstance(value, dict):
        return [x for k in sorted(value) for x in flat(value[k])]
    return [x for v in value for x in flat(v)] if isinstance(value, (tuple, list)) else [value]


@pytest.mark.parametrize("options", [{}, {"observation": "afterstates", "boards": True, "autoreset": "same-step"}])
def test_threads_and_number_of_games_do_not_matter(options):
    one = flat(trace(150, 1, **options))
    eight = flat(trace(150, 8, **options))
    fewer = flat(trace(40, 2, **options))
    assert len(one) == len(eight) == len(fewer) > 100
    for a, b, c in zip(one, eight, fewer):
        assert np.array_equal(a, b) and np.array_equal(a[:40], c)


def test_a_list_of_seeds_gives_the_games_of_single_environments():
    seeds = [3, 14, 15]
    env = sw.TetrisVec(3, "8x8", autoreset="disabled", copy=True)
    obs, info = env.reset(seed=seeds)
    singles = [sw.Tetris("8x8") for _ in seeds]
    for i, (single, seed) in enumerate(zip(singles, seeds)):
        own, _ = single.reset(seed=seed)
        assert own["piece"] == obs["piece"][i]
    for _ in range(4):
        actions = env.sample_actions().copy()
        obs, rewards, terminated, _, info = env.step(actions)
        for i, single in enumerate(singles):
            own, reward, over, _, single_info = single.step(actions[i])
            assert np.array_equal(own["board"], obs["board"][i]) and own["piece"] == obs["piece"][i]
            assert reward == rewards[i] and over == terminated[i]
            assert np.array_equal(single_info["action_mask"], info["action_mask"][i])


def test_arrays_are_the_games_own_memory():
    env = sw.TetrisVec(64, "10x20")
    obs, info = env.reset(seed=1)
    boards = obs["board"]
    assert not boards.any() and not boards.flags.owndata and not boards.flags.writeable
    again, *_ = env.step(env.sample_actions())
    assert again["board"] is boards and boards.any()
    with pytest.raises(ValueError):
        boards[0] = 1


def test_positions_can_be_set():
    board = sw.Board.parse("\n".join(["......"] * 6 + ["#####."] * 4))
    env = sw.Tetris("6x10", score="milan")
    env.reset(seed=1)
    obs, info = env.set_position(board, "I")
    assert np.array_equal(obs["board"], board.to_array()) and obs["piece"] == 0
    action = sw.action(sw.Placement(1, 5), env.setting)
    obs, reward, *_ = env.step(action)
    assert reward == 100 and not obs["board"].any()


def test_all_boards_can_be_set():
    env = sw.TetrisVec(40, "6x10", copy=True)
    obs, _ = env.reset(seed=1)
    boards = np.random.default_rng(1).integers(0, 2, (40, 10, 6)).astype(bool)
    boards[:, :5] = False
    boards[7] = True
    after, info = env.set_boards(boards)
    assert np.array_equal(after["board"], boards) and np.array_equal(after["piece"], obs["piece"])
    for i in range(40):
        allowed = sw.afterstates(env.board(i), int(obs["piece"][i]), [], "6x10").actions
        assert np.array_equal(np.flatnonzero(info["action_mask"][i]), allowed)
    assert not info["action_mask"][7].any()
    _, rewards, terminated, _, info = env.step(env.sample_actions())
    assert not terminated[7] and info["placed"][7] == 0  # a new game has begun there


def test_truncated_is_not_terminated():
    env = sw.Tetris("10x20", max_pieces=3)
    _, info = env.reset(seed=1)
    for step in range(3):
        _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (terminated, truncated) == (False, True)
    ended = sw.Tetris("10x20", pieces="list:OO")
    ended.reset(seed=1)
    ended.step(0)
    obs, _, terminated, truncated, info = ended.step(0)
    assert (terminated, truncated) == (False, True) and not info["action_mask"].any() and obs in ended.observation_space


WITH_GYMNASIUM = """
import importlib, gymnasium, stackwright as sw
from stackwright.registration import ENVIRONMENTS
for name, entries in ENVIRONMENTS.items():
    assert name in gymnasium.registry
    for module, thing in (entry.split(":") for entry in entries if entry is not None):
        assert callable(getattr(importlib.import_module(module), thing))
env = sw.Tetris("6x8", preview=1)
assert isinstance(env, gymnasium.Env) and isinstance(env.observation_space, gymnasium.spaces.Dict)
for one in (env, sw.TetrisAfterstates("6x8"), sw.Game2048()):
    sw.check_env(one)
many = sw.TetrisVec(3, "6x8", copy=True, autoreset="same-step")
assert isinstance(many, gymnasium.vector.VectorEnv)
assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
sw.check_vector_env(many)
print("fine")
"""


def test_with_gymnasium_its_own_classes_are_used_and_registered():
    path = [os.path.dirname(sw.__path__[0]), *sys.path]
    if importlib.util.find_spec("gymnasium") is None:
        assert sw.register() is False
        path.insert(0, os.path.join(os.path.dirname(__file__), "fake"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    told = subprocess.run([sys.executable, "-c", WITH_GYMNASIUM], env=environment, capture_output=True, text=True)
    assert told.stdout == "fine\n", told.stderr


def test_the_gil_is_free_while_games_are_stepped():
    """Another Python thread gets its turn during one call, though nobody is asked to hand over the GIL."""
    env = sw.TetrisAfterstatesVec(4000, "10x20", threads=1)
    env.reset(seed=1)
    actions = env.sample_actions()
    go, counted = threading.Event(), []

    def count():
        go.wait()
        counted.extend(range(1000))

    thread = threading.Thread(target=count)
    thread.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000.0)
    try:
        go.set()
        env.step(actions)
        assert len(counted) == 1000
    finally:
        sys.setswitchinterval(before)
        thread.join()
