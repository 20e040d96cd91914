"""The descriptions of games: they fit the engine's games, what a game lacks is named, and so is an unknown name."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import Config, Move, Score, _core, gomoku, lab, records, xiangqi
from boyi.cli import main
from boyi.games import DEFAULT_GAME, GAMES, Description, game_names, game_of


def test_the_engine_and_the_package_have_the_same_games() -> None:
    assert game_names() == list(_core.games())
    for game in GAMES:
        start = game.start()
        assert game_of(start) is game_of(game.name) is game and start.game == game.name
        assert start.turn == game.sides[0] and start.rules == game.rules[0]
        assert game.restored(game.plain(start)) == start == game.read(start.fen)


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_the_parts_of_a_description_are_there(game: Description) -> None:
    for rule in game.rules if "rule" in game.options else ():
        assert game.start(rule=rule).rules == rule
    start = game.start()
    assert start.format(start.legal_moves()[0], game.notation)
    if game.record_format:
        assert records.FORMATS[game.record_format].game == game.name
    if game.suite:
        assert lab.suite(game.suite)[0].game == game.name
    if game.opening_plies:
        assert lab.openings(game.opening_set())[0].game == game.name
    for protocol in game.protocols:
        assert lab.Engine(["program"], protocol).game == game.name
    if game.oracles is None:
        with pytest.raises(boyi.OptionError, match=f"{game.name} has no oracle of exact values"):
            game.oracle("any")
    for move in start.legal_moves():
        points = game.places(start, False)
        assert all(point in points for pair in game.clicks(start, move) for point in pair)


class Bare(Description):
    """Gomoku with nothing but what a description must have."""

    name = "gomoku"
    position = gomoku.Position
    rules = ("freestyle",)

    def read(self, text: str, **options: Any) -> Any:
        return self.position.from_text(text, **options)


@pytest.fixture
def bare() -> Iterator[None]:
    at = game_names().index("gomoku")
    whole, GAMES[at] = GAMES[at], Bare()
    yield
    GAMES[at] = whole


STONES = gomoku.Position("h8 i9")

LACKED: dict[str, tuple[Callable[[], Any], str]] = {
    "openings": (lambda: lab.match("boyi", "plain", game="gomoku", games=2, depth=1), "set of openings"),
    "made openings": (lambda: lab.make_openings("gomoku", 1), "openings that are made"),
    "rule": (lambda: game_of("gomoku").start(rule="renju"), "rule, given as 'renju'"),
    "swap2": (lambda: lab.match("boyi", "plain", openings=[STONES], swap2=True, depth=1), "opening rule swap2"),
    "material": (
        lambda: lab.match("boyi", "plain", openings=[STONES], adjudication=lab.Adjudication(material=3), depth=1),
        "values of pieces for material=3",
    ),
    "format": (lambda: records.Game(STONES).to_text(), "format of game files"),
    "board": (lambda: boyi.view(STONES), "board to click on"),
}


@pytest.mark.parametrize("what", LACKED)
def test_what_a_game_lacks_is_named(bare: None, what: str) -> None:
    call, expected = LACKED[what]
    if what == "board":
        pytest.importorskip("anywidget")
    with pytest.raises(boyi.OptionError, match=expected) as caught:
        call()
    assert str(caught.value).startswith("gomoku has no ")


COMMANDS = {
    "suite": (["compare", "--game", "gomoku"], "suite of positions"),
    "demo": (["compare", "--suite", "gomoku/opening", "--first", "1"], "demonstration: expected --presets or --vary"),
    "protocol": (["match", "boyi", "--engine-b", "x", "--game", "gomoku"], "protocol of programs"),
}


@pytest.mark.parametrize("what", COMMANDS)
def test_what_a_game_lacks_is_named_by_commands(bare: None, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, expected = COMMANDS[what]
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"boyi: error: gomoku has no {expected}")


def test_a_game_without_optional_parts_is_played_and_studied(
    bare: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    match = lab.match("boyi", "plain", openings=[STONES], depth=1, max_plies=6, progress=False, path=path)
    assert len(match.games) == 2 and lab.Match.load(path).games == match.games
    made = lab.selfplay("boyi", game="gomoku", games=1, nodes=50, random_plies=(1, 2), max_plies=6, progress=False)
    assert made.position(0).game == "gomoku"
    assert len(lab.compare(["boyi", "plain"], [STONES], depth=1, progress=False).rows) == 2
    assert lab.trace("plain", STONES, depth=1).position == STONES
    game = records.Game.from_position(STONES)
    assert repr(game) == "<boyi.records.Game ? - ? *, 2 plies>" and "i9" in game._repr_html_()
    assert main(["analyse", "--game", "gomoku", "--depth", "2", "--moves", "h8"]) == 0
    assert "Best move" in capsys.readouterr().out


WRONG = "xiangqj"
BOARD = gomoku.Position().fen

NAMES: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "preset": (lambda: Config.preset("boyi", WRONG), game_names()),
    "explain": (lambda: Config().explain(WRONG), game_names()),
    "evaluations": (lambda: Config.evaluations(WRONG), game_names()),
    "move": (lambda: Move.from_code(1, WRONG), game_names()),
    "score": (lambda: Score(1, "red", WRONG), game_names()),
    "bench": (lambda: _core.bench(WRONG), game_names()),
    "game_of": (lambda: game_of(WRONG), game_names()),
    "match": (lambda: lab.match("boyi", "plain", game=WRONG, depth=1), game_names()),
    "tune": (lambda: lab.tune("boyi", {"lmr_base": 10}, pairs=2, game=WRONG, nodes=1), game_names()),
    "screen": (lambda: lab.screen("boyi", {"a": {"killers": 0}}, pairs=2, game=WRONG, nodes=1), game_names()),
    "selfplay": (lambda: lab.selfplay(games=1, game=WRONG), game_names()),
    "make_openings": (lambda: lab.make_openings(WRONG, 1), game_names()),
    "record": (lambda: records.Game(WRONG), game_names()),
    "record of moves": (lambda: records.Game.from_moves("", WRONG), game_names()),
    "openings": (lambda: lab.openings(f"{WRONG}/renju"), list(lab.opening_sets())),
    "suite": (lambda: lab.suite(f"{WRONG}/bench"), list(lab.suites())),
    "config": (lambda: Config(evaluation=WRONG), [*Config.evaluations("xiangqi"), *Config.evaluations("gomoku")]),
    "replace": (lambda: Config().replace(evaluation=WRONG), list(Config.evaluations("xiangqi"))),
    "from_dict": (lambda: Config.from_dict(Config().to_dict() | {"evaluation": WRONG}), ["network", "patterns"]),
    "evaluate xiangqi": (lambda: xiangqi.Position().evaluate(WRONG), list(Config.evaluations("xiangqi"))),
    "evaluate gomoku": (lambda: gomoku.Position().evaluate(WRONG, detail=True), list(Config.evaluations("gomoku"))),
    "rules": (lambda: xiangqi.Position(rules=WRONG), list(game_of("xiangqi").rules)),
    "rules of moves": (lambda: xiangqi.Position.from_moves("", None, WRONG), list(game_of("xiangqi").rules)),
    "rules of an array": (
        lambda: xiangqi.Position.from_array(xiangqi.Position().to_array(), rules=WRONG),
        list(game_of("xiangqi").rules),
    ),
    "rule": (lambda: gomoku.Position(rule=WRONG), list(gomoku.RULES)),
    "rule of a text": (lambda: gomoku.Position.from_text(BOARD, WRONG), list(gomoku.RULES)),
    "rule of an array": (
        lambda: gomoku.Position.from_array(gomoku.Position().to_array(), rule=WRONG),
        list(gomoku.RULES),
    ),
    "rule of openings": (lambda: lab.make_openings("gomoku", 1, rule=WRONG), list(gomoku.RULES)),
    "rules of PGN": (lambda: records.loads("1. h2e2", "pgn", rules=WRONG), list(game_of("xiangqi").rules)),
    "rules of SGF": (lambda: records.loads("(;GM[4])", "sgf", rules=WRONG), list(gomoku.RULES)),
    "format": (lambda: records.loads("", WRONG), list(records.FORMATS)),
    "protocol": (lambda: lab.Engine(["program"], WRONG), ["uci", "ucci", "gomocup"]),
}


@pytest.mark.parametrize("entry", NAMES)
def test_an_unknown_name_is_refused_with_those_that_exist(entry: str) -> None:
    call, known = NAMES[entry]
    with pytest.raises(boyi.OptionError) as caught:
        call()
    said = str(caught.value)
    assert WRONG in said and "expected" in said and all(name in said for name in known), said


GAME = [
    [*words, "--game", WRONG]
    for words in (
        *(["analyse"], ["table"], ["perft"], ["compare"], ["match", "boyi", "plain"], ["bench"], ["claims"]),
        *(["network"], ["presets", "boyi"]),
    )
]
ENTRIES = [
    *((arguments, game_names()) for arguments in GAME),
    (["analyse", "--game", "gomoku", "--rule", WRONG], list(gomoku.RULES)),
    (["analyse", "--set", f"evaluation={WRONG}", "--depth", "1"], list(Config.evaluations(DEFAULT_GAME.name))),
    (["convert", __file__, "--from", "pgn", "--out", "x.pgn", "--rules", WRONG], list(game_of("xiangqi").rules)),
]


def test_expected_points_grow_with_the_score_and_have_two_sides() -> None:
    for name in ("xiangqi", "gomoku"):
        game = game_of(name)
        units = [-1e9, -9699, -300, -50, 0, 50, 300, 9699, 1e9]
        points = [game.expected_points(game.start(), unit) for unit in units]
        assert points == sorted(points) and points[4] == 0.5 and points[0] < 0.001 and points[-1] > 0.999
        assert [1 - point for point in reversed(points)] == pytest.approx(points, abs=0.001)
    gone = xiangqi.Position("3k5/9/9/9/9/9/9/9/4R4/4K4 w")
    fewer, all_pieces = (game_of(place).expected_points(place, 100) for place in (gone, xiangqi.Position()))
    assert fewer < all_pieces, "with few pieces the same lead wins less often"


@pytest.mark.parametrize(("arguments", "known"), ENTRIES, ids=[" ".join(entry[0][:1]) for entry in ENTRIES])
def test_an_unknown_name_is_refused_by_commands(
    arguments: list[str], known: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        code = main(arguments)
    except SystemExit as end:  # argparse refuses options that have a list of choices by itself
        code = int(str(end.code))
    said = capsys.readouterr().err
    assert code == 2 and WRONG in said and all(name in said for name in known), said
