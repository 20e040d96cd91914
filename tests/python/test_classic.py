"""The hand-written evaluation: training counts as it does, finds known weights, and bad input is refused."""

import dataclasses
import json
import pickle

import numpy as np
import pytest

import boyi
from boyi import _core, lab
from boyi.lab.training.classic import ENDINGS, TERMS, Rows
from boyi.lab.training.samples import Samples, Source
from boyi.xiangqi import KINDS, Classic, Position
from conftest import random_line

pytest.importorskip("scipy")

EVERYTHING = lab.Quiet(in_check=True, captures=True, checks=True, most=9799)


@pytest.fixture(scope="module")
def games():
    return lab.selfplay(
        boyi.Config.preset("boyi", "xiangqi").replace(table_mb=1),
        game="xiangqi",
        games=160,
        nodes=60,
        max_plies=160,
        progress=False,
    )


@pytest.fixture(scope="module")
def samples(games):
    return Source.of(games, EVERYTHING, Samples).samples(np.arange(len(games)))


def random_classic(seed):
    rng = np.random.default_rng(seed)
    squares = rng.integers(-800, 800, (2, 7, 10, 9)) / 16
    squares = (squares + squares[:, :, :, ::-1]) / 2
    terms = {name: tuple(rng.integers(-160, 160, 2) / 16) for name in TERMS}
    return Classic(squares, terms, (3.25, -2.5), {name: rng.integers(0, 17) / 16 for name in ENDINGS})


def weights_of(classic):
    """Weights and factors in the order of the regression's columns, in evaluation units."""
    squares = classic.piece_square.astype(float).reshape(2, -1)
    columns = [
        [*squares[phase], classic.tempo[phase], *(classic.terms[name][phase] for name in TERMS)] for phase in (0, 1)
    ]
    return np.concatenate([*columns, [classic.endings[name] for name in ENDINGS]])


@pytest.mark.parametrize("classic", [Classic(), random_classic(1), random_classic(2)])
def test_the_counts_of_training_are_those_of_the_evaluation(classic, games):
    rows = Rows.of(Source.of(games, EVERYTHING, Samples).samples(np.arange(12)))
    said = rows.logits(weights_of(classic))
    plies = [(n, ply) for n in range(12) for ply in range(int(games.games["plies"][n]))]
    score = {at: int(games.plies["score"][games.starts[at[0]] + at[1]]) for at in plies}
    searched = [at for at in plies if abs(score[at]) <= EVERYTHING.most]
    assert len(searched) == len(said) > 500
    for (number, ply), expected in zip(searched, said, strict=True):
        assert games.position(number, ply).evaluate(classic) == int(expected)


@pytest.mark.parametrize("classic", ["classic", random_classic(3)])
def test_the_detail_adds_up(classic):
    for position in random_line(5, 200):
        detail = position.evaluate(classic, detail=True)
        sums = [
            sum(row.get("material", 0) + row.get("position", 0) + row.get("value", 0) for row in detail[side].values())
            for side in ("red", "black")
        ]
        own = sums[0] - sums[1] if position.turn == "red" else sums[1] - sums[0]
        assert own + detail["tempo"] + detail["ending"] + detail["rounding"] == detail["total"]
        assert detail["total"] == position.evaluate(classic)
        assert abs(detail["rounding"]) < 1 and 0 <= detail["phase"] <= 1
        assert [*detail["red"]] == [*KINDS, *TERMS]


def test_a_term_is_seen_where_it_stands():
    detail = Position("4k4/9/9/9/9/9/4C4/9/9/3K5 b").evaluate("classic", detail=True)
    assert detail["red"]["hollow_cannon"]["count"] == 1 and detail["black"]["hollow_cannon"]["count"] == 0
    assert detail["phase"] == 1 / 16 and detail["ending"] != 0
    weighed = Classic(terms={"hollow_cannon": (160, 0)}, tempo=(0, 0), endings={}, piece_square=np.zeros((2, 7, 10, 9)))
    assert Position("4k4/9/9/9/9/9/4C4/9/9/3K5 b").evaluate(weighed) == -10


def test_training_finds_known_weights(samples):
    known = random_classic(7)
    known = Classic(known.piece_square, known.terms, known.tempo, dict.fromkeys(ENDINGS, 1.0))
    said = Rows.of(samples).logits(weights_of(known))
    kept = np.flatnonzero(abs(said) < 250)
    taught = dataclasses.replace(samples, scores=np.rint(said).astype(np.int16)).taken(kept, np.zeros(len(kept), bool))
    recipe = lab.ClassicRecipe(score_weight=1.0, ridge=0.001)
    found = recipe.evaluation(recipe.fit(taught))
    for name in TERMS:
        reached = np.flatnonzero(Rows.of(taught).matrix[:, 631 + TERMS.index(name)].toarray())
        if len(reached) > 500:
            assert np.allclose(found.terms[name], known.terms[name], atol=1.5), name
    assert abs(Rows.of(taught).logits(weights_of(found)) - said[kept]).mean() < 2


def test_train_takes_the_recipe(games):
    training = lab.train(games, lab.ClassicRecipe(terms=["hollow_cannon", "hanging"]), progress=False)
    used = {name for name, weights in training.evaluation.terms.items() if weights != (0, 0)}
    assert used <= {"hollow_cannon", "hanging"} and training.losses["epoch"].tolist() == [1]
    squares = training.evaluation.piece_square
    assert (squares == squares[..., ::-1]).all() and not (squares[0] == squares[1]).all()
    assert json.loads(training.evaluation.about)["recipe"]["terms"] == ["hollow_cannon", "hanging"]
    plain = lab.train(games, lab.ClassicRecipe(terms=[], endings=False), progress=False).evaluation
    assert set(plain.terms.values()) == {(0, 0)} and set(plain.endings.values()) == {1}


def test_weights_are_kept_in_files_and_pickles(tmp_path):
    classic = random_classic(4)
    classic.save(tmp_path / "a.classic")
    for again in (Classic.load(tmp_path / "a.classic"), pickle.loads(pickle.dumps(classic))):
        assert again == classic and again.fingerprint == classic.fingerprint
    assert classic != Classic() and classic.fingerprint.startswith("classic-")
    assert repr(Classic()) == "Classic()" and repr(classic).startswith("Classic(")
    assert not classic.piece_square.flags.writeable
    assert Classic.describe().keys() == set(TERMS) | set(ENDINGS)
    text = (tmp_path / "a.classic").read_text().replace("hollow_cannon", "hollow_canon")
    (tmp_path / "b.classic").write_text(text)
    with pytest.raises(boyi.EvaluationFileError, match="hollow_canon") as caught:
        Classic.load(tmp_path / "b.classic")
    assert "b.classic" in str(caught.value) and "line" in str(caught.value)
    with pytest.raises(boyi.MissingFileError, match="weights of an evaluation"):
        Classic.load(tmp_path / "none")


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Classic(np.zeros((7, 10, 9))), r"shape \[7, 10, 9\]: expected \(2, 7, 10, 9\)"),
        (lambda: Classic(np.full((2, 7, 10, 9), 2001)), "2001: expected a number from -2000 to 2000"),
        (lambda: Classic(np.full((2, 7, 10, 9), np.nan)), "expected a number from -2000 to 2000"),
        (lambda: Classic("x"), "piece_square is no array of numbers"),
        (lambda: Classic(terms={"hollow_canon": (1, 2)}), 'did you mean "hollow_cannon"'),
        (lambda: Classic(terms={"hanging": 3}), r'terms\["hanging"\]=3: expected two numbers'),
        (lambda: Classic(terms={"hanging": (1, 3000)}), r'terms\["hanging"\]: 3000: expected a number'),
        (lambda: Classic(terms=3), "terms=3: expected a dict"),
        (lambda: Classic(tempo=3), "tempo=3: expected two numbers"),
        (lambda: Classic(endings={"pawns": 2}), r'endings\["pawns"\]=2: expected a number from 0 to 1'),
        (lambda: Classic(about="a\nb"), "about: expected a text of one line"),
        (lambda: lab.ClassicRecipe(terms="hanging"), "terms='hanging': expected a list"),
        (lambda: lab.ClassicRecipe(terms=["hangin"]), "'hangin': expected names"),
        (lambda: lab.ClassicRecipe(ridge=-1), "ridge=-1"),
        (lambda: lab.ClassicRecipe(positions=0), "positions=0"),
        (
            lambda: _core.xiangqi_classic_features(np.array([9, 9], "i4"), np.array([0, 2], "i4")),
            "expected pieces on different squares",
        ),
    ],
)
def test_bad_arguments_are_refused(make, expected):
    with pytest.raises(boyi.OptionError, match=expected):
        make()


def test_a_search_and_a_match_take_it():
    given = boyi.Searcher("boyi", evaluation=Classic())
    named = boyi.Searcher(boyi.Config.preset("boyi", "xiangqi").replace(evaluation="classic"))
    one, other = given.search(Position(), depth=5), named.search(Position(), depth=5)
    assert (one.score, one.nodes) == (other.score, other.nodes) and given.evaluation == Classic()
    with pytest.raises(boyi.GameMismatchError):
        Classic().evaluate(boyi.gomoku.Position())
    setups = {"own": lab.Setup("boyi"), "blind": lab.Setup("boyi", evaluation=random_classic(5))}
    match = lab.match(*setups.values(), game="xiangqi", games=2, depth=1, max_plies=30, progress=False)
    assert match.metadata["evaluations"]["b"]["fingerprint"] == random_classic(5).fingerprint
