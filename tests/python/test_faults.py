"""Faults: wrong shapes and dtypes, use after close, threads, forks, signals - exceptions, never crashes."""

import copy
import gc
import multiprocessing
import os
import pickle
import signal
import threading

import numpy as np
import pytest
import stackwright as sw


def fresh(n=4, **options):
    env = sw.TetrisVec(n, "6x10", **options)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    "actions, error, words",
    [
        (np.zeros(3, int), ValueError, "actions of shape (4,) expected, got (3,)"),
        (np.zeros((4, 1), int), ValueError, "actions of shape (4,) expected, got (4, 1)"),
        (np.zeros(4), TypeError, "actions must be whole numbers, got dtype float64"),
        (np.zeros(4, bool), TypeError, "actions must be whole numbers, got dtype bool"),
        (["a"] * 4, TypeError, "actions must be whole numbers"),
        (None, TypeError, "actions must be whole numbers"),
        (np.array([0, 0, 0, 24]), ValueError, "action of game 3 must be from 0 to 23, got 24"),
        (np.array([0, -1, 0, 0]), ValueError, "action of game 1 must be from 0 to 23, got -1"),
        (np.array([2**63 - 1] * 4), ValueError, "action of game 0 must be"),
        (np.array([2**64 - 1] * 4, dtype=np.uint64), ValueError, "action of game 0 must be"),
        (np.array([0, 0, 23, 0]), ValueError, "action of game 2 is not in its mask: 23 (orientation 3, column 5)"),
    ],
)
def test_wrong_actions_change_nothing(actions, error, words):
    env = fresh()
    before = [env.board(i) for i in range(4)]
    with pytest.raises(error) as caught:
        env.step(actions)
    assert words in str(caught.value)
    assert [env.board(i) for i in range(4)] == before
    env.step(np.zeros(4, np.uint8))  # any whole numbers will do


def test_actions_outside_the_mask_can_end_the_game():
    env = fresh(illegal="end")
    _, rewards, terminated, truncated, _ = env.step(np.array([0, 23, 0, 0]))
    assert terminated.tolist() == [False, True, False, False] and not truncated.any() and rewards[1] == 0
    with pytest.raises(ValueError):  # numbers that are no action at all are always an error
        env.step(np.array([0, 24, 0, 99]))
    single = sw.Tetris("6x10", illegal="end")
    single.reset(seed=1)
    assert single.step(23)[2] is True
    game = sw.Game2048(illegal="end")
    _, info = game.reset(seed=1)
    assert game.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))[2] if not info["action_mask"].all() else True


@pytest.mark.parametrize(
    "wrong, error, words",
    [
        (lambda: sw.TetrisVec(0), ValueError, "number of games must be from 1 to 1048576, got 0"),
        (lambda: sw.TetrisVec(2, "10x2000"), ValueError, "got '2000'"),
        (lambda: sw.TetrisVec(2, autoreset="never"), ValueError, "unknown autoreset 'never'"),
        (lambda: sw.TetrisVec(2, illegal="ignore"), ValueError, "illegal must be raise or end"),
        (lambda: sw.TetrisVec(2, observation="pixels"), ValueError, "observation must be"),
        (lambda: sw.TetrisVec(2, observation="features", features=["lines"]), ValueError, "speaks of a move"),
        (lambda: sw.TetrisVec(2, observation="afterstates", features="holes"), TypeError, "a list of names"),
        (lambda: sw.TetrisVec(2, preview=1000), ValueError, "preview must be from 0 to 64"),
        (lambda: sw.TetrisVec(2, "4x5", piece_set="hexomino"), ValueError, "does not fit on an empty board"),
        (lambda: sw.TetrisVec(2, render_mode="human"), ValueError, "render_mode"),
        (lambda: sw.TetrisVec(3).reset(seed=[1, 2]), ValueError, "one seed for each of 3 games expected, got 2"),
        (lambda: sw.TetrisVec(3).reset(seed=-1), ValueError, "seed must be a whole number"),
        (lambda: sw.TetrisVec(3).reset(seed=[1, 2.5, 3]), ValueError, "seed must be a whole number"),
        (lambda: sw.TetrisVec(3).reset(options={"reset_mask": [1, 0, 1]}), ValueError, "reset_mask must be 3 booleans"),
        (lambda: sw.TetrisVec(3).step(np.zeros(3, int)), ValueError, "reset must come before the first step"),
        (lambda: sw.Tetris().step(0), ValueError, "reset must come before the first step"),
        (lambda: sw.Tetris("6x10").step("0"), TypeError, "an action must be a whole number"),
        (lambda: sw.Tetris(render_mode="rgb_array"), ValueError, "render_mode must be ansi or None"),
        (lambda: fresh().board(4), IndexError, "there is no game 4"),
        (lambda: fresh().set_position(0, sw.Board("10x20"), "T"), ValueError, "a board of 6x10 expected"),
        (lambda: fresh().set_position(9, sw.Board("6x10"), "T"), ValueError, "game must be from 0 to 3"),
        (lambda: fresh().set_boards(np.zeros((4, 10, 7), int)), ValueError, "boards of shape (4, 10, 6) expected, got (4, 10, 7)"),
        (lambda: fresh().set_boards(np.zeros((4, 10, 6))), TypeError, "boards must be booleans or whole numbers"),
        (lambda: sw.Game2048().step(0), ValueError, "reset it before the next step"),
    ],
)
def test_wrong_requests(wrong, error, words):
    with pytest.raises(error) as caught:
        wrong()
    assert words in str(caught.value)


def test_use_after_close():
    env = fresh()
    obs, *_ = env.step(env.sample_actions())
    kept = obs["board"].copy()
    env.close()
    env.close()
    assert env.closed
    for use in (lambda: env.step(np.zeros(4, int)), lambda: env.reset(seed=1), env.sample_actions, lambda: env.board(0)):
        with pytest.raises(ValueError, match="the games are closed"):
            use()
    assert np.array_equal(obs["board"], kept)  # what was given out stays
    del env
    gc.collect()
    assert np.array_equal(obs["board"], kept)
    single = sw.Tetris()
    single.reset(seed=1)
    single.close()
    with pytest.raises(ValueError, match="closed"):
        single.step(0)


def test_a_closed_store(tmp_path):
    path = str(tmp_path / "runs.db")
    tiny = dict(generations=2, population=4, games=1, max_pieces=20, finalists=1, final_games=1, held_out_games=2,
                held_out_pieces=30)
    seen = []
    end = sw.evolve("milan-score", store=path, name="tiny", settings=tiny, on_generation=lambda *row: seen.append(row))
    with sw.Store(path) as store:
        assert [run["name"] for run in store.runs()] == ["tiny"]
        assert store.run("tiny")["state"] == "finished"
        table = store.generations("tiny")
        assert table["genes"].shape == (2, len(end.genes)) and table["best"].tolist() == [row[1] for row in seen]
        assert store.evaluations(1)["fitness"].shape[0] >= 8
    with pytest.raises(ValueError, match="is closed"):
        store.runs()

    def stop(*row):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        sw.evolve("milan-score", store=path, name="cut", settings=tiny, on_generation=stop)
    again = sw.evolve(resume="cut", store=path)  # goes on to the very same end
    assert np.array_equal(again.genes, end.genes)


def test_environments_do_not_pretend_to_be_values():
    for copied in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            copied(fresh())


def test_two_threads_at_one_environment():
    env = fresh(4000, threads=2)
    refused, broken = [], []

    def work():
        for _ in range(30):
            try:
                env.step(env.sample_actions())
            except ValueError as error:
                # A step that came between has made the actions old ones.
                (refused if "another thread" in str(error) or "mask" in str(error) else broken).append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not broken
    env.reset(seed=1)
    env.step(env.sample_actions())


def test_close_while_another_thread_steps():
    for _ in range(5):
        env = fresh(3000, threads=2)
        errors = []

        def work():
            try:
                while True:
                    env.step(env.sample_actions())
            except ValueError as error:
                errors.append(str(error))

        thread = threading.Thread(target=work)
        thread.start()
        env.close()
        thread.join(30)
        assert errors == ["the games are closed"]


def test_each_thread_with_its_own_environment():
    ends = {}

    def work(name):
        env = fresh(300, threads=2)
        for _ in range(40):
            obs, *_ = env.step(env.sample_actions())
        ends[name] = obs["board"].copy()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(ends[0], end) for end in ends.values())


def play_on(env, queue):
    for _ in range(10):
        obs, *_ = env.step(env.sample_actions())
    queue.put(obs["board"].sum(axis=0))


def test_a_forked_child_plays_on():
    env = fresh(500, threads=3)
    env.step(env.sample_actions())  # its threads are running now
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=play_on, args=(env, queue))
    child.start()
    theirs = queue.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    for _ in range(10):
        obs, *_ = env.step(env.sample_actions())
    assert np.array_equal(obs["board"].sum(axis=0), theirs)
    env.close()


def test_spawned_workers_get_values_by_pickle():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        lines = pool.map(lines_of, [sw.Controller.load("dellacherie"), sw.Controller.load("bcts")])
    assert lines == [lines_of(sw.Controller.load(name)) for name in ("dellacherie", "bcts")]


def lines_of(controller):
    return sw.play(controller, "10x10", games=2, max_pieces=200, threads=1).lines.tolist()


def test_ctrl_c_stops_long_work():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started us with it ignored
    try:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            sw.play("dt-20", "10x20", games=1000, threads=2)
    finally:
        signal.signal(signal.SIGINT, before)
