"""Networks of gomoku: the evaluation is exactly the formula of the docstring, files and arrays are checked, and a tiny
network learns."""

import pickle
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

import boyi
from boyi import lab
from boyi.gomoku import Network, Position
from boyi.lab.training.lines import LineSamples
from boyi.lab.training.samples import Source
from conftest import data

THREATS = (3, 2, 2, 3, 2, 3, 2, 2, 3)
NAMES = ("windows", "first", "first_bias", "output", "direct", "output_bias", "threats", "policy")
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def drawing(board, rank, file, step, mover):
    """The window round a point, as the mover sees it."""
    rows, files = board.shape
    cells = []
    for distance in range(-4, 5):
        at = rank + distance * step[1], file + distance * step[0]
        inside = 0 <= at[0] < rows and 0 <= at[1] < files
        cells.append(
            "_" if not distance else (".XO"[board[at] and (1 if board[at] == mover else 2)] if inside else "#")
        )
    return "".join(cells)


def holdings(position, mover):
    """Who holds which threats, as the docstring of Network has it."""
    other = {"black": "white", "white": "black"}[mover]

    def held(side):
        made = list(position.threats()[side].values())
        fours, threes = made.count("four") + made.count("four_three"), made.count("three") + made.count("double_three")
        pairs = "four_three" in made, "double_three" in made
        return (min(fours, 2), *pairs, 0 if not threes else 1 if threes <= 4 else 2)

    return (*held(mover), "open_four" in position.threats()[other].values(), *held(other))


def role(position, mover):
    """The number of the role of a player, as the docstring of Network has it."""
    return Network.ROLES.index(position.rule if position.rule != "renju" else ("renju-black", "renju-white")[mover - 1])


def by_the_formula(network, position):
    """The logit as the docstring of Network has it, with real numbers, and the score of each move."""
    board = position.to_array().astype(int)
    mover = 1 if position.turn == "black" else 2
    views = {}
    for rank, file in np.argwhere(board == 0):
        sums = []
        for player in (mover, 3 - mover):
            found = [Network.row(drawing(board, rank, file, step, player)) for step in STEPS]
            windows = network.windows[role(position, player)].astype(int)
            sums.append(sum((windows[row] for row in found if row is not None), np.zeros(16, int)))
        views[rank, file] = np.clip(np.concatenate(sums), 0, 255) / 255
    pool = sum(views.values()) / 16
    own = role(position, mover)
    hidden = np.maximum(network.first[own].T.astype(float) @ pool + network.first_bias[own], 0)
    threats = network.threats[own][tuple(map(int, holdings(position, position.turn)))]
    return network.output[own] @ hidden + network.direct[own] @ pool + network.output_bias[own] + threats


def random_network(seed):
    rng = np.random.default_rng(seed)
    return Network(
        rng.integers(-200, 260, (4, 7366, 16)),
        rng.normal(0, 0.3, (4, 32, 16)),
        rng.normal(0, 0.3, (4, 16)),
        rng.normal(0, 0.3, (4, 16)),
        rng.normal(0, 0.3, (4, 32)),
        rng.normal(0, 0.3, 4),
        rng.normal(0, 0.5, (4, *THREATS)),
        rng.normal(0, 1, (4, 32)),
        scale=120,
        about="random",
    )


@pytest.mark.parametrize("network", [Network.shipped(), random_network(1)])
@pytest.mark.parametrize("rule", boyi.gomoku.RULES)
def test_the_value_is_that_of_the_formula(network, rule):
    random = Random(3)
    for size in (7, 15, 20):
        position = Position(size=size, rule=rule)
        for ply in range(12):
            position = position.play(random.choice(position.legal_moves()))
            if position.outcome() is not None:
                break
            if size > 7 and ply % 3:
                continue  # the formula in Python takes seconds on large boards
            expected = by_the_formula(network, position) * network.scale
            assert position.evaluate(network) == pytest.approx(expected, abs=1.01)


def test_a_shorter_row_is_evaluated_by_patterns():
    position = Position("b2", size=5, k=4)
    assert position.evaluate(Network.shipped()) == position.evaluate("patterns")


def test_it_knows_who_wins_games_between_other_engines():
    """The chance that the evaluation puts a position that black won above one that white won: half by guessing."""
    judged = [(Position(case["moves"]), case["winner"] == "black") for case in data("gomoku_winners")["positions"]]
    won = np.array([black for _, black in judged])

    def chance(evaluation):
        values = (int(place.evaluate(evaluation)) * (1 if place.turn == "black" else -1) for place, _ in judged)
        black = np.fromiter(values, float)
        return mannwhitneyu(black[won], black[~won]).statistic / (won.sum() * (~won).sum())

    network, patterns = chance("network"), chance("patterns")
    assert network >= 0.75, network
    assert network > patterns + 0.1, (network, patterns)


def test_a_network_keeps_its_weights_in_files_and_pickles(tmp_path):
    network = random_network(3)
    network.save(tmp_path / "a.network")
    for again in (Network.load(tmp_path / "a.network"), pickle.loads(pickle.dumps(network))):
        assert again == network and again.about == "random" and again.fingerprint == network.fingerprint
    assert network != random_network(4) and network.fingerprint.startswith("network-")
    assert network.fingerprint in repr(network)
    parts = {name: getattr(network, name) for name in NAMES}
    assert not any(part.flags.writeable for part in parts.values() if isinstance(part, np.ndarray))
    assert Network(**parts, scale=120, about="random") == network


def test_files_and_arrays_that_do_not_fit_are_refused(tmp_path):
    path, network = tmp_path / "a.network", random_network(3)
    network.save(path)
    data = path.read_bytes()
    for changed, expected in [
        (data[:-1], "bytes: expected"),
        (data[:50_000] + bytes([data[50_000] ^ 1]) + data[50_001:], "damaged"),
        (b"boyi-book-1", "begins with"),
        (data[:20] + b"\x20" + data[21:], "32 channels"),
    ]:
        path.write_bytes(changed)
        with pytest.raises(boyi.errors.NetworkFileError, match=expected) as caught:
            Network.load(path)
        assert str(path) in str(caught.value)
    boyi.xiangqi.Network.shipped().save(path)
    with pytest.raises(boyi.errors.NetworkFileError, match='of "xiangqi", expected one of "gomoku"'):
        Network.load(path)
    parts = {name: getattr(network, name) for name in NAMES}
    for expected, changed in [
        ("windows of shape", {"windows": np.zeros((3, 16))}),
        ("1021 in windows", {"windows": np.full((4, 7366, 16), 1021)}),
        ("windows: expected whole numbers", {"windows": np.full((4, 7366, 16), 0.5)}),
        ("first of shape", {"first": np.zeros((16, 32))}),
        ("NaN in output", {"output": np.full((4, 16), np.nan)}),
        ("2000 in direct", {"direct": np.full((4, 32), 2000)}),
        ("scale 0", {"scale": 0}),
    ]:
        with pytest.raises(boyi.OptionError, match=expected):
            Network(**(parts | changed))
    for text in ("", "X", "....X....", "...._...?"):
        with pytest.raises(boyi.OptionError, match="drawing="):
            Network.row(text)


def test_a_search_with_a_network_is_that_with_its_name():
    position = Position("h8 i9 h9 g10")
    config = boyi.Config.preset("boyi", "gomoku")
    given = boyi.Searcher(config, evaluation=Network.shipped())
    named = boyi.Searcher(config.replace(evaluation="network"))
    one, other = given.search(position, depth=6), named.search(position, depth=6)
    assert (one.score, one.nodes, one.pv) == (other.score, other.nodes, other.pv)
    with pytest.raises(boyi.errors.GameMismatchError):
        given.search(boyi.xiangqi.Position(), depth=1)


@pytest.fixture(scope="module")
def renju():
    given = {"openings": [Position(rule="renju")], "random_plies": (3, 6), "progress": False}
    return lab.selfplay(
        boyi.Config.preset("boyi", "gomoku").replace(table_mb=1), game="gomoku", games=60, nodes=200, **given
    )


needs_jax = pytest.mark.slow


@needs_jax
def test_a_role_learns_by_itself(renju):
    """Games of renju teach black's and white's roles, and leave the others as they were."""
    start = Network.shipped()
    network = lab.train(renju, lab.LinesRecipe(epochs=1, batch=32, rate=0.05), start=start, progress=False).evaluation
    for name in NAMES:
        before, after = getattr(start, name), getattr(network, name)
        same = [np.array_equal(old, new) for old, new in zip(before, after, strict=True)]
        assert same == [True, True, False, False], name
    assert not np.array_equal(network.windows[2], network.windows[3])


@pytest.fixture(scope="module")
def games():
    return lab.selfplay(
        boyi.Config.preset("boyi-classic", "gomoku").replace(table_mb=1),
        game="gomoku",
        games=120,
        nodes=300,
        random_plies=(3, 6),
        progress=False,
    )


@needs_jax
def test_a_network_learns_values_and_moves(games):
    recipe = lab.LinesRecipe(epochs=8, batch=128, rate=0.01)
    training = lab.train(games, recipe, progress=False)
    losses = training.losses["validation"]
    assert losses[-1] < 0.9 * losses[0]
    network = training.evaluation
    assert "LinesRecipe" not in network.about and '"epochs":8' in network.about
    assert lab.train(games, recipe, progress=False).evaluation == network
    assert lab.train(games, recipe, seed=1, progress=False).evaluation != network
    # It has learned that a three of the mover is worth more than one of the opponent.
    ours, theirs = Position("h8 a1 h9 a15 h10 o1 b3 o15"), Position("h8 a1 h9 a15 h10 o1 b3")
    assert ours.evaluate(network) > 0 > theirs.evaluate(network)


@needs_jax
def test_a_network_learns_on(games):
    """At a rate of next to nothing it stays what it was, at a lower loss than that of a new network."""
    still = lab.LinesRecipe(epochs=1, rate=1e-9)
    network = lab.train(games, lab.LinesRecipe(epochs=4, batch=128, rate=0.01), progress=False).evaluation
    training = lab.train(games, still, start=network, progress=False)
    same = training.evaluation
    assert all(np.allclose(getattr(same, name), getattr(network, name), atol=1e-5) for name in NAMES)
    assert network.fingerprint in same.about
    new = lab.train(games, still, progress=False)
    assert training.losses["validation"][-1] < new.losses["validation"][-1]
    with pytest.raises(boyi.OptionError, match=r"start=.*expected a LinesRecipe"):
        lab.train(games, lab.PieceSquareRecipe(), start=network, progress=False)
    with pytest.raises(boyi.errors.OptionTypeError, match="start='network'"):
        lab.train(games, still, start="network", progress=False)


@needs_jax
def test_the_network_is_the_mean_of_the_last_steps(games):
    samples = Source.of(games, lab.Quiet(), LineSamples).samples(np.arange(4))
    for share, averaged in ((0, 1), (0.5, 2), (1, 4)):
        trainer, after = lab.LinesRecipe(mean=share).trainer(1, 4), []
        for _ in range(4):
            trainer.learn(samples)
            after.append(trainer.parameters["first"].copy())
        assert np.allclose(trainer.learned["first"], np.mean(after[-averaged:], axis=0), atol=1e-6)
        assert not np.allclose(after[-1], after[0])
        assert np.allclose(trainer.evaluation("").first, trainer.learned["first"])


def test_forced_wins_are_learned_from_but_no_ends_in_sight(games):
    def scores(quiet):
        return abs(Source.of(games, quiet, LineSamples).samples(np.arange(len(games))).scores.astype(int))

    chosen, undecided, everything = map(scores, (LineSamples.QUIET, lab.Quiet(), lab.Quiet(most=10_000, in_check=True)))
    decided = chosen[chosen > 2000]
    assert len(undecided) + len(decided) == len(chosen) < len(everything)
    assert len(decided) and decided.max() <= 10_000 - 4, "who makes a five or an open four has won in 1 or 3 plies"


def loss(parameters, samples, recipe):
    """What a recipe has learned, position by position."""
    errors, missed = [], []
    aims = samples.targets(recipe.scale, recipe.score_weight)
    for number, (begin, end) in enumerate(pairwise(samples.starts)):
        role, played = samples.roles[number], samples.played[number]
        given = {name: value[role] for name, value in parameters.items()}
        other = parameters["windows"][[0, 1, 3, 2][role]]
        sums = [given["windows"][samples.own[begin:end]].sum(axis=1), other[samples.other[begin:end]].sum(axis=1)]
        views = np.hstack(sums).clip(0, 1)
        pool, scores = views.sum(axis=0) / 16, views @ given["policy"]
        hidden = np.maximum(pool @ given["first"] + given["first_bias"], 0)
        logit = hidden @ given["output"] + pool @ given["direct"] + given["output_bias"]
        logit += given["threats"][samples.threats[number]]
        errors.append((1 / (1 + np.exp(-logit)) - aims[number]) ** 2)
        if played >= 0:
            missed.append(np.log(np.exp(scores).sum()) - scores[played])
    return np.mean(errors) + recipe.policy_weight * np.mean(missed)


@needs_jax
@pytest.mark.parametrize("kind", ["games", "renju"])
def test_the_gradient_is_that_of_the_loss(kind, request):
    """Compared with differences of the loss when a parameter moves a little."""
    games = request.getfixturevalue(kind)
    samples = Source.of(games, lab.Quiet(), LineSamples).samples(np.arange(4))
    assert set(samples.roles) == {"games": {0}, "renju": {2, 3}}[kind]
    recipe = lab.LinesRecipe(policy_weight=0.5)
    trainer = recipe.trainer(1, 10)
    trainer.parameters["policy"] += np.linspace(-1, 1, 32, dtype=np.float32)
    trainer.parameters["windows"] += np.linspace(-0.05, 0.05, 4, dtype=np.float32)[:, None, None]
    _, gradient = trainer.gradient(samples)
    parameters = {name: value.astype(np.float64) for name, value in trainer.parameters.items()}
    rng = np.random.default_rng(2)
    for name, value in parameters.items():
        flat, at = value.reshape(-1), int(np.abs(gradient[name]).argmax())
        if name not in ("windows", "threats"):  # most of these are 0
            at = int(rng.choice(np.flatnonzero(gradient[name])))
        before, step, found = flat[at], 1e-5, []
        for flat[at] in (before + step, before - step):
            found.append(loss(parameters, samples, recipe))
        flat[at] = before
        expected = (found[0] - found[1]) / (2 * step)
        assert gradient[name].reshape(-1)[at] == pytest.approx(expected, rel=2e-2, abs=1e-6), name


def test_games_and_recipes_belong_together(games):
    with pytest.raises(boyi.errors.GameMismatchError, match="games of gomoku"):
        lab.train(games, lab.NetworkRecipe(), progress=False)
    with pytest.raises(boyi.OptionError, match="epochs=0"):
        lab.LinesRecipe(epochs=0)
    with pytest.raises(boyi.OptionError, match="mean=2: expected a number from 0 to 1"):
        lab.LinesRecipe(mean=2)
