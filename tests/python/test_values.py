"""Values: boards, placements, pieces, settings, games, controllers - equal, copied, pickled, and refused when wrong."""

import copy
import pickle

import numpy as np
import pytest
import stackwright as sw

DRAWN = "....\n#...\n##.#\n####"
CORNERS = sw.PieceSet("corners", {"V": ["#.", "##"], "I": ["###"], ".": ["#"]})


def played_game():
    game = sw.Game("10x10", seed=5, game=3)
    for _ in range(9):
        game.play(sw.Controller.load("dellacherie").choose(game.board, game.piece))
    return game


def told_optimiser():
    search = sw.Optimiser("cma-es", 3, seed=4, population=6)
    search.tell(-(search.ask() ** 2).sum(axis=1))
    return search


VALUES = {
    "board": lambda: sw.Board.parse(DRAWN),
    "placement": lambda: sw.Placement(1, 3),
    "piece set": lambda: CORNERS,
    "shipped set": lambda: sw.PieceSet.shipped("pentomino"),
    "setting": lambda: sw.Setting("8x12", rules="ia-tetris", piece_set=CORNERS),
    "game": played_game,
    "controller": lambda: sw.Controller.load("dt-20"),
    "position": lambda: sw.murus.Position().play("G1,N"),
    "2048": lambda: sw.twenty48.Board("2 . . 4/. . 8 ./. . . ./. . . 1024"),
}


@pytest.mark.parametrize("name", VALUES)
def test_every_value_survives_copies_and_pickles(name):
    value = VALUES[name]()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy([value])[0] == value
    if name != "game":
        assert hash(copy.deepcopy(value)) == hash(value)


def test_a_copied_optimiser_goes_on_alike_and_alone():
    search = told_optimiser()
    twins = [pickle.loads(pickle.dumps(search)), copy.deepcopy(search), copy.copy(search)]
    for twin in twins:
        assert np.array_equal(twin.ask(), search.ask())
    search.tell(np.arange(6.0))
    for twin in twins:
        assert twin.generation == 1
        twin.tell(np.arange(6.0))
        assert np.array_equal(twin.ask(), search.ask())


def test_copies_of_a_game_are_independent():
    game = played_game()
    fork = copy.deepcopy(game)
    fork.undo()
    assert len(game) == 9 and len(fork) == 8
    fork.play(game.moves[8])
    assert fork == game


def test_a_board_is_what_was_drawn():
    board = sw.Board.parse(DRAWN)
    assert str(board) == DRAWN + "\n"
    assert board.to_array().tolist() == [[c == "#" for c in row] for row in DRAWN.split("\n")]
    assert board == sw.Board.from_array(np.array(board.to_array(), order="F", dtype=np.int32))
    assert board != sw.Board("4x4")
    assert board.heights.tolist() == [3, 2, 1, 2]


@pytest.mark.parametrize(
    "wrong, error, words",
    [
        (lambda: sw.Board("3x20"), ValueError, "board"),
        (lambda: sw.Board.parse("#.x.\n....\n....\n...."), ValueError, "line 1, column 3"),
        (lambda: sw.Board.from_array(np.zeros((20, 10))), TypeError, "whole numbers expected, got dtype float64"),
        (lambda: sw.Board.from_array(np.zeros(10, int)), ValueError, "2 dimensions expected, got 1"),
        (lambda: sw.Board.from_array(np.zeros((20, 40), int)), ValueError, "got '40'"),
        (lambda: sw.Placement(4, 0), ValueError, "orientation must be from 0 to 3"),
        (lambda: sw.Setting("10x20", rules="nes"), ValueError, "unknown rules 'nes'"),
        (lambda: sw.Setting("10x20", piece_set="domino"), ValueError, "unknown piece set 'domino'"),
        (lambda: sw.PieceSet("x", {"A": ["#.#"]}), ValueError, "piece 'A': its cells must hang together"),
        (lambda: sw.Controller.load("dellacheri"), ValueError, "nearest: dellacherie"),
        (lambda: sw.Controller({"hols": 1}), ValueError, "unknown feature 'hols'; nearest: holes"),
        (lambda: sw.Controller({"column_height": 1}), ValueError, "needs an index"),
        (lambda: sw.Controller({"holes": float("nan")}), ValueError, "weight of holes must be a finite number"),
        (lambda: sw.Controller.load("dt-20").with_weights([1.0]), ValueError, "9 weights expected, got 1"),
        (lambda: sw.Controller.load("dt-20").choose(sw.Board(), "Q"), ValueError, "unknown piece 'Q'"),
        (lambda: sw.Controller.load("dt-20").choose(sw.Board(), ""), ValueError, "at least one piece"),
        (lambda: sw.Game().play(sw.Placement(3, 9)), ValueError, "no such placement"),
        (lambda: sw.Game().play(400), ValueError, "action must be from 0 to 39, got 400"),
        (lambda: sw.Game().fork(5), ValueError, "fork: a move from 0 to 0 expected, got 5"),
        (lambda: sw.Game(pieces="list:TXT"), ValueError, "X"),
        (lambda: sw.afterstates(sw.Board("8x8"), "T", setting="10x20"), ValueError, "setting's size"),
        (lambda: sw.play("dt-20", search="two-ply", see=1), ValueError, "two-ply needs 2 known pieces"),
        (lambda: sw.play("dt-20", games=0), ValueError, "games"),
        (lambda: sw.Optimiser("simplex", 3), ValueError, "unknown optimiser 'simplex'"),
        (lambda: sw.Optimiser("cma-es", 3, population=1), ValueError, "population"),
        (lambda: sw.Optimiser("cma-es", 3).tell([1.0]), ValueError, "one fitness for each of"),
        (lambda: sw.Optimiser("cma-es", 3).favourite, ValueError, "tell the fitness"),
        (lambda: sw.Optimiser("cma-es", [{"name": "a", "hight": 3}]), ValueError, "unknown field 'hight'"),
        (lambda: sw.solve("TTX"), ValueError, "X"),
        (lambda: sw.solve(""), ValueError, "the list is empty"),
        (lambda: sw.evolve("milan"), ValueError, "milan"),
        (lambda: sw.evolve(), ValueError, "either a preset or a run"),
        (lambda: sw.Store("/nowhere/at/all.db"), ValueError, "/nowhere/at/all.db"),
        (lambda: sw.murus.Position("tttt"), ValueError, "position"),
        (lambda: sw.murus.Position().play("A1,N"), ValueError, "cannot be played"),
        (lambda: sw.murus.Player().decide(sw.murus.Position()), ValueError, "a limit expected"),
        (lambda: sw.twenty48.Board("3 . . ./. . . ./. . . ./. . . ."), ValueError, "3"),
        (lambda: sw.twenty48.Board().slide("north"), ValueError, "unknown move 'north'"),
        (lambda: sw.twenty48.Player("network"), ValueError, "unknown network"),
    ],
)
def test_wrong_input_is_one_clear_line(wrong, error, words):
    with pytest.raises(error) as caught:
        wrong()
    message = str(caught.value)
    assert words in message and "\n" not in message, message


def test_afterstates_are_what_is_played():
    game = played_game()
    after = sw.afterstates(game.board, game.piece, ["lines", "holes", "column_height"])
    assert after.features.shape == (len(after.actions), 12)
    for row, action in enumerate(after.actions):
        fork = game.fork()
        lines = fork.play(int(action))
        assert np.array_equal(fork.board.to_array(), after.boards[row])
        assert after.lines[row] == lines == after.features[row, 0]
        assert np.array_equal(fork.board.heights, after.features[row, 2:])


def test_scores_are_weighted_features():
    controller = sw.Controller.load("dellacherie")
    game = played_game()
    names = [feature for feature, *_ in controller.terms]
    after = sw.afterstates(game.board, game.piece, names)
    scores = controller.scores(game.board, game.piece)
    assert np.allclose(scores[after.actions], after.features @ controller.weights)
    assert np.isnan(np.delete(scores, after.actions)).all()
    best = sw.placement(int(after.actions[np.argmax(scores[after.actions])]))
    assert controller.choose(game.board, game.piece) == best


def test_own_pieces_are_played_alike_by_all_implementations():
    setting = sw.Setting("8x12", piece_set=CORNERS)
    results = [
        sw.play("bcts", setting, games=8, max_pieces=300, simd=simd).hash.tolist() for simd in ("boolean", "plain", "auto")
    ]
    assert results[0] == results[1] == results[2]
