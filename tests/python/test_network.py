"""Networks: the evaluation is exactly the formula of the docstring; files and arrays that do not fit are refused."""

import pickle
from random import Random

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.xiangqi import Network, Position


def cut_off(number, divisor):
    """Whole-number division that cuts off towards zero."""
    return int(abs(number) // divisor) * (1 if number >= 0 else -1)


def by_the_formula(network, position):
    """The value as the docstring of Network has it."""
    board = position.to_array().astype(int)
    if position.turn == "black":
        board = -board[::-1, ::-1]
    sums = {}
    for side, seen in (("mover", board), ("other", -board[::-1, ::-1])):
        total = network.bias.astype(int)
        squares = np.zeros(8, int)
        for rank, file in np.argwhere(seen):
            piece = seen[rank, file]
            index = abs(piece) - 1, int(piece < 0), rank, file
            total = total + network.inputs[index]
            squares = squares + network.squares[index]
        sums[side] = np.clip(total, 0, 255) ** 2, squares
    bucket = (np.count_nonzero(board) - 1) // 4
    (mover, own_squares), (other, other_squares) = sums["mover"], sums["other"]
    output = network.output[bucket].astype(int)
    hidden = int(output[0] @ mover + output[1] @ other)
    ticks = cut_off(hidden, 255) + int(network.output_bias[bucket]) + int((own_squares - other_squares)[bucket])
    return cut_off(ticks * network.scale, 16320)


def random_network(seed, hidden=32):
    rng = np.random.default_rng(seed)
    return Network(
        rng.integers(-120, 121, (7, 2, 10, 9, hidden)),
        rng.integers(-960, 961, hidden),
        rng.integers(-127, 128, (8, 2, hidden)),
        rng.integers(-5000, 5001, 8),
        rng.integers(-30_000, 30_001, (7, 2, 10, 9, 8)),
        scale=120,
        about="random",
    )


def random_positions(seed, count):
    random = Random(seed)
    while count:
        position = Position()
        while position.outcome() is None and position.ply < 150:
            position = position.play(random.choice(position.legal_moves()))
            if random.random() < 0.05:
                yield position
                count -= 1
                if not count:
                    return


@pytest.mark.parametrize("network", [Network.shipped(), random_network(1), random_network(2, 96)])
def test_the_value_is_that_of_the_formula(network):
    for position in random_positions(3, 60):
        assert position.evaluate(network) == network.evaluate(position) == by_the_formula(network, position)


def test_a_network_keeps_its_weights_in_files_and_pickles(tmp_path):
    network = random_network(3)
    network.save(tmp_path / "a.network")
    for again in (Network.load(tmp_path / "a.network"), pickle.loads(pickle.dumps(network))):
        assert again == network and again.about == "random" and again.fingerprint == network.fingerprint
    assert network != random_network(4) and network.fingerprint.startswith("network-")
    assert repr(network) == "Network(hidden=32, scale=120)"
    for name in ("inputs", "bias", "output", "output_bias", "squares"):
        assert not getattr(network, name).flags.writeable
    parts = (network.inputs, network.bias, network.output, network.output_bias, network.squares)
    assert Network(*parts, scale=120, about="random") == network
    strided = [np.repeat(part, 2, axis=-1)[..., ::2] for part in parts]
    turned = [np.asfortranarray(part) for part in parts]
    assert Network(*strided, scale=120, about="random") == Network(*turned, scale=120, about="random") == network


def test_files_that_are_no_networks_are_refused_by_name(tmp_path):
    path = tmp_path / "a.network"
    random_network(3).save(path)
    data = path.read_bytes()
    for changed, expected in [
        (data[:-1], "bytes: expected"),
        (data[:50_000] + bytes([data[50_000] ^ 1]) + data[50_001:], "damaged"),
        (b"boyi-book-1", "begins with"),
    ]:
        path.write_bytes(changed)
        with pytest.raises(boyi.errors.NetworkFileError, match=expected) as caught:
            Network.load(path)
        assert str(path) in str(caught.value)
    with pytest.raises(boyi.MissingFileError, match="a saved network"):
        Network.load(tmp_path / "none")
    with pytest.raises(OSError):
        random_network(3).save(tmp_path / "no" / "folder")


def test_arrays_that_do_not_fit_are_refused():
    network = random_network(3)
    names = ("inputs", "bias", "output", "output_bias", "squares")
    parts = {name: getattr(network, name).astype(float) for name in names}

    def refused(expected, **changed):
        with pytest.raises(boyi.OptionError, match=expected):
            Network(**(parts | changed))

    refused("bias of shape .*: expected", bias=np.zeros(31))
    refused("960", bias=np.full(32, 961))
    refused("bias: expected whole numbers", bias=np.full(32, 0.5))
    refused("bias: expected whole numbers", bias=np.full(32, 1e6))
    refused("33 hidden units", inputs=np.zeros((7, 2, 10, 9, 33)), bias=np.zeros(33), output=np.zeros((8, 2, 33)))
    refused("scale 0", scale=0)
    refused("inputs of shape", inputs=3)
    refused("bias is no array of numbers", bias=["x"] * 32)
    refused("inputs is no array of numbers", inputs=[[1], [1, 2]])
    assert Network(**{name: part.tolist() for name, part in parts.items()}, scale=120) == Network(**parts, scale=120)


def test_a_search_with_a_network_is_that_with_its_name():
    position = Position()
    given = boyi.Searcher("boyi", evaluation=Network.shipped())
    named = boyi.Searcher(boyi.Config.preset("boyi", "xiangqi").replace(evaluation="network"))
    one, other = given.search(position, depth=6), named.search(position, depth=6)
    assert (one.score, one.nodes, one.pv) == (other.score, other.nodes, other.pv)
    assert given.evaluation == Network.shipped()
    with pytest.raises(boyi.errors.GameMismatchError):
        given.search(boyi.gomoku.Position(), depth=1)
    with pytest.raises(
        TypeError, match=r"expected weights, such as boyi\.xiangqi\.Network\.shipped\(\), or None, not int"
    ):
        boyi.Searcher(evaluation=3)


def test_a_table_of_another_network_is_refused():
    table = boyi.TranspositionTable(mb=1)
    boyi.Searcher(table=table, evaluation=random_network(3)).search(Position(), depth=2)
    with pytest.raises(boyi.errors.GameMismatchError, match="network-"):
        boyi.Searcher(table=table, evaluation=random_network(4)).search(Position(), depth=2)


def test_networks_stand_in_comparisons_and_matches():
    network = random_network(3)
    setups = {"piece squares": lab.Setup("boyi"), "network": lab.Setup("boyi", evaluation=network)}
    comparison = lab.compare(setups, "xiangqi/bench", depth=2, progress=False)
    assert comparison.metadata["evaluations"] == {"network": {"fingerprint": network.fingerprint, "hidden": 32}}
    match = lab.match(*setups.values(), game="xiangqi", games=2, depth=1, max_plies=30, progress=False)
    assert list(match.metadata["evaluations"]) == ["b"]
    with pytest.raises(boyi.OptionError, match="evaluation=3"):
        lab.Setup(evaluation=3)
    with pytest.raises(boyi.OptionError, match="one of the two"):
        lab.Setup(evaluation=network, evaluate=len)
