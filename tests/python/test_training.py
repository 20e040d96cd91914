"""Training: a network learns, repeats, and is the same in whole numbers; what cannot be trained on is refused."""

import json

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.lab.training import network as network_training
from boyi.lab.training.piece_square import design
from boyi.lab.training.samples import MIRRORED, OTHER, Samples, Source

pytest.importorskip("scipy")

TINY = lab.NetworkRecipe(hidden=32, epochs=8, batch=128, rate=0.02)


@pytest.fixture(scope="module")
def games():
    return lab.selfplay(
        boyi.Config.preset("boyi-classic", "xiangqi").replace(table_mb=1),
        game="xiangqi",
        games=160,
        nodes=100,
        max_plies=80,
        progress=False,
    )


@pytest.fixture(scope="module")
def training(games):
    return lab.train(games, TINY, threads=1, progress=False)


@pytest.mark.slow  # needs jax
def test_a_network_learns_to_evaluate(games, training):
    losses = training.losses
    assert losses["epoch"].tolist() == [*range(1, 9)] and (np.diff(losses["positions"]) > 1000).all()
    assert losses["validation"][-1] < 0.9 * losses["validation"][0]
    later = [games.position(number, 40) for number in range(100) if games.games["plies"][number] > 40]
    said, known = ([position.evaluate(by) for position in later] for by in (training.evaluation, "material"))
    assert np.corrcoef(said, known)[0, 1] > 0.7
    about = json.loads(training.evaluation.about)
    assert about["recipe"]["hidden"] == 32 and about["games"] == 160 and about["data"][0]["terms"]["nodes"] == 100
    assert "validation loss" in repr(training)
    assert list(training.frame().columns) == ["epoch", "positions", "training", "validation"]
    assert len(training.plot().axes) == 1


@pytest.mark.slow  # needs jax
def test_training_repeats_with_one_thread(games, training):
    again = lab.train(games, TINY, threads=1, progress=False)
    assert again.evaluation == training.evaluation and (again.losses == training.losses).all()
    assert lab.train(games, TINY, threads=1, seed=1, progress=False).evaluation != training.evaluation


@pytest.mark.slow  # needs jax
def test_both_ways_to_the_gradient_agree(games):
    trainer = TINY.trainer(seed=3, steps=10, threads=2)
    samples = Source.of(games, lab.Quiet(), Samples).samples(np.arange(20))
    targets = samples.targets(TINY.scale, TINY.score_weight)
    trainer.learn(samples)
    loss, sparse = trainer.gradient(samples, targets)
    trainer.accelerated = True
    other, dense = trainer.gradient(samples, targets)
    assert loss == pytest.approx(other, rel=1e-5)
    for name, values in sparse.items():
        assert np.allclose(values, dense[name], atol=1e-6, rtol=1e-3), name


@pytest.mark.slow  # needs jax
def test_whole_numbers_say_what_the_trained_ones_say(games):
    trainer = TINY.trainer(seed=3, steps=60, threads=1)
    source = Source.of(games, lab.Quiet(), Samples)
    samples = source.samples(np.arange(100))
    for _ in range(60):
        trainer.learn(samples)
    quantised = trainer.evaluation("{}")
    position = boyi.xiangqi.Position()
    index = np.arange(1260).reshape(7, 2, 10, 9)
    board = position.to_array()
    inputs = [
        index[abs(board[at]) - 1, int(board[at] < 0), at[0], at[1]] for at in zip(*np.nonzero(board), strict=True)
    ]
    none = np.zeros(1, np.int16), np.zeros(1, np.int8)
    row = np.array(inputs, np.int32), np.array([0, 32], np.int32)
    start = Samples(inputs=row[0], starts=row[1], scores=none[0], results=none[1])
    assert position.evaluate(quantised) == pytest.approx(trainer.logits(start)[0] * TINY.scale, abs=4)


def test_inputs_follow_reflections_and_the_other_side():
    assert (OTHER[OTHER] == np.arange(1260)).all() and (MIRRORED[MIRRORED] == np.arange(1260)).all()
    # Red's chariot on a0 is to black an enemy chariot on the far right corner.
    index = np.arange(1260).reshape(7, 2, 10, 9)
    assert OTHER[index[4, 0, 0, 0]] == index[4, 1, 9, 8]
    assert MIRRORED[index[4, 0, 0, 0]] == index[4, 0, 0, 8]


def test_quiet_positions_are_chosen_by_the_rules(games):
    def taken(**rules):
        return Source.of(games, lab.Quiet(**rules), Samples).samples(np.arange(len(games)))

    strict, loose = taken(), taken(in_check=True, captures=True, checks=True, most=9799)
    searched = games.plies["score"][games.plies["score"] != -(2**15)]
    assert 0 < len(strict) < len(loose) <= len(searched)
    assert abs(taken(most=50).scores).max() <= 50
    row = strict.taken(np.array([5]), np.array([True]))
    assert sorted(MIRRORED[row.inputs]) == sorted(strict.inputs[strict.starts[5] : strict.starts[6]])


def test_several_files_are_one_set(games):
    other = lab.selfplay("boyi", game="xiangqi", games=4, seed=9, nodes=60, max_plies=40, progress=False)
    both = Source.of([games, other], lab.Quiet(), Samples)
    alone = Source.of(other, lab.Quiet(), Samples).samples(np.arange(4))
    joined = both.samples(np.arange(len(games), len(games) + 4))
    assert (joined.inputs == alone.inputs).all() and len(both) == len(games) + 4


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda games: lab.train(3), "games=3: expected boyi.lab.Games"),
        (lambda games: lab.train([]), "games="),
        (lambda games: lab.train(games, 3), "recipe=3"),
        (lambda games: lab.train(games, lab.PieceSquareRecipe(ridge=-1)), "ridge=-1"),
        (lambda games: lab.train(games, validation=0), "validation=0"),
        (lambda games: lab.train(games, lab.NetworkRecipe(hidden=40)), "hidden=40: expected a multiple of 32"),
        (lambda games: lab.train(games, lab.NetworkRecipe(rate=-1)), "rate=-1"),
        (lambda games: lab.train(games, quiet=lab.Quiet(most=0)), "most=0"),
    ],
)
def test_bad_arguments_are_refused(games, make, expected):
    with pytest.raises(boyi.OptionError, match=expected):
        make(games)


def test_games_of_gomoku_are_refused():
    stones = lab.selfplay("boyi", game="gomoku", games=1, nodes=50, random_plies=(1, 2), margin=900, progress=False)
    with pytest.raises(boyi.errors.GameMismatchError, match="games of gomoku"):
        lab.train(stones, lab.NetworkRecipe())


def test_a_missing_package_is_named(games, monkeypatch):
    def missing(name, extra="lab"):
        raise boyi.errors.MissingExtraError(f"{name} {extra}")

    monkeypatch.setattr(network_training, "need", missing)
    with pytest.raises(boyi.errors.MissingExtraError, match="jax train"):
        lab.train(games, TINY, progress=False)


def test_piece_squares_are_fitted(games):
    fitted = lab.train(games, lab.PieceSquareRecipe(ridge=5), progress=False)
    values = fitted.evaluation.piece_square.astype(int)
    assert (values == values[:, :, ::-1]).all()
    chariot, pawn = values[4].mean(), values[6, 5:].mean()
    assert chariot > 60 > pawn, "what a kind is worth comes from the games alone"
    assert fitted.losses["epoch"].tolist() == [1] and fitted.losses["validation"][0] < 0.05
    again = lab.train(games, lab.PieceSquareRecipe(ridge=5), progress=False)
    assert again.evaluation == fitted.evaluation
    stiff = lab.train(games, lab.PieceSquareRecipe(ridge=1e6), progress=False).evaluation.piece_square
    assert stiff[4].std() < 0.2 * values[4].std()


def test_the_rows_of_the_regression_are_the_pieces_on_their_squares(games):
    samples = Source.of(games, lab.Quiet(), Samples).samples(np.arange(1))
    values = np.random.default_rng(2).integers(-50, 50, (7, 10, 9))
    values = np.minimum(values, values[:, :, ::-1])
    evaluation = boyi.xiangqi.Evaluation(values, tempo=7)
    number = 0
    rows = design(samples) @ np.append(values.ravel(), 7)
    for ply in range(int(games.games["plies"][0])):
        position = games.position(0, ply)
        if number < len(samples) and position.evaluate(evaluation) == rows[number]:
            number += 1
    assert number == len(samples) > 5, "every quiet position of the game, in its order"
